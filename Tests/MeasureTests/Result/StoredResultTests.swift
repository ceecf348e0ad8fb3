import Glibc
import Measure
import TestSupport
import Testing

/// Stored results, in the form in which they were written.
struct StoredResultTests {
    @Test(
        "A stored result is read and rewritten unchanged",
        arguments: [
            // Two requests and an audience; responses violated the contract.
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

    /// Leaves out the data that another zlib may compress differently.
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
