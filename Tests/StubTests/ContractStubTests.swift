import Base
import Contract
import ContractFile
import HTTP
import JSON
import Testing

@testable import Stub

/// The responses of a stub, without a server.
struct ContractStubTests {
    private static let contract = #"""
        contract: "1"
        info: { title: Notes }
        targets: { api: { documented: "https://api.invalid", basePath: "/{{version}}" } }
        variables: { version: { default: v1 } }
        failure:
          when: { jsonpath: "$.header.isSuccessful", not: true }
          code: { jsonpath: "$.header.resultCode", type: integer }
          message: { jsonpath: "$.header.resultMessage" }
          schema: { type: object, required: [header], properties: { header: { $ref: "#/schemas/Failed" } } }
        schemas:
          Failed:
            type: object
            required: [isSuccessful, resultCode]
            properties: { isSuccessful: { const: false }, resultCode: {} }
          Note:
            type: object
            required: [id, text]
            properties:
              id: { type: string, pattern: "^[0-9a-f]{24}$" }
              text: { type: string, minLength: 2 }
              stars: { type: integer, minimum: 3, maximum: 9 }
              kind: { enum: [plain, rich] }
              made: { type: string, format: date-time }
              replies: { type: array, items: { $ref: "#/schemas/Note" } }
        operations:
          create:
            request: { method: POST, path: /notes, json: { text: hello } }
            responses: { "201": { schema: { $ref: "#/schemas/Note" } } }
          read:
            request: { method: GET, path: "/notes/{id}", params: { id: none } }
            responses:
              "200": { schema: { $ref: "#/schemas/Note" }, asserts: [ { header: ETag, startsWith: W/ } ] }
          newest:
            request: { method: GET, path: /notes/newest }
            responses: { "200": { like: { id: abc }, contains: { text: new } } }
          remove:
            request: { method: DELETE, path: "/notes/{id}", params: { id: none } }
            responses: { "204": {} }
        errors:
          GONE: { status: 404, code: 40410, message: "No note {0}." }
          BROKEN: { code: -1 }
        """#

    /// Loads a contract and binds its variables' defaults.
    private static func stub(_ text: String = contract) throws -> ContractStub {
        let contract = try BoundContract(text)
        return ContractStub(contract.document, evaluator: contract.evaluator)
    }

    private static func answer(
        _ method: String,
        _ path: String,
        prefer: String? = nil,
        json: JSONValue? = nil
    ) throws -> (status: Int, headers: HTTPFields, body: JSONValue) {
        var request = HTTPRequest(method: method, origin: "http://a", path: path)
        if let prefer { request.headers.append("Prefer", prefer) }
        request.body = json.map { Array($0.text.utf8) }
        let response = try stub().answer(request)
        let body = response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
        return (response.status, response.headers, body)
    }

    @Test("A success response conforms to its schema, and is not a failure")
    func success() throws {
        let response = try Self.answer("POST", "/v1/notes", json: ["other": 1])
        #expect(response.status == 201)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(
            response.body.text
                == #"{"id":"000000000000000000000000","text":"text","stars":3,"kind":"plain","#
                + #""made":"2026-01-31T12:00:00Z","replies":[],"header":{"isSuccessful":true}}"#
        )
        #expect(try Self.answer("POST", "/v1/notes", json: ["other": 1]).body == response.body)
    }

    @Test("The client's values are echoed only where the contract allows")
    func echo() throws {
        let response = try Self.answer(
            "POST",
            "/v1/notes",
            json: ["text": "hello", "stars": 10, "kind": "rich"]
        )
        #expect(response.body["text"] == "hello")
        #expect(response.body["stars"] == 3)
        #expect(response.body["kind"] == "rich")
        let id = "0123456789abcdef01234567"
        #expect(try Self.answer("GET", "/v1/notes/\(id)").body["id"] == .string(id))
    }

    @Test(
        "Asserts, examples and statuses without a body are respected, the most literal path first"
    )
    func parts() throws {
        #expect(try Self.answer("GET", "/v1/notes/x").headers["ETag"] == "W/")
        let newest = try Self.answer("GET", "/v1/notes/newest")
        #expect(newest.body == ["id": "abc", "text": "new", "header": ["isSuccessful": true]])
        let removed = try Self.answer("DELETE", "/v1/notes/x")
        #expect(removed.status == 204)
        #expect(removed.body == .null)
    }

    @Test(
        "A catalogue error is returned on request, in the place where the contract reads it",
        arguments: ["code=GONE", "code=40410", "respond-async, code=\"GONE\""]
    )
    func error(prefer: String) throws {
        let response = try Self.answer("GET", "/v1/notes/x", prefer: prefer)
        #expect(response.status == 404)
        #expect(
            response.body == [
                "header": [
                    "isSuccessful": false, "resultCode": 40_410, "resultMessage": "No note text.",
                ]
            ]
        )
    }

    @Test("An error without a status or a text gets defaults")
    func bareError() throws {
        let response = try Self.answer("GET", "/v1/notes/x", prefer: "code=BROKEN")
        #expect(response.status == 400)
        #expect(response.body["header"]?["resultCode"] == -1)
        #expect(response.body["header"]?["isSuccessful"] == false)
    }

    @Test("Requests outside the contract get the stub's own error")
    func problems() throws {
        let unknown = try Self.answer("GET", "/v1/note/x")
        #expect(unknown.status == 404)
        #expect(
            unknown.body["stub"]
                == "no operation of the contract is at GET /v1/note/x; did you mean GET /v1/notes/{id}?"
        )
        #expect(
            unknown.body["operations"] == [
                "POST /v1/notes", "GET /v1/notes/{id}", "GET /v1/notes/newest",
                "DELETE /v1/notes/{id}",
            ]
        )
        let method = try Self.answer("PATCH", "/v1/notes/x")
        #expect(method.status == 405)
        #expect(method.headers["Allow"] == "DELETE, GET, HEAD, OPTIONS")
        let code = try Self.answer("GET", "/v1/notes/x", prefer: "code=GONE1")
        #expect(code.status == 400)
        #expect(
            code.body["stub"]?.stringValue
                == "Prefer: expected an error of the contract or a response of read (200), got \"GONE1\"; "
                + "did you mean GONE?"
        )
        let body = try Self.answer("POST", "/v1/notes")
        #expect(body.status == 400)
        #expect(
            body.body["stub"]?.stringValue?
                .hasPrefix("the example request of create has a JSON body: ") == true
        )
    }

    @Test("Operations of one path are distinguished by the fields of their examples")
    func fields() throws {
        let text = #"""
            contract: "1"
            operations:
              start: { request: { path: /do, query: { mode: start } }, responses: { "201": {} } }
              stop: { request: { path: /do, query: { mode: stop } }, responses: { "202": {} } }
            """#
        let stub = try Self.stub(text)
        let statuses = ["start", "stop", "else"].map { mode in
            let request = HTTPRequest(
                method: "GET",
                origin: "http://a",
                path: "/do",
                query: "mode=\(mode)"
            )
            return stub.answer(request).status
        }
        #expect(statuses[..<2] == [201, 202])
    }

    @Test("A request is rejected as in the contract's cases")
    func refusals() throws {
        let text = #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
            operations:
              add:
                request: { method: POST, path: /add, query: { mode: a }, json: { n: 1, deep: { m: 2 } } }
                responses: { "201": {} }
                promises: { few: { error: FEW }, mode: { error: MODE }, deep: { error: DEEP } }
            errors: { FEW: { status: 400 }, MODE: { status: 409 }, DEEP: { status: 422 } }
            cases:
              few: { covers: add/few, steps: [ { call: add, set: { /json/n: 0 } } ] }
              mode: { covers: add/mode, steps: [ { call: add, set: { /query/mode: 7 } } ] }
              deep: { covers: add/deep, steps: [ { call: add, unset: [/json/deep/m] } ] }
              drawn: { covers: add/few, steps: [ { call: add, set: { /json/n: "{{hex 4}}" } } ] }
            """#
        let stub = try Self.stub(text)
        for (query, body, status) in [
            ("mode=a", #"{"n":1,"deep":{"m":2}}"#, 201),
            ("mode=b", #"{"n":2,"deep":{"m":3}}"#, 201),
            ("mode=a", #"{"n":0,"deep":{"m":2}}"#, 400),
            ("mode=7", #"{"n":1,"deep":{"m":2}}"#, 409),
            ("mode=a", #"{"n":1,"deep":{}}"#, 422), ("mode=a", #"{"n":"0","deep":{"m":2}}"#, 201),
        ] {
            let request = HTTPRequest(
                method: "POST",
                origin: "http://a",
                path: "/add",
                query: query,
                body: Array(body.utf8)
            )
            #expect(stub.answer(request).status == status, "\(query) \(body)")
        }
    }

    @Test("Responses that cannot meet the contract are reported in advance")
    func remarks() throws {
        // Without a body, success cannot be recognized.
        #expect(
            try Self.stub().remarks
                == ["remove: it reads as the failure a failure without a code (204)"]
        )
        let text = #"""
            contract: "1"
            operations:
              odd:
                request: { path: / }
                responses: { "200": { schema: { type: string, pattern: "^(?!.)x$" } } }
            """#
        let remarks = try Self.stub(text).remarks
        #expect(remarks.count == 1)
        #expect(remarks.first?.hasPrefix("odd: $: expected ") == true, "\(remarks)")
    }
}
