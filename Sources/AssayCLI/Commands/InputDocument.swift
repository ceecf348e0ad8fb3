import CommandLineTool
import Contract
import ContractFile
import HTTP
import JSON

/// A JSON document named on the command line.
struct InputDocument {
    let value: JSONValue

    /// Reads a document; `nil` after a message that explains why it cannot be read.
    ///
    /// - Parameters:
    ///   - path: A file; `-` is standard input.
    ///   - command: Named in messages: `query`.
    ///   - console: Receives messages.
    init?(_ path: String, _ command: String, _ console: Console) {
        guard let bytes = Self.bytes(path, command, console) else { return nil }
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            console.printError("assay \(command): \(Self.name(of: path)) is not JSON: \(error)")
            return nil
        }
    }

    /// The largest document, in bytes; a parsed one takes a multiple of that in memory.
    static let largestFile = 256 << 20

    /// Reads the bytes of a document of any kind.
    static func bytes(_ path: String, _ command: String, _ console: Console) -> [UInt8]? {
        do {
            return try DiskFiles().read(path == "-" ? "/dev/stdin" : path, atMost: largestFile)
        } catch {
            let reason = "cannot read \(name(of: path)): \(error.reason)"
            console.printError("assay \(command): \(reason)")
            return nil
        }
    }

    /// Whether a document is named by its address rather than by its path.
    static func isAddress(_ name: String) -> Bool {
        name.hasPrefix("http://") || name.hasPrefix("https://")
    }

    /// Fetches a document; `nil` after a message that explains the failure.
    static func bytes(
        at address: String,
        _ command: String,
        _ console: Console,
        over transport: any HTTPTransport
    ) async -> [UInt8]? {
        guard let url = URLParts(address) else {
            console.printError("assay \(command): expected an address, got \(address)")
            return nil
        }
        let request = HTTPRequest(
            method: "GET",
            origin: url.origin,
            path: url.path,
            query: url.query
        )
        let reason: String
        switch await transport.exchange(request, timeout: nil) {
        case .success(let response):
            if response.status == 200 { return response.body }
            let location = response.headers["Location"].map { "; it is at \($0)" } ?? ""
            reason = "expected status 200, got \(response.status)\(location)"
        case .failure(let failure): reason = failure.description
        }
        console.printError("assay \(command): cannot fetch \(address): \(reason)")
        return nil
    }

    /// The name of a document in messages.
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
