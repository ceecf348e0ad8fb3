import Statistics
import Testing

@testable import AssayCLI

/// Selection of the runs in turns that are repeated.
struct RunRepetitionTests {
    private static func run(
        late figures: RunFigure...,
        invalidity: String? = nil
    ) -> ComparedRun {
        let doubt = FigureDoubt(0.0023, "the generator was late", cause: "the host took them")
        return ComparedRun(
            name: "run",
            startedAt: 0,
            conditions: [],
            invalidity: invalidity,
            figures: [.achieved: 1, .p50: 0.003, .p90: 0.005, .p99: 0.009, .failed: 0],
            doubts: Dictionary(uniqueKeysWithValues: figures.map { ($0, doubt) })
        )
    }

    private static func repetition(
        _ rules: ComparisonRules = ComparisonRules(),
        runs: Int = 5
    ) -> RunRepetition {
        RunRepetition(rules, runsOnEachSide: runs)
    }

    @Test("A run that is valid for every judged metric counts, whatever else is late")
    func sound() {
        var repetition = Self.repetition()
        for run in [Self.run(), Self.run(late: .p95), Self.run(late: .service)] {
            let decision = repetition.decide(on: run)
            #expect(decision == .init(isRepeated: false, sentences: []))
        }
    }

    @Test("A metric that most runs are invalid for is given up; other metrics are not")
    func hopeless() {
        // At most as many repetitions as there are runs, in total.
        var repetition = Self.repetition(runs: 7)
        let late = "p99 (2.30 ms): the generator was late (the host took them)"
        let again = RunRepetition.Decision(
            isRepeated: true,
            sentences: ["this run is repeated for \(late)"]
        )
        let silent = "this run is excluded for \(late)"
        // Three attempts of one run count as one run that is excluded for the metric.
        for _ in 1...2 {
            #expect(repetition.decide(on: Self.run(late: .p99)) == again)
            #expect(repetition.decide(on: Self.run(late: .p99)) == again)
            #expect(
                repetition.decide(on: Self.run(late: .p99))
                    == .init(isRepeated: false, sentences: [silent])
            )
        }
        #expect(repetition.decide(on: Self.run(late: .p99)) == again)
        #expect(repetition.decide(on: Self.run(late: .p99)) == again)
        #expect(
            repetition.decide(on: Self.run(late: .p99))
                == .init(
                    isRepeated: false,
                    sentences: [
                        silent,
                        "3 of 3 runs are excluded for p99: none is repeated for it any more",
                    ]
                )
        )
        #expect(!repetition.decide(on: Self.run(late: .p99)).isRepeated)
        #expect(repetition.decide(on: Self.run(late: .p90, .p99)).isRepeated)
    }

    @Test("A metric that the remaining runs cannot decide gets further runs")
    func further() {
        var repetition = Self.repetition(runs: 6)
        let (late, sound) = (Self.run(late: .p99), Self.run())
        func look(
            _ old: [ComparedRun],
            _ new: [ComparedRun],
            _ toCome: (Int, Int)
        ) -> (isMade: Bool, sentences: [String]) {
            repetition.further(old: old, new: new, toCome: toCome)
        }
        // One or two excluded runs on a side leave enough of six and six.
        #expect(!look([late], [sound], (5, 5)).isMade)
        #expect(!look([late, late], [sound], (4, 5)).isMade)
        let more = look([late, late, late], [sound], (3, 5))
        #expect(more.isMade)
        #expect(more.sentences == ["the remaining runs cannot decide p99: two more are made"])
        // With one more, four and seven remain.
        #expect(!look([late, late, late], [sound], (4, 6)).isMade)
        let old = [late, late, late, late]
        #expect(look(old, [sound], (3, 6)).isMade)
        #expect(look(old, [sound], (3, 6)).isMade)
        let none = look(old, [sound], (3, 6))
        #expect(!none.isMade, "half as many as there are runs on a side")
        #expect(
            none.sentences == ["p99 cannot be decided any more: 1 of 5 runs count for it"]
        )
        // It is reported once.
        #expect(look(old, [sound], (3, 6)).sentences.isEmpty)
    }

    @Test("With too few runs to show anything, no further runs are made")
    func furtherInVain() {
        var repetition = Self.repetition(runs: 3)
        let late = Self.run(late: .p99)
        #expect(!repetition.further(old: [late], new: [late], toCome: (2, 2)).isMade)
    }

    @Test("A metric that only some runs are invalid for is not given up; repetitions are limited")
    func budget() {
        var repetition = Self.repetition(runs: 2)
        var repeated: [Bool] = []
        for index in 0..<9 {
            let run = index % 2 == 0 ? Self.run() : Self.run(late: .p99)
            repeated.append(repetition.decide(on: run).isRepeated)
        }
        #expect(
            repeated == [false, true, false, true, false, true, false, false, false],
            "three at least, however few runs there are"
        )
    }

    @Test("A requested metric is never given up")
    func asked() {
        var rules = ComparisonRules()
        rules.figures = [.p99]
        rules.mustJudgeAll = true
        var repetition = Self.repetition(rules)
        let repeated = (0..<6).map { _ in repetition.decide(on: Self.run(late: .p99)).isRepeated }
        #expect(repeated == [true, true, false, true, true, false])
    }

    @Test("An inconclusive run is repeated for all metrics")
    func invalid() {
        var repetition = Self.repetition(runs: 1)
        let run = Self.run(invalidity: "the run was interrupted")
        let decisions = (0..<4).map { _ in repetition.decide(on: run) }
        #expect(decisions.map(\.isRepeated) == [true, true, true, false])
        #expect(
            decisions[0].sentences
                == ["this run is inconclusive and is repeated: the run was interrupted"]
        )
        #expect(decisions[3].sentences == ["this run is inconclusive: the run was interrupted"])
    }

    @Test("The remaining time follows from the duration of past runs, at first from the profile")
    func pace() {
        var pace = RunPace(runCount: 10, expected: .seconds(5))
        #expect(pace.text(made: 0) == "about 50 s left")
        pace.note(.seconds(6))
        #expect(pace.text(made: 1) == "about 54 s left")
        // A repeated run takes time and does not count.
        pace.note(.seconds(8))
        #expect(pace.text(made: 1) == "about 1 min 3 s left")
        #expect(RunPace(runCount: 2, expected: nil).text(made: 0) == nil)
        let long = RunPace(runCount: 20, expected: .seconds(600))
        #expect(long.text(made: 0) == "about 3 h 20 min left")
    }
}
