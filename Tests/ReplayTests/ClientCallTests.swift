import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

/// Calls of a client library, with scripted responses.
struct ClientCallTests {
    /// A client that registers a token, with two requests: one to register it, one to look it up.
    static let client = """
        errors:
          E1: { status: 400 }
          E2: { status: 404 }
        operations:
          add: { request: { method: POST, path: /add, json: { token: t } }, responses: { "200": {} } }
          look: { request: { method: GET, path: "/look/{t}", params: { t: t } }, responses: { "200": { schema: { type: object, required: [token] } } } }
          drop: { request: { method: DELETE, path: /drop }, responses: { "200": {} } }
        client:
          state: { ready: false, user: null, device: d1, token: null, test: false }
          let:
            owner: { first: ["{{user}}", "{{device}}"] }
            kind: { first: [{ when: { state: test, equals: true }, value: TEST }, REAL] }
          errors: { notReady: { domain: Push, code: "1" }, badName: {}, busy: {}, timeout: {}, gone: {}, failed: {}, invalid: {}, insecure: {} }
          requires:
            - { request: path, not: /drop, else: insecure }
          outcomes:
            - { when: { transport: timeout }, error: timeout }
            - { when: { error: E2 }, error: gone }
            - { when: { status: { gte: 400 } }, error: failed }
            - { when: { response: invalid }, error: invalid }
        calls:
          register:
            arguments: { name: { type: string } }
            requires:
              - { state: ready, equals: true, else: notReady }
              - { argument: name, length: { gte: 2 }, else: badName }
              - { exclusive: registration, else: busy }
            performs:
              - { call: add, json: { token: "{{name}}", owner: "{{owner}}", kind: "{{kind}}" } }
              - { call: look, params: { t: "{{name}}" }, captures: { found: { jsonpath: "$.token" } } }
            then: { token: "{{found}}" }
            returns: { token: "{{found}}" }
            promises: { owned: { summary: the device owns what no user does } }
            errors: [notReady, badName, busy, timeout, gone, failed, invalid]
          renew:
            performs:
              - { when: { state: token, not: null }, call: drop, path: /removed }
              - { when: { state: token, equals: null }, call: add }
          erase: { performs: [{ call: drop }], errors: [insecure] }
          mark: { local: kept in the app }

        """
    static let head = """
        contract: "1"
        targets: { api: { reference: sample } }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }

        """
    static let ready = "clients: { app: { ready: true } }"
    static let arguments = "arguments: { name: t1 }"

    static func replaying(
        _ cases: String,
        _ responses: [ScriptedTransport.Outcome]
    ) throws -> Replaying {
        try Replaying(head + client + "cases:\n" + cases, responses: responses)
    }

    /// A single case with one step.
    private func replay(
        _ step: String,
        clients: String = ready,
        _ responses: ScriptedTransport.Outcome...
    ) async throws -> (result: CaseResult, sent: [String]) {
        let text = "  one: { \(clients), steps: [{ call: register, \(step) }] }\n"
        let replaying = try Self.replaying(text, responses)
        return (try await replaying.result(), replaying.transport.lines)
    }

    private static let found = answer(200, ["token": "t1"])

    @Test("A call sends its requests in order, and its result can be checked")
    func success() async throws {
        let expectation = """
            expect: { requests: 2, asserts: [{ result: $.token, equals: t1 }, { state: token, equals: t1 }, \
            { request: 1, jsonpath: $, equals: { token: t1, owner: d1, kind: REAL } }, { request: 2, method: GET }] }
            """
        let (result, sent) = try await replay(
            "\(Self.arguments), \(expectation)",
            answer(200),
            Self.found
        )
        #expect(result.verdict == .passed, "\(result.steps.map(\.headline))")
        #expect(sent == ["POST /add", "GET /look/t1"])
        #expect(result.steps[0].exchanges.map(\.label) == ["add", "look"])
        #expect(result.steps[0].promises == ["register"])
    }

    @Test("Values derived from the state are computed on use")
    func computed() async throws {
        let (result, _) = try await replay(
            """
            \(Self.arguments), expect: { asserts: [{ request: 1, jsonpath: $.owner, equals: u1 }, \
            { request: 1, jsonpath: $.kind, equals: TEST }] }
            """,
            clients: "clients: { app: { ready: true, user: u1, test: true } }",
            answer(200),
            Self.found
        )
        #expect(result.verdict == .passed, "\(result.steps.map(\.headline))")
    }

