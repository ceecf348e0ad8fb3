import CommandLineTool
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
        guard let bytes = Self.bytes(path, command, console) else { return nil }
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            console.printError("assay \(command): \(Self.name(of: path)) is not JSON: \(error)")
            return nil
        }
    }

    /// What no memory holds once it is taken apart is no document.
    static let largestFile = 256 << 20

    /// Reads a document of any kind, in the same way.
    static func bytes(_ path: String, _ command: String, _ console: Console) -> [UInt8]? {
        do {
            return try DiskFiles().read(path == "-" ? "/dev/stdin" : path, atMost: largestFile)
        } catch {
            let reason = "cannot read \(name(of: path)): \(error.reason)"
            console.printError("assay \(command): \(reason)")
            return nil
        }
    }

    /// What messages call it.
    static func name(of path: String) -> String {
        path == "-" ? "standard input" : path
    }
}

extension SourceLocation {
    /// A place in the first line.
    static func start(of file: String, character: Int) -> SourceLocation {
        SourceLocation(file: file, line: 1, column: character)
    }
}
