import Glibc
import Measure
import TestSupport
import Testing

/// Results in files, as they were written.
struct StoredResultTests {
    @Test(
        "A stored result is read and rewritten unchanged",
        arguments: [
            // Two sends and an audience; responses broke the contract.
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
        if getenv("ASSAY_REWRITE_FIXTURES") != nil {
            try ConformanceData.write(result.fileText, to: Self.path(of: name))
        }
        #expect(Self.withoutCounters(result.fileText) == Self.withoutCounters(text))
    }

    /// What another zlib may compress to other bytes is left out.
    private static func withoutCounters(_ text: String) -> [String] {
        text.split(separator: "\"encoded\":\"").enumerated().map { index, part in
            index == 0 ? String(part) : String(part.drop { $0 != "\"" })
        }
    }

    private static func path(of name: String) -> String {
        "\(#filePath)".replacing("Result/StoredResultTests.swift", with: "Fixtures/") + name
            + ".json"
    }

    private static func text(of name: String) throws -> String {
        String(decoding: try ConformanceData.contents(of: path(of: name)), as: UTF8.self)
    }
}
