import CommandLineTool
import Contract
import ContractFile
import History

/// `assay history`: shows stored results.
enum HistoryCommand: Command {
    static let specification = CommandSpecification(
        name: "history",
        abstract: "Store and query results over time.",
        discussion: [
            "A history is an SQLite database to which \"--history FILE\" of other "
                + "commands adds results. Several processes can use it at the same time."
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["compare-guide"],
        subcommands: [list, show, trend, add, prune]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        try run(arguments.command.name, arguments, console)
    }

    private static func run(
        _ name: String,
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> ExitStatus {
        switch name {
        case "list": try HistoryList(arguments).run(arguments, console)
        case "show": try HistoryShow.run(arguments, console)
        case "trend": try HistoryTrend(arguments).run(arguments, console)
        case "add": try HistoryAdd.run(arguments, console)
        case "prune": try HistoryPrune(arguments).run(arguments, console)
        default: preconditionFailure("no command is named \(name)")
        }
    }

    /// Opens the history that the option names, which must exist.
    static func open(_ arguments: ParsedArguments) throws -> HistoryStore {
        try HistoryStore(path: try path(arguments), access: .existing)
    }

    /// - Throws: If no history is named.
    static func path(_ arguments: ParsedArguments) throws -> String {
        guard let path = arguments.string("history") else {
            throw CommandLineError(.missingOption("--history FILE"), in: arguments.path)
        }
        guard !path.isEmpty else {
            throw arguments.unusable(path, for: "history", expected: "the name of a file")
        }
        return path
    }
}
