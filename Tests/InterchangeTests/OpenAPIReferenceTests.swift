import Contract
import JSON
import Testing

@testable import Interchange

/// A reference that cannot be followed, which affects only the part that contains it.
struct OpenAPIReferenceTests {
    private static func document(
        _ operation: JSONValue,
        schemas: JSONValue = [:]
    ) -> JSONValue {
        [
            "openapi": "3.0.3", "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://h.example"]],
            "components": ["schemas": schemas],
            "paths": [
                "/kept": [
                    "get": ["operationId": "kept", "responses": ["204": ["description": "d"]]]
                ],
                "/a": ["post": operation],
            ],
        ]
    }

    private static func answer(_ schema: JSONValue) -> JSONValue {
        ["description": "d", "content": ["application/json": ["schema": schema]]]
    }

    /// Unresolved references, their places, and the remaining content of the contract.
    static let broken: [(operation: JSONValue, schemas: JSONValue, place: String, holds: String)] =
        [
            (
                [
                    "responses": [
                        "200": ["description": "d"],
                        "404": ["$ref": "https://other.example/x.yaml#/r"],
                    ]
                ], [:], "/paths/~1a/post/responses/404", "\"200\": {}"
            ),
            (
                [
                    "parameters": [
                        ["$ref": "#/components/parameters/none"],
                        [
                            "name": "q", "in": "query", "required": true,
                            "schema": ["type": "string", "example": "hello"],
                        ],
                    ], "responses": ["200": ["description": "d"]],
                ], [:], "/paths/~1a/post/parameters/0", "query: { q: hello }"
            ),
            (
                [
                    "requestBody": ["$ref": "other.yaml#/body"],
                    "responses": ["200": ["description": "d"]],
                ], [:], "/paths/~1a/post/requestBody", "method: POST"
            ),
            (
                [
                    "responses": [
                        "200": answer(["$ref": "#/components/schemas/Pet"])
                    ]
                ],
                [
                    "Pet": [
                        "type": "object", "required": ["id", "tag"],
                        "properties": [
                            "id": ["type": "integer"],
                            "tag": ["$ref": "https://other.example/tag.json"],
                        ],
                    ]
                ], "/components/schemas/Pet/properties/tag", "required: [id, tag]"
            ),
            (
                [
                    "responses": [
                        "200": answer([
                            "oneOf": [["type": "integer"], ["$ref": "#/components/schemas/Gone"]]
                        ])
                    ]
                ], [:], "/paths/~1a/post/responses/200/content/application~1json/schema/oneOf/1",
                "\"200\":"
            ),
            (
                ["responses": ["200": answer(["$ref": "#/components/schemas/A"])]],
                [
                    "A": ["$ref": "#/components/schemas/B"],
                    "B": ["$ref": "#/components/schemas/A"],
                ], "/components/schemas/A", "\"200\":"
            ),
        ]

    @Test(
        "For a broken reference the rest of the document is imported, and the position is listed",
        arguments: broken.indices
    )
    func brokenReference(index: Int) throws {
        let (operation, schemas, place, holds) = Self.broken[index]
        let contract = try OpenAPIImport.contract(
            from: Self.document(operation, schemas: schemas),
            file: "api.json"
        )
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(linted.contract.operations.count == 2, "\(contract.text)")
        #expect(contract.losses.contains { $0.place == place }, "\(contract.losses.map(\.place))")
        #expect(contract.text.contains(holds), "\(holds)\n\(contract.text)")
    }

    @Test("References within data are data")
    func data() throws {
        let contract = try OpenAPIImport.contract(
            from: Self.document([
                "x-internal": ["$ref": "nowhere.yaml"],
                "requestBody": [
                    "content": [
                        "application/json": ["example": ["$ref": "#/not/a/reference", "n": 1]]
                    ]
                ],
                "responses": ["200": ["description": "d"]],
            ]),
            file: "api.json"
        ) { path throws(InterchangeError) in
            throw InterchangeError(file: path, place: .whole, expected: "no reading", found: path)
        }
        #expect(contract.losses.isEmpty, "\(contract.losses)")
        #expect(contract.text.contains(##"$ref: "#/not/a/reference""##), "\(contract.text)")
    }

    @Test("Any number of schemas may refer to each other")
    func chain() throws {
        let count = 6_000
        let members = (0..<count).map { number -> JSONObject.Member in
            let inner: JSONValue =
                number + 1 < count
                ? ["$ref": .string("#/components/schemas/S\(number + 1)")] : ["type": "string"]
            return .init(
                name: "S\(number)",
                value: ["type": "object", "properties": ["next": inner]]
            )
        }
        let contract = try OpenAPIImport.contract(
            from: Self.document(
                ["responses": ["200": Self.answer(["$ref": "#/components/schemas/S0"])]],
                schemas: .object(JSONObject(members))
            ),
            file: "api.json"
        )
        #expect(contract.text.contains("S\(count - 1)"))
    }

    @Test(
        "Media types of responses and failures are checked, and examples are kept for the stub"
    )
    func mediaTypes() throws {
        let problem: JSONValue = [
            "description": "d",
            "content": [
                "application/problem+json": [
                    "schema": ["type": "object"], "example": ["code": "ROOM_EXISTS"],
                ]
            ],
        ]
        let contract = try OpenAPIImport.contract(
            from: Self.document([
                "responses": [
                    "200": [
                        "description": "d",
                        "content": ["text/csv": [:], "text/plain": [:]],
                    ],
                    "201": [
                        "description": "d",
                        "content": [
                            "application/json": [
                                "schema": ["type": "object", "required": ["id"]],
                                "examples": [
                                    "wrong": ["value": ["no": 1]], "right": ["value": ["id": 7]],
                                ],
                            ]
                        ],
                    ], "409": problem,
                ]
            ]),
            file: "api.json"
        )
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        for part in [
            "anyOf: [ { startsWith: text/csv }, { startsWith: text/plain } ]",
            "startsWith: application/problem+json", "examples: [ { id: 7 } ]",
            "examples: [ { code: ROOM_EXISTS } ]", "own example breaks this schema",
        ] {
            #expect(contract.text.contains(part), "\(part)\n\(contract.text)")
        }
        #expect(!contract.text.contains("no: 1"))
    }

    @Test("Double braces in a document are data, in schemas and in examples")
    func braces() throws {
        let contract = try OpenAPIImport.contract(
            from: Self.document([
                "parameters": [
                    [
                        "name": "greeting", "in": "query", "required": true,
                        "schema": ["type": "string", "default": "Hi {{name}}"],
                    ]
                ],
                "responses": [
                    "200": Self.answer([
                        "type": "object",
                        "properties": [
                            "template": ["type": "string", "enum": ["{{first}}", "b"]]
                        ],
                    ])
                ],
            ]),
            file: "api.json"
        )
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(contract.text.contains("Hi {{'{{'}}name}}"), "\(contract.text)")
        #expect(contract.text.contains(#"enum: ["{{first}}", b]"#), "\(contract.text)")
    }
}
