import Load
import Measure
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(5)))
struct CapacityRunTests {
    private static func search(_ origin: String, startRate: Double = 100) throws -> CapacityRun {
        CapacityRun(
            LoadFixture.open(1),
            settings: CapacitySettings(startRate: startRate, connections: 4),
            openers: [try ConnectionOpener(to: origin)]
        )
    }

    @Test("An unreachable server ends the search before its first step")
    func unreachable() async throws {
        try await LoopbackSocket.withClosedPort { port in
            let result = try await Self.search("http://127.0.0.1:\(port)").run()
            guard case .unreachable(let detail) = result.ending else {
                Issue.record("ended as \(result.ending)")
                return
            }
            #expect(detail.contains("refused"))
            #expect(result.trials.isEmpty)
        }
    }

    @Test("An interruption ends the current step and the search")
    func interrupted() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        // A step of five minutes.
        let run = try Self.search(server.origin, startRate: 1)
        async let outcome = run.run()
        await server.waitForReceived(1)
        run.interrupt()
        let result = try await outcome
        #expect(result.ending == .interrupted)
        #expect(result.rate == nil)
    }

    @Test("An interruption before the first step also ends the search")
    func interruptedBefore() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let run = try Self.search(server.origin, startRate: 1)
        run.interrupt()
        #expect(try await run.run().ending == .interrupted)
    }
}
