import Glibc
import Measure
import Testing

/// Stored files of the format of today.
struct StoredResultTests {
    @Test(
        "A stored result is read, and written again as it was",
        arguments: [
            // Two sends and an audience; answers broke the contract.
            "open",
            // A threshold ended it.
            "cut",
            // Closed model, two shards.
            "merged",
        ]
    )
    func again(name: String) throws {
        let text = try Self.text(of: name)
        let result = try RunResult(parsing: Array(text.utf8), file: "\(name).json")
        if getenv("ASSAY_REWRITE_FIXTURES") != nil { try Self.write(result.fileText, to: name) }
        #expect(Self.withoutCounters(result.fileText) == Self.withoutCounters(text))
    }

    /// What another zlib may compress to other bytes is left out.
    private static func withoutCounters(_ text: String) -> [String] {
        text.split(separator: "\"encoded\":\"").enumerated().map { index, part in
            index == 0 ? String(part) : String(part.drop { $0 != "\"" })
        }
    }

    private static func write(_ text: String, to name: String) throws {
        let file = try #require(fopen(path(of: name), "w"))
        defer { fclose(file) }
        fputs(text, file)
    }

    private static func path(of name: String) -> String {
        "\(#filePath)".replacing("Result/StoredResultTests.swift", with: "Fixtures/") + name
            + ".json"
    }

    private static func text(of name: String) throws -> String {
        let file = try #require(fopen(path(of: name), "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
