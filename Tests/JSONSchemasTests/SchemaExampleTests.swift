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

    @Test("If only an endless value would be valid, none is generated")
    func endless() throws {
        let schema: JSONValue = [
            "type": "object", "required": ["next"], "properties": ["next": ["$ref": "#"]],
        ]
        #expect(SchemaExample.value(for: try JSONSchema(document: schema)) == nil)
        #expect(SchemaExample.value(for: try JSONSchema(document: false)) == nil)
    }
}
