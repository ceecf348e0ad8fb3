import JSON
import JSONSchemas
import Measure
import Testing

@testable import Reports

struct LoadResultSchemaTests {
    @Test(
        "The schema of result files accepts the results of all sample runs",
        arguments: LoadTextReportTests.results.map(\.name) + ["small"]
    )
    func written(name: String) throws {
        let text = try #require(Golden.read("../../../loadprofiles/result-1.schema.json"))
        let schema = try JSONSchema(document: try JSONValue(parsing: text), assertsFormat: true)
        let result = LoadTextReportTests.results.first { $0.name == name }?.result
        let file = (result ?? LoadSample.small).fileText
        let outcome = schema.violations(in: try JSONValue(parsing: file), limit: 5)
        #expect(outcome.violations.map(\.description) == [])
    }
}
