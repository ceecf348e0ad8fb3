import Base
import CommandLineTool
import Contract
import ContractFile
import Replay
import Reports

/// `assay coverage`: lists the promises of contracts and the cases that test them.
enum CoverageCommand: Command {
    static let specification = CommandSpecification(
        name: "coverage",
        abstract: "List the promises of contracts and the cases that test them.",
        discussion: [
            "For each service, and for its client library, it lists each call with the number of "
                + "its promises and its error codes, and each error code with the case that covers "
                + "it, or with the reason why none does. A number after a code is the number of "
                + "the call's promises about that code. Nothing is sent.",
            "Contracts of one folder that share tables are one service. Document "
                + "inventories in the folders of the contracts are listed first.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                help: "A contract file, or a folder of contract files at any depth."
            )
        ],
        groups: [
            OptionGroup("Contracts", [CommonOptions.fileRoot]),
            OptionGroup(
                "Results",
                [
                    .value(
                        "results",
                        ValueSpecification("FILE", completion: .file),
                        help: "Show the verdict of each promise in a run: FILE was written by "
                            + "\"assay verify PATH… --format json\"; - is standard input."
                    )
                ]
            ),
            CommonOptions.report(
                ReportFormats.coverage.names(),
                verbose: "List every promise of a call with its case (text format)."
            ),
        ],
        examples: [
            .init("assay coverage contracts", "Show the matrix of every service."),
            .init(
                "assay coverage contracts --format markdown",
                "Print tables for a web page or a pull request."
            ),
            .init(
                "assay coverage contracts --results verify.json",
                "Show the verdicts of a run."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["verify-guide"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let outputs = try ReportOutputs(arguments, ReportFormats.coverage)
        guard !outputs.cannotBeWritten(by: "coverage", console) else { return .unusableFile }
        let loaded = LoadedContracts(
            paths: arguments.strings("PATH"),
            fileRoots: arguments.strings("file-root"),
            joinsInventories: true
        )
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        var matrix = CoverageMatrix(loaded.contracts, today: SystemClock().now.day)
        var results: RecordedVerdicts?
        if let path = arguments.string("results") {
            guard let verdicts = verdicts(in: path, on: matrix, console) else {
                return .unusableFile
            }
            matrix = matrix.judged { verdicts[$0] }
            results = verdicts
        }
        let facts = CoverageFacts(matrix, loaded.inventories.map(\.inventory), results)
        let failures = outputs.write(
            facts,
            in: ReportFormats.coverage,
            of: "coverage",
            to: console
        )
        return .gravest(of: failures)
    }

    /// Reads results; `nil` after a message that says why they cannot be used.
    private static func verdicts(
        in path: String,
        on matrix: CoverageMatrix,
        _ console: Console
    ) -> RecordedVerdicts? {
        guard let document = InputDocument(path, "coverage", console) else { return nil }
        let name = InputDocument.name(of: path)
        let verdicts: RecordedVerdicts
        do {
            verdicts = try RecordedVerdicts(document.value, file: name)
        } catch {
            console.printError("assay coverage: \(error)")
            return nil
        }
        let files = Set(matrix.rows.map(\.promise.location.file))
        guard !files.isDisjoint(with: verdicts.files) else {
            let judged = Words.alternatives(verdicts.files)
            console.printError(
                "assay coverage: \(name) has results for "
                    + (verdicts.files.isEmpty ? "no promise" : "other files: \(judged)")
                    + "; run \"assay verify\" on the same paths, in the same folder"
            )
            return nil
        }
        return verdicts
    }
}
