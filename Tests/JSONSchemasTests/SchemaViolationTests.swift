import JSON
import JSONSchemas
import Testing

@Suite("Schema violations")
struct SchemaViolationTests {
    private static let messages: [(schema: JSONValue, instance: JSONValue, message: String)] = [
        (["type": "string"], 1, "expected string, got 1"),
        (["type": ["string", "null"]], true, "expected string or null, got true"),
        (["type": "integer"], 1.5, "expected integer, got 1.5"),
        (["type": "array"], ["a": 1], "expected array, got {\"a\":1}"),
        (["type": "string"], ["a": ["b": 1]], "expected string, got object of 1 member"),
        (["type": "string"], [1, 2, 3, 4], "expected string, got array of 4 items"),
        (["const": "1"], 1, "expected \"1\", got 1"),
        (["enum": ["ios", "android"]], "web", "expected one of \"ios\", \"android\", got \"web\""),
        (["maxLength": 10], "abcdefghijkl", "expected at most 10 characters, got 12"),
        (["minLength": 1], "", "expected at least 1 character, got 0"),
        (["maxItems": 1], [1, 2], "expected at most 1 item, got 2"),
        (["minProperties": 2], ["a": 1], "expected at least 2 members, got 1"),
        (["maximum": 3], 3.5, "expected at most 3, got 3.5"),
        (["exclusiveMinimum": 0], 0, "expected greater than 0, got 0"),
        (["multipleOf": 0.01], 0.015, "expected a multiple of 0.01, got 0.015"),
        (["pattern": "^E"], "x", "expected string matching ^E, got \"x\""),
        (["uniqueItems": true], [1, 2, 1.0], "expected unique items, got items 0 and 2 equal"),
        (["required": ["objectId"]], [:], "missing member \"objectId\""),
        (
            ["dependentRequired": ["a": ["b"]]], ["a": 1],
            "missing member \"b\", which member \"a\" asks for"
        ),
        (["contains": ["const": 1]], [2], "expected at least 1 item as described, got 0"),
        (
            ["contains": ["const": 1], "maxContains": 1], [1, 1],
            "expected at most 1 item as described, got 2"
        ),
        (["not": ["type": "null"]], nil, "expected a value that does not match \"not\", got null"),
        (false, 1, "expected no value, got 1"),
        (
            ["anyOf": [["type": "string"], ["const": nil]]], 1,
            "expected string or null, got 1"
        ),
        (
            ["anyOf": [["required": ["a"]], ["properties": ["b": ["type": "string"]]]]], ["b": 1],
            "matches none of 2 alternatives: (1) missing member \"a\", "
                + "(2) /b: expected string, got 1"
        ),
        (
            ["oneOf": [["type": "integer"], ["minimum": 2], ["maximum": 1]]], 3,
            "expected exactly one alternative to match, got 2: /oneOf/0, /oneOf/1"
        ),
    ]

    @Test("A violation has the expected and the actual value", arguments: messages.indices)
    func message(index: Int) throws {
        let row = Self.messages[index]
        let outcome = try JSONSchema(document: row.schema).violations(in: row.instance)
        #expect(outcome.violations.map(\.message) == [row.message])
        #expect(outcome.count == 1)
        #expect(!outcome.isValid)
        #expect(!outcome.isUndecided)
    }

