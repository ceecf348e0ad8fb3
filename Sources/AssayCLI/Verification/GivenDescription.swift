import CommandLineTool
import Contract
import ContractFile
import HTTP
import Interchange
import JSON

/// The OpenAPI document of `--openapi`.
struct GivenDescription {
    /// The description of the API.
    let use: DescriptionUse
    private let source: SourceText

    /// Reads it; `nil` after a message that explains why it cannot be read.
    ///
    /// - Parameters:
    ///   - path: The document.
    ///   - console: Receives messages.
    ///   - fileRoots: From `--file-root`.
    ///   - transport: Fetches a document that is named by its address.
    init?(
        _ path: String,
        _ console: Console,
        fileRoots: [String] = [],
        over transport: any HTTPTransport
    ) async {
        let bytes =
            InputDocument.isAddress(path)
            ? await InputDocument.bytes(at: path, "verify", console, over: transport)
            : InputDocument.bytes(path, "verify", console)
        guard let bytes else { return nil }
        source = SourceText(file: path == "-" ? "stdin" : path, bytes: bytes)
        do {
            let use = try ImportCommand.openAPI(source, "verify", console, fileRoots: fileRoots) {
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

    /// The contract of the document, as if it had been imported; `nil` after a message.
    ///
    /// When successful requests are searched for, the document's examples do not become cases, as the objects that
    /// they name may not exist.
    func contract(
        _ console: Console,
        fileRoots: [String],
        isGenerating: Bool
    ) -> LoadedContracts? {
        var loaded = Self.contract(of: source, "verify", console, fileRoots: fileRoots)?.loaded
        guard isGenerating else { return loaded }
        for index in loaded?.contracts.indices ?? 0..<0 {
            loaded?.contracts[index].cases = []
            loaded?.contracts[index].hasCases = false
        }
        return loaded
    }

    /// The contract of a document, as if it had been imported; `nil` after a message.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - command: Named in messages.
    ///   - console: Receives messages.
    ///   - fileRoots: From `--file-root`.
    ///   - prefersSchemas: Whether schemas take precedence over examples that violate them.
    /// - Returns: The contract, the document, and what the contract does not contain of it.
    static func contract(
        of source: SourceText,
        _ command: String,
        _ console: Console,
        fileRoots: [String],
        prefersSchemas: Bool = false
    ) -> (loaded: LoadedContracts, document: JSONValue, losses: [ImportLoss])? {
        do {
            var root: JSONValue = .null
            let made = try ImportCommand.openAPI(source, command, console, fileRoots: fileRoots) {
                document,
                name,
                read throws(InterchangeError) in
                root = document
                return try OpenAPIImport.contract(
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
            let loaded = LoadedContracts(
                // With the first line that an import writes, so that the numbers of lines are the same.
                made: EditorSchema.contract.named(above: made.text),
                named: "\(source.file) (imported)",
                fileRoots: fileRoots
            )
            return (loaded, root, made.losses)
        } catch {
            console.printError("assay \(command): \(error)")
            return nil
        }
    }
}
