import Contract
import Cryptography
import HTTP
import JSON
import Testing

@testable import Load

struct RequestPlannerTests {
    @Test("Varying values are filled in for each arrival before signing")
    func signed() throws {
        let planned = try PlannedProfile("[{ call: push }]")
        #expect(planned.requests.origins == ["http://127.0.0.1:8080"])
        let text = planned.text(arrival: 3, at: 1_769_850_300_042_000_000)
        let shape =
            /POST \/base\/v1\/push HTTP\/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: assay\/[0-9.]+\r\n(?<fields>(.*\r\n)*)\r\n(?<body>.*)/
        let match = try #require(try shape.wholeMatch(in: text))
        let body = try #require(
            try /\{"mark":"[0-9a-f]{8}","at":1769850300\}/.wholeMatch(in: match.body)
        )
        let signed =
            "POST\n127.0.0.1\n/base/v1/push\nX-Time=2026-01-31T09:05:00.042Z\n\(body.output)"
        let code = HMAC.authenticationCode(
            .sha256,
            key: Array("0123456789".utf8),
            message: Array(signed.utf8)
        )
        let fields = match.fields.split(separator: "\r\n").map(String.init).sorted()
        #expect(
            fields == [
                "Content-Length: 35", "Content-Type: application/json",
                "X-App: a1", "X-Signature: \(Base64.encode(code))",
                "X-Time: 2026-01-31T09:05:00.042Z",
            ]
        )
        #expect(text == planned.text(arrival: 3, at: 1_769_850_300_042_000_000))
        #expect(planned.text(arrival: 4) != planned.text(arrival: 3))
        #expect(planned.text(arrival: 3, seed: 8) != planned.text(arrival: 3))
    }

    @Test("A value is escaped for its place")
    func spelled() throws {
        let planned = try PlannedProfile("[{ call: find, headers: { A: \"{{now '%H:%M %Y'}}\" } }]")
        let text = planned.text(at: 1_769_850_300_042_000_000)
        #expect(text.contains("?when=09%3A05%202026 HTTP/1.1\r\n"))
        #expect(text.contains("\r\nA: 09:05 2026\r\n"))
        #expect(text.hasPrefix("GET /base/v1/find/"))
    }

    @Test("A signature in the query is escaped too")
    func signatureInQuery() throws {
        let planned = try PlannedProfile("[{ call: find, security: asked }]")
        let line = try #require(planned.text(arrival: 5).split(separator: "\r\n").first)
        let match = try #require(
            try /GET (\/base\/v1\/find\/[0-9]{4})\?when=.*&sig=([^ &]*) HTTP\/1.1/.wholeMatch(
                in: line
            )
        )
        let code = HMAC.authenticationCode(
            .sha1,
            key: Array("k".utf8),
            message: Array(match.1.utf8)
        )
        #expect(match.2 == QueryEncoding.percent.encoded(Base64.encode(code)))
    }

    @Test("Recipients stay the same when everything else uses another seed")
    func lastingRecipients() throws {
        let planned = try PlannedProfile(
            "[{ call: push, security: none, json: { to: \"{{recipients}}\", mark: \"{{hex 16}}\" } }]",
            more: "audience: { count: 4, perSend: 2, recipient: { token: \"{{hex 64}}\" } }"
        )
        func body(_ seed: UInt64) throws -> JSONValue {
            let text = planned.text(arrival: 1, seed: seed)
            return try JSONValue(parsing: String(#require(text.split(separator: "\r\n\r\n").last)))
        }
        let (first, second) = (try body(7), try body(8))
        #expect(first["to"] == second["to"])
        #expect(first["mark"] != second["mark"])
    }

    @Test("Recipients are listed one by one, and the last request has the rest")
    func recipients() throws {
        let planned = try PlannedProfile(
            "[{ call: push, security: none, json: { to: \"{{recipients}}\", one: \"{{recipient.id}}\" } }]",
            more:
                "audience: { count: 5, perSend: 2, recipient: { id: \"u{{index}}\", n: \"{{index}}\", t: \"{{hex 4}}\" } }"
        )
        func ids(_ arrival: UInt64) throws -> (to: [String], one: String) {
            let text = planned.text(arrival: arrival)
            let body = try #require(text.split(separator: "\r\n\r\n").last)
            let json = try JSONValue(parsing: String(body))
            let all = try #require(json["to"]?.arrayValue)
            for entry in all { #expect(entry["t"]?.stringValue?.utf8.count == 4) }
            return (
                all.map { "\($0["id"]?.stringValue ?? "")/\($0["n"]?.text ?? "")" },
                json["one"]?.stringValue ?? ""
            )
        }
        #expect(try ids(0) == (["u0/0", "u1/1"], "u0"))
        #expect(try ids(2) == (["u4/4"], "u4"))
        // And again from the beginning, with the values of the first time.
        #expect(try ids(3) == (["u0/0", "u1/1"], "u0"))
        #expect(planned.text(arrival: 0) == planned.text(arrival: 3))
    }

    @Test("Recipients can be nested in Base64 in a form")
    func base64() throws {
        let planned = try PlannedProfile(
            "[{ call: send, set: { /form/data: { base64: { json: \"{{recipients}}\" } } } }]",
            more: "audience: { count: 4, perSend: 3, recipient: { id: \"ü{{index}}\" } }"
        )
        let text = planned.text(arrival: 0)
        let json = "[{\"id\":\"ü0\"},{\"id\":\"ü1\"},{\"id\":\"ü2\"}]"
        let data = Base64.encode(Array(json.utf8))
        let form = QueryEncoding(space: "+", kept: .characters([UInt8(ascii: "!")]))
        #expect(text.hasSuffix("\r\n\r\nkey=a1&data=\(form.encoded(data))"))
        let single = Base64.encode(Array("[{\"id\":\"ü3\"}]".utf8))
        #expect(planned.text(arrival: 1).hasSuffix("data=\(form.encoded(single))"))
    }

    @Test("A joined list and a repeated query field have no extra separator")
    func joined() throws {
        let planned = try PlannedProfile(
            "[{ call: find, query: { all: { join: \"{{recipients}}\", with: \";\" }, uid: \"{{recipients}}\" } }]",
            more: "audience: { count: 3, perSend: 2, recipient: \"a{{index}}\" }"
        )
        #expect(planned.text(arrival: 0).contains("?all=a0%3Ba1&uid=a0&uid=a1 HTTP"))
        #expect(planned.text(arrival: 1).contains("?all=a2&uid=a2 HTTP"))
    }

    @Test(
        "Requests that cannot be laid out are reported with their position",
        arguments: [
            (
                "[{ call: push }, { call: find, url: \"http://127.0.0.1:9090/x\" }]",
                "p.yaml:3:25: find: goes to http://127.0.0.1:9090, others go to http://127.0.0.1:8080; a target is one server"
            ),
            (
                "[{ call: push, url: \"http://h{{digits 1}}/\" }]",
                "p.yaml:3:9: push: the server varies from request to request; a run has one"
            ),
            (
                "[{ call: push, headers: { Content-Length: \"1\" } }]",
                "p.yaml:3:9: push: the header Content-Length is written for each request; leave it out"
            ),
            (
                "[{ call: find, security: sorted, query: { a: [\"{{hex 4}}\", \"{{hex 4}}\"] } }]",
                "p.yaml:3:9: find: a value that varies is changed otherwise than by escapes, a hash of the whole or compression: cut, sorted, or changed after it was signed"
            ),
            (
                "[{ call: push, path: \"/x/{{now '%H:%M %Y'}}\" }]",
                "p.yaml:3:9: push: a value that varies from request to request stands where a text is read, as a path is; expected it in a place of its own, such as path: \"/x/{id}\" with params: { id: \"{{recipient.token}}\" }"
            ),
            (
                "[{ call: push, security: late }]",
                "p.yaml:3:9: push: security scheme \"late\": under load the signing key has to stay, and this one is made from random values or the time; of a list of texts the first has to stay"
            ),
        ]
    )
    func refused(sends: String, message: String) throws {
        #expect(try PlannedProfile.failure(sends) == message)
    }

    @Test("Identical recipients are rejected")
    func sameRecipients() throws {
        let message = try PlannedProfile.failure(
            "[{ call: push, json: \"{{recipients}}\" }]",
            more: "audience: { count: 5, recipient: { id: a } }"
        )
        #expect(
            message
                == "p.yaml:5:11: push: every recipient would be the same; give it {{index}} or a random value"
        )
    }
}
