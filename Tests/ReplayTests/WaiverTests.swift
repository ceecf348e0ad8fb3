import Contract
import Replay
import TestSupport
import Testing

struct WaiverTests {
    @Test(
        "A waived case does not run until the day after its waiver ends",
        arguments: [
            ("2026-01-31", Verdict.waived), ("2026-02-01", .waived), ("2026-02-02", .passed),
        ]
    )
    func caseWaiver(today: String, verdict: Verdict) async throws {
        var replay = try Replaying(
            """
            cases:
              one:
                waived: { reason: fixed soon, until: "2026-02-01" }
                steps: [ { call: ping } ]
            """
        ) { _, _ in answer(200) }
        replay.today = today
        let result = try await replay.result()
        #expect(result.verdict == verdict)
        #expect(result.reason == (verdict == .waived ? "fixed soon (until 2026-02-01)" : nil))
        #expect(replay.transport.lines.isEmpty == (verdict == .waived))
    }

    private static let promises = """
        contract: "1"
        targets: { api: {} }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
        operations:
          ping:
            request: { path: /ping }
            promises:
              one: { waived: { reason: first } }
              two: { waived: { reason: second, until: "2026-01-30" } }
              three: { error: E1 }
        errors: { E1: { status: 400, waived: { reason: the row } } }
        cases:
          only-one: { covers: ping/one, steps: [ { call: ping } ] }
          only-two: { covers: ping/two, steps: [ { call: ping } ] }
          both: { covers: [ping/one, ping/two], steps: [ { call: ping } ] }
          none: { steps: [ { call: ping } ] }
          row: { covers: errors/E1, steps: [ { call: ping } ] }
        """

    @Test("A case is waived if every promise it covers is, by a waiver in force")
    func promiseWaivers() async throws {
        let replay = try Replaying(Self.promises) { _, _ in answer(200) }
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.waived, .passed, .passed, .passed, .waived])
        #expect(results[0].reason == "first")
        #expect(results[4].reason == "the row")
    }

    private static let tried = """
        cases:
          own:
            rows: [ { n: 1 }, { n: 2 } ]
            waived: { reason: broken }
            covers: ping/lively
            steps: [ { call: ping, query: { n: "{{n}}" } } ]
          after: { needs: own, steps: [ { call: ping } ] }
        """

    @Test("Waived cases that are run anyway keep their verdict and have no effect")
    func run() async throws {
        var replay = try Replaying(Self.tried) { index, _ in answer(index == 0 ? 500 : 200) }
        replay.options.runsWaived = true
        replay.options.failsFast = true
        let results = try await replay.results()
        #expect(results.map(\.verdict) == [.waived, .waived, .skipped])
        #expect(results.map(\.reason).prefix(2) == ["broken", "broken"])
        #expect(results.map(\.waivedRun?.verdict) == [.failed, .passed, nil])
        #expect(results[0].waivedRun?.isWaivedItself == true)
        #expect(replay.transport.lines == ["GET /ping?n=1", "GET /ping?n=2"])
        let rows = try await replay.promises()
        #expect(rows["ping"]?.status == .notCovered)
        #expect(rows["ping/lively"]?.status == .notCovered)
    }

    @Test(
        "The waiver of a promise is needless if all its cases ran and passed",
        arguments: [(200, 200, true), (500, 200, false), (200, 500, false)]
    )
    func needless(first: Int, second: Int, isNeedless: Bool) async throws {
        var replay = try Replaying(Self.promises) { index, _ in
            answer(index == 0 ? first : index == 2 ? second : 200)
        }
        replay.options.runsWaived = true
        let promises = try await replay.promises()
        #expect(promises["ping/one"]?.status == .waived)
        // `only-one` ran in spite of the waiver, `both` is checked for another promise as well.
        #expect(promises["ping/one"]?.isNeedlesslyWaived == isNeedless)
        #expect(promises["errors/E1"]?.isNeedlesslyWaived == false)
        #expect(promises["ping/two"]?.isNeedlesslyWaived == false)
    }

    @Test("Without waived cases waivers are not reported")
    func notRun() async throws {
        let replay = try Replaying(Self.promises) { _, _ in answer(200) }
        #expect(try await replay.promises()["ping/one"]?.isNeedlesslyWaived == false)
    }

    @Test("A waived promise stays waived whatever its cases find; an expired waiver has no effect")
    func promiseRows() async throws {
        let replay = try Replaying(Self.promises) { _, _ in answer(200) }
        let promises = try await replay.promises()
        #expect(promises["ping/one"]?.status == .waived)
        #expect(promises["ping/one"]?.reason == "first")
        #expect(promises["ping/two"]?.status == .passed)
        #expect(promises["errors/E1"]?.status == .waived)
    }
}
