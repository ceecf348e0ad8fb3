import LoadModel
import Testing

@testable import Measure

/// Figures whose true value may differ from the measured one, checked against limits.
struct DoubtTests {
    private static let millisecond: Int64 = 1_000_000
    private static let second: Int64 = 1000 * millisecond
    private static let notFinished = OutcomeCell.Key(
        send: 0,
        outcome: "not-finished",
        isGood: false
    )

    /// One good arrival per millisecond, each with a latency of 2 ms.
    private static func recording(
        _ count: Int64,
        thresholds: [Threshold] = [],
        time: (Int64) -> (latency: Int64, own: Int64) = { _ in (2, 0) }
    ) -> Recording {
        let plan = RecordingPlan(
            sends: ["createPush"],
            span: 4 * second,
            sliceWidth: second,
            thresholds: thresholds
        )
        var recording = Recording(plan)
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        for index in 0..<count {
            let due = index * millisecond
            let (latency, own) = time(index)
            recording.record(
                SettledArrival(
                    due: due,
                    ready: due,
                    sent: due + own * millisecond,
                    done: due + latency * millisecond,
                    own: own * millisecond
                ),
                cell: good,
                isResponse: true
            )
        }
        return recording
    }

    private static func latency(
        _ metric: Threshold.Metric,
        _ limit: Int64,
        windows: Threshold.Windows? = nil
    ) -> Threshold {
        Threshold(metric, .lt, Fraction(UInt64(limit * millisecond)), windows: windows)
    }

    private static func verdict(
        _ threshold: Threshold,
        _ recording: Recording,
        isCut: Bool = false
    ) -> ThresholdResult.Verdict {
        RunJudgement(recording, thresholds: [threshold], unsentCount: 0, isCut: isCut)
            .thresholds[0].verdict
    }

    /// The pattern of a run next to two busy loops: one arrival in five is up to 48 ms late, while the service is not.
    @Test(
        "Under CPU contention a run has a verdict if the limit is outside the doubtful range",
        arguments: [
            (250, ThresholdResult.Verdict.passed), (51, .passed), (30, .inconclusive),
            (3, .inconclusive), (2, .failed), (1, .failed),
        ] as [(Int64, ThresholdResult.Verdict)]
    )
    func busy(limit: Int64, verdict: ThresholdResult.Verdict) {
        // 4 seconds of a request at 165/s: fewer than ten arrivals lie above p99.
        let recording = Self.recording(660) { index in
            let own = index % 5 == 0 ? index % 49 : 0
            return (2 + own, own)
        }
        let thresholds = [
            Self.latency(.latencyPercentile(.p99), limit),
            Threshold(.errorRatio, .lt, Fraction(1, of: 1000)),
            Threshold(.achievedRatio, .gte, Fraction(99, of: 100)),
        ]
        let judgement = RunJudgement(recording, thresholds: thresholds, unsentCount: 0)
        #expect(judgement.thresholds.map(\.verdict) == [verdict, .passed, .passed])
        let conclusions: [ThresholdResult.Verdict: RunJudgement.Conclusion] = [
            .passed: .passed, .inconclusive: .invalid, .failed: .failed,
        ]
        #expect(judgement.conclusion == conclusions[verdict])
    }

    @Test(
        "With few arrivals the maximum bounds a percentile, with fewer nothing does",
        arguments: [
            (300, 3, ThresholdResult.Verdict.passed), (299, 3, .inconclusive),
            (300, 2, .failed), (12, 2, .failed), (3, 3, .inconclusive),
        ] as [(Int64, Int64, ThresholdResult.Verdict)]
    )
    func few(count: Int64, limit: Int64, verdict: ThresholdResult.Verdict) {
        let threshold = Self.latency(.latencyPercentile(.p99), limit)
        #expect(Self.verdict(threshold, Self.recording(count)) == verdict)
        let windowed = Self.latency(
            .latencyPercentile(.p99),
            limit,
            windows: Threshold.Windows(length: 4 * Self.second)
        )
        let recording = Self.recording(count, thresholds: [windowed])
        #expect(Self.verdict(windowed, recording) == verdict)
    }

    /// Forty of 1,000 arrivals were cut off when half a second old.
    private static func cutOff(_ thresholds: [Threshold] = []) -> Recording {
        var recording = recording(960, thresholds: thresholds)
        let cell = recording.cell(notFinished)
        for index in 960..<1000 as Range<Int64> {
            recording.recordUnfinished(
                due: index * millisecond,
                cell: cell,
                wasSent: true,
                age: 500 * millisecond
            )
        }
        return recording
    }

    @Test(
        "A request cut off is not a failure: it may have failed or not, and took at least its age",
        arguments: [
            (Threshold(.errorRatio, .lt, Fraction(4, of: 100)), .inconclusive),
            (Threshold(.errorRatio, .lt, Fraction(5, of: 100)), .passed),
            (Threshold(.outcomeRatio("E1"), .lte, Fraction(4, of: 100)), .passed),
            (Threshold(.outcomeRatio("E1"), .lt, Fraction(1, of: 100)), .inconclusive),
            (Threshold(.outcomeRatio("not-finished"), .lt, Fraction(4, of: 100)), .failed),
            (latency(.latencyPercentile(.p95), 3), .passed),
            (latency(.latencyPercentile(.p99), 499), .failed),
            (latency(.latencyPercentile(.p99), 600), .inconclusive),
            (latency(.latencyMaximum, 600), .inconclusive),
            (latency(.latencyMaximum, 2), .failed),
            (latency(.latencyMean, 2), .inconclusive),
        ] as [(Threshold, ThresholdResult.Verdict)]
    )
    func notFinished(threshold: Threshold, verdict: ThresholdResult.Verdict) {
        let recording = Self.cutOff()
        let judgement = RunJudgement(recording, thresholds: [threshold], unsentCount: 0)
        #expect(judgement.thresholds.map(\.verdict) == [verdict])
        let doubts = judgement.generator.faults + judgement.generator.harmless
        #expect(doubts == [.cutOff(40)])
        #expect(recording.failedCount == 0)
        #expect(recording.cutOffCount == 40)
    }

