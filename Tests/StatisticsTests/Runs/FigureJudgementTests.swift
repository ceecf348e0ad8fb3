import Testing

@testable import Statistics

/// Each figure is evaluated separately, from the runs that are valid for it.
struct FigureJudgementTests {
    private static let late = FigureDoubt(
        0.0023,
        "the generator was late",
        cause: "the host took the processors for 3 % of the time"
    )

    /// Five interleaved runs on each side; in those listed in `late` p99 may be 2.3 ms too high.
    private static func compared(
        late: (old: Set<Int>, new: Set<Int>),
        p50: (old: Double, new: Double) = (0.003, 0.003),
        p99: (old: Double, new: Double) = (0.009, 0.009),
        figures: [RunFigure] = RunFigure.judged,
        mustJudgeAll: Bool = false,
        runs count: Int = 5,
        cleaned: [RunFigure: Double] = [:]
    ) -> RunComparison {
        var sides: [InterleavedOrder.Side: [ComparedRun]] = [:]
        for (place, side) in InterleavedOrder.sides(runsOnEachSide: count).enumerated() {
            let number = sides[side]?.count ?? 0
            let isOld = side == .old
            // All runs differ, so that ranks have no ties.
            let spread = 1 + Double(place) / 10_000
            sides[side, default: []].append(
                ComparedRun(
                    name: "\(side.rawValue)-\(number)",
                    startedAt: Int64(place),
                    conditions: [],
                    figures: [
                        .achieved: 1, .failed: 0, .p50: (isOld ? p50.old : p50.new) * spread,
                        .p90: 0.005 * spread, .p99: (isOld ? p99.old : p99.new) * spread,
                    ],
                    figuresWithoutOwn: isOld ? [:] : cleaned.mapValues { $0 * spread },
                    doubts: (isOld ? late.old : late.new).contains(number)
                        ? [.p99: Self.late] : [:]
                )
            )
        }
        return RunComparison(
            old: sides[.old] ?? [],
            new: sides[.new] ?? [],
            judging: figures,
            mustJudgeAll: mustJudgeAll
        )
    }

    private static func names(_ comparison: RunComparison) -> [String] {
        comparison.judged?.findings.map(\.samples.metric.name) ?? []
    }

