/// `assay help COMMAND`: the same text as `assay COMMAND --help`.
package enum HelpCommand: Command {
    package static let specification = CommandSpecification(
        name: "help",
        abstract: "Explain a command.",
        positionals: [
            PositionalSpecification(
                ValueSpecification("COMMAND", isRepeatable: true, completion: .command),
                isOptional: true,
                help: "The command to explain; without it, the whole program."
            )
        ],
        exitStatuses: [.success, .commandLine]
    )

    package static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        // `--help` behind the name takes the parser's own way to the command.
        let words = arguments.strings("COMMAND") + ["--help"]
        let asked = try ArgumentParser.parse(words, as: AssayCommand.specification)
        let columns = console.terminal.columns
        console.write(HelpText.render(asked.command, path: asked.path, width: columns))
        return .success
    }
}
