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
                nil
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
        "A body that cannot be generated or expressed as fields has no schema",
        arguments: [
            (
                "application/json",
                #"{"type":"object","required":["kind"],"minProperties":2,"properties":{"kind":{"type":"string"}}}"#
            ),
            (
                "multipart/form-data",
                #"{"type":"object","required":["meta"],"properties":{"meta":{"type":"object","required":["a"]}}}"#
            ),
            (
                "application/x-www-form-urlencoded",
                #"{"type":"object","required":["meta"],"properties":{"meta":{"type":"object","required":["a"]}}}"#
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
                "\(schema): nothing keeps to this schema: minLength 5 is above maxLength 3",
                "/paths/~1a/put/parameters: no value is judged by it, as the example does not keep to it "
                    + "(/n: expected integer, got \"x\")",
            ]
        )
    }
}

extension String {
    /// The text after another text; empty if that one is missing.
    fileprivate func components(after text: String) -> Substring {
        firstRange(of: text).map { self[$0.upperBound...] } ?? ""
    }
}
