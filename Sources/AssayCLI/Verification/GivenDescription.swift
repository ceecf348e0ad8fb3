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
    ///
    /// Where requests that succeed are looked for, the examples of the document are no cases of their own, as the
    /// objects that they name need not exist.
    func contract(
        _ console: Console,
        fileRoots: [String],
        isGenerating: Bool
    ) -> LoadedContracts? {
        do {
            let made = try ImportCommand.openAPI(source, "verify", console) {
                document,
                name,
                read throws(InterchangeError) in
                try OpenAPIImport.contract(from: document, file: name, reading: read)
            }
            guard let made else { return nil }
            let lost = made.losses.count
            console.printError(
                "assay verify: \(source.file) as a contract: \(ImportCommand.summary(of: made, nil))"
                    + (lost == 0
                        ? "" : " (\"assay import openapi\" lists them)")
            )
            var loaded = LoadedContracts(
                made: made.text,
                named: "\(source.file) (imported)",
                fileRoots: fileRoots
            )
            if isGenerating {
                for index in loaded.contracts.indices {
                    loaded.contracts[index].cases = []
                    loaded.contracts[index].hasCases = false
                }
            }
            return loaded
        } catch {
            console.printError("assay verify: \(error)")
            return nil
        }
    }
}
