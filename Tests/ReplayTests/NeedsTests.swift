import Contract
import JSON
import Replay
import TestSupport
import Testing

struct NeedsTests {
    private static let cases = """
        cases:
          get:
            needs: create
            steps: [ { request: { path: "/things/{{id}}" }, expect: { status: 200 } } ]
          other: { steps: [ { call: ping } ] }
          create: { steps: [ { call: ping, captures: { id: { jsonpath: $.id } } } ] }
        """

    private static func verdicts(_ replay: Replaying) async throws -> [String] {
        try await replay.results().map { "\($0.name) \($0.verdict.rawValue)" }
    }

    @Test("A case runs after its needs and has their captures; results are in file order")
    func order() async throws {
        let replay = try Replaying(
            Self.cases,
            responses: [answer(200, ["id": 7]), answer(200), answer(200)]
        )
        #expect(try await Self.verdicts(replay) == ["get passed", "other passed", "create passed"])
        #expect(replay.transport.lines == ["GET /ping", "GET /things/7", "GET /ping"])
    }

    @Test("A case waits for its needs in parallel runs too", arguments: [2, 8])
    func jobs(count: Int) async throws {
        var replay = try Replaying(Self.cases) { _, _ in answer(200, ["id": 7]) }
        replay.options.jobs = count
        replay.options.repetitions = 3
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.passed, .passed, .passed])
        #expect(results.map(\.repetitions) == [3, 3, 3])
        #expect(replay.transport.lines.filter { $0 == "GET /things/7" }.count == 3)
    }

    @Test("A case is skipped if one of its needs does not pass, and names it")
    func skipped() async throws {
        let replay = try Replaying(
            Self.cases + "\n  last: { needs: get, steps: [ { call: ping } ] }"
        ) { _, _ in refusal(400, "E1") }
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.skipped, .failed, .failed, .skipped])
        #expect(results[0].reason == "needs case create, which failed")
        #expect(results[3].reason == "needs case get, which was skipped")
    }

    @Test("A selected case also selects its needs, unless they are excluded")
    func selected() async throws {
        var replay = try Replaying(Self.cases) { _, _ in answer(200, ["id": 7]) }
        replay.options.selection.patterns = ["get"]
        #expect(
            try await Self.verdicts(replay) == ["get passed", "other skipped", "create passed"]
        )
        let tagged = Self.cases.replacing("create: {", with: "create: { tags: [slow],")
        replay = try Replaying(tagged) { _, _ in answer(200, ["id": 7]) }
        replay.options.selection.excludedTags = ["slow"]
        #expect(
            try await Self.verdicts(replay) == ["get skipped", "other passed", "create skipped"]
        )
    }

    @Test("A long chain of needs is followed once", .timeLimit(.minutes(5)))
    func chain() async throws {
        let count = 1_000
        let cases = (0..<count).map { number in
            "  c\(number): { \(number > 0 ? "needs: c\(number - 1), " : "")steps: [ { call: ping } ] }"
        }
        var replay = try Replaying("cases:\n" + cases.joined(separator: "\n")) { _, _ in answer(200)
        }
        replay.options.selection.patterns = ["c\(count - 2)"]
        let verdicts = try await replay.results().map(\.verdict)
        #expect(verdicts == Array(repeating: .passed, count: count - 1) + [.skipped])
    }

    @Test("A teardown step is skipped if its value was never captured")
    func teardown() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                steps: [ { call: ping, captures: { id: { jsonpath: $.id } } } ]
                teardown:
                  - { request: { method: DELETE, path: "/things/{{id}}" } }
                  - { request: { method: DELETE, path: /all } }
            """,
            responses: [refusal(400, "E1"), answer(200)]
        )
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(replay.transport.lines == ["GET /ping", "DELETE /all"])
        #expect(result.steps.map(\.outcome) == [.failed, .passed])
    }
}
