import Base
import Contract
import Cryptography
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct TokenTests {
    private static func contract(_ scheme: String, cases: String) -> String {
        """
        contract: "1"
        targets: { api: { reference: sample, basePath: /v1 }, auth: { reference: sample } }
        variables: { id: "a b", secret: "p:w+d", key: shared-key, audience: push }
        securitySchemes:
          token: \(scheme)
        operations:
          ping: { request: { path: /ping, security: token }, responses: { "200": {} } }
        cases:
        \(cases)
        """
    }

    private static let grant =
        "{ type: oauth2, token: { target: auth, path: /oauth/token, "
        + "form: { audience: \"{{audience}}\" } }, clientId: \"{{id}}\", "
        + "clientSecret: \"{{secret}}\", scope: [push.send, push.read] }"

    private static let twoSteps = "  one: { steps: [{ call: ping }, { call: ping }] }"

    private static func granted(_ token: String, seconds: Int? = nil) -> ScriptedTransport.Outcome {
        var body = JSONObject([.init(name: "access_token", value: .string(token))])
        if let seconds { body["expires_in"] = .integer(seconds) }
        return answer(200, .object(body))
    }

    private static func replay(
        _ scheme: String,
        cases: String = twoSteps,
        _ responses: [ScriptedTransport.Outcome]
    ) throws -> Replaying {
        var replay = try Replaying(contract(scheme, cases: cases), responses: responses)
        replay.targets.append(ReplayTarget(name: "auth", origin: "http://auth.test"))
        return replay
    }

    @Test("A token is requested once, with id, secret, scope and further fields, and then reused")
    func granted() async throws {
        let replay = try Self.replay(
            Self.grant,
            [Self.granted("t1", seconds: 3_600), answer(200), answer(200)]
        )
        #expect(try await replay.result().verdict == .passed)
        let requests = replay.transport.requests
        #expect(
            requests.map(\.url) == [
                "http://auth.test/oauth/token", "http://api.test/v1/ping",
                "http://api.test/v1/ping",
            ]
        )
        #expect(requests[0].method == "POST")
        #expect(
            String(decoding: requests[0].body ?? [], as: UTF8.self)
                == "grant_type=client_credentials&scope=push.send%20push.read&audience=push"
        )
        // RFC 6749 §2.3.1: both are form-encoded before they are joined.
        #expect(
            requests[0].headers["Authorization"]
                == "Basic \(Base64.encode(Array("a+b:p%3Aw%2Bd".utf8)))"
        )
        #expect(requests[0].headers["Content-Type"] == "application/x-www-form-urlencoded")
        for request in requests[1...] { #expect(request.headers["Authorization"] == "Bearer t1") }
    }

    @Test("With client_secret_post both are sent in the form, and nothing in Authorization")
    func posted() async throws {
        let scheme =
            "{ type: oauth2, token: { path: /token, basePath: \"\" }, clientId: \"{{id}}\", "
            + "clientSecret: \"{{secret}}\", clientAuthentication: post, "
            + "headers: { X-Token: \"{{accessToken}}\" } }"
        let replay = try Self.replay(scheme, [Self.granted("t1"), answer(200), answer(200)])
        #expect(try await replay.result().verdict == .passed)
        let requests = replay.transport.requests
        #expect(requests[0].url == "http://api.test/token")
        #expect(requests[0].headers["Authorization"] == nil)
        #expect(
            String(decoding: requests[0].body ?? [], as: UTF8.self)
                == "grant_type=client_credentials&client_id=a%20b&client_secret=p%3Aw%2Bd"
        )
        #expect(requests[1].headers["X-Token"] == "t1")
        #expect(requests[1].headers["Authorization"] == nil)
    }

    @Test("A token is requested again shortly before it expires, not earlier")
    func expires() async throws {
        let steps =
            "  one: { steps: [{ call: ping }, { call: ping, delay: 89s }, "
            + "{ call: ping, delay: 2s }] }"
        let replay = try Self.replay(
            Self.grant,
            cases: steps,
            [
                Self.granted("t1", seconds: 100), answer(200), answer(200),
                Self.granted("t2", seconds: 100), answer(200),
            ]
        )
        #expect(try await replay.result().verdict == .passed)
        #expect(
            replay.transport.requests.map { $0.headers["Authorization"]?.suffix(2) ?? "" }
                == ["==", "t1", "t1", "==", "t2"]
        )
    }

    @Test("Another secret gets its own token")
    func inputs() async throws {
        let steps = "  one: { steps: [{ call: ping }, { call: ping, let: { secret: other } }] }"
        let replay = try Self.replay(
            Self.grant,
            cases: steps,
            [Self.granted("t1"), answer(200), Self.granted("t2"), answer(200)]
        )
        #expect(try await replay.result().verdict == .passed)
    }

    @Test(
        "Without a token the case is inconclusive, and reports the token server's response",
        arguments: [
            (
                answer(401, ["error": "invalid_client", "error_description": "unknown"]),
                "http://auth.test/oauth/token answered 401: invalid_client (unknown)"
            ),
            (
                .success(HTTPResponse(status: 503, body: Array("busy".utf8))),
                "http://auth.test/oauth/token answered 503: busy"
            ),
            (
                answer(200, ["token_type": "bearer", "id_token": "x"]),
                "the response of http://auth.test/oauth/token has no \"access_token\": "
                    + "{\"token_type\":\"bearer\"}"
            ),
            (
                failure(.refused), "http://auth.test/oauth/token: refused: scripted"
            ),
        ] as [(ScriptedTransport.Outcome, String)]
    )
    func refused(outcome: ScriptedTransport.Outcome, reason: String) async throws {
        let result = try await Self.replay(Self.grant, [outcome]).result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "sample.yaml:5:10: no access token: \(reason)")
    }

    @Test("A client-signed token is reused at most for the contract's time")
    func signed() async throws {
        let scheme =
            "{ type: jwt, algorithm: HS256, key: \"{{key}}\", claims: { iat: \"{{now unix}}\" }, "
            + "reuse: 20m }"
        let steps =
            "  one: { steps: [{ call: ping }, { call: ping, delay: 19m }, "
            + "{ call: ping, delay: 2m }] }"
        let replay = try Self.replay(scheme, cases: steps, [answer(200), answer(200), answer(200)])
        #expect(try await replay.result().verdict == .passed)
        let tokens = replay.transport.requests.map { $0.headers["Authorization"] }
        #expect(tokens[0] == tokens[1])
        #expect(tokens[1] != tokens[2])
        #expect(tokens[0]?.hasPrefix("Bearer eyJhbGciOiJIUzI1NiJ9.") ?? false)
    }

    @Test("Without `reuse` every request has its own token")
    func fresh() async throws {
        let scheme =
            "{ type: jwt, algorithm: HS256, key: \"{{key}}\", claims: { jti: \"{{uuid}}\" } }"
        let replay = try Self.replay(scheme, [answer(200), answer(200)])
        #expect(try await replay.result().verdict == .passed)
        let tokens = replay.transport.requests.map { $0.headers["Authorization"] }
        #expect(tokens[0] != tokens[1])
    }
}
