import Compression
import Contract
import HTTP
import JSON
import Testing

@testable import Stub

/// Requests as a stub processes them: their codings, their lists, their errors, and the responses that cases show.
struct StubRequestTests {
    private static func stub(_ text: String) throws -> ContractStub {
        let contract = try BoundContract(text)
        return ContractStub(contract.document, evaluator: contract.evaluator)
    }

    private static func request(
        _ method: String,
        _ path: String,
        query: String? = nil,
        _ body: String? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            method: method,
            origin: "http://a",
            path: path,
            query: query,
            body: body.map { Array($0.utf8) }
        )
    }

    @Test(
        "JSON of another media type is refused, unless the operation lists the type",
        arguments: [
            (nil, 202), ("application/json; charset=utf-8", 202), ("application/a+json", 202),
            ("application/x-www-form-urlencoded", 202), ("text/x-json", 202), ("text/plain", 415),
            ("application/xml", 415),
        ]
    )
    func mediaTypes(type: String?, status: Int) throws {
        let stub = try Self.stub(
            """
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /send, json: { text: hello } }
                accepts: { mediaTypes: [ text/x-json ] }
                responses: { "202": {} }

            """
        )
        var request = Self.request("POST", "/send", #"{"text":"hello"}"#)
        if let type { request.headers.append("Content-Type", type) }
        #expect(stub.answer(request).status == status)
    }

    private static let messages = #"""
        contract: "1"
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
        operations:
          send:
            request: { method: POST, path: /send, json: { text: hello, tokens: [ aa ] } }
            accepts:
              json:
                type: object
                required: [text, tokens]
                properties:
                  text: { type: string, minLength: 1, maxLength: 9 }
                  tokens: { type: array, minItems: 1, maxItems: 3, items: { type: string, pattern: "^[a-f]+$" } }
                  speed: { enum: [slow, fast] }
            responses: { "202": { schema: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } } } }
            promises:
              no-text: { error: TEXT_MISSING }
              long: { error: TEXT_LONG }
              many: { error: MANY }
              token: { error: TOKEN }
            errors: [BROKEN_JSON, OTHER]
        errors:
          BROKEN_JSON: { status: 400 }
          TEXT_MISSING: { status: 422 }
          TEXT_LONG: { status: 422 }
          MANY: { status: 422 }
          TOKEN: { status: 422 }
          OTHER: { status: 422 }
        cases:
          broken: { covers: "*/BROKEN_JSON", steps: [ { call: "{{operation}}", json: '{"text' } ] }
          no-text:
            covers: send/no-text
            rows: [ { unset: [/json/text] }, { set: { /json/text: "" } }, { set: { /json/text: null } } ]
            steps: [ { call: send, set: "{{set}}", unset: "{{unset}}" } ]
          long: { covers: send/long, steps: [ { call: send, set: { /json/text: { repeat: 10, of: x, with: "" } } } ] }
          many: { covers: send/many, steps: [ { call: send, set: { /json/tokens: [ aa, bb, cc, dd ] } } ] }
          token: { covers: send/token, steps: [ { call: send, set: { /json/tokens: [ xyz ] } } ] }
        """#

    @Test(
        "An invalid request gets the error of the case with the same fault in the same member",
        arguments: [
            (#"{"text":"hi","tokens":["ab"]}"#, 202, nil),
            (#"{"tokens":["ab"]}"#, 422, "TEXT_MISSING"),
            (#"{"text":"","tokens":["ab"]}"#, 422, "TEXT_MISSING"),
            (#"{"text":7,"tokens":["ab"]}"#, 422, "TEXT_MISSING"),
            (#"{"text":"far too long a text","tokens":["ab"]}"#, 422, "TEXT_LONG"),
            (#"{"text":"hi","tokens":["aa","ab","ac","ad","ae"]}"#, 422, "MANY"),
            (#"{"text":"hi","tokens":["ab","no"]}"#, 422, "TOKEN"),
            // Not covered by a case: the error that no case ties to something else, and never the one for invalid
            // JSON.
            (#"{"text":"hi","tokens":["ab"],"speed":"none"}"#, 422, "OTHER"),
            (#"[1]"#, 422, "OTHER"), (#"{"text""#, 400, "BROKEN_JSON"),
        ] as [(String, Int, String?)]
    )
    func refusal(body: String, status: Int, code: String?) throws {
        let response = try Self.stub(Self.messages).answer(Self.request("POST", "/send", body))
        #expect(response.status == status)
        let found = try JSONValue(parsing: response.body)["code"]?.stringValue
        #expect(found == code, "\(response.headers[ContractStub.reasonField] ?? "")")
        #expect((response.headers[ContractStub.reasonField] == nil) == (code == nil))
    }

    @Test(
        "A case with another body explains bodies of another kind, not members",
        arguments: [
            ("[2]", "KIND"), (#""text""#, "KIND"), ("null", "KIND"), ("[ ]", "KIND"),
            (#"{"text":7}"#, "OTHER"), ("{}", "OTHER"),
        ]
    )
    func otherKind(body: String, code: String) throws {
        let text = #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
            operations:
              send:
                request: { method: POST, path: /send, json: { text: hello } }
                accepts: { json: { type: object, required: [text], properties: { text: { type: string } } } }
                responses: { "202": {} }
                promises: { kind: { error: KIND } }
                errors: [OTHER]
            errors: { KIND: { status: 422 }, OTHER: { status: 422 } }
            cases:
              kind: { covers: send/kind, rows: [ { body: [ 1 ] }, { body: "7" } ], steps: [ { call: send, json: "{{body}}" } ] }
            """#
        let response = try Self.stub(text).answer(Self.request("POST", "/send", body))
        #expect(response.status == 422)
        let reason = response.headers[ContractStub.reasonField] ?? ""
        #expect(try JSONValue(parsing: response.body)["code"]?.stringValue == code, "\(reason)")
    }

    @Test("The response names the rule that refused a request, in one line of ASCII")
    func reason() throws {
        let stub = try Self.stub(Self.messages)
        let long = stub.answer(
            Self.request("POST", "/send", #"{"text":"日本日本日本日本日本","tokens":["ab"]}"#)
        )
        let reason = try #require(long.headers[ContractStub.reasonField])
        #expect(reason.hasPrefix("json: /text: "), "\(reason)")
        #expect(reason.contains("as in case long, a.yaml:"), "\(reason)")
        #expect(reason.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(reason)")
    }

    @Test("Bodies in gzip and deflate are read; one in another coding gets 415, a broken one 400")
    func codings() throws {
        let stub = try Self.stub(Self.messages)
        let body = Array(#"{"text":"hi","tokens":["ab"]}"#.utf8)
        func answer(_ name: String, _ bytes: [UInt8]) -> HTTPResponse {
            var request = Self.request("POST", "/send")
            request.headers.append("Content-Encoding", name)
            request.body = bytes
            return stub.answer(request)
        }
        for coding in ContentCoding.allCases {
            let found = answer(coding.rawValue, coding.encoded(body))
            #expect(found.status == 202, "\(coding)")
            #expect(try JSONValue(parsing: found.body)["text"] == "hi")
        }
        let twice = ContentCoding.gzip.encoded(ContentCoding.deflate.encoded(body))
        #expect(answer("deflate, gzip", twice).status == 202)
        #expect(answer("br", body).status == 415)
        #expect(answer("gzip", body).status == 400)
    }

    @Test(
        "A list parameter has one field per element",
        arguments: [
            ("tag=a&tag=b", 200), ("tag=a", 200), ("tag=", 200), (nil, 200),
            ("tag=a&tag=b&tag=c", 422),
            ("tag=toolong", 422), ("n=1&n=2", 200), ("n=1&n=x", 422), ("n=7", 200),
            ("one=a&one=b", 422),
            ("one=a", 200),
        ] as [(String?, Int)]
    )
    func lists(query: String?, status: Int) throws {
        let text = #"""
            contract: "1"
            operations:
              list:
                request: { path: /items, query: { tag: [a, b] } }
                accepts:
                  query:
                    type: object
                    properties:
                      tag: { type: array, maxItems: 2, items: { type: string, maxLength: 3 } }
                      n: { type: array, items: { type: integer } }
                      one: { type: string }
                responses: { "200": {} }
            """#
        let response = try Self.stub(text).answer(Self.request("GET", "/items", query: query))
        #expect(response.status == status, "\(response.headers[ContractStub.reasonField] ?? "")")
    }

    @Test(
        "Header fields are checked, whatever the case of their names",
        arguments: [
            (nil, nil, 422), ("X-Trace", "abc", 422), ("x-TRACE", "5", 200), ("X-Trace", "-1", 422),
        ]
    )
    func headers(name: String?, value: String?, status: Int) throws {
        let text = #"""
            contract: "1"
            operations:
              read:
                request: { path: /a, headers: { X-Trace: 1 } }
                accepts:
                  headers: { type: object, required: [X-Trace], properties: { X-Trace: { type: integer, minimum: 0 } } }
                responses: { "200": {} }
            """#
        var request = Self.request("GET", "/a")
        if let name, let value { request.headers.append(name, value) }
        #expect(try Self.stub(text).answer(request).status == status)
    }

    @Test("The parts of a form are checked, and of a file only whether it is there")
    func multipart() throws {
        let text = #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /a, multipart: { title: ab, data: { text: x, filename: x.bin } } }
                accepts:
                  multipart:
                    type: object
                    required: [title, data]
                    properties: { title: { type: string, minLength: 2 }, data: { type: string }, n: { type: integer } }
                responses: { "200": {} }
            """#
        let stub = try Self.stub(text)
        func status(_ fields: [(String, String)], file: [UInt8]? = [0xFF]) -> Int {
            var form = MultipartForm()
            for (name, value) in fields { form.add(name, Array(value.utf8)) }
            if let file { form.add("data", file, fileName: "x.bin") }
            var request = Self.request("POST", "/a")
            let (type, bytes) = form.encoded
            request.headers.append("Content-Type", type)
            request.body = bytes
            return stub.answer(request).status
        }
        #expect(status([("title", "ab")]) == 200)
        #expect(status([("title", "ab"), ("n", "7")]) == 200)
        #expect(status([("title", "a")]) == 422)
        #expect(status([("title", "ab"), ("n", "x")]) == 422)
        #expect(status([]) == 422)
        #expect(status([("title", "ab")], file: nil) == 422)
        #expect(stub.answer(Self.request("POST", "/a", "x")).status == 422)
    }

    @Test("HEAD gets the response to GET, and OPTIONS the available methods")
    func methods() throws {
        let text = #"""
            contract: "1"
            operations:
              read: { request: { path: /a }, responses: { "200": { like: { x: 1 } } } }
              write: { request: { method: PUT, path: /a }, responses: { "204": {} } }
              only: { request: { method: POST, path: /b }, responses: { "204": {} } }
            """#
        let stub = try Self.stub(text)
        let head = stub.answer(Self.request("HEAD", "/a"))
        #expect(head.status == 200)
        #expect(head.body == stub.answer(Self.request("GET", "/a")).body)
        let options = stub.answer(Self.request("OPTIONS", "/a"))
        #expect(options.status == 204)
        #expect(options.headers["Allow"] == "GET, HEAD, OPTIONS, PUT")
        #expect(stub.answer(Self.request("OPTIONS", "/b")).headers["Allow"] == "OPTIONS, POST")
        #expect(stub.answer(Self.request("HEAD", "/b")).status == 405)
        #expect(stub.answer(Self.request("OPTIONS", "/c")).status == 404)
    }

    @Test("An operation with few details is answered as in the steps of cases, by request")
    func shown() throws {
        let text = #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } } }
            operations:
              user: { request: { path: "/users/{id}", params: { id: "1" } }, responses: { "200": {} } }
              signIn: { request: { method: POST, path: /session, json: { name: ann } }, responses: { "201": {} } }
              packed: { request: { path: /packed }, responses: { "200": { like: { x: 1 } } } }
            cases:
              ann:
                steps:
                  - call: user
                    expect: { like: { name: Ann, age: 41 }, asserts: [ { header: Content-Type, equals: application/json; charset=utf-8 }, { header: Content-Length, equals: "3" } ] }
              bob: { steps: [ { call: user, params: { id: "2" }, expect: { asserts: [ { jsonpath: $.name, equals: Bob } ] } } ] }
              session:
                steps:
                  - call: signIn
                    captures: { session: { cookie: sid }, place: { header: Location }, token: { jsonpath: $.token } }
              packed: { steps: [ { call: packed, expect: { asserts: [ { header: Content-Encoding, equals: gzip } ] } } ] }
            """#
        let stub = try Self.stub(text)
        let ann = stub.answer(Self.request("GET", "/users/1"))
        #expect(try JSONValue(parsing: ann.body) == ["name": "Ann", "age": 41])
        #expect(ann.headers["Content-Type"] == "application/json; charset=utf-8")
        #expect(ann.headers["Content-Length"] == nil, "how it is framed is for the server to say")
        let bob = stub.answer(Self.request("GET", "/users/2"))
        #expect(try JSONValue(parsing: bob.body) == ["name": "Bob"])
        let session = stub.answer(Self.request("POST", "/session", #"{"name":"ann"}"#))
        #expect(session.status == 201)
        #expect(session.headers["Set-Cookie"] == "sid=sid-1; Path=/")
        #expect(session.headers["Location"] == "/session/1")
        #expect(try JSONValue(parsing: session.body)["token"] == "text")
        let packed = stub.answer(Self.request("GET", "/packed"))
        #expect(packed.headers["Content-Encoding"] == "gzip")
        let bytes = try ContentCoding.gzip.decoded(packed.body, limit: 100)
        #expect(try JSONValue(parsing: bytes) == ["x": 1])
    }

    @Test("A recorded body is returned unchanged, chosen by the case that matches the request")
    func recorded() throws {
        let text = #"""
            contract: "1"
            operations:
              user:
                request: { path: "/users/{n}", params: { n: "1" } }
                responses: { "200": { schema: { examples: [ { name: Ann, age: 41 }, { name: Bob, age: 7, pets: [ { kind: cat } ] } ] } } }
            cases:
              ann: { steps: [ { call: user, expect: { schema: { type: object, required: [name, age], properties: { name: { type: string }, age: { type: integer } } } } } ] }
              bob: { steps: [ { call: user, params: { n: "2" }, expect: { asserts: [ { jsonpath: $.name, equals: Bob } ] } } ] }
              cid: { steps: [ { call: user, params: { n: "3" }, expect: { schema: { required: [age, shoe], properties: { shoe: { type: integer } } }, asserts: [ { jsonpath: $.name, equals: Cid } ] } } ] }
            """#
        let stub = try Self.stub(text)
        func body(_ path: String) throws -> JSONValue {
            try JSONValue(parsing: stub.answer(Self.request("GET", path)).body)
        }
        #expect(try body("/users/1") == ["name": "Ann", "age": 41])
        #expect(try body("/users/2") == ["name": "Bob", "age": 7, "pets": [["kind": "cat"]]])
        let other = try body("/users/3")
        #expect(other["name"] == "Cid" && other["shoe"]?.intValue != nil)
    }

    @Test("A recorded body is retained if a case only constrains its shape")
    func recordedBody() throws {
        let stub = try Self.stub(
            #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } } }
            operations:
              user: { request: { path: /user }, responses: { "200": { schema: { examples: [ { name: Ann, age: 41 } ] } } } }
              other: { request: { path: /other }, responses: { "200": { schema: { examples: [ { name: Ann } ] } } } }
            cases:
              a: { steps: [ { call: user, expect: { schema: { type: object, required: [name, age], properties: { name: { type: string }, age: { type: integer } } } } } ] }
              b: { steps: [ { call: other, expect: { schema: { type: object, required: [name, age], properties: { age: { const: 7 } } } } } ] }
            """#
        )
        let user = stub.answer(Self.request("GET", "/user"))
        #expect(try JSONValue(parsing: user.body) == ["name": "Ann", "age": 41])
        let other = stub.answer(Self.request("GET", "/other"))
        #expect(try JSONValue(parsing: other.body)["age"] == 7)
    }

    @Test("A coding that is not applied is not named")
    func unknownCoding() throws {
        let text = #"""
            contract: "1"
            operations:
              a: { request: { path: /a }, responses: { "200": { like: { x: 1 }, asserts: [ { header: Content-Encoding, equals: br } ] } } }
            """#
        let response = try Self.stub(text).answer(Self.request("GET", "/a"))
        #expect(response.headers["Content-Encoding"] == nil)
        #expect(try JSONValue(parsing: response.body) == ["x": 1])
    }

    @Test("A merge patch removes members at any depth permanently")
    func mergePatch() throws {
        let text = #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } } }
            schemas:
              User: { type: object, required: [id], properties: { id: { type: string }, nick: { type: string }, home: { type: object } } }
            operations:
              add: { request: { method: POST, path: /users, json: { nick: al } }, responses: { "201": { schema: { $ref: "#/schemas/User" } } } }
              read: { request: { path: "/users/{id}", params: { id: none } }, responses: { "200": { schema: { $ref: "#/schemas/User" } } } }
              change: { request: { method: PATCH, path: "/users/{id}", params: { id: none }, json: { nick: bo } }, responses: { "200": { schema: { $ref: "#/schemas/User" } } } }
            """#
        let contract = try BoundContract(text)
        let stub = KeepingStub(ContractStub(contract.document, evaluator: contract.evaluator))
        func body(_ method: String, _ path: String, _ json: String? = nil) throws -> JSONValue {
            try JSONValue(parsing: stub.answer(Self.request(method, path, json)).body)
        }
        let made = try body(
            "POST",
            "/users",
            #"{"nick":"al","home":{"city":"Ulm","zip":{"a":1,"b":2}}}"#
        )
        let path = "/users/\(made["id"]?.stringValue ?? "")"
        let patch =
            #"{"nick":null,"home":{"city":null,"zip":{"a":null,"c":3},"new":{"x":null,"y":1}}}"#
        let changed = try body("PATCH", path, patch)
        #expect(changed["nick"] == nil)
        #expect(changed["home"] == ["zip": ["b": 2, "c": 3], "new": ["y": 1]])
        #expect(try body("GET", path) == changed)
        #expect(try body("PATCH", path, #"{"nick":"cy"}"#)["nick"] == "cy")
        #expect(try body("GET", path)["nick"] == "cy")
    }

    @Test(
        "The errors that cases show apply to a body of parts as to a form",
        arguments: [
            ([("title", "abcdefgh")], 413), ([], 400), ([("title", "no")], 409),
            ([("title", "ok")], 201),
        ]
    )
    func partsOfCases(fields: [(String, String)], status: Int) throws {
        let text = #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } } }
            errors: { BAD: { status: 400 }, LARGE: { status: 413 }, TAKEN: { status: 409 } }
            operations:
              send:
                request: { method: POST, path: /a, multipart: { title: { text: ab, filename: a.txt } } }
                accepts: { multipart: { type: object, properties: { title: { type: string, maxLength: 5 } } } }
                responses: { "201": {} }
                promises: { missing: { error: BAD }, long: { error: LARGE }, taken: { error: TAKEN } }
            cases:
              missing: { covers: send/missing, steps: [ { call: send, unset: [/multipart/title] } ] }
              long: { covers: send/long, steps: [ { call: send, set: { /multipart/title/text: abcdefg } } ] }
              taken: { covers: send/taken, steps: [ { call: send, set: { /multipart/title: "no" } } ] }
            """#
        var form = MultipartForm()
        for (name, value) in fields { form.add(name, Array(value.utf8)) }
        var request = Self.request("POST", "/a")
        let (type, bytes) = form.encoded
        request.headers.append("Content-Type", type)
        request.body = bytes
        #expect(try Self.stub(text).answer(request).status == status)
    }

    @Test("Header fields have values of their grammar, from which captures can be taken")
    func headerValues() throws {
        let text = #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } } }
            operations:
              make: { request: { method: POST, path: /things }, responses: { "201": {} } }
              whole: { request: { method: POST, path: /whole }, responses: { "201": {} } }
              read:
                request: { path: /tagged }
                responses: { "200": { asserts: [ { header: Location, exists: true }, { header: ETag, exists: true }, { header: X-Own, exists: true }, { header: Retry-After, matches: "^[0-9]+$" }, { header: Last-Modified, exists: true } ] } }
            cases:
              make: { steps: [ { call: make, captures: { id: { header: Location, filters: [ { regex: "^/things/(.+)$" } ] } } } ] }
              whole: { steps: [ { call: whole, captures: { id: { header: Location, filters: [ { regex: "^http://a/whole/(.+)$" } ] } } } ] }
            """#
        let stub = try Self.stub(text)
        func value(_ name: String, _ method: String, _ path: String) -> String? {
            stub.answer(Self.request(method, path)).headers[name]
        }
        #expect(value("Location", "POST", "/things") == "/things/1")
        #expect(value("Location", "POST", "/whole") == "http://a/whole/1")
        #expect(value("Location", "GET", "/tagged") == "/tagged/1")
        #expect(value("ETag", "GET", "/tagged") == "\"1\"")
        #expect(value("X-Own", "GET", "/tagged") == "text")
        #expect(value("Retry-After", "GET", "/tagged") == "1")
        #expect(value("Last-Modified", "GET", "/tagged") == "Sat, 31 Jan 2026 12:00:00 GMT")
    }
}
