import Contract
import ContractFile
import JSON
import Testing

@testable import Interchange

struct OpenAPIFilesTests {
    @Test("A document of several files is read as one, in any direction of references")
    func files() throws {
        let files: [String: String] = [
            "paths/pets.yaml": """
            list:
              get:
                operationId: listPets
                parameters: [ { $ref: "../common.yaml#/parameters/limit" } ]
                responses: { "200": { $ref: "#/answer" } }
            answer:
              description: d
              content: { application/json: { schema: { $ref: "../schemas/Pet.json" } } }
            """,
            "common.yaml": """
            parameters:
              limit: { name: limit, in: query, required: true, schema: { type: integer, example: 7 } }
            schemas:
              Owner: { type: object, properties: { pet: { $ref: "schemas/Pet.json" } } }
            """,
            "schemas/Pet.json": """
            { "type": "object", "required": ["id"], "properties": {
              "id": { "$ref": "../api.yaml#/components/schemas/Id" },
              "owner": { "$ref": "./../common.yaml#/schemas/Owner" },
              "default": { "$ref": "../schemas/Pet.json" } },
              "default": { "$ref": "no/reference.json" } }
            """,
        ]
        let root = """
            openapi: 3.1.0
            info: { title: T, version: "1" }
            servers: [ { url: "https://h.example" } ]
            paths: { /pets: { $ref: "paths/pets.yaml#/list" } }
            components: { schemas: { Id: { type: integer } } }
            """
        func parsed(_ text: String) throws(DiagnosticList) -> JSONValue {
            try YAMLDocument.parse(Array(text.utf8), file: "f").json
        }
        var read: [String] = []
        let text = try OpenAPIImport.contract(from: try parsed(root), file: "api.yaml") {
            path throws(InterchangeError) in
            read.append(path)
            let unknown = InterchangeError(
                file: path,
                place: .whole,
                expected: "a file",
                found: "none"
            )
            guard let text = files[path] else { throw unknown }
            do {
                return try parsed(text)
            } catch {
                throw unknown
            }
        }.text
        #expect(Set(read) == Set(files.keys) && read.count == 3)
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        #expect(linted.contract.operations.map(\.id) == ["listPets"])
        #expect(linted.contract.operations[0].doc == "openapi#paths/pets.yaml#/list/get")
        #expect(text.contains("query: { limit: 7 }"))
        #expect(text.contains(##"schema: { $ref: "#/schemas/Pet" }"##), "\(text)")
        #expect(text.contains(##"pet: { $ref: "#/schemas/Pet" }"##))
        #expect(text.contains(##"id: { $ref: "#/schemas/Id" }"##))
    }

    @Test("Errors in another file are reported with their position there")
    func placeInFile() throws {
        let document = try JSONValue(
            parsing: #"{"openapi":"3.1.0","paths":{"/a":{"$ref":"paths/a.yaml"}}}"#
        )
        let error = #expect(throws: InterchangeError.self) {
            try OpenAPIImport.contract(from: document, file: "t.json") {
                _ throws(InterchangeError) in
                ["get": ["responses": ["20": [:]]]]
            }
        }
        #expect(
            error?.description
                == "paths/a.yaml#/get/responses/20: expected a status such as 200, 4XX or default, got "
                + "\"20\""
        )
    }

    @Test(
        "Files with cyclic references are read once, and all missing ones are listed"
    )
    func circles() throws {
        let files: [String: JSONValue] = [
            "a/one.json": [
                "item": ["get": ["responses": ["200": ["$ref": "#/answer"]]]],
                "answer": [
                    "description": "d",
                    "content": ["application/json": ["schema": ["$ref": "b/two.json#/Two"]]],
                ],
                "One": ["type": "object", "properties": ["two": ["$ref": "b/two.json#/Two"]]],
            ],
            "a/b/two.json": [
                "Two": ["type": "object", "properties": ["one": ["$ref": "../one.json#/One"]]]
            ],
        ]
        func contract(_ paths: JSONValue) throws -> String {
            let document: JSONValue = ["openapi": "3.1.0", "paths": paths]
            return try OpenAPIImport.contract(from: document, file: "t.json") {
                path throws(InterchangeError) in
                if let file = files[path] { return file }
                throw InterchangeError(file: path, place: .whole, expected: "a file", found: "none")
            }.text
        }
        let text = try contract(["/a": ["$ref": "a/one.json#/item"]])
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        #expect(text.contains("two: { $ref: \"#/schemas/Two\" }"), "\(text)")
        let rest = try contract([
            "/a": ["$ref": "a/one.json#/item"], "/b": ["$ref": "x.json"],
            "/c": ["$ref": "y.json#/c"],
        ])
        for line in [
            "# - /paths/~1b: it refers to x.json, which cannot be read: none.",
            "# - /paths/~1c: it refers to y.json, which cannot be read: none.",
        ] { #expect(rest.contains(line), "\(rest)") }
    }

    @Test("A file that cannot be read is named")
    func missingFile() throws {
        let document = try JSONValue(
            parsing: #"{"openapi":"3.1.0","paths":{"/a":{"$ref":"paths/a.yaml"}}}"#
        )
        let error = #expect(throws: InterchangeError.self) {
            try OpenAPIImport.contract(from: document, file: "t.json") {
                path throws(InterchangeError) in
                throw InterchangeError(file: path, place: .whole, expected: "a file", found: "none")
            }
        }
        #expect(
            error?.description
                == "t.json#/paths: expected at least one path with an operation, got {}; for example "
                + "/paths/~1a: it refers to paths/a.yaml, which cannot be read: none"
        )
    }
}
