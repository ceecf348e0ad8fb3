import JSON
import JSONSchemas
import Testing

@Suite("Schema compilation")
struct SchemaCompilationTests {
    /// The faults of a document, as text.
    private func faults(
        in document: JSONValue,
        registry: SchemaRegistry = SchemaRegistry()
    ) -> [String] {
        do throws(JSONSchemaError) {
            _ = try JSONSchema(document: document, registry: registry)
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    private static let rows: [(document: JSONValue, fault: String)] = [
        (
            ["properties": ["a": ["type": "strng"]]],
            "/properties/a/type: expected one of \"array\", \"boolean\", \"integer\", \"null\", "
                + "\"number\", \"object\", \"string\", got \"strng\"; did you mean \"string\"?"
        ),
        (["type": []], "/type: expected one or more types, got []"),
        (["type": [1]], "/type/0: expected the name of a type, got 1"),
        (5, "(root): expected a schema (an object or a boolean), got 5"),
        (["items": 5], "/items: expected a schema (an object or a boolean), got 5"),
        (
            ["items": [true]],
            "/items: expected a schema, got [true]; a list of schemas is called \"prefixItems\""
        ),
        (["allOf": []], "/allOf: expected array of one or more schemas, got []"),
        (["properties": []], "/properties: expected object of schemas, got []"),
        (["required": "a"], "/required: expected array of strings, got \"a\""),
        (["required": ["a", 1]], "/required/1: expected string, got 1"),
        (
            ["dependentRequired": ["a": "b"]],
            "/dependentRequired/a: expected array of strings, got \"b\""
        ),
        (["maxLength": -1], "/maxLength: expected whole number from 0, got -1"),
        (["minItems": 1.5], "/minItems: expected whole number from 0, got 1.5"),
        (["multipleOf": 0], "/multipleOf: expected number greater than 0, got 0"),
        (["maximum": "3"], "/maximum: expected number, got \"3\""),
        (["uniqueItems": 1], "/uniqueItems: expected true or false, got 1"),
        (["enum": "a"], "/enum: expected array, got \"a\""),
        (
            ["$id": "a#b"],
            "/$id: expected a URI without fragment, got \"a#b\"; a name inside a document is an \"$anchor\""
        ),
        (
            ["$anchor": "1a"],
            "/$anchor: expected a letter or \"_\", then letters, digits, \"-\", \"_\" or \".\", got \"1a\""
        ),
        (
            ["$ref": "other.json#/a"],
            "/$ref: \"other.json#/a\" leads to the document \"other.json\", which is not known; "
                + "only supplied documents can be referenced"
        ),
        (
            ["$ref": "#/$defs/usr", "$defs": ["user": true]],
            "/$ref: \"#/$defs/usr\" leads nowhere: \"/$defs\" has no member \"usr\"; "
                + "did you mean \"user\"?"
        ),
        (["$ref": "#x"], "/$ref: \"#x\" leads nowhere: there are no anchors"),
        (
            ["$ref": "#x", "$defs": ["a": ["$anchor": "y"]]],
            "/$ref: \"#x\" leads nowhere: the anchors are \"y\""
        ),
        (
            ["$schema": "http://json-schema.org/draft-04/schema#"],
            "/$schema: expected \"https://json-schema.org/draft/2020-12/schema\" or the URI of a "
                + "metaschema that was supplied, got \"http://json-schema.org/draft-04/schema#\""
        ),
        (
            ["$defs": ["a": ["$anchor": "x"], "b": ["$anchor": "x"]]],
            "/$defs/b/$anchor: anchor \"x\" is already at \"/$defs/a\""
        ),
        (
            ["$defs": ["a": ["$id": "x"], "b": ["$id": "x"]]],
            "/$defs/b/$id: \"x\" already names the schema at \"/$defs/a\""
        ),
        (
            ["$ref": "#/$defs/a", "$defs": ["a": ["anyOf": [["$ref": "#"]]]]],
            "/$ref: refers back to itself without going deeper into the instance, so no instance "
                + "can be checked"
        ),
    ]

    @Test("A fault has its position and its reason", arguments: rows.indices)
    func fault(index: Int) {
        #expect(faults(in: Self.rows[index].document) == [Self.rows[index].fault])
    }

    @Test("An invalid regular expression is a fault at the pattern")
    func pattern() throws {
        let found = faults(in: ["patternProperties": ["[": true], "pattern": "("])
        #expect(found.count == 2)
        #expect(try #require(found.first).hasPrefix("/patternProperties/[: \"[\" is not a regular"))
        #expect(try #require(found.last).hasPrefix("/pattern: \"(\" is not a regular expression"))
    }

    @Test("All faults are found at once, in document order")
    func order() {
        let document: JSONValue = [
            "properties": ["b": ["type": 1], "a": ["maxLength": "2"]],
            "$defs": ["unused": ["$ref": "#/nowhere"]],
            "minimum": [],
        ]
        #expect(
            faults(in: document).map { String($0.prefix { $0 != ":" }) } == [
                "/properties/b/type", "/properties/a/maxLength", "/$defs/unused/$ref", "/minimum",
            ]
        )
    }

    @Test("A fault in a referenced document names that document")
    func otherDocument() {
        var registry = SchemaRegistry()
        registry.add(["type": "strin"], at: "https://example.com/other.json")
        let found = faults(in: ["$ref": "https://example.com/other.json"], registry: registry)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("https://example.com/other.json#/type: expected") == true)
    }

