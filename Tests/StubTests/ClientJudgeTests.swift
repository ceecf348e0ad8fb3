import Contract
import HTTP
import JSON
import Testing

@testable import Stub

/// Checks of a client's requests, without a server.
struct ClientJudgeTests {
    private static let contract = #"""
        contract: "1"
        info: { title: Notes }
        targets: { api: { documented: "https://api.invalid" } }
        variables: { key: { default: k1 }, secret: { default: s3cret } }
        securitySchemes:
          signed:
            type: hmac
            algorithm: sha256
            key: "{{secret}}"
            encode: hex
            headers: { X-Key: "{{key}}", X-Time: "{{now unix}}" }
            stringToSign: "{{request.method}} {{request.path}}"
            into: { header: X-Signature }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error" } }
        operations:
          create:
            request: { method: POST, path: /notes, security: signed, json: { text: hello, kind: plain } }
            accepts: { json: { type: object, properties: { text: {}, kind: {}, priority: {} } } }
            responses: { "201": { schema: { required: [id] } } }
            promises: { text-missing: { summary: A note has a text, error: TEXT } }
            errors: [FULL]
          share:
            request: { method: POST, path: "/notes/{id}/share", params: { id: none } }
            responses: { "200": {} }
        errors: { TEXT: { status: 422 }, FULL: { status: 409 }, GONE: { status: 404 } }
        client:
          errors: { Full: { code: "1" } }
          outcomes: [ { when: { error: FULL }, error: Full }, { when: { error: "*" }, error: Full } ]
        calls:
          save:
            arguments: { text: { type: string, maxLength: 5 } }
            performs:
              - { call: create, json: { text: "{{text}}", kind: rich }, captures: { id: { jsonpath: "$.id" } } }
              - { call: share, params: { id: "{{id}}" } }
        cases:
          text-missing: { covers: create/text-missing, steps: [ { call: create, unset: [/json/text] } ] }
          save: { steps: [ { call: save, arguments: { text: hello } } ] }
        """#

    /// Checks requests in order, each with its response; `ids` are those of the notes in the responses.
    private static func steps(
        _ exchanges: (request: HTTPRequest, status: Int, error: String?)...,
        reports: [JSONValue] = [],
        ids: [String] = [],
        checksCredentials: Bool = false,
        isForced: Bool = false
    ) throws -> [StepResult] {
        let contract = try BoundContract(Self.contract)
        var judge = ClientJudge(
            [.init(contract.document, contract.evaluator)],
            level: .documented,
            checksCredentials: checksCredentials
        )
        for report in reports { try judge.report(report) }
        return exchanges.enumerated().map { number, exchange in
            let id = ids.dropFirst(number).first ?? "1"
            let body = exchange.error.map { #"{"error":"\#($0)"}"# } ?? #"{"id":"\#(id)"}"#
            let record = ExchangeRecord(
                request: exchange.request,
                result: .success(HTTPResponse(status: exchange.status, body: Array(body.utf8)))
            )
            return judge.judge(record, isForced: isForced)
        }
    }

    private static func request(
        _ method: String = "POST",
        _ path: String = "/notes",
        headers: HTTPFields = HTTPFields(),
        json: JSONValue? = ["text": "hello", "kind": "rich"]
    ) -> HTTPRequest {
        HTTPRequest(
            method: method,
            origin: "http://a",
            path: path,
            headers: headers,
            body: json.map { Array($0.text.utf8) }
        )
    }

    private static func texts(_ step: StepResult) -> [String] {
        step.differences.map { "\($0.path): \($0.expected), \($0.actual)" }
    }

    @Test("A request as documented passes, and the call passes once all its requests have arrived")
    func held() throws {
        let steps = try Self.steps(
            (Self.request(), 201, nil),
            (Self.request("POST", "/notes/1/share", json: nil), 200, nil)
        )
        #expect(steps.map(\.label) == ["create", "share"])
        #expect(steps.map(\.outcome) == [.passed, .passed])
        #expect(steps.map(\.promises) == [[], ["save"]])
        #expect(steps.allSatisfy { $0.direction == .received })
    }

    @Test("An unknown path or method is reported with the nearest one and its line")
    func nowhere() throws {
        let steps = try Self.steps(
            (Self.request("POST", "/note"), 404, "GONE"),
            (Self.request("PUT", "/notes"), 405, "GONE"),
            (Self.request("POST", "/nothing/of/the/kind"), 404, "GONE"),
            (Self.request("POST", "/v1/notes/7/share"), 404, "GONE")
        )
        #expect(steps.map(\.outcome) == [.failed, .failed, .failed, .failed])
        #expect(
            Self.texts(steps[0]) == [
                "request: an operation of the contract; the nearest is POST /notes, POST /note"
            ]
        )
        #expect(steps[0].differences[0].location?.line == 16)
        #expect(Self.texts(steps[1]) == ["method: POST, PUT"])
        #expect(
            Self.texts(steps[2])
                == ["request: an operation of the contract, POST /nothing/of/the/kind"]
        )
        #expect(
            Self.texts(steps[3]) == [
                "request: an operation of the contract; the nearest is POST /notes/{id}/share, "
                    + "POST /v1/notes/7/share"
            ]
        )
    }

    @Test("A preflight of a browser is one at the path of an operation that is not OPTIONS")
    func preflight() throws {
        let contract = try BoundContract(Self.contract)
        let judge = ClientJudge(
            [.init(contract.document, contract.evaluator)],
            level: .documented,
            checksCredentials: false
        )
        var headers = HTTPFields()
        headers.set("Origin", "http://a")
        let isPreflight = { (method: String, path: String) in
            judge.isPreflight(Self.request(method, path, headers: headers, json: nil))
        }
        #expect(!isPreflight("OPTIONS", "/notes"))
        headers.set("Access-Control-Request-Method", "POST")
        #expect(isPreflight("OPTIONS", "/notes"))
        #expect(!isPreflight("OPTIONS", "/nothing"))
        #expect(!isPreflight("PUT", "/notes"))
    }

    @Test("A refusal names the promise whose case shows it, and the position")
    func refused() throws {
        let step = try Self.steps((Self.request(json: ["kind": "rich"]), 422, "TEXT"))[0]
        #expect(step.outcome == .failed)
        #expect(
            step.headline
                == "create was refused with TEXT, as create/text-missing says: A note has a text"
        )
        #expect(
            Self.texts(step).prefix(2) == [
                "response: a request that create takes, refused with TEXT (422)",
                "$.text: a value, nothing",
            ]
        )
        #expect(step.differences[0].location?.line == 20)
    }

    @Test(
        "A refusal is attributed to the promise that the request violates, and to no other",
        arguments: [
            (#"{"price":3}"#, "create/text-missing", "$.text: a value, nothing"),
            (#"{"text":"a","price":-1}"#, "create/price-negative", "$.price: not -1, -1"),
            (#"{"text":"a","price":-2}"#, "create/price-negative", "$.price: at least 0, -2"),
            (#"{"text":"a","price":"3"}"#, nil, #"$.price: integer, "3""#),
            (#"{"text":7,"price":3}"#, nil, "$.text: string, 7"),
            ("{", nil, nil),
        ],
        [["text-missing", "price-negative"], ["text-missing"], ["price-negative"]]
    )
    func cause(_ sent: (String, String?, String?), promised: [String]) throws {
        let changes = [
            "text-missing": "unset: [/json/text]", "price-negative": "set: { /json/price: -1 }",
        ]
        let promises = promised.map { "\($0): { error: BAD }" }.joined(separator: ", ")
        let cases = promised.map { name in
            let step = "{ call: create, \(changes[name] ?? "") }"
            return "  \(name): { covers: create/\(name), steps: [ \(step) ] }"
        }
        let text = #"""
            contract: "1"
            failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error" } }
            operations:
              create:
                request: { method: POST, path: /notes, json: { text: hello, price: 3 } }
                accepts: { json: { type: object, required: [text, price], properties: { text: { type: string }, price: { type: integer, minimum: 0 } } } }
                responses: { "201": {} }
                promises: { \#(promises) }
            errors: { BAD: { status: 422 } }
            cases:
            \#(cases.joined(separator: "\n"))
            """#
        let contract = try BoundContract(text)
        var judge = ClientJudge(
            [.init(contract.document, contract.evaluator)],
            level: .documented,
            checksCredentials: false
        )
        let request = HTTPRequest(
            method: "POST",
            origin: "http://a",
            path: "/notes",
            body: Array(sent.0.utf8)
        )
        let response = HTTPResponse(status: 422, body: Array(#"{"error":"BAD"}"#.utf8))
        let record = ExchangeRecord(request: request, result: .success(response))
        let step = judge.judge(record, isForced: false)
        let promise = sent.1.flatMap { promised.contains(String($0.dropFirst(7))) ? $0 : nil }
        let says = promise.map { ", as \($0) says" } ?? ""
        let texts = Self.texts(step)
        if let violation = sent.2 {
            #expect(step.headline == "create was refused with BAD\(says)")
            #expect(promise != sent.1 || texts.dropFirst().first == violation)
        }
    }

    @Test(
        "An error that the client is documented to handle, or that was requested, is not a mistake"
    )
    func allowed() throws {
        #expect(try Self.steps((Self.request(), 409, "FULL"))[0].outcome == .passed)
        // Handling of any error does not cover a specific one.
        #expect(try Self.steps((Self.request(), 404, "GONE"))[0].outcome == .failed)
        let told = try Self.steps((Self.request(), 404, "GONE"), isForced: true)
        #expect(told[0].outcome == .passed)
    }

    private static func share(
        _ id: String
    ) -> (request: HTTPRequest, status: Int, error: String?) {
        (request("POST", "/notes/\(id)/share", json: nil), 200, nil)
    }

    @Test(
        "A value captured from a response is required in later requests of the call",
        arguments: [[], [["call": "save", "arguments": ["text": "hello"]]]] as [[JSONValue]]
    )
    func captured(reports: [JSONValue]) throws {
        let wrong = try Self.steps((Self.request(), 201, nil), Self.share("2"), reports: reports)
        #expect(
            Self.texts(wrong[1])
                == [#"path id: "1", which the response had, as save has it, "2""#]
        )
        #expect(wrong.map(\.promises) == [[], ["save"]])
        let right = try Self.steps((Self.request(), 201, nil), Self.share("1"), reports: reports)
        #expect(right.map(\.outcome) == [.passed, .passed])
    }

    @Test("Without reports, calls may overlap, so that a value of any response is possible")
    func overlapping() throws {
        let save = (request: Self.request(), status: 201, error: String?.none)
        let steps = try Self.steps(save, save, Self.share("1"), ids: ["1", "2"])
        #expect(steps.map(\.outcome) == [.passed, .passed, .passed])
        let wrong = try Self.steps(save, save, Self.share("3"), ids: ["1", "2"])
        #expect(
            Self.texts(wrong[2])
                == [#"path id: "2", which the response had, as save has it, "3""#]
        )
    }

    @Test("A request before the one it depends on is out of order")
    func order() throws {
        let step = try Self.steps((Self.request("POST", "/notes/1/share", json: nil), 200, nil))[0]
        #expect(step.outcome == .failed)
        #expect(step.promises == ["save"])
        #expect(Self.texts(step) == ["order: create before it, as save sends them, share first"])
    }

    @Test(
        "Values that a call sets differently from the example are required, and arguments keep their type"
    )
    func values() throws {
        let step = try Self.steps(
            (Self.request(json: ["text": "too long", "kind": "plain"]), 201, nil)
        )
        #expect(step[0].promises == ["save"])
        #expect(
            Self.texts(step[0]) == [
                "$.text: at most 5 characters, as save has it, \"too long\"",
                "$.kind: \"rich\", as save has it, \"plain\"",
            ]
        )
    }

    @Test("A field that resembles a known name is reported, and counts as inferred")
    func misspelt() throws {
        let json: JSONValue = ["text": "hello", "kind": "rich", "txet": 1, "colour": "red"]
        let step = try Self.steps((Self.request(json: json), 201, nil))[0]
        #expect(step.outcome == .differs)
        #expect(Self.texts(step) == ["$.txet: \"text\", which the contract has, \"txet\""])
        let described: JSONValue = ["text": "hello", "kind": "rich", "prioritty": "high"]
        let other = try Self.steps((Self.request(json: described), 201, nil))[0]
        #expect(
            Self.texts(other) == [
                "$.prioritty: \"priority\", which the contract has, \"prioritty\""
            ]
        )
    }

    @Test("A body that is not JSON is reported if the example has JSON")
    func noJSON() throws {
        var request = Self.request()
        request.body = Array("text=hello".utf8)
        let step = try Self.steps((request, 201, nil))[0]
        #expect(step.differences.map(\.path).first == "body")
    }

    @Test(
        "JSON under the type of forms is reported, although the stub takes it",
        arguments: [
            (
                "application/x-www-form-urlencoded",
                "its Content-Type is application/x-www-form-urlencoded"
            ),
            ("application/json; charset=utf-8", nil), ("application/vnd.api+json", nil), ("", nil),
        ]
    )
    func formType(type: String, problem: String?) throws {
        let headers = HTTPFields([.init(name: "Content-Type", value: type)])
        let step = try Self.steps((Self.request(headers: headers), 201, nil))[0]
        let expected = problem.map { "body: JSON, as the example of create has it, \($0)" }
        #expect(Self.texts(step).first == expected)
    }

    @Test(
        "Keys are checked against the scheme, times only for presence, signatures are computed"
    )
    func credentials() throws {
        // HMAC-SHA-256 of "POST /notes" with the key s3cret, computed with openssl dgst.
        let right = "cc9d768af451910803c0dc8fef7a47181781aac56357d9000aadcdfb84d31fe4"
        var headers = HTTPFields()
        headers.set("X-Key", "k1")
        headers.set("X-Time", "12345")
        headers.set("X-Signature", right)
        let good = Self.request(headers: headers)
        #expect(try Self.steps((good, 201, nil), checksCredentials: true)[0].outcome == .passed)
        let bare = try Self.steps((Self.request(), 201, nil), checksCredentials: true)[0]
        #expect(
            Self.texts(bare) == [
                "header X-Key: \"k1\", nothing",
                "header X-Time: a value, as signed has it, nothing",
                "header X-Signature: \"\(right)\", the signature of this request, nothing",
            ]
        )
        headers.set("X-Key", "k2")
        headers.set("X-Signature", "00")
        let wrong = try Self.steps(
            (Self.request(headers: headers), 201, nil),
            checksCredentials: true
        )[0]
        #expect(wrong.differences.map(\.path) == ["header X-Key", "header X-Signature"])
    }
}
