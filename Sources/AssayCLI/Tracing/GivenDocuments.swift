import Base
import CommandLineTool
import Contract
import ContractFile
import Reports
import Trace

/// The texts of documents named on the command line.
struct GivenDocuments {
    /// By the file of the inventory.
    private let paths: [String: String]
    /// The folder with the files that contracts name; `nil` when the user named none.
    private let folder: String?

    /// Reads `--document NAME=FILE` and `--documents FOLDER`.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - inventories: The inventories that were read.
    /// - Throws: A `CommandLineError` for a name that no inventory has, or that several have.
    init(_ arguments: ParsedArguments, _ inventories: [InventoryFile]) throws {
        var paths: [String: String] = [:]
        for given in try arguments.assignments("document") {
            let name = given.name ?? ""
            func unusable(_ expected: String, nearest: String? = nil) -> CommandLineError {
                arguments.unusable(
                    "\(name)=\(given.value)",
                    for: "document",
                    expected: expected,
                    nearest: nearest
                )
            }
            let named = inventories.map(\.inventory).filter { $0.names.contains(name) }
            guard let inventory = named.first else {
                let known = inventories.map(\.inventory.document.name)
                throw unusable(
                    "NAME=FILE, NAME one of \(Words.alternatives(Self.unique(known)))",
                    nearest: NearestName.suggestion(for: name, among: known)
                )
            }
            guard named.count == 1 else {
                let names = named.map { $0.names.last ?? name }
                throw unusable(
                    "a name of one document: \(Words.alternatives(Self.unique(names)))"
                )
            }
            guard paths.updateValue(given.value, forKey: inventory.file) == nil else {
                throw unusable("one file for each document")
            }
        }
        self.paths = paths
        folder = arguments.string("documents")
    }

    /// The file with the text of a document: the one that the user named, else the one that the contracts name, if
    /// the folder has it; `nil` for none.
    private func path(of file: InventoryFile) -> String? {
        if let path = paths[file.inventory.file] { return path }
        guard let folder, let name = file.reference?.file else { return nil }
        return FilePath.joined(folder, name)
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Checks inventories against the given texts.
    ///
    /// - Parameters:
    ///   - inventories: In order.
    ///   - sources: The texts of the inventories, for showing lines.
    ///   - console: Receives messages.
    /// - Returns: The results, in the same order; `nil` after a message on an unusable text.
    func read(
        _ inventories: [InventoryFile],
        _ sources: [SourceText],
        _ console: Console
    ) -> [HeldInventory]? {
        let diagnostics = Diagnostics()
        let held = inventories.map { file -> HeldInventory in
            guard let path = path(of: file),
                let text = Self.text(at: path, diagnostics)
            else { return HeldInventory(file: file, path: nil, holding: nil) }
            let holding = DocumentHolding(file.inventory, text)
            for entry in holding.beyond {
                let size = Count.of(text.lines.count, "line")
                diagnostics.report(
                    file.diagnostic(
                        "lines \(entry.lines) are beyond the end of the document, which has "
                            + "\(size)",
                        at: entry,
                        hint: "the text is \(path)"
                    )
                )
            }
            return HeldInventory(file: file, path: path, holding: holding)
        }
        let renderer = DiagnosticRenderer(sources: sources)
        console.writeError(renderer.render(diagnostics.list))
        return diagnostics.hasErrors ? nil : held
    }

    /// Reads a text; `nil` after a report on invalid content.
    static func text(at path: String, _ diagnostics: Diagnostics) -> DocumentText? {
        let bytes: [UInt8]
        do {
            bytes = try DiskFiles().read(path, atMost: DocumentText.maximumBytes)
        } catch {
            let message = "cannot read the document: \(error.reason)"
            diagnostics.report(Diagnostic(message, at: .whole(path)))
            return nil
        }
        do {
            return try DocumentText(bytes)
        } catch {
            diagnostics.report(
                Diagnostic(
                    "expected a text in UTF-8, got \(error.found)",
                    at: SourceLocation(file: path, line: error.line, column: 1),
                    hint: "convert the document to plain text or Markdown"
                )
            )
            return nil
        }
    }
}

/// An inventory checked against its document.
struct HeldInventory {
    let file: InventoryFile
    /// The path of the document's text; `nil` when none was given.
    let path: String?
    let holding: DocumentHolding?

    var traced: TracedInventory {
        TracedInventory(file.inventory, documentPath: path, holding: holding)
    }

    /// The inventory with its changes since `before`.
    func traced(after before: HeldInventory) -> TracedInventory {
        TracedInventory(
            file.inventory,
            documentPath: path,
            holding: holding,
            change: before.holding?.change,
            isUpdated: file.source.bytes != before.file.source.bytes
        )
    }
}

extension Inventory {
    /// The names by which `--document` can refer to the document: its name, with or without the
    /// folder.
    fileprivate var names: [String] {
        let folder = FilePath.folder(of: file).split(separator: "/").last
        return [document.name] + (folder.map { ["\($0)/\(document.name)"] } ?? [])
    }
}
