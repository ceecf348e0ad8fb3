import JSON
import TestSupport
import Testing

@Suite(
    "The JSON reader and JSONTestSuite",
    .enabled(if: JSONTestSuiteFiles.isThere, JSONTestSuiteFiles.absence)
)
struct JSONTestSuiteTests {
    @Test("Every y_ text is accepted, every n_ text is rejected, no i_ text crashes the program")
    func wholeSuite() throws {
        let folder = JSONTestSuiteFiles.folder + "/json/test_parsing"
        let names = try ConformanceData.fileNames(in: folder).filter { $0.hasSuffix(".json") }
        try #require(names.count > 300, "\(folder) holds only \(names.count) files")
        var right = ["y_": 0, "n_": 0]
        for name in names {
            let bytes = try ConformanceData.contents(of: "\(folder)/\(name)")
            let isAccepted = refusal(of: bytes, duplicates: .lastWins) == nil
            let kind = String(name.prefix(2))
            guard right[kind] != nil else { continue }
            #expect(isAccepted == (kind == "y_"), "\(name)")
            if isAccepted == (kind == "y_") { right[kind, default: 0] += 1 }
        }
        let accepted = names.count { $0.hasPrefix("y_") }
        let refused = names.count { $0.hasPrefix("n_") }
        print(
            "conformance: JSONTestSuite: \(right["y_", default: 0]) of \(accepted) accepted, "
                + "\(right["n_", default: 0]) of \(refused) refused"
        )
    }

    @Test("By default, the only rejected y_ texts are those with a duplicate member name")
    func duplicatesAreTheOnlyDifference() throws {
        let folder = JSONTestSuiteFiles.folder + "/json/test_parsing"
        let names = try ConformanceData.fileNames(in: folder).filter { $0.hasPrefix("y_") }
        let refused = try names.filter {
            refusal(of: try ConformanceData.contents(of: "\(folder)/\($0)")) != nil
        }
        #expect(
            refused.sorted() == [
                "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
            ]
        )
    }

    @Test("An accepted text is written and read back as the same value")
    func roundTrip() throws {
        let folder = JSONTestSuiteFiles.folder + "/json/test_parsing"
        for name in try ConformanceData.fileNames(in: folder) where name.hasPrefix("y_") {
            let bytes = try ConformanceData.contents(of: "\(folder)/\(name)")
            let value = try JSONValue(parsing: bytes, duplicates: .lastWins)
            #expect(try JSONValue(parsing: value.text) == value, "\(name)")
            #expect(try JSONValue(parsing: value.prettyText()) == value, "\(name)")
        }
    }

    private func refusal(
        of bytes: [UInt8],
        duplicates: DuplicateNames = .refused
    ) -> JSONTextError? {
        do throws(JSONTextError) {
            _ = try JSONValue(parsing: bytes, duplicates: duplicates)
            return nil
        } catch {
            return error
        }
    }
}
