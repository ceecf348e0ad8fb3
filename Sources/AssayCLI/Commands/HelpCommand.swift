import Base
import CommandLineTool
import Glibc
import JSON

/// `assay help NAME`: the same text as `assay COMMAND --help`, or an article.
enum HelpCommand: Command {
    static let specification = CommandSpecification(
        name: "help",
        abstract: "Show help on a command or a topic.",
        positionals: [
            PositionalSpecification(
                ValueSpecification("NAME", isRepeatable: true, completion: .command),
                isOptional: true,
                help: "The command or topic to explain. Default: the whole program."
            )
        ],
        groups: [
            OptionGroup(
                "Output",
                [
                    .value(
                        "man-pages",
                        ValueSpecification("FOLDER", completion: .folder),
                        help: "Write the manual pages of all commands and topics into this "
                            + "folder, where \"man\" can find them, and print no help."
                    )
                ]
            )
        ],
        examples: [
            .init("assay help verify", "Explain a command."),
            .init("assay help contract-format", "Show the article on contract files."),
            .init(
                "assay help --man-pages ~/.local/share/man",
                "Install the manual pages; then try \"man assay-verify\"."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let names = arguments.strings("NAME")
        if let folder = arguments.string("man-pages") {
            if let name = names.first {
                let expected = "none with --man-pages"
                let kind = CommandLineError.Kind.surplusArgument(name, expected: expected)
                throw CommandLineError(kind, in: arguments.path)
            }
            return writePages(into: folder, console)
        }
        console.page(try text(on: names, console.terminal))
        return .success
    }

    private static func text(on names: [String], _ terminal: Terminal) throws -> String {
        let articles = AssayCommand.articles
        if names.count == 1, let article = articles.first(where: { $0.topic == names[0] }) {
            let topics = Dictionary(uniqueKeysWithValues: articles.map { ($0.name, $0.topic) })
            return article.text(
                width: terminal.columns,
                isStyled: terminal.wantsColor(.auto),
                topics: topics
            )
        }
        let root = AssayCommand.specification
        if let name = names.first, root.subcommand(named: name) == nil {
            let known = root.subcommands.map(\.name) + root.topics.map(\.name)
            let nearest = NearestName.suggestion(for: name, among: known)
            throw CommandLineError(.unknownTopic(name, nearest: nearest), in: root.name)
        }
        // `--help` after the name lets the parser find the command.
        let asked = try ArgumentParser.parse(names + ["--help"], as: root)
        return HelpText.render(asked.command, path: asked.path, width: terminal.columns)
    }

    private static func writePages(into folder: String, _ console: Console) -> ExitStatus {
        let pages = ManualPage.all(of: AssayCommand.specification, and: AssayCommand.articles)
        for place in ["", "/man1", "/man7"] {
            // If a folder cannot be created, writing a page fails and reports why.
            _ = unsafe mkdir(folder + place, 0o755)
        }
        for page in pages {
            let file = OutputFile(path: "\(folder)/\(page.path)", replaces: true)
            let status = file.write(page.text, "help", console)
            guard status == .success else { return status }
        }
        return .success
    }
}
