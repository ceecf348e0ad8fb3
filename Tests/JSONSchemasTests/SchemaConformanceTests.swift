import JSON
import TestSupport
import Testing

@Suite("JSON-Schema-Test-Suite, draft 2020-12")
struct SchemaConformanceTests {
    @Test(
        "All 1,299 required tests pass",
        .enabled(if: SchemaTestSuite.isThere, SchemaTestSuite.absence)
    )
    func required() throws {
        let registry = try SchemaTestSuite.registry()
        let folder = SchemaTestSuite.folder + "/tests/draft2020-12"
        let files = try ConformanceData.fileNames(in: folder).filter { $0.hasSuffix(".json") }
        let score = try files.reduce(SchemaTestSuite.Score()) {
            try $0 + SchemaTestSuite.score(of: $1, registry: registry, assertsFormat: false)
        }
        print(
            "conformance: JSON-Schema-Test-Suite, required: \(score.passed) of \(score.total) pass"
        )
        #expect(files.count == 46)
        #expect(score.failures == [])
        #expect(score.passed == 1_299)
    }

    @Test(
        "Only the known optional tests fail, with formats asserted",
        .enabled(if: SchemaTestSuite.isThere, SchemaTestSuite.absence)
    )
    func optional() throws {
        let registry = try SchemaTestSuite.registry()
        let folder = SchemaTestSuite.folder + "/tests/draft2020-12/optional"
        let score = try SchemaTestSuite.files(below: folder).reduce(SchemaTestSuite.Score()) {
            try $0
                + SchemaTestSuite.score(
                    of: "optional/\($1)",
                    registry: registry,
                    assertsFormat: true
                )
        }
        print(
            "conformance: JSON-Schema-Test-Suite, optional: \(score.passed) of \(score.total) pass"
        )
        // Schemas of drafts that are not supported, and expressions with back-references.
        let known = ["optional/cross-draft.json", "optional/format/ecmascript-regex.json"]
        #expect(score.passed == 924)
        #expect(score.total == 926)
        #expect(score.failures.map { String($0.prefix { $0 != ":" }) }.sorted() == known)
    }
}
