import Base
import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct PollingTests {
    private static let text = """
        cases:
          one:
            steps:
              - call: ping
                expect: { contains: { done: true } }
                eventually: { within: 1s, every: 300ms, unless: { jsonpath: "$.dead", equals: true } }
        """

    private static func replay(
        _ responses: [ScriptedTransport.Outcome]
    ) throws -> (replay: Replaying, clock: ManualClock) {
        let clock = ManualClock()
        var replay = try Replaying(Self.text) { index, _ in
            responses[min(index, responses.count - 1)]
        }
        replay.clock = clock
        return (replay, clock)
    }

    @Test("A polling step passes with the first matching response")
    func nthTry() async throws {
        let (replay, clock) = try Self.replay([
            answer(200), answer(200), answer(200, ["done": true]),
        ])
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(result.steps[0].tries == 3)
        #expect(result.steps[0].differences.isEmpty)
        #expect(clock.elapsed == .milliseconds(600))
    }

    @Test("A step records when its last attempt began")
    func moment() async throws {
        let (replay, _) = try Self.replay([
            answer(200), answer(200), answer(200, ["done": true]),
        ])
        let moment = try await replay.result().steps[0].startedAt
        #expect(moment == ManualClock.start.advanced(byNanoseconds: 600_000_000))
    }

    @Test("The remaining time limits each attempt, and a cut-off attempt adds no information")
    func boundedTries() async throws {
        let (replay, clock) = try Self.replay([answer(200), failure(.timeout)])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(
            result.steps[0].headline
                == "$.done: expected true, got nothing; gave up after 1s and 5 tries"
        )
        #expect(
            replay.transport.calls.map(\.timeout) == [
                .seconds(1), .milliseconds(700), .milliseconds(400), .milliseconds(250),
                .milliseconds(250),
            ]
        )
        #expect(clock.elapsed == .seconds(1))
    }

    @Test("Polling makes a last attempt when the time is over, and reports duration and attempts")
    func givesUp() async throws {
        let (replay, clock) = try Self.replay([answer(200)])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps[0].tries == 5)
        #expect(clock.elapsed == .seconds(1))
        let headline = try #require(result.steps[0].headline)
        #expect(
            headline
                == "$.done: expected true, got nothing; gave up after 1s and 5 tries"
        )
    }

    @Test("A response that matches \"unless\" ends the polling at once")
    func unless() async throws {
        let (replay, clock) = try Self.replay([answer(200), answer(200, ["dead": true])])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps[0].tries == 2)
        #expect(clock.elapsed == .milliseconds(300))
        let remark = "gave up after 2 tries, because \"unless\" holds"
        #expect(result.steps[0].headline?.contains(remark) == true)
    }

    @Test("A temporarily unreachable server is polled again")
    func awayForAWhile() async throws {
        let (replay, _) = try Self.replay([
            failure(.refused), failure(.empty), answer(200, ["done": true]),
        ])
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(result.steps[0].tries == 3)
    }

    @Test("A server that stays unreachable leaves the step inconclusive")
    func staysAway() async throws {
        let (replay, _) = try Self.replay([failure(.refused)])
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "no response: refused; gave up after 1s and 5 tries")
    }

    @Test("Slow responses count toward the time like the waits between them")
    func slowResponses() async throws {
        let clock = ManualClock()
        var replay = try Replaying(Self.text) { _, _ in
            clock.advance(by: .milliseconds(500))
            return answer(200)
        }
        replay.clock = clock
        let result = try await replay.result()
        #expect(result.steps[0].tries == 2)
        #expect(clock.elapsed == .milliseconds(1_300))
    }

    @Test("An interruption ends the polling without a failure for pending results")
    func interruption() async throws {
        let interruption = Interruption()
        let replay = try Replaying(Self.text, interruption: interruption) { index, _ in
            if index == 1 { interruption.request() }
            return answer(200)
        }
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(replay.transport.lines.count == 2)
        let remark = "interrupted after 2 tries, while waiting for it to change"
        #expect(result.reason?.hasSuffix(remark) == true)
    }

    @Test("A missing capture is polled for like the rest of the response")
    func capturesArePolled() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                steps:
                  - call: ping
                    captures: { id: { jsonpath: "$.id" } }
                    eventually: { within: 1s }
                  - { request: { path: "/{{id}}" } }
            """
        ) { index, _ in index < 3 ? answer(200) : answer(200, ["id": 9]) }
        #expect(try await replay.result().verdict == .passed)
        #expect(replay.transport.lines.last == "GET /9")
    }
}