    @Test("A window counts the ages of cut-off requests against its limit")
    func windows() {
        func threshold(_ limit: Int64) -> Threshold {
            Self.latency(
                .latencyPercentile(.p99),
                limit,
                windows: Threshold.Windows(length: 4 * Self.second)
            )
        }
        for (limit, verdict) in [(499, .failed), (600, .inconclusive)]
            as [(Int64, ThresholdResult.Verdict)]
        {
            let threshold = threshold(limit)
            #expect(Self.verdict(threshold, Self.cutOff([threshold])) == verdict)
        }
        let errors = Threshold(
            .errorRatio,
            .lt,
            Fraction(4, of: 100),
            windows: Threshold.Windows(length: 4 * Self.second)
        )
        #expect(Self.verdict(errors, Self.cutOff([errors])) == .inconclusive)
    }

    @Test("A request cut off by an early end may also have been achieved")
    func achieved() {
        let threshold = Threshold(.achievedRatio, .gte, Fraction(98, of: 100))
        #expect(Self.verdict(threshold, Self.cutOff()) == .failed)
        #expect(Self.verdict(threshold, Self.cutOff(), isCut: true) == .inconclusive)
        // Forty arrivals that the generator never sent.
        let judgement = RunJudgement(Self.cutOff(), thresholds: [threshold], unsentCount: 40)
        #expect(judgement.thresholds.map(\.verdict) == [.inconclusive])
        #expect(judgement.generator.faults == [.unsent(40)])
    }

    @Test("The maximum latency is that of good responses, regardless of failures")
    func maximum() {
        var recording = Self.recording(99)
        let bad = recording.cell(OutcomeCell.Key(send: 0, outcome: "500", isGood: false))
        recording.record(
            SettledArrival(due: 0, ready: 0, sent: 0, done: 3 * Self.second, own: 0),
            cell: bad,
            isResponse: true
        )
        let threshold = Threshold(.latencyMaximum, .lt, Fraction(3_000_000), aborts: true)
        #expect(Self.verdict(threshold, recording) == .passed)
        var watch = AbortWatch([threshold], plannedCount: 1000)
        let outstanding = [AbortWatch.Outstanding(due: 0, send: 0)]
        #expect(watch.broken(in: recording, now: Self.second, outstanding: outstanding) == nil)
        let slow = Self.recording(2) { $0 == 1 ? (4, 0) : (2, 0) }
        #expect(watch.broken(in: slow, now: Self.second, outstanding: []) == 0)
        // Without the generator's own time it passes.
        let late = Self.recording(2) { $0 == 1 ? (4, 2) : (2, 0) }
        #expect(watch.broken(in: late, now: Self.second, outstanding: []) == nil)
    }

    @Test(
        "In the closed model latencies are at most the values a busy generator measured",
        arguments: [
            (latency(.latencyPercentile(.p95), 3), .passed),
            (latency(.latencyPercentile(.p95), 1), .inconclusive),
            (latency(.latencyMaximum, 1), .inconclusive),
            (Threshold(.errorRatio, .lt, Fraction(1, of: 100)), .passed),
        ] as [(Threshold, ThresholdResult.Verdict)]
    )
    func limited(threshold: Threshold, verdict: ThresholdResult.Verdict) {
        let judgement = RunJudgement(
            Self.recording(1000),
            thresholds: [threshold],
            unsentCount: 0,
            isLimitedByGenerator: true
        )
        #expect(judgement.thresholds.map(\.verdict) == [verdict])
        #expect(judgement.generator.faults == (verdict == .passed ? [] : [.limited]))
    }

    @Test("An outcome that may be among the unnamed ones is in doubt")
    func unnamed() {
        func recording(_ thresholds: [Threshold]) -> Recording {
            var recording = Self.recording(98, thresholds: thresholds)
            let other = recording.cell(OutcomeCell.Key(send: 0, outcome: "other", isGood: false))
            for due in 0..<2 as Range<Int64> {
                recording.recordUnfinished(due: due, cell: other, wasSent: true)
            }
            return recording
        }
        let threshold = Threshold(.outcomeRatio("E429000"), .lt, Fraction(1, of: 100))
        let judgement = RunJudgement(recording([]), thresholds: [threshold], unsentCount: 0)
        #expect(judgement.thresholds.map(\.verdict) == [.inconclusive])
        #expect(judgement.generator.faults == [.unnamed(2)])
        // A run with the threshold had room for the name.
        #expect(Self.verdict(threshold, recording([threshold])) == .passed)
    }

    @Test("A recording with cut-off arrivals survives a round trip through a file")
    func file() throws {
        let result = SampleRun.result(
            Self.sample(),
            parts: [SampleRun.part(cut: .interrupted)]
        )
        let read = try RunResult(parsing: Array(result.fileText.utf8), file: "run.json")
        #expect(read == result)
        #expect(read.recording.cutOffCount == 3)
        #expect(read.recording.slices.slices.reduce(0) { $0 + $1.cutOffCount } == 3)
    }

    /// Three arrivals of the plan of sample runs.
    private static func sample() -> Recording {
        var recording = Recording(SampleRun.plan)
        let cell = recording.cell(notFinished)
        for due in 0..<3 as Range<Int64> {
            recording.recordUnfinished(due: due, cell: cell, wasSent: true, age: 5 * second)
        }
        return recording.finished()
    }
}
