import Glibc
import JSON
import Testing

/// `loadprofiles/result-1.schema.json`, as it lies in the package.
enum ResultSchema {
    private static let shared = Result<JSONSchema, any Error> {
        try JSONSchema(document: try JSONValue(parsing: try bytes()), assertsFormat: true)
    }

    /// Compiled once for all tests.
    static func loaded() throws -> JSONSchema { try shared.get() }

    /// What the schema has against a result; empty when it accepts it.
    static func objections(to result: JSONValue) throws -> [String] {
        try loaded().violations(in: result, limit: 5).violations.map(\.description)
    }

    private static func bytes() throws -> [UInt8] {
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
            .dropLast(4).joined(separator: "/")
        let file = try #require(fopen(package + "/loadprofiles/result-1.schema.json", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }
}
