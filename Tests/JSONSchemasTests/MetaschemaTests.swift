import JSON
import JSONSchemas
import TestSupport
import Testing

@Suite("Metaschemas")
struct MetaschemaTests {
    private static let uri = "https://json-schema.org/draft/2020-12/schema"

    @Test(
        "The built-in metaschema accepts schemas and rejects anything else",
        arguments: [
            (true, true), (["type": "string"], true), (["type": "strng"], false),
            (["$defs": ["a": ["minLength": -1]]], false), (["items": [true]], false),
            (["properties": ["a": ["allOf": []]]], false), (["required": ["a", "a"]], false),
            (["unevaluatedItems": 1], false), (["$id": "a#b"], false), (["title": 1], false),
            (["contentSchema": 1], false), (["format": 1], false),
            (["dependencies": ["a": ["b"], "c": true]], true), (1, false),
        ] as [(JSONValue, Bool)]
    )
    func accepts(schema: JSONValue, isSchema: Bool) throws {
        let metaschema = try JSONSchema(document: ["$ref": .string(Self.uri)])
        #expect(metaschema.isValid(schema) == isSchema)
    }

    @Test(
        "The metaschema accepts every schema of the test suite",
        .enabled(if: SchemaTestSuite.isThere, SchemaTestSuite.absence)
    )
    func testSuite() throws {
        let metaschema = try JSONSchema(document: ["$ref": .string(Self.uri)])
        let folder = SchemaTestSuite.folder + "/tests/draft2020-12/"
        var count = 0
        for path in try SchemaTestSuite.files(below: folder) {
            let groups = try JSONValue(parsing: ConformanceData.contents(of: folder + path))
            for group in groups.arrayValue ?? [] {
                let schema = try #require(group["schema"])
                let outcome = metaschema.violations(in: schema)
                #expect(outcome.violations == [], "\(path): \(schema)")
                count += 1
            }
        }
        #expect(count > 300)
    }
}
