import Contract
import HTTP
import Replay
import Synchronization
import TestSupport
import Testing

struct RunOrderTests {
    private static let three = """
        cases:
          b: { steps: [ { request: { path: /b } } ] }
          c: { steps: [ { request: { path: /c } } ] }
          a: { steps: [ { request: { path: /a } } ] }
        """

    @Test("Cases run and are reported in file order")
    func fileOrder() async throws {
        let replay = try Replaying(Self.three) { _, _ in answer(200) }
        #expect(try await replay.results().map(\.name) == ["b", "c", "a"])
        #expect(replay.transport.lines == ["GET /b", "GET /c", "GET /a"])
    }

    @Test("With several jobs the results are still in file order")
    func jobs() async throws {
        let names = (0..<40).map { "case-\(String(UInt8($0), radix: 36))" }
        let cases = names.map { "  \($0): { steps: [ { call: ping } ] }" }
        var replay = try Replaying("cases:\n" + cases.joined(separator: "\n")) { _, _ in answer(200)
        }
        replay.options.jobs = 8
        let results = try await replay.results()
        #expect(results.map(\.name) == names)
        #expect(results.allSatisfy { $0.verdict == .passed })
    }

    @Test("With several jobs a case with a provider state has exclusive use of the server")
    func statesRunAlone() async throws {
        let cases = (0..<12).map { index in
            let given = index % 3 == 0 ? "given: [busy], " : ""
            return "  c\(index): { \(given)steps: [ { request: { path: /c\(index) } }, "
                + "{ request: { path: /c\(index) } } ] }"
        }
        let watch = SharedServer()
        var replay = try Replaying(
            "states: { busy: {} }\ncases:\n" + cases.joined(separator: "\n")
        ) { _, request in
            watch.note(request)
            return answer(200)
        }
        replay.options.jobs = 4
        replay.targets = [
            ReplayTarget(
                name: "api",
                origin: "http://api.test",
                stateChangeURL: "http://api.test/state"
            )
        ]
        #expect(try await replay.results().allSatisfy { $0.verdict == .passed })
        #expect(watch.intrusions == [])
        #expect(watch.states == 8)
    }

    /// Detects requests of other cases between a state's set-up and its teardown.
    private final class SharedServer: Sendable {
        private struct State {
            var isTaken = false
            var owner: String?
            var states = 0
            var intrusions: [String] = []
        }
        private let state = Mutex(State())
        var intrusions: [String] { state.withLock(\.intrusions) }
        var states: Int { state.withLock(\.states) }

        func note(_ request: HTTPRequest) {
            state.withLock { state in
                if request.path == "/state" {
                    state.states += 1
                    state.isTaken.toggle()
                    state.owner = nil
                } else if state.isTaken {
                    if let owner = state.owner, owner != request.path {
                        state.intrusions.append("\(request.path) while \(owner)")
                    }
                    state.owner = request.path
                }
            }
        }
    }

    @Test("With --fail-fast no case starts after the first failure, and each reports that")
    func failFast() async throws {
        var replay = try Replaying(Self.three) { _, request in
            answer(request.path == "/c" ? 500 : 200)
        }
        replay.options.failsFast = true
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.passed, .failed, .skipped])
        #expect(results[2].reason == "not run: --fail-fast ended the run")
        #expect(replay.transport.lines == ["GET /b", "GET /c"])
    }

    @Test("--fail-fast does not stop at an inconclusive case")
    func failFastAndInconclusive() async throws {
        var replay = try Replaying(Self.three) { _, request in
            request.path == "/b" ? failure(.refused) : answer(200)
        }
        replay.options.failsFast = true
        #expect(try await replay.results().map(\.verdict) == [.inconclusive, .passed, .passed])
    }

    @Test("After an earlier contract ended the run, nothing is sent, and every case reports why")
    func hasEnded() async throws {
        var replay = try Replaying(Self.three) { _, _ in answer(200) }
        replay.hasEnded = true
        let results = try await replay.results()
        #expect(results.allSatisfy { $0.verdict == .skipped })
        #expect(Set(results.map(\.reason)) == ["not run: --fail-fast ended the run"])
        #expect(replay.transport.lines.isEmpty)
    }

    @Test("An interruption lets the current step finish, runs teardown, and starts nothing else")
    func interruption() async throws {
        let interruption = Interruption()
        let replay = try Replaying(
            """
            cases:
              one: { steps: [ { request: { path: /1 } } ] }
              two:
                steps: [ { request: { path: /2 } }, { request: { path: /3 } } ]
                teardown: [ { request: { path: /up } } ]
              three: { steps: [ { request: { path: /4 } } ] }
              four: { waived: { reason: later }, steps: [ { request: { path: /5 } } ] }
            """,
            interruption: interruption
        ) { _, request in
            if request.path == "/2" { interruption.request() }
            return answer(200)
        }
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.passed, .inconclusive, .inconclusive, .waived])
        #expect(results.map(\.reason) == [nil, "interrupted", "not run: interrupted", "later"])
        #expect(replay.transport.lines == ["GET /1", "GET /2", "GET /up"])
    }

    @Test("An interruption ends a repetition and a delay")
    func interruptedWaits() async throws {
        let interruption = Interruption()
        let clock = ManualClock()
        var replay = try Replaying(
            "cases: { one: { steps: [ { call: ping, repeat: 1000 }, { call: ping, delay: 1h } ] } }",
            interruption: interruption
        ) { index, _ in
            if index == 2 { interruption.request() }
            return answer(200)
        }
        replay.clock = clock
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "interrupted after 3 of 1000 times")
        #expect(replay.transport.lines.count == 3)
        #expect(clock.elapsed == .zero)
    }
}
