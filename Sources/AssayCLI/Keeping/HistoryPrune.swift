import Base
import CommandLineTool
import Contract
import History
import Replay

/// `assay history prune`.
struct HistoryPrune {
    private let filter: HistoryFilter
    private let age: Duration?

    init(_ arguments: ParsedArguments) throws {
        let keep = try arguments.int("keep", in: 0...Int.max)
        age = try arguments.duration("older-than")
        guard keep != nil || age != nil else {
            throw arguments.unusable(
                "",
                for: "keep",
                expected: "a number, or \"--older-than AGE\"; --keep 0 deletes all"
            )
        }
        filter = HistoryFilter(
            kind: arguments.string("kind").flatMap(RunRecord.Kind.init),
            branch: arguments.string("branch"),
            title: arguments.string("title"),
            limit: keep
        )
    }

    func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitStatus {
        let now = SystemClock().now.nanosecondsSince1970 / 1_000_000
        let before = age.map { now - $0.components.seconds * 1000 }
        let count = try HistoryCommand.open(arguments).prune(filter, before: before) { error in
            console.printError(
                "assay history prune: \(error); the results are deleted, and their space is "
                    + "released the next time"
            )
        }
        console.print("\(Count.of(count, "result")) taken out")
        return .success
    }
}
