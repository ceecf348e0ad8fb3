import CommandLineTool
import Contract
import ContractFile
import HTTP
import JSON
import LoadModel
import Measure
import Reports

/// `assay merge`: puts the results of all shards of a run together.
enum MergeCommand: Command {
    static let specification = CommandSpecification(
        name: "merge",
        abstract: "Put the results of all shards of a load run or a verification together.",
        discussion: [
            "Of a load run the outcome is what one generator would have recorded of all arrivals; "
                + "thresholds are judged anew. Of a verification it is what one run would have found; "
                + "the contracts are read again, so merge where they lie, unchanged.",
            "Every shard of the run must be there, each once. The status is that of the whole run, as "
                + "if \"assay load\" or \"assay verify\" had ended with it.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("RESULT", isRepeatable: true, completion: .file),
                help: "What \"assay load --shard\" or \"assay verify --shard\" wrote with --output."
            )
        ],
        groups: [
            OptionGroup(
                "Result",
                CommonOptions.output + LoadOutputs.figures
                    + ReportFormats.verification.ownOptions()
            ),
            HistoryOption.group,
            OptionGroup("Report", forms), VerifyCommand.gates,
        ],
        examples: [
            .init(
                "assay merge shard-1.json shard-2.json --output run.json",
                "Merge two shards, and tell what came of the whole run."
            ),
            .init(
                "assay merge shard-*.json --history runs.db",
                "Keep the whole run in a history; shards alone are not comparable."
            ),
            .init(
                "assay merge verify-*.json --report junit=out.xml --require-coverage 100%",
                "One report of a verification that was split among jobs."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .contractBroken, .coverageMissed,
            .objectiveMissed, .invalidMeasurement, .nothingJudged, .defect, .interrupted,
        ],
        seeAlso: ["load-guide", "verify-guide"]
    )

    /// A result takes less than 3 MB; a file beyond this is none.
    private static let largestFile = 256 << 20

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        if let documents = try verifications(arguments, console) {
            return try merge(documents, arguments, console)
        }
        let others = verificationOptions.filter(arguments.isSet)
        if let other = others.first { throw unsuitable(other, "assay load", arguments) }
        let outputs = try LoadOutputs(arguments)
        try outputs.reports.check(ReportFormats.load, beside: "results of assay load", arguments)
        let history = try HistoryOption(arguments)
        guard !outputs.reports.cannotBeWritten(by: "merge", beside: history, console) else {
            return .unusableFile
        }
        let merged: RunResult
        do {
            merged = try RunResult.merged(try arguments.strings("RESULT").map(read))
        } catch {
            console.printError("assay merge: \(error)")
            return .unusableFile
        }
        // The files that it comes from have no secrets any more.
        return await LoadReports(
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

// MARK: - Verifications

extension MergeCommand {
    /// The forms of both kinds of results.
    private static let forms: [OptionSpecification] = {
        let load = ReportFormats.load.names()
        let all = load + ReportFormats.verification.names().filter { !load.contains($0) }
        return [
            CommonOptions.format(
                allowed: all,
                help:
                    "What to print on standard output, as \"assay load\" and \"assay verify\" do; "
                    + "json is what --output writes."
            ),
            CommonOptions.report(allowed: all), CommonOptions.color,
            .flag(
                "verbose",
                short: "v",
                excludes: ["quiet"],
                help: "Of a verification: show every step with its request and response."
            ),
            CommonOptions.quiet,
        ]
    }()

    /// Options that say nothing of a load run.
    private static let verificationOptions =
        VerifyCommand.gates.options.map(\.name) + ["har", "verbose"]

    /// Options that say nothing of a verification.
    private static let loadOptions = LoadOutputs.figures.map(\.name)

    private static func unsuitable(
        _ option: String,
        _ command: String,
        _ arguments: ParsedArguments
    ) -> CommandLineError {
        CommandLineError(.conflict("--\(option)", "results of \(command)"), in: arguments.path)
    }

    /// The results as JSON; `nil` when the first is none of a verification.
    private static func verifications(
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> [(file: String, document: JSONValue)]? {
        var documents: [(file: String, document: JSONValue)] = []
        for path in arguments.strings("RESULT") {
            guard let bytes = try? DiskFiles().read(path, atMost: largestFile),
                let document = try? JSONValue(parsing: bytes, duplicates: .refused),
                document["assayVerification"] != nil || !documents.isEmpty
            else {
                guard documents.isEmpty else {
                    throw ShardMerge.Obstacle(description: unreadable(path))
                }
                return nil
            }
            documents.append((path, document))
        }
        return documents
    }

    private static func unreadable(_ path: String) -> String {
        "\(path): expected what \"assay verify --shard\" wrote with --output"
    }

    private static func merge(
        _ documents: [(file: String, document: JSONValue)],
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> ExitStatus {
        if let other = loadOptions.first(where: arguments.isSet) {
            throw unsuitable(other, "assay verify", arguments)
        }
        let outputs = try ReportOutputs(arguments, ReportFormats.verification)
        try outputs.check(ReportFormats.verification, beside: "results of assay verify", arguments)
        let history = try HistoryOption(arguments)
        let gates = try VerificationPlan.gates(arguments)
        guard !outputs.cannotBeWritten(by: "merge", beside: history, console) else {
            return .unusableFile
        }
        let merge = try ShardMerge(
            try documents.map { file, document in
                do {
                    return (file, try ShardRecord(document))
                } catch {
                    throw ShardMerge.Obstacle(description: "\(file): \(error)")
                }
            }
        )
        let loaded = LoadedContracts(
            paths: merge.shard.paths,
            fileRoots: merge.shard.fileRoots,
            joinsInventories: true
        )
        guard !loaded.hasErrors else {
            console.writeError(loaded.diagnosis)
            return .unusableFile
        }
        let reports = VerificationReports(
            outputs: outputs,
            history: history,
            console: console,
            command: "merge",
            sources: loaded.sources
        )
        return reports.publish(
            Verification.Outcome(result: try merge.result(of: loaded), secrets: []),
            gates: gates,
            inventories: loaded.inventories.map(\.inventory)
        )
    }
}

extension ParsedArguments {
    /// Whether an option of any kind was given.
    fileprivate func isSet(_ name: String) -> Bool {
        command.option(named: name)?.value == nil ? flag(name) : isGiven(name)
    }
}
