import CommandLineTool
import Contract
import ContractFile
import Interchange

/// The OpenAPI document of `--openapi`.
struct GivenDescription {
    /// What it describes.
    let use: DescriptionUse
    private let source: SourceText

    /// Reads it; `nil` after a message that says why it cannot be read.
    init?(_ path: String, _ console: Console) {
        guard let bytes = InputDocument.bytes(path, "verify", console) else { return nil }
        source = SourceText(file: path == "-" ? "stdin" : path, bytes: bytes)
        do {
            let use = try ImportCommand.openAPI(source, "verify", console) {
                document,
                name,
                read throws(InterchangeError) in
                try OpenAPISurface.use(of: document, file: name, reading: read)
            }
            guard let use else { return nil }
            self.use = use
        } catch {
            console.printError("assay verify: \(error)")
            return nil
        }
    }

    /// The contract that it makes, as if it had been imported; `nil` after a message.
    func contract(_ console: Console, fileRoots: [String]) -> LoadedContracts? {
        Self.contract(of: source, "verify", console, fileRoots: fileRoots)
    }

    /// The contract that a document makes, as if it had been imported; `nil` after a message.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - command: Named in messages.
    ///   - console: Where messages go.
    ///   - fileRoots: From `--file-root`.
    ///   - prefersSchemas: Whether examples give way to schemas that they break.
    /// - Returns: The contract.
    static func contract(
        of source: SourceText,
        _ command: String,
        _ console: Console,
        fileRoots: [String],
        prefersSchemas: Bool = false
    ) -> LoadedContracts? {
        do {
            let made = try ImportCommand.openAPI(source, command, console) {
                document,
                name,
                read throws(InterchangeError) in
                try OpenAPIImport.contract(
                    from: document,
                    file: name,
                    reading: read,
                    prefersSchemas: prefersSchemas
                )
            }
            guard let made else { return nil }
            let lost = made.losses.count
            console.printError(
                "assay \(command): \(source.file) as a contract: \(ImportCommand.summary(of: made, nil))"
                    + (lost == 0
                        ? "" : " (\"assay import openapi\" lists them)")
            )
            return LoadedContracts(
                made: made.text,
                named: "\(source.file) (imported)",
                fileRoots: fileRoots
            )
        } catch {
            console.printError("assay \(command): \(error)")
            return nil
        }
    }
}
