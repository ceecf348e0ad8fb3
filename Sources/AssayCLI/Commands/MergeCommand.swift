import CommandLineTool
import ContractFile
import HTTP
import Measure
import Reports

/// `assay merge`: merges the results of all shards of a run.
enum MergeCommand: Command {
    static let specification = CommandSpecification(
        name: "merge",
        abstract: "Merge the results of all shards of a load run.",
        discussion: [
            "The result is the one that a single generator would have recorded for all arrivals. "
                + "Thresholds are evaluated again.",
            "Each shard of the run is required exactly once. The exit status is that of "
                + "\"assay load\" for the complete run.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("RESULT", isRepeatable: true, completion: .file),
                help: "A file written by \"assay load --shard\" with --output."
            )
        ],
        groups: [
            OptionGroup("Result", CommonOptions.output + LoadOutputs.figures),
            HistoryOption.group,
            OptionGroup("Report", LoadOutputs.forms),
        ],
        examples: [
            .init(
                "assay merge shard-1.json shard-2.json --output run.json",
                "Merge two shards, and report on the complete run."
            ),
            .init(
                "assay merge shard-*.json --history runs.db",
                "Store the complete run in a history; single shards are not comparable."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .contractBroken,
            .objectiveMissed, .invalidMeasurement, .defect, .interrupted,
        ],
        seeAlso: ["load-guide"]
    )

    /// A result takes less than 3 MB; a larger file is not a result.
    private static let largestFile = 256 << 20

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let outputs = try ReportOutputs(arguments, ReportFormats.load)
        let history = try HistoryOption(arguments)
        guard !outputs.cannotBeWritten(by: "merge", beside: history, console) else {
            return .unusableFile
        }
        let merged: RunResult
        do {
            merged = try RunResult.merged(try arguments.strings("RESULT").map(read))
        } catch {
            console.printError("assay merge: \(error)")
            return .unusableFile
        }
        // The files contain no secrets any more.
        return LoadReports(
            command: "merge",
            outputs: outputs,
            console: console,
            redactor: Redactor(),
            history: history
        ).publish(merged)
    }

    private static func read(_ path: String) throws -> (file: String, result: RunResult) {
        let bytes = try DiskFiles().read(path, atMost: largestFile)
        return (path, try RunResult(parsing: bytes, file: path))
    }
}
