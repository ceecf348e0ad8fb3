import Base
import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct RepetitionTests {
    @Test(
        "The worst repetition of a step decides",
        arguments: [
            ([200, 200, 200], StepResult.Outcome.passed), ([200, 404, 200], .failed),
            ([404, 200, 200], .failed), ([200, 200, 404], .failed),
        ]
    )
    func worst(statuses: [Int], outcome: StepResult.Outcome) async throws {
        let replay = try Replaying(
            "cases: { one: { steps: [ { call: ping, repeat: 3 } ] } }",
            responses: statuses.map { answer($0) }
        )
        let result = try await replay.result()
        #expect(result.steps[0].outcome == outcome)
        let expected = (statuses.firstIndex(of: 404) ?? 2) + 1
        #expect(replay.transport.requests.count == expected)
    }

    @Test("A repetition that only differs is reported, whatever follows", arguments: 0..<3)
    func differing(position: Int) async throws {
        let text = "cases: { one: { covers: ping/cookie, steps: [ { call: ping, repeat: 3 } ] } }"
        let replay = try Replaying(
            text,
            responses: (0..<3).map { $0 == position ? answer(200) : answer(200, ["cookie": true]) }
        )
        let result = try await replay.result()
        #expect(replay.transport.requests.count == 3)
        #expect(result.steps[0].outcome == .differs)
        #expect(result.steps[0].differences.map(\.path) == ["$.cookie"])
    }
}
