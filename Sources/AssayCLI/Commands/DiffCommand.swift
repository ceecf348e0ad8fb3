import CommandLineTool
import Contract
import ContractDiff
import ContractFile
import Interchange
import JSON
import Reports

/// `assay diff`: lists what changed for a client between two contracts.
enum DiffCommand: Command {
    static let specification = CommandSpecification(
        name: "diff",
        abstract: "Show the changes between two contracts that affect clients.",
        discussion: [
            "A change is breaking if a client of the old contract can fail with the new one: a "
                + "call, a promise or a part of a response is removed; a response can have a new "
                + "form; a call has a new error; or less is accepted (a parameter, header or "
                + "member is required or removed, a limit is tighter, or an enumerated value, a "
                + "type or a media type is removed). Calls are matched by name, or by method and "
                + "path if the names differ. Schemas are compared by what they allow, regardless "
                + "of notation. Provider states and cases are not compared.",
            "OLD and NEW can be OpenAPI documents; each is compared as \"assay import\" imports "
                + "it. A part that an import leaves out becomes a note if it differs.",
            "Changes to promises and errors that are less certain than --basis, or waived, are not "
                + "breaking. They are shown as notes.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("OLD", completion: .file),
                help: "The contract that clients were written to: a file, a folder or an OpenAPI "
                    + "document."
            ),
            PositionalSpecification(
                ValueSpecification("NEW", completion: .file),
                help: "The contract that replaces it."
            ),
        ],
        groups: [
            OptionGroup(
                "Selection",
                [
                    CommonOptions.basis(
                        help: "Count changes of promises and errors of at least this certainty "
                            + "as breaking."
                    ),
                    CommonOptions.fileRoot,
                ]
            ),
            CommonOptions.report(
                ReportFormats.contractChange.names(),
                verbose: "List every new promise and error code."
            ),
        ],
        examples: [
            .init(
                "assay diff contracts/nifty contracts/ncmb",
                "Show what a client of the older product has to change."
            ),
            .init(
                "assay diff main/contracts contracts --format markdown",
                "Write a comment for a pull request; exit with status 4 if a change is breaking."
            ),
            .init("assay diff main/api.yaml api.yaml", "Compare two OpenAPI documents."),
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
        guard let old = Side(oldPath, fileRoots, console),
            let new = Side(newPath, fileRoots, console)
        else { return .unusableFile }
        console.writeError(old.loaded.diagnosis + new.loaded.diagnosis)
        guard !old.loaded.hasErrors, !new.loaded.hasErrors else { return .unusableFile }
        var comparison = ContractComparison(
            from: ContractComparison.Side(path: oldPath, contracts: old.loaded.contracts),
            to: ContractComparison.Side(path: newPath, contracts: new.loaded.contracts),
            level: arguments.level
        ).placed(old: old.places, new: new.places)
        comparison.add(UncomparedPart.notes(from: old.uncompared, to: new.uncompared))
        let failures = outputs.write(
            comparison,
            in: ReportFormats.contractChange,
            of: "diff",
            to: console
        )
        let status: ExitStatus = comparison.count(.breaking) > 0 ? .contractBroken : .success
        return .gravest(of: failures + [status])
    }

    /// One side: contracts, or the contract of an OpenAPI document.
    private struct Side {
        let loaded: LoadedContracts
        /// The place of a change in the document; `nil` for contracts, whose places are known.
        let places: ((ContractChange.Subject) -> SourceLocation?)?
        /// The parts of the document that the contract does not express; none for contracts.
        let uncompared: [UncomparedPart]

        /// `nil` after a message.
        init?(_ path: String, _ fileRoots: [String], _ console: Console) {
            guard let source = Self.description(path) else {
                loaded = LoadedContracts(paths: [path], fileRoots: fileRoots)
                places = nil
                uncompared = []
                return
            }
            let made = GivenDescription.contract(
                of: source,
                "diff",
                console,
                fileRoots: fileRoots,
                prefersSchemas: true
            )
            guard let made else { return nil }
            loaded = made.loaded
            let documents = DocumentPlaces(source)
            let operations = loaded.contracts.flatMap(\.operations).map {
                (ContractChange.Subject.operation($0.id), $0.doc)
            }
            let errors = loaded.contracts.flatMap(\.errors).map {
                (ContractChange.Subject.error($0.id), $0.doc)
            }
            let pointers = Dictionary(
                (operations + errors).compactMap { subject, doc in
                    doc.flatMap(Self.pointer).map { (subject, $0) }
                }
            ) { first, _ in first }
            places = { subject in pointers[subject].flatMap(documents.location) }
            let subjects = Dictionary(
                pointers.map { ($0.value.tokens, $0.key) }
            ) { first, _ in first }
            uncompared = made.losses.compactMap { loss -> UncomparedPart? in
                guard let pointer = loss.pointer else { return nil }
                return UncomparedPart(
                    pointer,
                    of: subjects[Array(pointer.tokens.prefix(3))] ?? .service,
                    reason: loss.reason,
                    value: loss.file == nil ? made.document[pointer] : nil,
                    location: loss.file == nil ? documents.location(of: pointer) : nil
                )
            }
        }

        /// The pointer of a `doc`: `openapi#/paths/~1notes/get`.
        private static func pointer(_ doc: String) -> JSONPointer? {
            guard let mark = doc.firstIndex(of: "#") else { return nil }
            do {
                return try JSONPointer(String(doc[doc.index(after: mark)...]))
            } catch {
                return nil
            }
        }

        /// The OpenAPI document at a path; `nil` for anything else.
        private static func description(_ path: String) -> SourceText? {
            do {
                let bytes = try DiskFiles().read(path, atMost: InputDocument.largestFile)
                let source = SourceText(file: path, bytes: bytes)
                return ContractFinder.isOpenAPI(source) ? source : nil
            } catch {
                // A folder, or a file whose problems the loader reports.
                return nil
            }
        }
    }
}
