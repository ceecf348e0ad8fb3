import JSON
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
        let files = try JSONTestSuiteFiles.fileNames(in: folder).filter { $0.hasSuffix(".json") }
        let score = try files.reduce(SchemaTestSuite.Score()) {
            try $0
                + SchemaTestSuite.score(of: $1, registry: registry, assertsFormat: false)
        }
        #expect(files.count == 46)
        #expect(score.failures == [])
        #expect(score.passed == 1_299)
    }
}
