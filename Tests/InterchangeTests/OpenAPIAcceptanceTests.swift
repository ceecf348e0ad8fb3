import JSON
import Testing

@testable import Interchange

/// The values that operations accept, taken from the schemas of parameters and bodies.
struct OpenAPIAcceptanceTests {
    private func text(of operation: JSONValue, schemas: JSONValue = [:]) throws -> String {
        let document: JSONValue = [
            "openapi": "3.0.0", "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://example.com"]],
            "paths": ["/a/{id}": ["put": operation]],
            "components": ["schemas": schemas],
        ]
        let text = try OpenAPIImport.contract(from: document, file: "t.json").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        return text
    }

    @Test(
        "The schema of a parameter or body is an acceptance rule if it is one value at a known place",
        arguments: [
            (
                #"{"name":"id","in":"path","required":true,"schema":{"type":"integer","minimum":3}}"#,
                "params: { type: object, required: [id], properties: { id: { type: integer, minimum: 3 } } }"
            ),
            (
                #"{"name":"q","in":"query","schema":{"type":"string","maxLength":3,"nullable":true}}"#,
                "query: { type: object, properties: { q: { type: [string, \"null\"], maxLength: 3 } } }"
            ),
            (
                #"{"name":"X-A","in":"header","required":true,"schema":{"type":"string"}}"#,
                "headers: { type: object, required: [X-A], properties: { X-A: { type: string } } }"
            ),
            (
                #"{"name":"q","in":"query","required":true,"style":"deepObject","schema":{"type":"object"}}"#,
                nil
            ),
            (
                #"{"name":"q","in":"query","required":true,"style":"deepObject","schema":{"type":"object","required":["x"],"properties":{"x":{"type":"integer"}}}}"#,
                "query: { type: object, required: [\"q[x]\"], properties: { \"q[x]\": { type: integer } } }"
            ),
            (
                #"{"name":"s.d","in":"cookie","required":true,"schema":{"type":"string"}}"#,
                #"headers: type: object required: [Cookie] properties: { Cookie: { type: string, allOf: [ { pattern: (^|; *)s\.d= } ] } }"#
            ),
            (
                #"{"name":"q","in":"query","required":true,"schema":{"type":"integer"},"example":"x"}"#,
                "query: { type: object, required: [q], properties: { q: { type: integer } } }"
            ),
        ]
    )
    func parameters(parameter: String, line: String?) throws {
        let parameter = try JSONValue(parsing: parameter)
        let text = try text(of: ["parameters": [parameter], "responses": ["200": [:]]])
        let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let line {
            #expect(
                flat.contains("accepts: \(line)")
                    || flat.contains(
                        "accepts: \(line.replacing("{ type: object, ", with: "type: object "))"
                    ),
                "\(text)"
            )
        } else {
            #expect(!text.contains("accepts"), "\(text)")
        }
    }

    @Test("A read-only member is excluded from requests, whose schema has another name")
    func directions() throws {
        let pet: JSONValue = [
            "type": "object", "required": ["id", "name"],
            "properties": [
                "id": ["type": "integer", "readOnly": true], "name": ["type": "string"],
                "kind": ["$ref": "#/components/schemas/Kind"],
                "friend": ["$ref": "#/components/schemas/Pet"],
            ],
        ]
        let media: JSONValue = [
            "application/json": ["schema": ["$ref": "#/components/schemas/Pet"]]
        ]
        let text = try text(
            of: [
                "requestBody": ["content": media], "responses": ["200": ["content": media]],
            ],
            schemas: ["Pet": pet, "Kind": ["enum": ["cat", "dog"]]]
        )
        #expect(
            text.contains(
                "json: { anyOf: [ { $ref: \"#/schemas/PetInput\" }, { type: \"null\" } ] }"
            )
        )
        #expect(text.contains("schema: { $ref: \"#/schemas/Pet\" }"))
        let input = text.components(after: "  PetInput:\n")
        #expect(input.hasPrefix("    type: object\n    required: [name]\n"), "\(text)")
        #expect(input.contains("friend: { $ref: \"#/schemas/PetInput\" }"), "\(text)")
        #expect(!text.contains("KindInput"))
    }

    @Test(
        "A body that cannot be generated has no schema",
        arguments: [
            (
                "application/json",
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"boolean","not":{"enum":[true,false]}}}}"#
            ),
            (
                "multipart/form-data",
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"boolean","not":{"enum":[true,false]}}}}"#
            ),
            (
                "application/x-www-form-urlencoded",
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"boolean","not":{"enum":[true,false]}}}}"#
            ),
        ]
    )
    func unmade(type: String, schema: String) throws {
        let document: JSONValue = [
            "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
            "paths": [
                "/a": [
                    "post": [
                        "requestBody": [
                            "required": true,
                            "content": .object(
                                JSONObject([
                                    .init(
                                        name: type,
                                        value: ["schema": try JSONValue(parsing: schema)]
                                    )
                                ])
                            ),
                        ],
                        "responses": ["2XX": [:], "2xx": [:], "204": [:]],
                    ]
                ]
            ],
        ]
        let made = try OpenAPIImport.contract(
            from: document,
            file: "t.json",
            prefersSchemas: true
        )
        #expect(!made.text.contains("accepts:"), "\(made.text)")
        #expect(!made.text.contains("null"), "\(made.text)")
        #expect(made.losses.count == 1)
        #expect(made.text.contains("# 2xx was left out: 2XX is listed before."))
    }

    @Test("Unsatisfiable schemas and rejected examples are reported with their positions")
    func contradictions() throws {
        let body: JSONValue = [
            "required": true,
            "content": [
                "application/json": [
                    "schema": ["type": "string", "minLength": 5, "maxLength": 3]
                ]
            ],
        ]
        let document: JSONValue = [
            "openapi": "3.0.0",
            "paths": [
                "/a": [
                    "put": [
                        "requestBody": body,
                        "parameters": [
                            [
                                "name": "n", "in": "query", "required": true, "example": "x",
                                "schema": ["type": "integer"],
                            ]
                        ],
                    ]
                ]
            ],
        ]
        let losses = try OpenAPIImport.contract(from: document, file: "t.json").losses
        let schema = "/paths/~1a/put/requestBody/content/application~1json/schema"
        #expect(
            losses.map { "\($0.place): \($0.reason)" } == [
                "\(schema): nothing keeps to this schema: minLength 5 is above maxLength 3"
            ]
        )
    }

    private func media(_ type: String, _ schema: JSONValue, _ encoding: JSONValue) -> JSONValue {
        let media: JSONValue = ["schema": schema, "encoding": encoding]
        let content = JSONValue.object(JSONObject([.init(name: type, value: media)]))
        return ["requestBody": ["content": content], "responses": ["200": [:]]]
    }

    @Test(
        "A list that a form sends as one field is written that way, and not described by its schema"
    )
    func joinedList() throws {
        let schema: JSONValue = [
            "type": "object", "required": ["a", "cs"],
            "properties": [
                "a": ["const": 1], "cs": ["type": "array", "minItems": 2, "items": ["const": 5]],
            ],
        ]
        let text = try text(
            of: media("application/x-www-form-urlencoded", schema, ["cs": ["explode": false]])
        )
        #expect(text.contains("form: { a: 1, cs: \"5,5\" }"), "\(text)")
        #expect(!text.contains("minItems"), "\(text)")
    }

    @Test("A part that is an object is sent as JSON, with the type that the document gives")
    func objectPart() throws {
        let schema: JSONValue = [
            "type": "object", "required": ["meta"],
            "properties": [
                "meta": ["type": "object", "required": ["k"], "properties": ["k": ["const": 5]]]
            ],
        ]
        for (encoding, type) in [
            ([:] as JSONValue, "application/json"),
            (["meta": ["contentType": "application/x+json"]], "application/x+json"),
        ] {
            let text = try text(of: media("multipart/form-data", schema, encoding))
            #expect(text.contains("type: \(type)"), "\(text)")
            #expect(text.contains("const: 5"), "\(text)")
        }
    }

    @Test("A discriminator without oneOf selects a schema, and no value is checked by it")
    func discriminator() throws {
        let pet: JSONValue = [
            "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
            "discriminator": ["propertyName": "kind"],
        ]
        let cat: JSONValue = [
            "allOf": [
                ["$ref": "#/components/schemas/Pet"],
                ["required": ["lives"], "properties": ["lives": ["type": "integer"]]],
            ]
        ]
        let text = try text(
            of: media("application/json", ["$ref": "#/components/schemas/Pet"], [:]),
            schemas: ["Pet": pet, "Cat": cat]
        )
        #expect(text.contains("json: { lives: 1, kind: Cat }"), "\(text)")
        #expect(!text.contains("accepts"), "\(text)")
    }
}

extension String {
    /// The text after another text; empty if that one is missing.
    fileprivate func components(after text: String) -> Substring {
        firstRange(of: text).map { self[$0.upperBound...] } ?? ""
    }
}
