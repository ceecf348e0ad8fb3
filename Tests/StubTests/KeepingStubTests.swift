import Contract
import HTTP
import JSON
import Synchronization
import Testing

@testable import Stub

/// A stub that stores objects.
struct KeepingStubTests {
    private static let contract = #"""
        contract: "1"
        info: { title: Notes }
        targets: { api: { documented: "https://api.invalid" } }
        variables: { token: { default: demo-token } }
        securitySchemes: { bearer: { type: http, scheme: bearer, token: "{{token}}" } }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error" } }
        schemas:
          Note:
            type: object
            required: [id, text]
            properties: { id: { type: string, pattern: "^[0-9a-f]{8}$" }, text: { type: string }, color: { enum: [red, blue] } }
        operations:
          list:
            request: { method: GET, path: /notes, security: bearer }
            responses: { "200": { schema: { type: object, properties: { notes: { type: array, items: { $ref: "#/schemas/Note" } } } } } }
          create:
            request: { method: POST, path: /notes, json: { text: hello } }
            accepts: { json: { type: object, required: [text], properties: { text: { type: string, maxLength: 9 } } } }
            responses: { "201": { schema: { $ref: "#/schemas/Note" } } }
            errors: [TEXT_WRONG]
          read:
            request: { method: GET, path: "/notes/{id}", params: { id: "0000000f" } }
            responses: { "200": { schema: { $ref: "#/schemas/Note" } } }
            errors: [GONE]
          replace:
            request: { method: PUT, path: "/notes/{id}", params: { id: "0000000f" }, json: { text: hello } }
            responses: { "200": { schema: { $ref: "#/schemas/Note" } } }
            errors: [GONE]
          change:
            request: { method: PATCH, path: "/notes/{id}", params: { id: "0000000f" }, json: { color: red } }
            responses: { "200": { schema: { $ref: "#/schemas/Note" } } }
            errors: [GONE]
          remove:
            request: { method: DELETE, path: "/notes/{id}", params: { id: "0000000f" } }
            responses: { "204": {} }
            errors: [GONE]
          ping:
            request: { method: GET, path: /ping }
            responses: { "200": {} }
        errors:
          TEXT_WRONG: { status: 422 }
          GONE: { status: 404 }
        """#

    private static func stub(
        limit: Int = 100,
        checksCredentials: Bool = false,
        _ notice: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> KeepingStub {
        let contract = try BoundContract(contract)
        let stub = ContractStub(
            contract.document,
            evaluator: contract.evaluator,
            checksCredentials: checksCredentials
        )
        return KeepingStub(stub, limit: limit, notice: notice)
    }

    /// The response of a stub: `201 {"id":…}`.
    private static func answer(_ stub: KeepingStub, _ call: String) -> String {
        let parts = call.split(separator: " ", maxSplits: 2).map(String.init)
        var request = HTTPRequest(method: parts[0], origin: "http://a", path: parts[1])
        request.body = parts.count > 2 ? Array(parts[2].utf8) : nil
        let response = stub.answer(request)
        let body = String(decoding: response.body, as: UTF8.self)
        return body.isEmpty ? "\(response.status)" : "\(response.status) \(body)"
    }

    @Test("A created object is read, changed, listed and deleted, and then not found")
    func life() throws {
        let stub = try Self.stub()
        let named = #"{"id":"0000000f","text":"text","color":"red"}"#
        let steps = [
            (
                #"POST /notes {"text":"a","color":"blue"}"#,
                #"201 {"id":"00000001","text":"a","color":"blue"}"#
            ),
            (#"POST /notes {"text":"b"}"#, #"201 {"id":"00000002","text":"b","color":"red"}"#),
            ("GET /notes/00000001", #"200 {"id":"00000001","text":"a","color":"blue"}"#),
            (
                #"PATCH /notes/00000001 {"text":"c"}"#,
                #"200 {"id":"00000001","text":"c","color":"blue"}"#
            ),
            ("GET /notes/00000001", #"200 {"id":"00000001","text":"c","color":"blue"}"#),
            (
                #"PUT /notes/00000002 {"text":"d","color":"blue"}"#,
                #"200 {"id":"00000002","text":"d","color":"blue"}"#
            ),
            (
                "GET /notes",
                #"200 {"notes":[\#(named),{"id":"00000001","text":"c","color":"blue"},{"id":"00000002","text":"d","color":"blue"}]}"#
            ),
            ("DELETE /notes/00000001", "204"),
            ("GET /notes/00000001", #"404 {"error":"GONE"}"#),
            ("DELETE /notes/00000001", #"404 {"error":"GONE"}"#),
            (#"PUT /notes/00000009 {"text":"x"}"#, #"404 {"error":"GONE"}"#),
            (
                "GET /notes",
                #"200 {"notes":[\#(named),{"id":"00000002","text":"d","color":"blue"}]}"#
            ),
            // Objects named in the examples are restored, with their original content.
            ("DELETE /notes/0000000f", "204"),
            ("GET /notes/0000000f", "200 \(named)"),
            (#"POST /notes {"text":"far too long"}"#, #"422 {"error":"TEXT_WRONG"}"#),
            ("POST /notes {}", #"422 {"error":"TEXT_WRONG"}"#),
        ]
        for (call, wanted) in steps {
            let got = Self.answer(stub, call)
            #expect(got == wanted, "\(call)")
        }
    }

    @Test("The guide lists the stored objects and the exceptions")
    func guide() throws {
        #expect(
            try Self.stub().guide == [
                "keeps what create creates: read by read, changed by change, replace, deleted by remove, "
                    + "listed by list",
                "answers ping from examples",
            ]
        )
        let keepsNothing = try Self.stub(limit: 0)
        #expect(keepsNothing.guide.isEmpty)
        #expect(Self.answer(keepsNothing, "GET /notes/0000000f").hasPrefix("200 "))
    }

    @Test("Beyond the limit the oldest objects are evicted, with one warning")
    func limit() throws {
        let said = Mutex<[String]>([])
        let stub = try Self.stub(limit: 2) { text in said.withLock { $0.append(text) } }
        for _ in 0..<5 { _ = Self.answer(stub, #"POST /notes {"text":"a"}"#) }
        #expect(Self.answer(stub, "GET /notes/00000003").hasPrefix("404 "))
        #expect(Self.answer(stub, "GET /notes/00000005").hasPrefix("200 "))
        #expect(
            said.withLock { $0 }
                == ["2 things are kept, and no more: the oldest give way from now on"]
        )
    }

    @Test("Many concurrent clients get objects of their own")
    func concurrent() async throws {
        let stub = try Self.stub(limit: 1_000)
        let responses = await withTaskGroup(of: String.self) { group in
            for number in 0..<60 {
                group.addTask { Self.answer(stub, #"POST /notes {"text":"\#(number)"}"#) }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        let ids = Set(responses.map { $0.prefix(20) })
        #expect(responses.count == 60 && ids.count == 60)
    }

    @Test("Keys are checked on request")
    func credentials() throws {
        let stub = try Self.stub(checksCredentials: true)
        var request = HTTPRequest(method: "GET", origin: "http://a", path: "/notes")
        #expect(stub.answer(request).status == 401)
        request.headers.append("Authorization", "Bearer demo-token")
        #expect(stub.answer(request).status == 200)
    }

    /// The responses to calls, in order, of a stub whose notes have comments.
    private static func answers(_ calls: [String]) throws -> [String] {
        let contract = try BoundContract(
            #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error" } }
            schemas: { Note: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } } }
            operations:
              list: { request: { path: /notes }, responses: { "200": { schema: { type: array, items: { $ref: "#/schemas/Note" } } } } }
              create:
                request: { method: POST, path: /notes, json: { text: hello } }
                responses: { "201": { schema: { $ref: "#/schemas/Note" }, asserts: [ { header: Location, exists: true } ] } }
              read: { request: { path: "/notes/{id}", params: { id: none } }, responses: { "200": { schema: { $ref: "#/schemas/Note" } } }, promises: { gone: { error: GONE } } }
              change: { request: { method: PATCH, path: "/notes/{id}", params: { id: 7 }, json: { text: x } }, responses: { "200": { schema: { $ref: "#/schemas/Note" } } }, errors: [GONE] }
              replace: { request: { method: PUT, path: "/notes/{id}", params: { id: 7 }, json: { text: x } }, responses: { "200": { schema: { $ref: "#/schemas/Note" } } }, errors: [GONE] }
              comment: { request: { method: POST, path: "/notes/{note}/comments", params: { note: 9 }, json: { text: c } }, responses: { "201": { like: { id: 1, note: 9, text: c } } }, errors: [GONE] }
              label: { request: { method: POST, path: "/notes/{id}/labels", params: { id: 7 } }, responses: { "201": { like: { id: 1 } } } }
              alike: { request: { method: PUT, path: "/alike/{name}", params: { name: h }, json: { url: u } }, responses: { "200": { like: { name: h, url: x, size: 1 }, contains: { size: 1 } } } }
            errors: { GONE: { status: 404 } }
            cases:
              gone: { covers: read/gone, steps: [ { call: read } ] }
              other: { steps: [ { call: read, params: { id: 8 } } ] }
            """#
        )
        let stub = KeepingStub(ContractStub(contract.document, evaluator: contract.evaluator))
        return calls.map { Self.answer(stub, $0) }
    }

    @Test("Each created object has its own identifier, which later requests do not change")
    func identifiers() throws {
        let calls = [
            (#"POST /notes {"text":"a"}"#, #"201 {"id":1,"text":"a"}"#),
            (#"POST /notes {"id":1,"text":"b"}"#, #"201 {"id":2,"text":"b"}"#),
            (#"POST /notes {"id":0,"text":"c"}"#, #"201 {"id":0,"text":"c"}"#),
            (#"POST /notes {"id":0,"text":"d"}"#, #"201 {"id":3,"text":"d"}"#),
            (#"POST /notes {"id":30,"text":"e"}"#, #"201 {"id":30,"text":"e"}"#),
            (#"POST /notes {"text":"f"}"#, #"201 {"id":31,"text":"f"}"#),
            (#"PATCH /notes/1 {"id":77,"text":"g"}"#, #"200 {"id":1,"text":"g"}"#),
            (#"PUT /notes/0 {"id":77,"text":"h"}"#, #"200 {"id":0,"text":"h"}"#),
            ("GET /notes/77", #"404 {"error":"GONE"}"#),
            ("GET /notes/1", #"200 {"id":1,"text":"g"}"#),
            // An object that only examples name can be created.
            (#"POST /notes {"id":7,"text":"i"}"#, #"201 {"id":7,"text":"i"}"#),
        ]
        #expect(try Self.answers(calls.map(\.0)) == calls.map(\.1))
    }

    @Test("Objects exist from the start if examples or successful cases name them")
    func named() throws {
        let calls = ["GET /notes", "GET /notes/none", "GET /notes/8"]
        let text = { (id: Int) in #"{"id":\#(id),"text":"text"}"# }
        #expect(
            try Self.answers(calls) == [
                "200 [\(text(7)),\(text(9)),\(text(8))]", #"404 {"error":"GONE"}"#,
                "200 \(text(8))",
            ]
        )
    }

    @Test("An object below another one has its own identifier, and needs the other one")
    func below() throws {
        let calls = [
            (#"POST /notes/9/comments {"text":"x"}"#, #"201 {"id":1,"note":9,"text":"x"}"#),
            (#"POST /notes/99/comments {"text":"x"}"#, #"404 {"error":"GONE"}"#),
            // Without a promised error any path is right.
            ("POST /notes/99/labels", #"201 {"id":1}"#),
            (
                #"PUT /alike/me {"url":"mine","size":2}"#,
                #"200 {"name":"me","url":"mine","size":1}"#
            ),
        ]
        #expect(try Self.answers(calls.map(\.0)) == calls.map(\.1))
    }

    @Test("The location of a created object is its path")
    func location() throws {
        let contract = try BoundContract(
            #"""
            contract: "1"
            operations:
              create: { request: { method: POST, path: /notes }, responses: { "201": { schema: { type: object, required: [id], properties: { id: { type: string } } }, asserts: [ { header: Location, exists: true } ] } } }
              read: { request: { path: "/notes/{id}", params: { id: a } }, responses: { "200": {} } }
            """#
        )
        let stub = KeepingStub(ContractStub(contract.document, evaluator: contract.evaluator))
        var request = HTTPRequest(method: "POST", origin: "http://a", path: "/notes")
        request.headers.append("Content-Type", "application/json")
        request.body = Array(#"{"id":"b c"}"#.utf8)
        #expect(stub.answer(request).headers["Location"] == "/notes/b%20c")
    }

    @Test("An object without an identifier in its response is stored under that of its location")
    func located() throws {
        let contract = try BoundContract(
            #"""
            contract: "1"
            operations:
              create: { request: { method: POST, path: /things, json: { name: a } }, responses: { "201": {} } }
              read: { request: { path: "/things/{id}", params: { id: "1" } }, responses: { "200": { schema: { type: object, required: [name] } } } }
            cases:
              create:
                steps:
                  - { call: create, captures: { id: { header: Location, filters: [ { regex: "/things/(.+)$" } ] } } }
                  - { call: read, params: { id: "{{id}}" }, expect: { contains: { name: a } } }
            """#
        )
        let stub = KeepingStub(ContractStub(contract.document, evaluator: contract.evaluator))
        var request = HTTPRequest(method: "POST", origin: "http://a", path: "/things")
        request.body = Array(#"{"name":"b"}"#.utf8)
        // The first one is that of the example.
        #expect(stub.answer(request).headers["Location"] == "/things/2")
        #expect(Self.answer(stub, "GET /things/2") == #"200 {"name":"b"}"#)
    }
}
