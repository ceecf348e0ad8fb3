import JSON
import JSONSchemas
import Testing

struct SchemaExampleTests {
    @Test(
        "A generated value is valid by its schema",
        arguments: [
            (#"{"const": 3}"#, "3"), (#"{"enum": [null, "a"]}"#, #""a""#),
            (#"{"examples": ["x"], "type": "string"}"#, #""x""#),
            (#"{"examples": ["7"], "type": "integer"}"#, "1"),
            (#"{"examples": ["7"], "default": 3, "type": ["null", "number"]}"#, "3"),
            (#"{"default": 7, "type": "integer"}"#, "7"), (#"{"type": "string"}"#, #""text""#),
            (#"{"type": "string", "minLength": 6}"#, #""textte""#),
            (#"{"type": "string", "maxLength": 2}"#, #""te""#),
            (#"{"type": "integer", "minimum": 10}"#, "10"),
            (#"{"type": "integer", "exclusiveMaximum": 0}"#, "-1"),
            (#"{"type": "integer", "minimum": 10, "multipleOf": 7}"#, "14"),
            (#"{"type": ["null", "boolean"]}"#, "true"), (#"{"type": "null"}"#, "null"),
            (#"{"type": "array", "items": {"type": "integer"}, "minItems": 2}"#, "[1,1]"),
            (#"{"type": "array", "maxItems": 0}"#, "[]"),
            (#"{"type": "array", "prefixItems": [true, {"const": 1}]}"#, #"["text",1]"#),
            (#"{"required": ["a"]}"#, #"{"a":"text"}"#),
            (
                #"{"allOf": [{"required": ["a"], "properties": {"a": {"const": 1}}}, {"properties": {"b": {"type": "boolean"}}}]}"#,
                #"{"a":1,"b":true}"#
            ),
            (#"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#, "1"),
            (
                ##"{"$defs": {"a": {"type": "string", "format": "ipv4"}}, "$ref": "#/$defs/a"}"##,
                #""192.0.2.1""#
            ),
            (
                ##"{"type": "object", "properties": {"next": {"$ref": "#"}, "n": {"const": 1}}}"##,
                #"{"next":{"n":1},"n":1}"#
            ),
        ]
    )
    func made(schema: String, value: String) throws {
        let compiled = try JSONSchema(document: JSONValue(parsing: Array(schema.utf8)))
        let made = try #require(SchemaExample.value(for: compiled))
        #expect(made.text == value)
        #expect(compiled.isValid(made))
    }

    @Test(
        "Texts are generated for the patterns of identifiers, codes and times",
        arguments: [
            "^[0-9a-f]{24}$", "^[A-Za-z0-9]{16}$", "^E\\d{6}$", "^\\d{4}-\\d{2}-\\d{2}T",
            "^(a|b)c+$",
            "^[^x]$", "^.{3,5}$", "^v[0-9]+\\.[0-9]+$", "^(?:ab){2}\\/?$", "x*",
            "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$", "^https://",
        ]
    )
    func patterns(pattern: String) throws {
        let schema: JSONValue = ["type": "string", "pattern": .string(pattern)]
        let compiled = try JSONSchema(document: schema)
        let made = try #require(SchemaExample.value(for: compiled))
        #expect(compiled.isValid(made), "\(made.text)")
    }

    @Test(
        "A search finds a value where the first guess is not valid",
        arguments: [
            (
                #"{"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": true}"#,
                #"["a","b"]"#
            ),
            (
                #"{"type": "array", "items": {"type": "boolean"}, "minItems": 2, "uniqueItems": true}"#,
                "[true,false]"
            ),
            (
                #"{"type": "array", "items": {"pattern": "^[a-c]$"}, "minItems": 3, "uniqueItems": true}"#,
                #"["a","b","c"]"#
            ),
            (#"{"type": "array", "contains": {"const": 5}}"#, "[5]"),
            (
                #"{"type": "object", "required": ["a"], "properties": {"a": {"const": 1}, "b": {"const": 2}}, "dependentRequired": {"a": ["b"]}}"#,
                #"{"a":1,"b":2}"#
            ),
            (
                #"{"type": "object", "minProperties": 1, "patternProperties": {"^x-": {"const": 1}}, "additionalProperties": false}"#,
                #"{"x-":1}"#
            ),
            (
                #"{"type": "object", "minProperties": 1, "propertyNames": {"pattern": "^[a-z]{3}$"}, "additionalProperties": {"type": "boolean"}}"#,
                #"{"aaa":true}"#
            ),
            (
                #"{"type": "object", "properties": {"k": {"const": "a"}, "n": {"const": 1}}, "required": ["k"], "if": {"properties": {"k": {"const": "a"}}}, "then": {"required": ["n"]}}"#,
                #"{"k":"a","n":1}"#
            ),
            (#"{"type": "string", "not": {"const": "text"}}"#, #""text1""#),
            (#"{"type": "integer", "not": {"enum": [0, 1]}}"#, "2"),
            (
                #"{"type": "number", "multipleOf": 0.25, "exclusiveMinimum": 0.3, "maximum": 0.6}"#,
                "0.5"
            ),
            (
                #"{"allOf": [{"type": "integer", "minimum": 5}, {"multipleOf": 4}, {"multipleOf": 6}]}"#,
                "12"
            ),
            (
                #"{"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 10}]}"#,
                "1000000"
            ),
            (#"{"type": "string", "pattern": "^[a-z]+$", "minLength": 6}"#, #""aaaaaa""#),
            (#"{"type": "string", "format": "email", "maxLength": 8}"#, #""a@b.co""#),
            (
                #"{"type": "string", "pattern": "^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$"}"#,
                #""aA0_aA0_""#
            ),
            (#"{"type": "string", "pattern": "^[^a-zA-Z0-9 ]{2}$"}"#, #""__""#),
            (#"{"type": "string", "pattern": "\\bfoo\\b"}"#, #""foo""#),
        ]
    )
    func found(schema: String, value: String) throws {
        let compiled = try JSONSchema(document: JSONValue(parsing: Array(schema.utf8)))
        let found = try #require(ExampleSearch.value(for: compiled))
        #expect(compiled.isValid(found))
        #expect(found.text == value)
    }

    @Test("If nothing is valid, nothing is found")
    func nothing() throws {
        let schema: JSONValue = ["type": "boolean", "not": ["enum": [true, false]]]
        #expect(ExampleSearch.value(for: try JSONSchema(document: schema)) == nil)
    }

    @Test("If only an endless value would be valid, none is generated")
    func endless() throws {
        let schema: JSONValue = [
            "type": "object", "required": ["next"], "properties": ["next": ["$ref": "#"]],
        ]
        #expect(SchemaExample.value(for: try JSONSchema(document: schema)) == nil)
        #expect(SchemaExample.value(for: try JSONSchema(document: false)) == nil)
    }
}
