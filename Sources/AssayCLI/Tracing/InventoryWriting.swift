import CommandLineTool
import Contract
import ContractFile
import Platform
import Trace

/// Updates inventories to the texts of their documents.
enum InventoryWriting {
    /// Writes the inventories that changed, all of them or none.
    ///
    /// - Parameters:
    ///   - inventories: Checked against their documents; those without a text stay as they are.
    ///   - sources: The texts of the inventories, for showing lines.
    ///   - console: Receives messages.
    /// - Returns: How it ended.
    static func write(
        _ inventories: [HeldInventory],
        _ sources: [SourceText],
        _ console: Console
    ) -> ExitStatus {
        let diagnostics = Diagnostics()
        var files: [(path: String, bytes: [UInt8])] = []
        for held in inventories {
            guard let holding = held.holding else { continue }
            do {
                let path = held.file.inventory.file
                let bytes = try InventoryUpdate.bytes(of: held.file, holding)
                guard bytes != held.file.source.bytes else { continue }
                let old = try DiskFiles().read(path, atMost: YAMLDocument.maximumBytes)
                files.append((path, old.prefix(old.count - held.file.source.bytes.count) + bytes))
            } catch let error as InventoryUpdate.Obstacle {
                error.diagnostics.forEach(diagnostics.report)
            } catch {
                let path = held.file.inventory.file
                diagnostics.report(Diagnostic("cannot read the file: \(error)", at: .whole(path)))
            }
        }
        console.writeError(DiagnosticRenderer(sources: sources).render(diagnostics.list))
        guard !diagnostics.hasErrors else { return .contractBroken }
        for file in files {
            do {
                try WholeFile.write(file.bytes, to: file.path, replacing: true)
            } catch {
                console.printError("assay trace: cannot write \(file.path): \(error)")
                return .defect
            }
        }
        return .success
    }
}
