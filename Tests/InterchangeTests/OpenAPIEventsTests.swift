import Contract
import JSON
import Testing

@testable import Interchange

/// Event streams in OpenAPI documents.
struct OpenAPIEventsTests {
    /// The contract of a document with one operation that responds with `media`, and the parts that are missing from
    /// it.
    private static func imported(
        _ media: JSONValue,
        version: String = "3.2.0",
        besides other: JSONValue? = nil
    ) throws -> (text: String, losses: [String]) {
        var content: JSONObject = JSONObject()
        content["text/event-stream; charset=utf-8"] = media
        content["application/json"] = other
        let document: JSONValue = [
            "openapi": .string(version), "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://example.com"]],
            "paths": [
                "/a": [
                    "get": ["responses": ["200": ["description": "", "content": .object(content)]]]
                ]
            ],
            "components": [
                "schemas": [
                    "Price": [
                        "type": "object", "required": ["n"],
                        "properties": ["n": ["type": "integer"]],
                    ],
                    "Tick": [
                        "type": "object", "required": ["data"],
                        "properties": ["data": ["$ref": "#/components/schemas/Price"]],
                    ],
                ]
            ],
        ]
        let imported = try OpenAPIImport.contract(from: document, file: "t.json")
        let linted = LintedContract(imported.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(imported.text)")
        return (imported.text, imported.losses.map(\.reason))
    }

    private static let price: JSONValue = ["$ref": "#/components/schemas/Price"]
    private static let reference = ##"{ $ref: "#/schemas/Price" }"##

    @Test(
        "A stream is checked event by event, and JSON data by its own schema",
        arguments: [
            // The standard of OpenAPI 3.2: the fields of an event, with JSON as a text.
            (
                [
                    "itemSchema": [
                        "required": ["data"],
                        "properties": [
                            "data": [
                                "type": "string", "contentMediaType": "application/json",
                                "contentSchema": price,
                            ]
                        ],
                    ]
                ],
                ["required: [value]", "value: \(reference)", "contentMediaType: application/json"]
            ),
            (
                [
                    "itemSchema": [
                        "oneOf": [
                            ["properties": ["event": ["const": "a"], "data": ["type": "string"]]],
                            ["properties": ["event": ["const": "b"], "data": price]],
                        ]
                    ]
                ],
                [
                    "event: { const: a }", "data: { type: string }", "event: { const: b }",
                    "value: \(reference)",
                ]
            ),
            // As generators write it, also before 3.2.
            (
                ["schema": ["$ref": "#/components/schemas/Tick"]],
                ["required: [value]", "value: \(reference)"]
            ),
            (["schema": price], ["items:", "value: \(reference)"]),
            (
                [
                    "schema": [
                        "type": "array", "maxItems": 9,
                        "items": ["$ref": "#/components/schemas/Tick"],
                    ]
                ], ["maxItems: 9", "value: \(reference)"]
            ),
            (
                [
                    "itemSchema": [
                        "additionalProperties": false, "properties": ["data": ["type": "string"]],
                    ]
                ],
                ["value: true", "retry: true"]
            ),
            (
                ["schema": price, "example": "id: 4\ndata: {\"n\": 1}\n\n"],
                [#"id: "4""#, #"value: { "n": 1 }"#]
            ),
        ] as [(JSONValue, [String])]
    )
    func schemas(media: JSONValue, parts: [String]) throws {
        for version in ["3.0.3", "3.1.0", "3.2.0"] {
            let imported = try Self.imported(media, version: version)
            for part in ["events: {}"] + parts {
                #expect(imported.text.contains(part), "\(part)\n\(imported.text)")
            }
            #expect(!imported.text.contains("Content-Type"))
            #expect(imported.losses == [])
        }
    }

    @Test("A text is a stream without a schema; statements without an equivalent are listed")
    func text() throws {
        let plain = try Self.imported(["schema": ["type": "string", "title": "A stream"]])
        #expect(plain.text.contains("events: {}"))
        #expect(plain.losses == [])
        let pattern = try Self.imported([
            "schema": ["type": "string", "pattern": "^data"], "itemEncoding": [:],
        ])
        #expect(
            pattern.losses == [
                "events are checked, not the text of the stream", "events are checked as JSON",
            ]
        )
    }

    @Test("If a response is JSON or a stream, only JSON is checked")
    func both() throws {
        let imported = try Self.imported(["schema": Self.price], besides: ["schema": Self.price])
        #expect(!imported.text.contains("events:"))
        #expect(imported.losses.count == 1)
    }
}
