import CommandLineTool
import Contract
import ContractFile
import Reports
import Trace

/// `assay trace`: counts what documents say, and what becomes of it.
enum TraceCommand: Command {
    static let specification = CommandSpecification(
        name: "trace",
        abstract: "Hold inventories of documents against contracts and against the documents.",
        discussion: [
            "An inventory (NAME.trace.yaml, beside the contracts of a service) lists what a "
                + "document says, statement by statement, with its lines and with what becomes of "
                + "it: promises of the contracts, or the reason why there is none.",
            "Without the text of a document everything but the text is checked. With it every line "
                + "that is not blank has to belong to a statement or to stand aside, and digests "
                + "are compared. When the document changed, each statement is found again by the "
                + "digest of its lines: what moved, changed or vanished is named, and so is what is "
                + "new.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                help: "An inventory, or a folder that holds inventories at any depth."
            )
        ],
        groups: [
            OptionGroup(
                "Documents",
                [
                    .value(
                        "document",
                        ValueSpecification("NAME=FILE", isRepeatable: true, completion: .file),
                        help:
                            "The text of the document of this name, as \"doc:\" of an inventory has "
                            + "it; where several folders have the name, FOLDER/NAME."
                    ),
                    .flag(
                        "update",
                        help: "Write lines, digests, length and SHA-256 of the texts into the "
                            + "inventories; every other byte of them stays. What changed keeps its "
                            + "digest, so that it is reported until somebody looked at it and ran "
                            + "--update once more."
                    ),
                ]
            ),
            OptionGroup(
                "Report",
                [
                    CommonOptions.format(
                        allowed: ReportFormats.trace.names(),
                        help: "What to print on standard output."
                    ), CommonOptions.report(allowed: ReportFormats.trace.names()),
                    CommonOptions.color,
                ]
            ),
        ],
        examples: [
            .init("assay trace contracts", "Check every inventory, and show what is open."),
            .init(
                "assay trace contracts/ncmb --document objc=guide.txt",
                "Hold the inventory against the text; the status is 4 when it does not say all of it."
            ),
            .init(
                "assay trace contracts/ncmb --document objc=guide.txt --update",
                "Fill in digests, or follow a document that changed."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .contractBroken, .defect],
        seeAlso: ["trace-keys"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let outputs = try ReportOutputs(arguments, ReportFormats.trace)
        let paths = arguments.strings("PATH")
        var loaded = LoadedContracts(paths: paths, taking: [.inventory])
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        let texts = try GivenDocuments(arguments, loaded.inventories)
        guard let held = texts.read(loaded.inventories, loaded.sources, console) else {
            return .unusableFile
        }
        var facts = held.map { $0.traced }
        if arguments.flag("update") {
            let status = InventoryWriting.write(held, loaded.sources, console)
            guard status == .success else { return status }
            loaded = LoadedContracts(paths: paths, taking: [.inventory])
            console.writeError(loaded.diagnosis)
            guard !loaded.hasErrors,
                let now = texts.read(loaded.inventories, loaded.sources, console)
            else { return .unusableFile }
            facts = zip(held, now).map { $1.traced(after: $0) }
        }
        let result = TraceFacts(facts)
        let failures = outputs.write(result, in: ReportFormats.trace, of: "trace", to: console)
        return .gravest(of: failures + [result.isWhole ? .success : .contractBroken])
    }
}
