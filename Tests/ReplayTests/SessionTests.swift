import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

/// The session of a case across its requests, and the result of one request that takes several exchanges.
struct SessionTests {
    private static func answer(
        _ status: Int,
        _ fields: KeyValuePairs<String, String> = [:],
        _ body: JSONValue = [:]
    ) -> ScriptedTransport.Outcome {
        let headers = HTTPFields(fields.map { .init(name: $0.key, value: $0.value) })
        return .success(
            HTTPResponse(status: status, headers: headers, body: Array(body.text.utf8))
        )
    }

    private static func cookies(_ replay: Replaying) -> [String?] {
        replay.transport.requests.map { $0.headers["Cookie"] }
    }

    // MARK: - Cookies

    @Test(
        "A case that keeps cookies sends those it received, and no other case does",
        arguments: [
            ("", "", [nil, nil, nil]),
            ("", "cookies: keep, ", [nil, "id=1", nil]),
            ("cookies: keep\n", "", [nil, "id=1", nil]),
            ("cookies: keep\n", "cookies: ignore, ", [nil, nil, nil]),
        ] as [(String, String, [String?])]
    )
    func kept(contract: String, ofCase: String, expected: [String?]) async throws {
        let replay = try Replaying(
            """
            \(contract)cases:
              one: { \(ofCase)steps: [ { call: ping }, { call: ping } ] }
              two: { \(ofCase)steps: [ { call: ping } ] }
            """,
            responses: [
                Self.answer(200, ["Set-Cookie": "id=1"]), Self.answer(200), Self.answer(200),
            ]
        )
        #expect(try await replay.results().map(\.verdict) == [.passed, .passed])
        #expect(Self.cookies(replay) == expected)
    }

    @Test(
        "Every case starts with the cookies of its file's set-up; an explicit field takes precedence"
    )
    func setup() async throws {
        let replay = try Replaying(
            """
            cookies: keep
            setup: [ { call: ping }, { call: ping } ]
            cases:
              one: { steps: [ { call: ping, headers: { Cookie: own=1 } } ] }
              two: { steps: [ { call: ping } ] }
            """,
            responses: [
                Self.answer(200, ["Set-Cookie": "id=1"]), Self.answer(200),
                Self.answer(200, ["Set-Cookie": "id=2"]), Self.answer(200),
            ]
        )
        #expect(try await replay.results().map(\.verdict) == [.passed, .passed])
        #expect(Self.cookies(replay) == [nil, "id=1", "own=1; id=1", "id=1"])
    }

    // MARK: - Redirects

