import Base
import CommandLineTool
import Contract
import ContractFile
import Reports
import Trace

/// `assay trace`: counts the statements of documents and how they are checked.
enum TraceCommand: Command {
    static let specification = CommandSpecification(
        name: "trace",
        abstract: "Check document inventories against contracts and source texts.",
        discussion: [
            "An inventory (NAME.trace.yaml, next to the contracts of a service) lists the "
                + "statements of a document with their lines, and for each the promises of the "
                + "contracts, or the reason why there are none.",
            "Without the text of a document, everything else is checked. With the text, every line "
                + "that is not blank must belong to a statement or be set aside, and digests are "
                + "compared. If the document changed, statements are found by the digest of their "
                + "lines, and the report lists everything that moved, changed, disappeared or is "
                + "new.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                help: "An inventory, or a folder of inventories at any depth."
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
                            "Read the text of the document that has this name in \"doc:\" of an "
                            + "inventory; use FOLDER/NAME if several folders have the name."
                    ),
                    .value(
                        "documents",
                        ValueSpecification("FOLDER", completion: .folder),
                        help:
                            "Read the texts of all documents from this folder; \"docs:\" of the "
                            + "contracts names the files."
                    ),
                    .flag(
                        "update",
                        help: "Write lines, digests, length and SHA-256 of the texts into the "
                            + "inventories; all other bytes stay unchanged. A changed statement "
                            + "keeps its digest, and is reported until you have reviewed it and "
                            + "run --update again."
                    ),
                ]
            ),
            OptionGroup(
                "Results",
                [
                    .value(
                        "results",
                        ValueSpecification("FILE", completion: .file),
                        help: "Show the verdict of each statement in a run: FILE was written by "
                            + "\"assay verify PATH… --format json\"; - is standard input."
                    ),
                    .flag(
                        "contradictions",
                        help:
                            "List the statements that a defect of the built-in service "
                            + "contradicts, and those that no defect contradicts. \"assay verify "
                            + "--mutants\" shows whether each defect is detected."
                    ),
                ]
            ),
            OptionGroup(
                "Report",
                [
                    CommonOptions.format(
                        allowed: ReportFormats.trace.names(),
                        help: "Print the report in this format on standard output."
                    ), CommonOptions.report(allowed: ReportFormats.trace.names()),
                ] + CommonOptions.output + [CommonOptions.color]
            ),
        ],
        examples: [
            .init("assay trace contracts", "Check every inventory, and show open statements."),
            .init(
                "assay trace contracts/ncmb --document objc=guide.txt",
                "Check the inventory against the text; exit with status 4 if it is incomplete."
            ),
            .init(
                "assay trace contracts/ncmb --document objc=guide.txt --update",
                "Write digests, or adapt the inventory to a changed document."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .contractBroken, .defect],
        seeAlso: ["trace-guide", "trace-keys"],
        subcommands: [draft]
    )

    private static let draft = CommandSpecification(
        name: "draft",
        abstract: "Create a first inventory of a text or Markdown document.",
        discussion: [
            "Headings, rules and table headers are set aside. List items, table rows, code "
                + "blocks and all other sentences become open statements. For each you decide "
                + "whether it can be checked, and how."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("FILE", completion: .file),
                help: "The document, in UTF-8; - is standard input."
            )
        ],
        groups: [
            OptionGroup(
                "Draft",
                [
                    .value(
                        "name",
                        ValueSpecification("NAME"),
                        help: "Use this name for the document, as in \"docs:\" of the contracts. "
                            + "Default: the name of the file."
                    )
                ]
            ), OutputFile.options,
        ],
        examples: [
            .init(
                "assay trace draft guide.txt --output contracts/push/guide.trace.yaml",
                "Create the inventory of a guide."
            )
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["trace-guide"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        if arguments.command.name == draft.name { return try writeDraft(arguments, console) }
        let outputs = try ReportOutputs(arguments, ReportFormats.trace)
        guard !outputs.cannotBeWritten(by: "trace", console) else { return .unusableFile }
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
        var verdicts: RecordedVerdicts?
        if let path = arguments.string("results") {
            verdicts = results(in: path, console)
            guard verdicts != nil else { return .unusableFile }
        }
        let result = TraceFacts(
            facts,
            verdicts,
            contradictions: arguments.flag("contradictions")
                ? contradictions(of: loaded.inventories.map(\.inventory)) : []
        )
        let failures = outputs.write(result, in: ReportFormats.trace, of: "trace", to: console)
        return .gravest(of: failures + [result.isWhole ? .success : .contractBroken])
    }

    /// Statements that defects of the services make false; the contracts lie next to the inventories.
    private static func contradictions(of inventories: [Inventory]) -> [DocumentContradictions] {
        let folders = Set(inventories.map { FilePath.folder(of: $0.file) }).sorted()
        let contracts = LoadedContracts(paths: folders.map { $0.isEmpty ? "." : $0 }).contracts
        return contracts.contradictions(of: inventories)
    }

    /// Reads results; `nil` after a message that says why they cannot be used.
    private static func results(in path: String, _ console: Console) -> RecordedVerdicts? {
        guard let document = InputDocument(path, "trace", console) else { return nil }
        do {
            return try RecordedVerdicts(document.value, file: InputDocument.name(of: path))
        } catch {
            console.printError("assay trace: \(error)")
            return nil
        }
    }

    private static func writeDraft(
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> ExitStatus {
        let path = arguments.string("FILE") ?? "-"
        let file = InputDocument.name(of: path)
        let diagnostics = Diagnostics()
        let source = path == "-" ? "/dev/stdin" : path
        guard let text = GivenDocuments.text(at: source, diagnostics) else {
            console.writeError(DiagnosticRenderer(sources: []).render(diagnostics.list))
            return .unusableFile
        }
        let name = try arguments.value("name", expected: "a word of letters, digits, - and _") {
            $0.isEmpty || !$0.allSatisfy(Self.isOfWord) ? nil : $0
        }
        let draft = InventoryDraft(text)
        let stem = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        let word = String(stem.map { Self.isOfWord($0) ? $0 : "-" })
        let standard = path == "-" || word.isEmpty ? "document" : word
        let output = OutputFile(arguments)
        let status = output.write(
            draft.yaml(named: name ?? standard, of: file),
            "trace draft",
            console
        )
        guard status == .success else { return status }
        console.printError(
            (output.path.map { "wrote \($0): " } ?? "")
                + Count.of(draft.candidates.count, "candidate") + ", "
                + Count.of(draft.remainders.reduce(0) { $0 + $1.lines.count }, "line") + " aside"
        )
        return .success
    }

    private static func isOfWord(_ letter: Character) -> Bool {
        letter.isASCII && (letter.isLetter || letter.isNumber || letter == "-" || letter == "_")
    }
}