    @Test("A violation is located in the instance, on the schema's path and in its document")
    func locations() throws {
        let schema = try JSONSchema(
            document: [
                "$id": "https://example.com/push",
                "properties": ["a/b": ["items": ["$ref": "#/$defs/per%25cent"]]],
                "$defs": ["per%cent": ["type": "string"]],
            ]
        )
        let violation = try #require(
            schema.violations(in: ["a/b": ["x", 1]]).violations.first
        )
        #expect(violation.instanceLocation == "/a~1b/1")
        #expect(violation.keywordLocation == "/properties/a~1b/items/$ref/type")
        #expect(
            violation.absoluteKeywordLocation
                == "https://example.com/push#/$defs/per%25cent/type"
        )
        #expect(violation.description == "/a~1b/1: expected string, got 1")
    }

    @Test("The location of a keyword counts from the nearest $id")
    func resourceLocation() throws {
        let schema = try JSONSchema(
            document: ["items": ["$id": "item.json", "properties": ["a": ["type": "string"]]]],
            baseURI: "https://example.com/schemas/list.json"
        )
        let violation = try #require(schema.violations(in: [["a": 1]]).violations.first)
        #expect(violation.keywordLocation == "/items/properties/a/type")
        #expect(
            violation.absoluteKeywordLocation
                == "https://example.com/schemas/item.json#/properties/a/type"
        )
    }

    @Test("Every violation is reported, in the order of the instance")
    func everyViolation() throws {
        let schema = try JSONSchema(
            document: [
                "required": ["id", "name"],
                "properties": ["a": ["type": "string", "minLength": 3], "b": ["minimum": 5]],
                "additionalProperties": false,
            ]
        )
        let outcome = schema.violations(in: ["x": 1, "b": 4, "a": "é"])
        #expect(
            outcome.violations.map(\.description) == [
                "missing member \"id\"",
                "missing member \"name\"",
                "/x: unexpected member \"x\"",
                "/b: expected at least 5, got 4",
                "/a: expected at least 3 characters, got 1",
            ]
        )
        #expect(outcome.violations[2].keywordLocation == "/additionalProperties")
    }

    @Test("Beyond the limit violations are only counted", arguments: [0, 1, 5, 6])
    func limit(limit: Int) throws {
        let schema = try JSONSchema(document: ["items": ["type": "string"]])
        let outcome = schema.violations(in: [1, 2, 3, 4, 5], limit: limit)
        #expect(outcome.count == 5)
        #expect(outcome.violations.count == min(limit, 5))
    }

    @Test("A failed alternative reports its reason with its own path")
    func causes() throws {
        let schema = try JSONSchema(
            document: [
                "anyOf": [["type": "string"], ["items": ["$ref": "#/$defs/n"]]],
                "$defs": ["n": ["minimum": 2]],
            ]
        )
        let violation = try #require(schema.violations(in: [1, 0]).violations.first)
        #expect(violation.keywordLocation == "/anyOf")
        #expect(
            violation.causes.map(\.keywordLocation) == [
                "/anyOf/0/type", "/anyOf/1/items/$ref/minimum",
            ]
        )
        #expect(violation.causes.map(\.instanceLocation) == ["", "/0"])
    }

    @Test("A described member with a wrong value is not also reported as unexpected")
    func unevaluated() throws {
        let schema = try JSONSchema(
            document: [
                "allOf": [["properties": ["a": ["type": "string"]]]],
                "unevaluatedProperties": false,
            ]
        )
        let outcome = schema.violations(in: ["a": 1, "b": 2])
        #expect(
            outcome.violations.map(\.description) == [
                "/a: expected string, got 1", "/b: unexpected member \"b\"",
            ]
        )
    }

    @Test("A name that propertyNames rejects is reported at its member")
    func propertyNames() throws {
        let schema = try JSONSchema(document: ["propertyNames": ["maxLength": 2]])
        let outcome = schema.violations(in: ["abc": 1, "ab": 2])
        #expect(
            outcome.violations.map(\.description) == [
                "/abc: expected at most 2 characters, got 3"
            ]
        )
    }

    @Test("Formats are checked only on request, and errors show an example")
    func format() throws {
        let document: JSONValue = ["format": "date-time"]
        #expect(try JSONSchema(document: document).isValid("yesterday"))
        let schema = try JSONSchema(document: document, assertsFormat: true)
        #expect(
            schema.violations(in: "yesterday").violations.map(\.message) == [
                "expected date-time like 2024-01-31T09:30:00Z, got \"yesterday\""
            ]
        )
        #expect(schema.isValid(1))
    }
}
