import Base
import HTTP
import JSON
import Testing

@testable import Interchange

struct TrafficImportTests {
    /// `2026-01-31T09:05:00Z`.
    private static let moment = Timestamp(nanosecondsSince1970: 1_769_850_300_000_000_000)

    /// `POST /letters {"a":1}` with the response `201 {"id":7}`; `Name: value` items are fields of the request.
    private func exchange(
        _ request: String,
        _ summary: String,
        _ fields: String...
    ) -> RecordedExchange {
        let words = request.split(separator: " ", maxSplits: 2).map(String.init)
        let target = RequestTarget(words[1])
        let body = words.count > 2 ? Array(words[2].utf8) : nil
        var headers = HTTPFields(
            fields.map { field in
                let parts = field.split(separator: ":", maxSplits: 1)
                return .init(name: String(parts[0]), value: String(parts[1].dropFirst()))
            }
        )
        if body != nil, headers["Content-Type"] == nil {
            headers.append("Content-Type", "application/json")
        }
        let parts = summary.split(separator: " ", maxSplits: 1).map(String.init)
        var response = HTTPResponse(status: Int(parts[0]) ?? 0)
        if parts.count > 1 {
            response.body = Array(parts[1].utf8)
            response.headers.append("Content-Type", "application/json")
        }
        return RecordedExchange(
            moment: Self.moment,
            request: HTTPRequest(
                method: words[0],
                origin: "http://127.0.0.1:8080",
                path: target.path,
                query: target.query,
                headers: headers,
                body: body
            ),
            response: response
        )
    }

