import Contract
import ContractFile
import JSON
import Testing

@testable import Interchange

struct ContractExportTests {
    private func parcels() throws -> ContractSet {
        let linted = LintedContract(try Fixture.text("parcels.contract.yaml"))
        #expect(linted.diagnosis.isEmpty)
        return try ContractSet([linted.contract])
    }

    /// Read once for all tests.
    private static let ncmb = Result {
        let library = ContractLibrary()
        let files = try ContractFinder.files(at: "\(Fixture.root)/contracts/ncmb")
        let contracts = files.map(library.contract)
        return (set: try ContractSet(contracts), messages: library.diagnostics.list.map(\.message))
    }

    private func ncmb() throws -> ContractSet {
        let ncmb = try Self.ncmb.get()
        #expect(ncmb.messages == [])
        return ncmb.set
    }

    @Test("A small contract is exported as the expected OpenAPI document, without secrets")
    func openAPI() throws {
        let result = try OpenAPIExport.document(of: try parcels(), seed: 1)
        #expect(result.remarks.isEmpty)
        try Fixture.expect(result.text(asYAML: true), toBe: "parcels.openapi.yaml")
        #expect(!result.text(asYAML: false).contains("key-very-secret"))
    }

    @Test("YAML and JSON are equivalent")
    func openAPIForms() throws {
        let result = try OpenAPIExport.document(of: try ncmb(), seed: 7)
        let yaml = Array(result.text(asYAML: true).utf8)
        #expect(try YAMLDocument.parse(yaml, file: "x.yaml").json == result.document)
        #expect(try JSONValue(parsing: result.text(asYAML: false)) == result.document)
    }

