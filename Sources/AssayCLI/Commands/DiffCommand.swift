import CommandLineTool
import Contract
import ContractDiff
import Reports

/// `assay diff`: what changed for a client between two contracts.
enum DiffCommand: Command {
    static let specification = CommandSpecification(
        name: "diff",
        abstract: "Show what changed for a client between two contracts.",
        discussion: [
            "A change is breaking when a client that keeps to the old contract can fail under the "
                + "new one: a call, a promise or a part of an answer is gone, an answer can look as "
                + "it could not before, an error is new to a call. Calls are matched by name, and "
                + "where the names differ by method and path. Headers, provider states and cases "
                + "are not compared.",
            "A promise or an error that is less sure than --basis, or waived, cannot break: it is "
                + "shown as a note.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("OLD", completion: .file),
                help: "The contract that clients were written to: a file or a folder."
            ),
            PositionalSpecification(
                ValueSpecification("NEW", completion: .file),
                help: "The contract that is to take its place: a file or a folder."
            ),
        ],
        groups: [
            OptionGroup(
                "Selection",
                [
                    CommonOptions.basis(
                        help: "The least sure promises and errors whose change can be breaking."
                    ),
                    CommonOptions.fileRoot,
                ]
            ),
            CommonOptions.report(
                ReportFormats.contractChange.names(),
                verbose: "List promises and error codes that came one by one, however many."
            ),
        ],
        examples: [
            .init(
                "assay diff contracts/nifty contracts/ncmb",
                "Show what a client of the older product has to change."
            ),
            .init(
                "assay diff main/contracts contracts --format markdown",
                "Write a comment for a pull request; the status is 4 when something breaks."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .contractBroken, .defect],
        seeAlso: ["verify-guide"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        guard let oldPath = arguments.string("OLD"), let newPath = arguments.string("NEW") else {
            preconditionFailure("OLD and NEW are not optional")
        }
        let outputs = try ReportOutputs(arguments, ReportFormats.contractChange)
        guard !outputs.cannotBeWritten(by: "diff", console) else { return .unusableFile }
        let fileRoots = arguments.strings("file-root")
        let old = LoadedContracts(paths: [oldPath], fileRoots: fileRoots)
        let new = LoadedContracts(paths: [newPath], fileRoots: fileRoots)
        console.writeError(old.diagnosis + new.diagnosis)
        guard !old.hasErrors, !new.hasErrors else { return .unusableFile }
        let comparison = ContractComparison(
            from: ContractComparison.Side(path: oldPath, contracts: old.contracts),
            to: ContractComparison.Side(path: newPath, contracts: new.contracts),
            level: arguments.level
        )
        let failures = outputs.write(
            comparison,
            in: ReportFormats.contractChange,
            of: "diff",
            to: console
        )
        let status: ExitStatus = comparison.count(.breaking) > 0 ? .contractBroken : .success
        return .gravest(of: failures + [status])
    }
}
