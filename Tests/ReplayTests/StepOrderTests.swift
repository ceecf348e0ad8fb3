import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct StepOrderTests {
    private static let phases = """
        cases:
          whole:
            setup: [ { request: { path: /setup } } ]
            steps: [ { request: { path: /one } }, { request: { path: /two } } ]
            teardown: [ { request: { path: /clean } }, { request: { path: /up } } ]
        """

    @Test("Set-up, steps and teardown run in this order, each in file order")
    func order() async throws {
        let replay = try Replaying(Self.phases) { _, _ in answer(200) }
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(
            replay.transport.lines == [
                "GET /setup", "GET /one", "GET /two", "GET /clean", "GET /up",
            ]
        )
        #expect(result.steps.map(\.phase) == [.setup, .steps, .steps, .teardown, .teardown])
    }

    @Test("A case ends at its first failed step, and its teardown still runs")
    func firstBrokenStep() async throws {
        let replay = try Replaying(Self.phases) { _, request in
            answer(request.path == "/one" ? 500 : 200)
        }
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.reason == nil)
        #expect(replay.transport.lines == ["GET /setup", "GET /one", "GET /clean", "GET /up"])
        #expect(result.steps.map(\.outcome) == [.passed, .failed, .passed, .passed])
    }

    @Test("A set-up step that contradicts the contract makes the case inconclusive, not failed")
    func brokenSetup() async throws {
        let replay = try Replaying(Self.phases) { _, request in
            answer(request.path == "/setup" ? 500 : 200)
        }
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(
            result.reason == "set-up step GET /setup: wanted success, "
                + "got a failure without a code (500)"
        )
        #expect(replay.transport.lines == ["GET /setup", "GET /clean", "GET /up"])
    }

    @Test(
        "Results of teardown steps do not change the verdict, and the next step still runs",
        arguments: [answer(500), failure(.refused), failure(.reset)]
    )
    func teardownIsNotJudged(outcome: ScriptedTransport.Outcome) async throws {
        let replay = try Replaying(Self.phases) { _, request in
            request.path == "/clean" ? outcome : answer(200)
        }
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(replay.transport.lines.last == "GET /up")
        #expect(result.steps.allSatisfy { $0.outcome == .passed && $0.differences.isEmpty })
    }

    @Test("A teardown step whose values were never captured is skipped, and the others still run")
    func teardownWithoutCapture() async throws {
        let replay = try Replaying(
            """
            cases:
              whole:
                steps:
                  - { request: { path: /one }, captures: { id: { jsonpath: "$.id" } } }
                teardown: [ { request: { path: "/{{id}}" } }, { request: { path: /up } } ]
            """
        ) { _, _ in answer(200) }
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(replay.transport.lines == ["GET /one", "GET /up"])
        #expect(result.steps.map(\.outcome) == [.failed, .passed])
    }

    @Test("A step is repeated the given number of times, and ends at the first failure")
    func repetition() async throws {
        let text = """
            cases:
              whole: { steps: [ { call: ping, repeat: 3 }, { call: send } ] }
            """
        let good = try Replaying(text) { _, request in
            request.method == "GET" ? answer(200) : answer(201, ["ok": true])
        }
        #expect(try await good.result().verdict == .passed)
        #expect(good.transport.lines == ["GET /ping", "GET /ping", "GET /ping", "POST /send"])

        let bad = try Replaying(text) { index, _ in answer(index == 1 ? 204 : 200) }
        let result = try await bad.result()
        #expect(result.verdict == .failed)
        #expect(result.steps.last?.headline == "wanted 200, got 204")
        #expect(bad.transport.lines == ["GET /ping", "GET /ping"])
    }

    @Test("A delay applies before the step, and a step's timeout reaches the transport")
    func delayAndTimeout() async throws {
        var replay = try Replaying(
            """
            cases:
              whole: { steps: [ { call: ping }, { call: ping, delay: 250ms, timeout: 3s } ] }
            """
        ) { _, _ in answer(200) }
        let clock = ManualClock()
        replay.clock = clock
        let result = try await replay.result()
        #expect(clock.sleeps.reduce(.zero, +) == .milliseconds(250))
        #expect(replay.transport.calls.map(\.timeout) == [nil, .seconds(3)])
        #expect(result.steps.last?.duration == .zero, "the delay is not part of the step")
        #expect(result.duration == .milliseconds(250))
    }

    @Test("A file's set-up runs once before its cases, its teardown once after them")
    func fileSteps() async throws {
        let replay = try Replaying(
            """
            setup: [ { request: { path: /open }, captures: { token: { jsonpath: "$.t" } } } ]
            teardown: [ { request: { path: "/close/{{token}}" } } ]
            cases:
              one: { steps: [ { request: { path: "/one/{{token}}" } } ] }
              two: { steps: [ { request: { path: "/two/{{token}}" } } ] }
            """
        ) { _, _ in answer(200, ["t": "abc"]) }
        #expect(try await replay.results().map(\.verdict) == [.passed, .passed])
        #expect(
            replay.transport.lines == [
                "GET /open", "GET /one/abc", "GET /two/abc", "GET /close/abc",
            ]
        )
    }

    @Test("If a file's set-up fails, no case runs, the first reports why, and teardown runs")
    func brokenFileSetup() async throws {
        let replay = try Replaying(
            """
            setup: [ { request: { path: /open } }, { request: { path: /more } } ]
            teardown: [ { request: { path: /close } } ]
            cases:
              one: { steps: [ { call: ping } ] }
              two: { steps: [ { call: ping } ] }
            """
        ) { _, request in request.path == "/open" ? failure(.refused) : answer(200) }
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.inconclusive, .inconclusive])
        let reason = "set-up of the file: GET /open: no response: refused"
        #expect(results.map(\.reason) == [reason, reason])
        #expect(results.map(\.steps.count) == [1, 0])
        #expect(replay.transport.lines == ["GET /open", "GET /close"])
    }

    @Test("Without cases to run, a file's set-up and teardown send nothing")
    func idleFile() async throws {
        var replay = try Replaying(
            """
            setup: [ { request: { path: /open } } ]
            teardown: [ { request: { path: /close } } ]
            cases: { one: { steps: [ { call: ping } ] } }
            """
        ) { _, _ in answer(200) }
        replay.options.selection.patterns = ["other"]
        #expect(try await replay.result().verdict == .skipped)
        #expect(replay.transport.lines.isEmpty)
    }
}