    /// The lines below a key of the generated contract, trimmed; the contract must lint without findings.
    private func lines(_ exchanges: [RecordedExchange], of key: String) throws -> [String] {
        let contract = try #require(TrafficImport.contract(of: exchanges, title: "Letters"))
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\(contract.text)")
        let lines = contract.text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "\(key):" }, "\(contract.text)")
        return lines[(start + 1)...].prefix { $0.hasPrefix(" ") || $0.isEmpty }
            .map { $0.trimmed }.filter { !$0.isEmpty }
    }

    @Test(
        "A response value that is sent later is captured, even a small number if it identifies an object"
    )
    func captures() throws {
        let cases = try lines(
            [
                exchange(
                    #"POST /letters {"to": "Ann", "copies": 7}"#,
                    #"201 {"id": 7, "next": "zk93kd02"}"#
                ),
                exchange("GET /letters/7?copies=7", #"200 {"id": 7}"#),
                exchange(
                    #"PUT /letters/7 {"letterId": 7, "note": "see zk93kd02", "copies": 7}"#,
                    "204"
                ),
            ],
            of: "cases"
        )
        #expect(
            cases.contains(
                "- { call: postLetters, captures: { id: { jsonpath: $.id }, next: { jsonpath: $.next } } }"
            ),
            "\(cases)"
        )
        #expect(
            cases.contains(#"- { call: getLettersById, params: { id: "{{id}}" } }"#),
            "\(cases)"
        )
        #expect(
            cases.contains(#"json: { letterId: "{{id}}", note: "see {{next}}", copies: 7 }"#),
            "\(cases)"
        )
    }

    @Test(
        "A client-made value links exchanges but is not captured; other exchanges are separate cases"
    )
    func journeys() throws {
        let token = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
        let cases = try lines(
            [
                exchange(
                    #"POST /devices {"deviceToken": "\#(token)"}"#,
                    "201 {\"deviceToken\": \"\(token)\"}"
                ),
                exchange("GET /boxes", "200 []"),
                exchange("GET /devices/\(token)", "200 {\"deviceToken\": \"\(token)\"}"),
            ],
            of: "cases"
        )
        #expect(
            cases == [
                "postDevices-getDevicesById: { steps: [ { call: postDevices }, { call: getDevicesById } ] }",
                "getBoxes: { steps: [ { call: getBoxes } ] }",
            ]
        )
    }

    @Test(
        "Timestamps near the time of sending are recomputed",
        arguments: [
            ("2026-01-31T09:08:01Z", "{{now rfc3339 +3m}}"),
            ("2026-01-30T09:05:00.000Z", "{{now rfc3339-ms -1d}}"),
            ("2026-01-31T18:05:00+09:00", "{{now '%Y-%m-%dT%H:%M:%S+09:00' +9h}}"),
            ("2026-01-31 09:05:30", "{{now '%Y-%m-%d %H:%M:%S' +30s}}"),
            ("2026-01-31T09:05:00.123456Z", "{{now '%Y-%m-%dT%H:%M:%S.123456Z'}}"),
            ("2019-01-31T09:05:00Z", nil), ("2026-01-31", nil), ("2026-13-31T09:05:00Z", nil),
            ("yesterday", nil),
        ] as [(String, String?)]
    )
    func moments(text: String, template: String?) {
        #expect(MomentText.template(for: text, sent: Self.moment) == template)
    }

    @Test("Errors are rows by code, with placeholders where messages differ")
    func errors() throws {
        let rows = try lines(
            [
                exchange("GET /a", #"200 {"ok": 1}"#),
                exchange(
                    "GET /letters/1",
                    #"404 {"error": {"code": "L4", "message": "letter 4711 is gone"}}"#
                ),
                exchange(
                    "GET /letters/2",
                    #"404 {"error": {"code": "L4", "message": "letter 4712 is gone"}}"#
                ),
                exchange(
                    "GET /letters/x",
                    #"400 {"error": {"code": "L1", "message": "id is bad"}}"#
                ),
                exchange("GET /letters/y", #"400 {"error": {"code": "L1", "message": "id is"}}"#),
                exchange("GET /broken", "500"),
            ],
            of: "errors"
        )
        #expect(
            rows == [
                #"L1: { status: 400, message: "id {0}", doc: record#4 }"#,
                #"L4: { status: 404, message: "letter {0} is gone", doc: record#2 }"#,
                #""500": { status: 500, code: none, doc: record#6 }"#,
            ],
            "\(rows)"
        )
    }

    @Test("A failure without a distinct status is recognised by the member that marks it")
    func verdict() throws {
        let failure = try lines(
            [
                exchange("GET /a/1", #"200 {"header": {"isSuccessful": true, "resultCode": 0}}"#),
                exchange(
                    "GET /a/2",
                    #"200 {"header": {"isSuccessful": false, "resultCode": 40401}}"#
                ),
            ],
            of: "failure"
        )
        #expect(failure[0] == "when: { jsonpath: $.header.isSuccessful, equals: false }")
        #expect(failure[1] == "code: { jsonpath: $.header.resultCode }")
    }

    @Test(
        "A rejected credential is invented anew, and each accepted one is a variable"
    )
    func credentials() throws {
        let exchanges = [
            exchange("GET /a", "200 {}", "X-Api-Key: ann-key-1"),
            exchange("GET /a", "401 {}", "X-Api-Key: 00000000ff"),
            exchange("GET /a", "200 {}", "X-Api-Key: bob-key-2"), exchange("GET /a", "401 {}"),
        ]
        let cases = try lines(exchanges, of: "cases")
        #expect(
            cases == [
                "getA: { steps: [ { call: getA } ] }",
                #"getA-401: { steps: [ { call: getA, let: { xApiKey: "{{hex 10}}" }, covers: getA/401 } ] }"#,
                "getA-2: { steps: [ { call: getA, security: xApiKey2 } ] }",
                "getA-401-2: { steps: [ { call: getA, security: none, covers: getA/401 } ] }",
            ],
            "\(cases)"
        )
    }

    @Test("A rejected name and password stay distinct from the accepted ones")
    func basic() throws {
        let cases = try lines(
            [
                exchange("GET /a", "200 {}", "Authorization: Basic YW5uOnBhNTUtd29yZA=="),
                exchange("GET /a", "401 {}", "Authorization: Basic YW5uOndyb25n"),
            ],
            of: "cases"
        )
        #expect(cases[0] == "getA: { steps: [ { call: getA } ] }")
        #expect(cases.joined().contains(#"let: { basicPassword: "{{alnum 5}}" }"#), "\(cases)")
    }

    @Test("A value that differs in each request is computed: one variable with a comment")
    func computed() throws {
        let exchanges = (0..<4).map { exchange("GET /a", "200 {}", "X-Signature: 00aa\($0)ff") }
        #expect(
            try lines(exchanges, of: "variables") == [
                "xSignature: { env: X_SIGNATURE, secret: true }"
            ]
        )
        let text = try #require(TrafficImport.contract(of: exchanges, title: "Letters")).text
        #expect(text.contains("FILL IN a security scheme that computes xSignature"))
    }

    @Test("The token of a login replaces the variable that other cases need")
    func login() throws {
        let cases = try lines(
            [
                exchange(
                    #"POST /login {"user": "ann", "password": "pa55-word-99"}"#,
                    #"200 {"token": "tok-81jd-92"}"#
                ),
                exchange("GET /me", "200 {}", "Authorization: Bearer tok-81jd-92"),
            ],
            of: "cases"
        )
        #expect(
            cases == [
                "postLogin-getMe:", "steps:",
                "- { call: postLogin, captures: { bearerToken: { jsonpath: $.token } } }",
                "- { call: getMe }",
            ],
            "\(cases)"
        )
    }

    @Test(
        "Segments become parameters if all their paths get similar responses, or none succeeds"
    )
    func shapes() throws {
        let responses = ["ann", "bob", "cy"].map {
            exchange("GET /users/\($0)", #"200 {"name": "x"}"#)
        }
        let operations = try lines(
            responses + [
                exchange("GET /letters/12", "200 {}"), exchange("GET /letters/none", "404 {}"),
                exchange("GET /letters/count", #"200 {"n": 1}"#),
            ],
            of: "operations"
        )
        #expect(
            operations.filter { $0.hasSuffix("ById:") || $0 == "getLettersCount:" }
                == ["getUsersById:", "getLettersById:", "getLettersCount:"],
            "\(operations)"
        )
    }

    @Test(
        "Repeated requests become one step, and cases that differ only in random values become one"
    )
    func repetition() throws {
        let cases = try lines(
            [
                exchange(#"POST /jobs {}"#, #"201 {"id": "job-00000001"}"#),
                exchange("GET /jobs/job-00000001", "404 {}"),
                exchange("GET /jobs/job-00000001", "404 {}"),
                exchange("GET /jobs/job-00000001", "200 {}"),
                exchange("GET /a?x=00000000000000000000000000000001", "200 {}"),
                exchange("GET /a?x=00000000000000000000000000000002", "200 {}"),
                exchange("GET /a?x=00000000000000000000000000000003", "200 {}"),
            ],
            of: "cases"
        )
        #expect(
            cases.contains("eventually: { within: 10s }")
                || cases.contains { $0.contains("eventually") }
        )
        #expect(cases.contains("# Answered 404 at first."), "\(cases)")
        #expect(cases.contains("# Seen 2 times."), "\(cases)")
        // The example, and one for all others.
        #expect(cases.filter { $0.hasPrefix("getA") }.count == 2)
    }
}
