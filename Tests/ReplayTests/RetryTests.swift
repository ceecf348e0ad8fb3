import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct RetryTests {
    private static let text = """
        cases:
          one: { steps: [ { request: { path: "/{{hex 16}}" } } ] }
          two: { steps: [ { request: { path: "/{{hex 16}}" } } ] }
        """

    private static func replay(
        retries: Int,
        _ responses: [ScriptedTransport.Outcome]
    ) throws -> Replaying {
        var replay = try Replaying(
            "cases: { one: { steps: [ { request: { path: \"/{{hex 16}}\" } } ] } }",
            responses: responses
        )
        replay.options.retries = retries
        return replay
    }

    @Test("A case that passes only on a retry is flaky and keeps its first failure")
    func flaky() async throws {
        let replay = try Self.replay(retries: 3, [refusal(400, "E1"), answer(500), answer(200)])
        let result = try await replay.result()
        #expect(result.verdict == .flaky)
        #expect(result.attempts == 3)
        #expect(
            result.reason
                == "passed on attempt 3; at first: wanted success, got E1 «No.» (400)"
        )
        #expect(result.steps.map(\.outcome) == [.passed])
    }

    @Test("A server that was unreachable at first also makes a case flaky")
    func awayAtFirst() async throws {
        let result = try await Self.replay(retries: 1, [failure(.refused), answer(200)]).result()
        #expect(result.verdict == .flaky)
        #expect(result.reason == "passed on attempt 2; at first: no response: refused")
    }

    @Test("A case that passes at once is not retried; one that never passes stays failed")
    func limits() async throws {
        let passed = try await Self.replay(retries: 5, [answer(200)]).result()
        #expect(passed.verdict == .passed)
        #expect(passed.attempts == 1)
        let failed = try await Self.replay(retries: 2, [answer(500), answer(500), answer(502)])
            .result()
        #expect(failed.verdict == .failed)
        #expect(failed.attempts == 3)
        #expect(failed.steps.last?.response?.status == 502)
        #expect(try await Self.replay(retries: 0, [answer(500)]).result().attempts == 1)
    }

    @Test("Every attempt draws other values")
    func attemptsDiffer() async throws {
        let replay = try Self.replay(retries: 2, [answer(500), answer(500), answer(500)])
        _ = try await replay.result()
        #expect(Set(replay.transport.lines).count == 3)
    }

    @Test("An interrupted retry does not revoke a failure")
    func interruptedRetry() async throws {
        let interruption = Interruption()
        var replay = try Replaying(
            "cases: { one: { steps: [ { call: ping } ] } }",
            interruption: interruption
        ) { index, _ in
            if index == 1 { interruption.request() }
            return index == 0 ? answer(500) : failure(.cancelled)
        }
        replay.options.retries = 5
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(replay.transport.lines.count == 2)
    }

    @Test("--repeat reruns all cases with other values, and stores one result per verdict")
    func repetitions() async throws {
        var replay = try Replaying(Self.text) { index, _ in answer(index == 3 ? 500 : 200) }
        replay.options.repetitions = 3
        let results = try await replay.results()
        #expect(results.map(\.name) == ["one", "two", "two"])
        #expect(results.map(\.verdict) == [.passed, .passed, .failed])
        #expect(results.map(\.repetitions) == [3, 2, 1])
        #expect(Set(replay.transport.lines).count == 6)
        replay.options.keepsRepetitions = true
        let all = try await replay.results()
        #expect(all.map(\.name) == ["one", "two", "one", "two", "one", "two"])
    }

    @Test("The same seed draws the same values for a case, even without other cases")
    func filteredRerun() async throws {
        func lines(seed: UInt64, patterns: [String] = [], jobs: Int = 1) async throws -> [String] {
            var replay = try Replaying(Self.text) { _, _ in answer(200) }
            replay.options.seed = seed
            replay.options.jobs = jobs
            replay.options.selection.patterns = patterns
            _ = try await replay.results()
            return replay.transport.lines
        }
        let all = try await lines(seed: 7)
        #expect(try await lines(seed: 7) == all)
        #expect(try await lines(seed: 7, patterns: ["two"]) == [all[1]])
        #expect(Set(try await lines(seed: 7, jobs: 2)) == Set(all))
        #expect(Set(try await lines(seed: 8)).isDisjoint(with: all))
    }

    @Test("A failed step in the set-up of a file is repeated as often as the options allow")
    func setup() async throws {
        let text = """
            setup: [ { call: ping } ]
            cases: { one: { steps: [ { call: ping } ] } }
            """
        let responses = [answer(503), answer(502), answer(200), answer(200)]
        var replay = try Replaying(text, responses: responses)
        replay.options.retries = 2
        #expect(try await replay.result().verdict == .passed)
        var fewer = try Replaying(text, responses: responses)
        fewer.options.retries = 1
        #expect(try await fewer.result().verdict == .inconclusive)
    }
}