    @Test("The NCMB contracts, exported and imported again, have the same operations")
    func roundTrip() throws {
        let contracts = try ncmb()
        let result = try OpenAPIExport.document(of: contracts, seed: 1)
        #expect(result.remarks.isEmpty)
        let text = try OpenAPIImport.contract(from: result.document, file: "n.json").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty)
        let operations = Dictionary(linted.contract.operations.map { ($0.id, $0) }) { $1 }
        #expect(Set(operations.keys) == Set(contracts.operations.map(\.id)))
        for operation in contracts.operations {
            let again = try #require(operations[operation.id])
            let (one, other) = (operation.variants[0].request, again.variants[0].request)
            #expect(one.constant("method") == other.constant("method"))
            #expect(one.constant("path") == other.constant("path"))
            #expect(again.responses.map(\.status) == operation.responses.map(\.status))
        }
        let statuses = Set(
            contracts.operations.flatMap(\.promises).flatMap { promise in
                contracts.errors.first { $0.id == promise.error?.id }?.statuses ?? []
            }
        )
        // The rejection of other methods by a path is inferred.
        #expect(Set(linted.contract.errors.flatMap(\.statuses)) == statuses.union([405]))
    }

    @Test("The second of two operations with the same method and path is omitted and reported")
    func collision() throws {
        let linted = LintedContract(
            """
            contract: "1"
            targets: { api: { documented: "https://h.example" } }
            operations:
              one: { request: { path: "/a/{id}", params: { id: 1 } } }
              two: { request: { path: "/a/{name}", params: { name: x } } }
              three: { request: { method: LINK, path: /b } }
            """
        )
        let result = try OpenAPIExport.document(of: try ContractSet([linted.contract]), seed: 1)
        #expect(
            result.remarks == [
                "two was left out: OpenAPI has room for one operation at GET /a/{id}.",
                "three was left out: OpenAPI 3.1 has no method LINK.",
            ]
        )
    }

    @Test("Contracts that define different operations with one name are rejected")
    func conflict() throws {
        let one = LintedContract("contract: \"1\"\noperations:\n  a: { request: { path: /a } }\n")
        var other = one.contract
        other.file = "other.yaml"
        #expect(try ContractSet([one.contract, other]).operations.count == 1)
        let moved = LintedContract(
            "contract: \"1\"\n\noperations:\n  a: { request: { path: /a } }\n"
        )
        let error = #expect(throws: InterchangeError.self) {
            try ContractSet([one.contract, moved.contract])
        }
        #expect(
            error?.description
                == "made.yaml:4: expected one operation of each name, got \"a\", which made.yaml "
                + "defines too; export one contract file at a time"
        )
    }

    @Test("An export of a folder has the title of the service, not of its first file")
    func title() throws {
        let document = try OpenAPIExport.document(of: try ncmb(), seed: 1).document
        #expect(document["info"]?["title"] == "NCMB")
    }

    @Test("A name that only cases define is in angle brackets")
    func openNames() throws {
        let linted = LintedContract(
            """
            contract: "1"
            targets: { api: { documented: "http://h.example" } }
            operations:
              get: { request: { path: "/a/{id}", params: { id: "{{id}}" }, query: { n: "{{user.name}}" } } }
            cases:
              one: { let: { id: 7, user: { name: Ann } }, steps: [ { call: get } ] }
            """
        )
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        let contracts = try ContractSet([linted.contract])
        let document = try OpenAPIExport.document(of: contracts, seed: 1).document
        let parameters = document["paths"]?["/a/{id}"]?["get"]?["parameters"]?.arrayValue
        #expect(parameters?.map { $0["example"] } == ["<id>", "<user.name>"])
    }

    private func document(_ text: String) throws -> OpenAPIExport.Result {
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        return try OpenAPIExport.document(of: try ContractSet([linted.contract]), seed: 1)
    }

    @Test("The accepts of an operation are exported, and what OpenAPI cannot express is reported")
    func accepts() throws {
        let text = """
            contract: "1"
            targets: { api: { documented: "https://h.example" } }
            schemas: { Name: { type: string, maxLength: 5 } }
            operations:
              make:
                request: { method: POST, path: "/a/{id}", params: { id: 7 }, query: { mode: fast, n: 1 }, headers: { X-Trace: abc }, json: { name: pen } }
                accepts:
                  params: { type: object, properties: { id: { type: integer } } }
                  query: { type: object, required: [mode], properties: { mode: { enum: [fast, slow] }, limit: { type: integer, maximum: 9 } }, dependentRequired: { limit: [mode] } }
                  headers: { type: object, required: [x-trace] }
                  json: { anyOf: [{ type: object, additionalProperties: false, required: [name], properties: { name: { $ref: "#/schemas/Name" } } }, { type: "null" }] }
                  mediaTypes: [application/json, application/merge-patch+json, application/xml]
              plain: { request: { method: POST, path: /b, query: { n: 1 }, json: { price: 3 } } }
            """
        let result = try document(text)
        #expect(
            result.remarks == ["make: OpenAPI cannot express dependentRequired of accepts.query."]
        )
        let make = result.document["paths"]?["/a/{id}"]?["post"]
        let parameters: JSONValue = [
            [
                "name": "id", "in": "path", "required": true, "schema": ["type": "integer"],
                "example": 7,
            ],
            [
                "name": "mode", "in": "query", "required": true,
                "schema": ["enum": ["fast", "slow"]], "example": "fast",
            ],
            ["name": "n", "in": "query", "schema": [:], "example": 1],
            [
                "name": "X-Trace", "in": "header", "required": true, "schema": [:],
                "example": "abc",
            ],
            ["name": "limit", "in": "query", "schema": ["type": "integer", "maximum": 9]],
        ]
        #expect(make?["parameters"] == parameters)
        let schema: JSONValue = [
            "type": "object", "additionalProperties": false, "required": ["name"],
            "properties": ["name": ["$ref": "#/components/schemas/Name"]],
        ]
        let content: JSONValue = [
            "application/json": ["schema": schema, "example": ["name": "pen"]],
            "application/merge-patch+json": ["schema": schema],
            "application/xml": ["schema": [:]],
        ]
        #expect(make?["requestBody"] == ["required": false, "content": content])
        #expect(
            result.document["components"]?["schemas"]?.text
                == #"{"Name":{"type":"string","maxLength":5}}"#
        )
        // An example restricts nothing.
        #expect(
            result.document["paths"]?["/b"]?["post"]?["requestBody"]?.text
                == #"{"required":true,"content":{"application/json":{"example":{"price":3}}}}"#
        )
    }

    @Test("A part with a file name is exported as a file, with its media type")
    func files() throws {
        let result = try document(
            """
            contract: "1"
            targets: { api: { documented: "https://h.example" } }
            operations:
              free: { request: { method: POST, path: /free, multipart: { title: a, data: { text: hello, filename: a.txt, type: text/plain }, more: [{ text: x, filename: b }] } } }
              bound:
                request: { method: POST, path: /bound, multipart: { title: a, data: { text: hello, filename: a.txt } } }
                accepts: { multipart: { type: object, required: [data], properties: { title: { type: string, maxLength: 5 }, data: { type: string, minLength: 1 } } } }
            """
        )
        func media(_ path: String) -> JSONValue? {
            result.document["paths"]?[path]?["post"]?["requestBody"]?["content"]?[
                "multipart/form-data"
            ]
        }
        let file: JSONValue = ["type": "string", "format": "binary"]
        let free: JSONValue = [
            "title": ["type": "string"], "data": file, "more": ["type": "array", "items": file],
        ]
        let bound: JSONValue = [
            "title": ["type": "string", "maxLength": 5],
            "data": ["type": "string", "minLength": 1, "format": "binary"],
        ]
        #expect(
            media("/free") == [
                "schema": [
                    "type": "object", "x-assay-basis": "inferred", "properties": free,
                ],
                "encoding": ["data": ["contentType": "text/plain"]],
                "example": ["title": "a", "data": "hello", "more": ["x"]],
            ]
        )
        #expect(
            media("/bound") == [
                "schema": ["type": "object", "required": ["data"], "properties": bound],
                "example": ["title": "a", "data": "hello"],
            ]
        )
    }

    @Test("A response with events is exported as an event stream, with a schema or without")
    func events() throws {
        let result = try document(
            """
            contract: "1"
            targets: { api: { documented: "https://h.example" } }
            operations:
              watch: { request: { path: /watch }, responses: { "200": { events: { for: 2s } } } }
              news: { request: { path: /news }, responses: { "200": { events: { for: 2s }, schema: { type: array } } } }
            """
        )
        let media: [(String, JSONValue)] = [
            ("/watch", [:]), ("/news", ["schema": ["type": "array"]]),
        ]
        for (path, media) in media {
            let response = result.document["paths"]?[path]?["get"]?["responses"]?["200"]
            #expect(response?["content"] == ["text/event-stream": media])
        }
    }

    @Test(
        "The body of a response is exported from its examples, without requiring more than they do",
        arguments: [
            (
                #"like: { id: 1, tags: [a], gone: null }"#,
                #"{"application/json":{"schema":{"type":"object","required":["id","tags","gone"],"properties":{"id":{"type":"number"},"#
                    + #""tags":{"type":"array","items":{"type":"string"}},"gone":{}}},"example":{"id":1,"tags":["a"],"gone":null}}}"#
            ),
            (
                #"equals: { id: 1 }"#,
                #"{"application/json":{"schema":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}},"example":{"id":1}}}"#
            ),
            (
                #"like: { id: 1 }, asserts: [{ header: Content-Type, startsWith: application/problem+json }]"#,
                #"{"application/problem+json":{"schema":{"type":"object","required":["id"],"properties":{"id":{"type":"number"}}},"example":{"id":1}}}"#
            ),
            (
                #"schema: { required: [id] }, contains: { name: a }"#,
                #"{"application/json":{"schema":{"allOf":[{"required":["id"]},{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}]}}}"#
            ),
        ]
    )
    func responseBody(expectation: String, content: String) throws {
        let result = try document(
            """
            contract: "1"
            targets: { api: { documented: "https://h.example" } }
            operations:
              get: { request: { path: /a }, responses: { "200": { \(expectation) } } }
            """
        )
        let response = result.document["paths"]?["/a"]?["get"]?["responses"]?["200"]
        #expect(response?["content"]?.text == content)
    }

    @Test(
        "The URL of a token request is that of its target",
        arguments: [
            ("target: auth, path: /oauth/token", "https://auth.example/x/oauth/token"),
            ("target: auth, basePath: /y, path: /token", "https://auth.example/y/token"),
            ("path: /token", "https://api.example/v1/token"),
            ("target: own, path: /token", "/token"),
        ]
    )
    func tokenURL(token: String, url: String) throws {
        let result = try document(
            """
            contract: "1"
            targets: { api: { documented: "https://api.example", basePath: /v1 }, auth: { documented: "https://auth.example", basePath: /x }, own: {} }
            variables: { word: { secret: true, default: aaaa } }
            securitySchemes: { o: { type: oauth2, token: { \(token) }, clientId: me, clientSecret: "{{word}}" } }
            operations: { a: { request: { path: /x, security: o } } }
            """
        )
        let scheme = result.document["components"]?["securitySchemes"]?["o"]
        #expect(scheme?["flows"]?["clientCredentials"]?["tokenUrl"]?.stringValue == url)
    }
}
