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

    @Test("Every request of the step meets its fault, and no other step's")
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

    @Test("Of several requests of a step, only the one that is named meets the fault")
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

    @Test("What holds in spite of a fault is no evidence for a promise of the server")
    func evidence() async throws {
        let text = """
            cases: { one: { steps: [ { call: ping, fault: { hang: true, request: 2 } } ] } }
            """
        let replay = try Replaying(text, responses: [answer(200), answer(200)])
        #expect(try await replay.result().verdict == .passed)
        #expect(try await replay.promises()["ping"]?.status == .notCovered)
    }

    @Test("Without anything that could bring it about, a case with a fault cannot be judged")
    func noInjector() async throws {
        let text = "cases: { one: { steps: [ { call: ping, fault: { hang: true } } ] } }"
        let result = try await Replaying(text, responses: []).result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "no response: other")
    }
}