    @Test("A figure that no run supports has no verdict, and the others decide")
    func untouched() throws {
        let all = Set(0..<5)
        let equal = Self.compared(late: (all, all))
        #expect(Self.names(equal) == ["achieved", "p50", "p90", "failed"])
        #expect(equal.conclusion == .noRegression)
        #expect(equal.refusals.isEmpty)
        let p99 = try #require(equal.doubtful.first)
        #expect(p99.figure == .p99)
        #expect(!p99.isJudged)
        #expect(p99.doubts.count == 10 && p99.runCount == 10)
        #expect(p99.greatest == Self.late)
        // The value is still shown: the medians of places 0, 3, 4, 7, 8 and 1, 2, 5, 6, 9.
        #expect(p99.old == 0.009 * 1.0004)
        #expect(p99.new == 0.009 * 1.0005)
        let worse = Self.compared(late: (all, all), p50: (0.003, 0.0033))
        #expect(worse.conclusion == .regression)
        #expect(
            worse.judged?.findings.filter { $0.verdict == .regression }.map(\.samples.metric.name)
                == ["p50"]
        )
    }

    /// For n + m runs the smallest p is 2 ÷ C(n + m, n): 4 + 4 gives 2 ÷ 70 and 3 + 5 gives 2 ÷ 56, which are less
    /// than 5 %; 3 + 4 gives 2 ÷ 35 and 3 + 3 gives 2 ÷ 20, which are more.
    @Test(
        "A figure has a verdict as long as the runs that support it can show a change",
        arguments: [
            (5, [], [], true), (5, [0], [], true), (5, [0], [0], true), (5, [0, 1], [], true),
            (5, [0, 1], [0], false), (6, [0, 1], [0, 1], true), (6, [0, 1, 2], [0, 1, 2], false),
        ] as [(Int, Set<Int>, Set<Int>, Bool)]
    )
    func enough(runs: Int, old: Set<Int>, new: Set<Int>, isJudged: Bool) {
        let comparison = Self.compared(late: (old, new), runs: runs)
        #expect(Self.names(comparison).contains("p99") == isJudged)
        #expect(comparison.unjudged.isEmpty == isJudged)
        #expect(comparison.doubtful.isEmpty == (old.isEmpty && new.isEmpty))
    }

    @Test("Runs that do not support a figure do not count for it")
    func leftOut() throws {
        let comparison = Self.compared(late: ([0], [5]), runs: 6)
        let judged = try #require(comparison.judged)
        #expect(judged.findings.map { $0.samples.old.count } == [6, 6, 6, 5, 6])
        #expect(judged.findings.map { $0.samples.new.count } == [6, 6, 6, 5, 6])
        #expect(comparison.conclusion == .noRegression)
    }

    @Test("Few runs prove nothing, late or not, and this is reported")
    func fewRuns() {
        let comparison = Self.compared(late: ([0], []), runs: 2)
        #expect(Self.names(comparison) == ["achieved", "p50", "p90", "p99", "failed"])
        #expect(comparison.conclusion == .tooFewRuns)
    }

    @Test("A requested figure must have a verdict, unless another is worse")
    func asked() {
        let late: (Set<Int>, Set<Int>) = (Set(0..<5), Set(0..<5))
        let named: [RunFigure] = [.p50, .p99]
        let open = Self.compared(late: late, figures: named, mustJudgeAll: true)
        #expect(open.conclusion == .notJudged)
        let worse = Self.compared(
            late: late,
            p50: (0.003, 0.0033),
            figures: named,
            mustJudgeAll: true
        )
        #expect(worse.conclusion == .regression)
        let alone = Self.compared(late: late, figures: [.p99], mustJudgeAll: true)
        #expect(alone.conclusion == .refused)
        #expect(alone.refusals == [.nothingSound])
    }

    /// As measured, the new p50 is 10 % higher; without the generator's own time it equals the old one.
    @Test("A verdict that depends on the generator's own time does not count")
    func swayed() throws {
        let comparison = Self.compared(
            late: ([], []),
            p50: (0.003, 0.0033),
            cleaned: [.p50: 0.003]
        )
        let p50 = try #require(comparison.judged?.findings[1])
        #expect(p50.verdict == .cannotTell)
        #expect(
            p50.swayed == MetricFinding.Swayed(measured: .regression, withoutOwn: .noRegression)
        )
        #expect(comparison.conclusion == .cannotTell)
        let certain = Self.compared(
            late: ([], []),
            p50: (0.003, 0.0033),
            cleaned: [.p50: 0.00325]
        )
        #expect(certain.conclusion == .regression)
    }

    @Test(
        "A value may be off by less than a relevant change; a latency by 5 % or 1 ms in any case",
        arguments: [
            (RunFigure.p50, 0.003, 0.001, true), (.p50, 0.003, 0.0011, false),
            (.p99, 0.1, 0.005, true), (.p99, 0.1, 0.0051, false), (.p99, .infinity, 0.1, false),
            (.failed, 0, 0.001, true), (.failed, 0, 0.0011, false), (.failed, 0.1, 0.003, true),
            (.achieved, 1, 0.03, true), (.achieved, 1, 0.031, false),
        ] as [(RunFigure, Double, Double, Bool)]
    )
    func tolerance(figure: RunFigure, value: Double, amount: Double, isSound: Bool) {
        let run = ComparedRun(
            name: "run",
            startedAt: 0,
            conditions: [],
            figures: [figure: value],
            doubts: [figure: FigureDoubt(amount, "the generator was late")]
        )
        #expect((run.value(of: figure, as: figure.metric()) == value) == isSound)
        #expect(run.soundFigures.isEmpty == !isSound)
    }

    @Test("A job's figure in a history is the median of the runs that support it")
    func history() {
        func run(_ p99: Double, isLate: Bool = false) -> ComparedRun {
            ComparedRun(
                name: "run",
                startedAt: 0,
                conditions: [],
                figures: [.p99: p99],
                doubts: isLate ? [.p99: Self.late] : [:]
            )
        }
        let jobs = (0..<20).map { HistoryComparison.Job(name: "\($0)", runs: [run(0.01)]) }
        let comparison = HistoryComparison(
            runs: [run(0.02, isLate: true), run(0.01), run(0.02, isLate: true)],
            against: jobs,
            judging: [.p99]
        )
        #expect(comparison.places.map(\.value) == [0.01])
        #expect(comparison.conclusion == .noRegression)
        #expect(comparison.doubtful.map(\.doubts.count) == [2])
        #expect(comparison.unjudged.isEmpty)
        let late = HistoryComparison(
            runs: [run(0.02, isLate: true)],
            against: jobs,
            judging: [.p99]
        )
        #expect(late.conclusion == .refused)
        #expect(late.refusals == [.nothingSound])
        #expect(late.unjudged.map(\.figure) == [.p99])
    }
}
