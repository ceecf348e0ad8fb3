import Contract
import ContractFile
import JSON

/// A JSON document named on the command line.
struct InputDocument {
    let value: JSONValue

    /// Reads a document; `nil` after a message that says why it cannot be read.
    ///
    /// - Parameters:
    ///   - path: A file; `-` is standard input.
    ///   - command: Named in messages: `query`.
    ///   - console: Where messages go.
    init?(_ path: String, _ command: String, _ console: Console) {
        let name = path == "-" ? "standard input" : path
        do {
            let bytes = try DiskFiles().read(path == "-" ? "/dev/stdin" : path, atMost: 1 << 30)
            value = try JSONValue(parsing: bytes)
        } catch let error as FileSourceError {
            console.printError("assay \(command): cannot read \(name): \(error.reason)")
            return nil
        } catch {
            console.printError("assay \(command): \(name) is not JSON: \(error)")
            return nil
        }
    }
}

extension SourceLocation {
    /// A place in the first line.
    static func start(of file: String, character: Int) -> SourceLocation {
        SourceLocation(file: file, line: 1, column: character)
    }
}