    @Test("Unknown keywords are listed with a suggestion, except those of extensions")
    func unknownKeywords() throws {
        let schema = try JSONSchema(
            document: [
                "properties": ["a": ["requird": ["b"], "x-note": "fine"]],
                "const": ["zzz": 1],
                "nullable": true,
            ]
        )
        #expect(
            schema.unknownKeywords.map(\.description) == [
                "/properties/a/requird: unknown keyword \"requird\" checks nothing; "
                    + "did you mean \"required\"?",
                "/nullable: unknown keyword \"nullable\" checks nothing",
            ]
        )
    }

    @Test("A misspelt format is listed, a format that is nearly none of the known ones is not")
    func misspeltFormats() throws {
        func remarks(_ format: String) throws -> [String] {
            try JSONSchema(document: ["format": .string(format)]).unknownKeywords
                .map(\.description)
        }
        #expect(
            try remarks("dattime") == [
                "/format: unknown format \"dattime\" checks nothing; did you mean \"date-time\"?"
            ]
        )
        for format in ["date-time", "uuid", "int32", "double", "password", "binary", "x-colour"] {
            #expect(try remarks(format).isEmpty, "\(format)")
        }
    }

    @Test("A schema inside another document can refer to the rest of it")
    func inside() throws {
        let document: JSONValue = [
            "schemas": ["Created": ["required": ["objectId"]]],
            "operations": ["create": ["schema": ["$ref": "#/schemas/Created"]]],
            "type": "not a type",
        ]
        let schema = try JSONSchema(
            document: document,
            at: JSONPointer("/operations/create/schema")
        )
        #expect(schema.isValid(["objectId": "a"]))
        let violation = try #require(schema.violations(in: [:]).violations.first)
        #expect(violation.keywordLocation == "/$ref/required")
        #expect(violation.absoluteKeywordLocation == "#/schemas/Created/required")
    }

    @Test("Relative references of a document are resolved against its supplied URI")
    func relativeReferences() throws {
        var registry = SchemaRegistry()
        registry.add(["$ref": "b.json#/$defs/n"], at: "file:///contracts/common/a.json")
        registry.add(["$defs": ["n": ["type": "number"]]], at: "file:///contracts/common/b.json")
        let schema = try JSONSchema(
            document: ["$ref": "common/a.json"],
            baseURI: "file:///contracts/push.yaml",
            registry: registry
        )
        #expect(schema.isValid(1))
        #expect(!schema.isValid("1"))
    }

    @Test("An unknown required vocabulary is a fault, an unknown optional one is not")
    func vocabulary() {
        for (isRequired, wanted) in [(true, 1), (false, 0)] {
            var registry = SchemaRegistry()
            registry.add(
                ["$vocabulary": ["https://example.com/vocab": .bool(isRequired)]],
                at: "https://example.com/meta"
            )
            let found = faults(in: ["$schema": "https://example.com/meta"], registry: registry)
            #expect(found.count == wanted)
        }
    }

    @Test("Draft 7 is accepted where it has the same meaning, and rejected elsewhere")
    func draft7() throws {
        let uri: JSONValue = "http://json-schema.org/draft-07/schema#"
        let schema = try JSONSchema(
            document: [
                "$schema": uri,
                "properties": ["a": ["$ref": "#/definitions/n"]],
                "definitions": ["n": ["type": "number"]],
            ]
        )
        #expect(!schema.isValid(["a": "1"]))
        let found = faults(
            in: [
                "$schema": uri,
                "items": ["$ref": "#/definitions/n", "minimum": 3],
                "definitions": ["n": true],
            ]
        )
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("/items/minimum: is next to \"$ref\"") == true)
    }
}
