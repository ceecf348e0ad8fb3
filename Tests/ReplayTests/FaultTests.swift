import Contract
import HTTP
import Synchronization
import TestSupport
import Testing

struct FaultTests {
    /// Fails each request that a fault applies to, and reports which.
    private final class Injector: FaultInjector {
        let requests = Mutex<[String]>([])

        func exchange(
            _ request: HTTPRequest,
            through action: Fault.Action,
            timeout: Duration?
        ) async -> Result<HTTPResponse, TransportFailure> {
            requests.withLock { $0.append("\(action.name.rawValue) \(request.target)") }
            return .failure(TransportFailure(kind: .reset, detail: "injected"))
        }
    }

    @Test("A fault applies to every request of its step, and to no other step")
    func everyRequest() async throws {
        let text = """
            cases:
              one:
                steps:
                  - { call: ping, fault: { reset: true }, repeat: 2, expect: { transport: reset } }
                  - { call: ping }
            """
        var replay = try Replaying(text, responses: [answer(200)])
        let injector = Injector()
        replay.faults = injector
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(injector.requests.withLock(\.self) == ["reset /ping", "reset /ping"])
        #expect(replay.transport.lines == ["GET /ping"])
    }

    @Test("A fault with a request number applies only to that request of the step")
    func oneRequest() async throws {
        let text = """
            cases:
              one:
                steps:
                  - call: ping
                    fault: { hang: true, request: 2 }
                    eventually: { within: 10s, every: 1s }
                    expect: { status: 201 }
            """
        var replay = try Replaying(text, responses: [answer(200), answer(201)])
        let injector = Injector()
        replay.faults = injector
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(result.steps[0].tries == 3)
        #expect(injector.requests.withLock(\.self) == ["hang /ping"])
        #expect(replay.transport.lines == ["GET /ping", "GET /ping"])
    }

    @Test("A pass despite a fault is not evidence for a server's promise")
    func evidence() async throws {
        let text = """
            cases: { one: { steps: [ { call: ping, fault: { hang: true, request: 2 } } ] } }
            """
        let replay = try Replaying(text, responses: [answer(200), answer(200)])
        #expect(try await replay.result().verdict == .passed)
        #expect(try await replay.promises()["ping"]?.status == .notCovered)
    }

    @Test("Without a fault injector a case with a fault is inconclusive")
    func noInjector() async throws {
        let text = "cases: { one: { steps: [ { call: ping, fault: { hang: true } } ] } }"
        let result = try await Replaying(text, responses: []).result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "no response: other")
    }
}