    @Test(
        "A failed precondition ends the call before anything is sent",
        arguments: [
            ("clients: { app: {} }", "t1", "notReady"), (ready, "x", "badName"),
        ]
    )
    func refused(clients: String, name: String, error: String) async throws {
        let (result, sent) = try await replay(
            "arguments: { name: \(name) }, covers: register/\(error), expect: { requests: 0 }",
            clients: clients
        )
        #expect(result.verdict == .passed, "\(result.steps.map(\.headline))")
        #expect(sent == [])
    }

    @Test("A call that finishes with another error than the promised one fails the promise")
    func otherError() async throws {
        let (result, _) = try await replay(
            "\(Self.arguments), covers: register/gone",
            answer(503)
        )
        #expect(result.verdict == .failed)
        let headline = "wanted gone, got failed: add: a failure without a code (503)"
        #expect(result.steps[0].headline == headline)
    }

    @Test("A call that succeeds fails the promise of an error, and vice versa")
    func successAndError() async throws {
        let (one, _) = try await replay(
            "\(Self.arguments), covers: register/failed",
            answer(200),
            Self.found
        )
        #expect(one.verdict == .failed)
        #expect(one.steps[0].headline == "wanted failed, the call succeeded")
        let (other, _) = try await replay(
            Self.arguments,
            answer(400, ["code": "E1"])
        )
        #expect(other.verdict == .failed)
        #expect(other.steps[0].headline == "wanted success, got failed: add: E1 (400)")
    }

    @Test(
        "The second request decides in the same way as the first",
        arguments: [
            (failure(.timeout), "timeout"), (refusal(404, "E2"), "gone"), (answer(500), "failed"),
            (answer(200, ["other": 1]), "invalid"),
        ]
    )
    func secondRequest(outcome: ScriptedTransport.Outcome, error: String) async throws {
        let (result, sent) = try await replay(
            "\(Self.arguments), covers: register/\(error), expect: { requests: 2 }",
            answer(200),
            outcome
        )
        #expect(result.verdict == .passed, "\(result.steps.map(\.headline))")
        #expect(sent.count == 2)
    }

    @Test("An unreachable server leaves a call inconclusive that should succeed")
    func unreachable() async throws {
        let (result, _) = try await replay(Self.arguments, failure(.timeout))
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "add: no response: timeout")
        let (other, _) = try await replay(Self.arguments, failure(.refused))
        #expect(other.verdict == .inconclusive)
    }

    @Test("A request is sent only if its conditions are met, and state persists between calls")
    func conditions() async throws {
        let replaying = try Self.replaying(
            """
              one:
                \(Self.ready)
                steps: [{ call: renew }, { call: register, \(Self.arguments) }, { call: renew }]

            """,
            [answer(200), answer(200), Self.found, answer(200)]
        )
        let result = try await replaying.result()
        #expect(result.verdict == .passed, "\(result.steps.map(\.headline))")
        let sent = ["POST /add", "POST /add", "GET /look/t1", "DELETE /removed"]
        #expect(replaying.transport.lines == sent)
    }

    @Test(
        "Requirements of all requests are checked before each, and an unmet one prevents the request"
    )
    func everyRequest() async throws {
        let replaying = try Self.replaying(
            "  one: { steps: [{ call: erase, covers: erase/insecure, expect: { requests: 0 } }] }\n",
            []
        )
        #expect(try await replaying.result().verdict == .passed)
        #expect(replaying.transport.lines == [])
    }

    @Test("Two clients of a case have separate state")
    func twoClients() async throws {
        let replaying = try Self.replaying(
            """
              one:
                clients: { first: { token: t }, second: {} }
                steps: [{ call: renew, as: first }, { call: renew, as: second }]

            """,
            [answer(200), answer(200)]
        )
        #expect(try await replaying.result().verdict == .passed)
        #expect(replaying.transport.lines == ["DELETE /removed", "POST /add"])
    }

    @Test("An argument of another type makes the case inconclusive")
    func argumentType() async throws {
        let replaying = try Self.replaying(
            """
              one: { let: { given: { name: 7 } }, \(Self.ready), steps: [{ call: register, arguments: "{{given}}" }] }

            """,
            []
        )
        let result = try await replaying.result()
        #expect(result.verdict == .inconclusive)
        #expect(
            result.reason?.hasSuffix("argument \"name\" of register: expected string, got 7")
                == true,
            "\(result.reason ?? "")"
        )
    }
}
