import Contract
import HTTP
import JSON
import Replay
import Synchronization
import TestSupport
import Testing

/// Steps that continue while later ones run.
struct BackgroundTests {
    /// Responds to the first request only when the second step is over, which the test signals.
    private final class GatedTransport: HTTPTransport {
        private let script: ScriptedTransport
        private let gate: @Sendable (HTTPRequest) async -> Void

        init(
            _ script: ScriptedTransport,
            gate: @escaping @Sendable (HTTPRequest) async -> Void
        ) {
            self.script = script
            self.gate = gate
        }

        func exchange(
            _ request: HTTPRequest,
            timeout: Duration?
        ) async -> Result<HTTPResponse, TransportFailure> {
            await gate(request)
            return await script.exchange(request, timeout: timeout)
        }
    }

    /// Lets tasks wait until it is opened.
    private final class Gate: Sendable {
        private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
            (false, [])
        )

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    @Test("A call in progress excludes a second one, and is checked by the step that joins it")
    func exclusive() async throws {
        let replaying = try ClientCallTests.replaying(
            """
              one:
                \(ClientCallTests.ready)
                steps:
                  - { call: register, \(ClientCallTests.arguments), background: first }
                  - { call: register, \(ClientCallTests.arguments), covers: register/busy, expect: { requests: 0 } }
                  - { request: { method: POST, path: /open } }
                  - { join: first, expect: { requests: 2, asserts: [{ result: $.token, equals: t1 }] } }

            """,
            [answer(200), answer(200), answer(200, ["token": "t1"])]
        )
        let gate = Gate()
        let transport = GatedTransport(replaying.transport) { request in
            // The request stays in flight until the third step, which only the second step releases.
            if request.path == "/open" { gate.open() } else { await gate.wait() }
        }
        let context = try replaying.context(over: transport)
        let results = await ContractRunner(context: context, today: replaying.today).run()
        let steps = results[0].steps
        #expect(results[0].verdict == .passed, "\(steps.map(\.headline))")
        #expect(steps.map(\.promises) == [[], ["register/busy"], [], ["register"]])
        #expect(steps.map(\.exchanges.count) == [0, 0, 1, 2])
    }

    @Test("A background request is checked when it is joined")
    func request() async throws {
        let replaying = try ClientCallTests.replaying(
            """
              one:
                steps:
                  - { call: look, background: slow }
                  - { join: slow, captures: { t: { jsonpath: $.token } } }
                  - { call: look, params: { t: "{{t}}" } }

            """,
            [answer(200, ["token": "a"]), answer(200, ["token": "b"])]
        )
        let result = try await replaying.result()
        #expect(result.verdict == .passed, "\(result.steps.map(\.headline))")
        #expect(replaying.transport.lines == ["GET /look/t", "GET /look/a"])
        #expect(result.steps.map(\.promises) == [[], ["look"], ["look"]])
    }

    @Test("A failure of a background step is reported by the join")
    func wrong() async throws {
        let replaying = try ClientCallTests.replaying(
            "  one: { steps: [{ call: look, background: slow }, { join: slow }] }\n",
            [answer(200)]
        )
        let result = try await replaying.result()
        #expect(result.verdict == .failed)
        #expect(result.steps.map(\.outcome) == [.passed, .failed])
    }
}
