package import CommandLineTool
import Platform

/// The program itself: finds the requested command and runs it.
package enum AssayCommand {
    /// All commands by purpose, in the order of the help text; a new one is added here.
    private static let sections: [(title: String, commands: [any Command.Type])] = [
        (
            "Test",
            [
                VerifyCommand.self, LintCommand.self, CoverageCommand.self, ClientCommand.self,
                TraceCommand.self, DiffCommand.self,
            ]
        ),
        (
            "Load",
            [
                LoadCommand.self, CapacityCommand.self, GeneratorCommand.self, MergeCommand.self,
            ]
        ),
        ("Compare", [CompareCommand.self, HistoryCommand.self, ReportCommand.self]),
        ("Stand-ins", [ServeCommand.self, RecordCommand.self, FaultCommand.self]),
        (
            "Files",
            [
                InitCommand.self, ImportCommand.self, ExportCommand.self, QueryCommand.self,
                SchemaCommand.self,
            ]
        ),
        ("Help", [CompletionCommand.self, HelpCommand.self]),
    ]

    private static let commands = sections.flatMap(\.commands)

    /// The commands that most users need.
    private static let essentials: [any Command.Type] = [
        VerifyCommand.self, LoadCommand.self, CompareCommand.self, ServeCommand.self,
        InitCommand.self,
    ]

    /// Articles that `assay help` shows besides the help texts of the commands.
    package static let articles = Article.all(besides: commands.map { $0.specification.name })

    /// The command line of the whole program.
    package static let specification = CommandSpecification(
        name: "assay",
        abstract: "Test push-notification HTTP APIs, and any other HTTP API, from contract files.",
        groups: [
            OptionGroup(
                "Other",
                [
                    .flag("version", short: "V", help: "Print the version and exit."),
                    .flag(
                        "verbose",
                        help: "With --version: also print the versions of the libraries."
                    ),
                ]
            )
        ],
        examples: [
            .init("assay verify contracts", "Replay every contract against the reference target."),
            .init(
                "assay verify contracts/ncmb --target https://push.example.com",
                "Replay the contracts of one service against a server of your own."
            ),
        ],
        exitStatuses: ExitStatus.allCases,
        subcommands: commands.map { $0.specification },
        sections: sections.map { section in
            CommandSpecification.Section(
                section.title,
                section.commands.map { $0.specification.name }
            )
        },
        essentials: essentials.map { $0.specification.name },
        topics: articles.map { CommandSpecification.Topic($0.topic, $0.abstract) }
    )

    /// Runs the program with the words after its name.
    ///
    /// The only place where errors become exit statuses.
    package static func run(_ arguments: [String], console: Console) async -> ExitStatus {
        if let shortage = SystemRoom.shortage {
            console.printError("assay: \(shortage)")
            return .couldNotRun
        }
        guard !arguments.isEmpty else {
            // Not success: a script that loses its arguments must not pass.
            let columns = console.terminal.columns
            console.writeError(HelpText.overview(of: specification, width: columns))
            return .commandLine
        }
        do {
            let parsed = try ArgumentParser.parse(arguments, as: specification)
            do {
                return try await dispatch(parsed, console: console)
            } catch let error as any CommandObstacle {
                console.printError("\(parsed.path): \(error)")
                return error.status
            }
        } catch let error as CommandLineError {
            console.writeError(error.description)
            return .commandLine
        } catch {
            console.printError("assay: unexpected error: \(error)")
            return .defect
        }
    }

    private static func dispatch(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        if arguments.asksForHelp {
            let columns = console.terminal.columns
            console.page(
                HelpText.render(arguments.command, path: arguments.path, width: columns)
            )
            return .success
        }
        if arguments.asksForVersion {
            let hasVerbose = arguments.command.option(named: "verbose") != nil
            let isVerbose = hasVerbose && arguments.flag("verbose")
            console.write(Version.text(isVerbose: isVerbose))
            return .success
        }
        // Of `assay history list` the command is the second word.
        let words = arguments.path.split(separator: " ")
        let name = words.dropFirst().first.map(String.init) ?? ""
        guard let command = commands.first(where: { $0.specification.name == name }) else {
            preconditionFailure("no command is named \(name)")
        }
        return try await command.run(arguments, console: console)
    }
}
