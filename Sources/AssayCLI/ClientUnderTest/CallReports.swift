import JSON
import Platform

/// Calls that a client under test reports: a file of JSON, one object a line, that it appends to.
struct CallReports {
    /// The environment variable with the path.
    static let variable = "ASSAY_CALLS"

    let path: String
    /// How many bytes were read.
    private var offset = 0
    /// How many lines were taken.
    private(set) var lines = 0

    /// The size up to which it is read.
    private static let mostBytes = 16 << 20

    init(path: String) {
        self.path = path
    }

    /// Takes complete lines that were not taken yet.
    ///
    /// - Parameter take: Gets each, in order.
    /// - Throws: What `take` throws, or a sentence about a line that is not JSON or a file that cannot be read.
    mutating func read(_ take: (JSONValue) throws -> Void) throws {
        let bytes: [UInt8]
        do {
            bytes = try FileContent.bytes(of: path, atMost: Self.mostBytes)
        } catch .system(let error) where error.isMissing {
            return
        }
        while let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(bytes[offset..<end])
            offset = end + 1
            lines += 1
            try take(try JSONValue(parsing: line))
        }
    }
}
