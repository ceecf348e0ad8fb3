import JSON
import JSONSchemas
import Testing

@Suite("Schema keywords")
struct SchemaKeywordTests {
    private static let rows: [(schema: JSONValue, valid: [JSONValue], invalid: [JSONValue])] = [
        (["type": "integer"], [1, 1.0, -0.0, 1e300], [1.5, "1", nil, true]),
        (["type": "number"], [1, 1.5], ["1"]),
        (["const": ["a": 1, "b": [1.0]]], [["b": [1], "a": 1.0]], [["a": 1], ["a": true]]),
        (["enum": [1, "é", nil]], [1.0, "\u{E9}", nil], ["e\u{301}", false, 0]),
        (["maxLength": 2], ["\r\n", "👍👍", "é", 12345], ["e\u{301}\u{301}", "abc"]),
        (["minimum": 18_446_744_073_709_551_614.0], [1e20], [1, 9_223_372_036_854_775_807]),
        (["uniqueItems": true], [[1, true, "1", nil, 0, false]], [[["a": 1], ["a": 1.0]]]),
        (
            ["prefixItems": [["type": "string"]], "items": ["type": "integer"]],
            [[], ["a"], ["a", 1, 2]], [[1], ["a", "b"]]
        ),
        (["contains": ["const": 1], "minContains": 2], [[1, 2, 1]], [[], [1, 2]]),
        (["contains": ["const": 1], "minContains": 0], [[], [2]], []),
        (["minContains": 5], [[]], []),
        (
            [
                "properties": ["a": true], "patternProperties": ["^x": ["type": "integer"]],
                "additionalProperties": false,
            ],
            [["a": "1", "xy": 1]], [["b": 1], ["xy": "1"]]
        ),
        (["propertyNames": ["pattern": "^a"]], [["ab": 1], [:], 1], [["b": 1]]),
        (
            ["if": ["required": ["a"]], "then": ["required": ["b"]], "else": ["required": ["c"]]],
            [["a": 1, "b": 1], ["c": 1]], [["a": 1], [:]]
        ),
        (["then": false, "else": false], [1], []),
        (
            ["dependentSchemas": ["a": ["minProperties": 2]]], [["b": 1], ["a": 1, "b": 1]],
            [["a": 1]]
        ),
        (
            ["dependencies": ["a": ["b"], "c": false]], [["a": 1, "b": 1], [:]],
            [["a": 1], ["c": 1]]
        ),
        (["oneOf": [["type": "integer"], ["minimum": 2]]], [1, 2.5], [3, 1.5]),
        (
            [
                "anyOf": [["properties": ["a": true]], ["properties": ["b": ["type": "string"]]]],
                "unevaluatedProperties": false,
            ],
            [["a": 1], ["a": 1, "b": "x"]], [["c": 1], ["b": 1]]
        ),
        (
            [
                "if": ["properties": ["a": ["const": 1]], "required": ["a"]],
                "unevaluatedProperties": ["type": "string"],
            ],
            [["a": 1], ["b": "x"], ["a": 1, "b": "x"]], [["a": 2], ["b": 1]]
        ),
        (
            ["not": ["not": ["properties": ["a": true]]], "unevaluatedProperties": false], [[:]],
            [["a": 1]]
        ),
        (
            [
                "allOf": [["prefixItems": [true]], ["contains": ["type": "string"]]],
                "unevaluatedItems": false,
            ],
            [[1, "a"], ["a", "b"]], [[1, 2], ["a", 2]]
        ),
        (["$ref": "#/$defs/a~1b%20c", "$defs": ["a/b c": ["type": "null"]]], [nil], [1]),
        (["$ref": "#/x-parts/a", "x-parts": ["a": ["type": "null"]]], [nil], [1]),
        (["$ref": "#here", "$defs": ["a": ["$anchor": "here", "type": "null"]]], [nil], [1]),
        (
            [
                "$ref": "urn:example:a#/$defs/n",
                "$defs": ["a": ["$id": "urn:example:a", "$defs": ["n": ["type": "null"]]]],
            ],
            [nil], [1]
        ),
        (["title": "x", "default": 1, "x-y": ["type": "null"]], [1, nil, "a"], []),
    ]

    @Test("A keyword accepts and rejects according to the specification", arguments: rows.indices)
    func keyword(index: Int) throws {
        let row = Self.rows[index]
        let schema = try JSONSchema(document: row.schema)
        #expect(row.valid.filter { !schema.isValid($0) } == [])
        #expect(row.invalid.filter(schema.isValid) == [])
        #expect(row.valid.allSatisfy { schema.violations(in: $0).count == 0 })
        #expect(row.invalid.allSatisfy { schema.violations(in: $0).count > 0 })
    }

    @Test("An outer resource overrides a dynamic anchor, an ordinary reference stays")
    func dynamicAnchor() throws {
        var registry = SchemaRegistry()
        registry.add(
            [
                "$dynamicAnchor": "node",
                "properties": ["next": ["$dynamicRef": "#node"], "first": ["$ref": "#node"]],
            ],
            at: "https://example.com/list"
        )
        let strict = try JSONSchema(
            document: [
                "$id": "https://example.com/strict", "$dynamicAnchor": "node",
                "$ref": "list", "unevaluatedProperties": false,
            ],
            registry: registry
        )
        #expect(strict.isValid(["next": ["next": [:]]]))
        #expect(!strict.isValid(["next": ["nxt": [:]]]))
        #expect(strict.isValid(["first": ["nxt": [:]]]))
    }

    @Test("A dialect without the validation vocabulary does not validate")
    func vocabulary() throws {
        var registry = SchemaRegistry()
        let vocabularies = "https://json-schema.org/draft/2020-12/vocab/"
        registry.add(
            [
                "$vocabulary": .object(
                    JSONObject([
                        .init(name: vocabularies + "core", value: true),
                        .init(name: vocabularies + "applicator", value: true),
                    ])
                )
            ],
            at: "https://example.com/meta"
        )
        let schema = try JSONSchema(
            document: [
                "$schema": "https://example.com/meta",
                "properties": ["a": false, "b": ["type": "string"]],
            ],
            registry: registry
        )
        #expect(!schema.isValid(["a": 1]))
        #expect(schema.isValid(["b": 1]))
    }
}
