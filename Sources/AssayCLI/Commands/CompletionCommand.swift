import CommandLineTool

/// `assay completion`: prints a script that completes command lines in a shell.
enum CompletionCommand: Command {
    static let specification = CommandSpecification(
        name: "completion",
        abstract: "Print a completion script for a shell.",
        positionals: [
            PositionalSpecification(
                ValueSpecification("SHELL", allowed: Shell.allCases.map(\.rawValue)),
                help: "The shell to print a script for."
            )
        ],
        examples: [
            .init("source <(assay completion bash)", "Add this line to ~/.bashrc."),
            .init(
                "assay completion zsh > \"${fpath[1]}/_assay\"",
                "Run once; completion works in new shells."
            ),
            .init("assay completion fish | source", "Add this line to ~/.config/fish/config.fish."),
        ],
        exitStatuses: [.success, .commandLine]
    )

    /// The shells there are scripts for.
    private enum Shell: String, CaseIterable {
        case bash, zsh, fish

        func script(for specification: CommandSpecification) -> String {
            switch self {
            case .bash: BashCompletion.script(for: specification)
            case .zsh: ZshCompletion.script(for: specification)
            case .fish: FishCompletion.script(for: specification)
            }
        }
    }

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        guard let shell = arguments.string("SHELL").flatMap(Shell.init) else {
            preconditionFailure("the parser lets only known shells pass")
        }
        console.write(shell.script(for: AssayCommand.specification))
        return .success
    }
}