    @Test("Redirects are followed only if the request enables it, and all exchanges are shown")
    func followed() async throws {
        let replay = try Replaying(
            """
            cases:
              stays: { steps: [ { call: ping, expect: { status: 302 } } ] }
              follows: { cookies: keep, steps: [ { call: ping, redirects: follow } ] }
            """,
            responses: [
                Self.answer(302, ["Location": "/a"]),
                Self.answer(302, ["Location": "/a?x=1#f", "Set-Cookie": "id=1"]),
                Self.answer(307, ["Location": "b"]), Self.answer(200),
            ]
        )
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.passed, .passed])
        #expect(replay.transport.lines == ["GET /ping", "GET /ping", "GET /a?x=1", "GET /b"])
        #expect(Self.cookies(replay) == [nil, nil, "id=1", "id=1"])
        #expect(results[1].steps[0].exchanges.map { $0.response?.status } == [302, 307, 200])
    }

    @Test(
        "The method changes as with curl -L",
        arguments: [
            (301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST"),
        ]
    )
    func method(status: Int, method: String) async throws {
        let replay = try Replaying(
            """
            cases:
              one: { steps: [ { call: send, redirects: follow } ] }
            """,
            responses: [
                Self.answer(status, ["Location": "/next"]), Self.answer(201, [:], ["ok": true]),
            ]
        )
        #expect(try await replay.result().verdict == .passed)
        let next = try #require(replay.transport.requests.last)
        #expect(next.method == method)
        #expect((next.body == nil) == (method == "GET"))
        #expect((next.headers["Content-Type"] == nil) == (method == "GET"))
    }

    @Test("Another server receives neither credentials nor cookies")
    func elsewhere() async throws {
        let replay = try Replaying(
            """
            securitySchemes: { key: { type: apiKey, headers: { X-Key: k } } }
            cases:
              one:
                cookies: keep
                steps:
                  - call: ping
                    security: key
                    headers: { Authorization: a, Cookie: b=1, X-Other: c }
                    redirects: follow
            """,
            responses: [
                Self.answer(302, ["Location": "/here", "Set-Cookie": "id=1"]),
                Self.answer(302, ["Location": "http://other.test/"]), Self.answer(200),
            ]
        )
        #expect(try await replay.result().verdict == .passed)
        let fields = replay.transport.requests.map { $0.headers.fields.map(\.name).sorted() }
        #expect(fields[1] == ["Authorization", "Cookie", "X-Key", "X-Other"])
        #expect(fields[2] == ["X-Other"])
    }

    @Test(
        "A chain that is too long, or leads to the documented server, ends there",
        arguments: [
            ("2", "/again", "gave up after 2 redirects", 3),
            (
                "follow", "https://api.example.com/",
                "did not follow to https://api.example.com, which the contract documents; name it with --target to allow it",
                1
            ),
        ]
    )
    func ended(redirects: String, location: String, end: String, sent: Int) async throws {
        let replay = try Replaying(
            """
            contract: "1"
            info: { title: Sample }
            targets: { api: { documented: "https://api.example.com" } }
            operations:
              ping: { request: { method: GET, path: /ping }, responses: { "200": {} } }
            cases:
              one: { steps: [ { call: ping, redirects: \(redirects) } ] }
            """
        ) { _, _ in Self.answer(302, ["Location": location]) }
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps[0].headline?.hasSuffix(end) == true)
        #expect(replay.transport.requests.count == sent)
    }

    // MARK: - Digest

    private static let digest = """
        securitySchemes:
          user: { type: http, scheme: digest, username: Mufasa, password: Circle of Life }
        cases:

        """

    /// Accepts a request that responds to its challenge, as computed by a separate implementation.
    private static func server(
        _ nonce: @escaping @Sendable (Int) -> String
    ) -> @Sendable (Int, HTTPRequest) -> ScriptedTransport.Outcome {
        { index, request in
            let sent = request.headers["Authorization"] ?? ""
            guard sent.contains("nonce=\"\(nonce(index))\""), sent.contains("qop=auth, nc=") else {
                let challenge = "Digest realm=\"r\", nonce=\"\(nonce(index))\", qop=\"auth\""
                return answer(401, ["WWW-Authenticate": challenge])
            }
            return answer(200)
        }
    }

    @Test("A challenge is answered once, and its parameters are known to later steps")
    func challenge() async throws {
        let replay = try Replaying(
            Self.digest + """
                  one:
                    steps: [ { call: ping, security: user }, { call: ping, security: user } ]
                """,
            answering: Self.server { _ in "n1" }
        )
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(
            result.steps.map { $0.exchanges.map { $0.response?.status } } == [[401, 200], [200]]
        )
        let sent = replay.transport.requests.map { $0.headers["Authorization"] ?? "-" }
        #expect(sent[0] == "-")
        #expect(sent[1].contains("nc=00000001") && sent[2].contains("nc=00000002"))
    }

    @Test("A stale nonce is replaced by the next; a second refusal is final")
    func stale() async throws {
        let replay = try Replaying(
            Self.digest + """
                  one:
                    steps: [ { call: ping, security: user }, { call: ping, security: user } ]
                  none:
                    steps: [ { call: ping, security: none, expect: { status: 401 } } ]
                """,
            answering: Self.server { $0 < 2 ? "n1" : $0 < 4 ? "n2" : "n3" }
        )
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.passed, .passed])
        #expect(
            results[0].steps.map { $0.exchanges.map { $0.response?.status } }
                == [[401, 200], [401, 200]]
        )
        let refused = try Replaying(
            Self.digest + "  one: { steps: [ { call: ping, security: user } ] }"
        ) { index, _ in
            Self.answer(
                401,
                ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"\(index)\", qop=\"auth\""]
            )
        }
        #expect(try await refused.result().verdict == .failed)
        #expect(refused.transport.requests.count == 2)
    }
}
