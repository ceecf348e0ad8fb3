import LoadModel
import Testing

@testable import Measure

/// A run with an incomplete report from one generator.
struct RunGapTests {
    private static let second: Int64 = 1_000_000_000

    private static let plan = RecordingPlan(
        sends: ["createPush"],
        span: 4 * second,
        sliceWidth: second,
        thresholds: [windowed]
    )

    private static let windowed = Threshold(
        .latencyMaximum,
        .lt,
        Fraction(10_000_000),
        windows: Threshold.Windows(length: second, share: Fraction(1, of: 2))
    )

    /// Ten arrivals in each of the first three seconds, each with a latency of `latency` milliseconds.
    private static func recording(latency: Int64 = 1) -> Recording {
        var recording = Recording(plan)
        let cell = recording.cell(.init(send: 0, outcome: "201", isGood: true))
        for number in Int64(0)..<30 {
            let due = number * second / 10
            recording.record(
                SettledArrival(
                    due: due,
                    ready: due,
                    sent: due,
                    done: due + latency * 1_000_000,
                    own: 0
                ),
                cell: cell,
                isResponse: true
            )
        }
        return recording
    }

    /// After two and a half seconds, the results of 10 arrivals are unknown.
    private static let gap = RunGap(
        silentFrom: 2_600_000_000,
        settledBefore: 2_500_000_000,
        unreported: 3,
        leaseEnd: 3_500_000_000,
        neverMade: 7
    )

    private static func judgement(
        _ thresholds: [Threshold],
        _ recording: Recording = recording(),
        gaps: [RunGap] = [gap],
        isClosed: Bool = false
    ) -> RunJudgement {
        RunJudgement(
            recording,
            thresholds: thresholds,
            unsentCount: 0,
            gaps: gaps.map { (Shard(2, of: 3), $0) },
            isClosed: isClosed
        )
    }

    @Test("Windows before the gap are evaluated, those that overlap the gap are not")
    func windows() {
        let judgement = Self.judgement([Self.windowed])
        #expect(judgement.thresholds[0].windows == .init(passed: 2, failed: 0, inconclusive: 2))
        #expect(judgement.thresholds[0].verdict == .passed)
        #expect(judgement.generator.faults.isEmpty)
        #expect(judgement.generator.harmless == [.silent(Shard(2, of: 3))])
        #expect(judgement.conclusion == .passed)
    }

    @Test("Windows that fail before the gap fail the threshold despite the gap")
    func missed() {
        let all = Threshold(
            .latencyMaximum,
            .lt,
            Fraction(10_000_000),
            windows: Threshold.Windows(length: Self.second, share: Fraction(1))
        )
        let plan = RecordingPlan(
            sends: ["createPush"],
            span: 4 * Self.second,
            sliceWidth: Self.second,
            thresholds: [all]
        )
        #expect(plan == Self.plan)
        let judgement = Self.judgement([all], Self.recording(latency: 20))
        #expect(judgement.thresholds[0].windows == .init(passed: 0, failed: 2, inconclusive: 2))
        #expect(judgement.conclusion == .failed)
    }

    @Test(
        "Over the whole run, the ten arrivals with unknown outcome may have ended in any way",
        arguments: [
            // None of 30 failed, so at most ten of 40 failed.
            (Threshold(.errorRatio, .lt, Fraction(1, of: 100)), .inconclusive),
            (Threshold(.errorRatio, .lte, Fraction(25, of: 100)), .passed),
            (Threshold(.outcomeRatio("E1"), .lt, Fraction(26, of: 100)), .passed),
            (Threshold(.outcomeRatio("201"), .gte, Fraction(75, of: 100)), .passed),
            (Threshold(.outcomeRatio("201"), .lt, Fraction(75, of: 100)), .failed),
            (Threshold(.achievedRatio, .gte, Fraction(70, of: 100)), .passed),
            (Threshold(.achievedRatio, .gte, Fraction(80, of: 100)), .inconclusive),
            (Threshold(.achievedRatio, .lt, Fraction(70, of: 100)), .failed),
            // The 20th of 40 is one of the 30 whether the ten lie below or above them.
            (Threshold(.latencyPercentile(.p50), .lt, Fraction(2_000_000)), .passed),
            (Threshold(.latencyPercentile(.p50), .lt, Fraction(500_000)), .failed),
            (Threshold(.latencyMaximum, .lt, Fraction(2_000_000)), .inconclusive),
            (Threshold(.latencyMaximum, .lt, Fraction(500_000)), .failed),
        ] as [(Threshold, ThresholdResult.Verdict)]
    )
    func wholeRun(threshold: Threshold, verdict: ThresholdResult.Verdict) throws {
        let judgement = Self.judgement([threshold])
        #expect(judgement.thresholds.map(\.verdict) == [verdict])
        let lost = Doubt.silent(Shard(2, of: 3))
        #expect(judgement.generator.faults == (verdict == .inconclusive ? [lost] : []))
        #expect(Self.judgement([threshold], gaps: []).conclusion != .invalid)
    }

    @Test("If the number of missing arrivals is unknown, only an already exceeded limit is certain")
    func closed() {
        let verdicts = Self.judgement(
            [
                Threshold(.latencyMaximum, .lt, Fraction(500_000)),
                Threshold(.latencyMaximum, .lt, Fraction(2_000_000)),
                Threshold(.errorRatio, .lt, Fraction(1)),
            ],
            isClosed: true
        ).thresholds.map(\.verdict)
        #expect(verdicts == [.failed, .inconclusive, .inconclusive])
    }

    @Test(
        "Clock skew moves the arrivals due in that time across the edges of a window",
        arguments: [
            // Ten per second on both sides of two edges: 50 ms contain two of them.
            (50_000_000, 2, ThresholdResult.Verdict.passed), (50_000_000, 1, .inconclusive),
            (0, 1, .passed), (1_000_000, 1, .passed),
        ] as [(Int64, UInt64, ThresholdResult.Verdict)]
    )
    func clocks(bound: Int64, percent: UInt64, verdict: ThresholdResult.Verdict) {
        let threshold = Threshold(
            .errorRatio,
            .lt,
            Fraction(percent * 10, of: 100),
            windows: Threshold.Windows(length: Self.second, share: Fraction(1, of: 2))
        )
        let judgement = RunJudgement(
            Self.recording(),
            thresholds: [threshold],
            unsentCount: 0,
            clockBound: bound
        )
        #expect(judgement.thresholds.map(\.verdict) == [verdict])
        #expect(
            judgement.generator.faults == (verdict == .inconclusive ? [.clocks(bound)] : [])
        )
    }

    @Test("A generator with its gap survives a round trip through a file")
    func file() throws {
        var part = SampleRun.part(cut: .silent)
        part.generator = RunGenerator(
            name: "b",
            host: "web-2",
            clockOffset: -3_700_000_000,
            clockBound: 150_000,
            clockDrift: 12_345,
            gap: Self.gap
        )
        let result = SampleRun.result(Recording(SampleRun.plan), parts: [part])
        let text = result.fileText
        let read = try RunResult(parsing: Array(text.utf8), file: "run.json")
        #expect(read == result)
        #expect(read.gaps.map(\.gap) == [Self.gap])
        #expect(read.cut == nil)
    }

    @Test(
        "Outstanding arrivals are grouped by send and slice, with the youngest and the count"
    )
    func outstanding() {
        typealias Outstanding = AbortWatch.Outstanding
        let list = [
            Outstanding(due: 100, send: 0), Outstanding(due: 900, send: 0),
            Outstanding(due: 500, send: 0, count: 3), Outstanding(due: 1_000, send: 0),
            Outstanding(due: 999, send: 1), Outstanding(due: -1, send: 1),
            Outstanding(due: -1_000, send: 1),
            Outstanding(due: -1_001, send: 1),
        ]
        #expect(
            Outstanding.grouped(list, width: 1_000) == [
                Outstanding(due: -1_001, send: 1), Outstanding(due: -1, send: 1, count: 2),
                Outstanding(due: 900, send: 0, count: 5), Outstanding(due: 999, send: 1),
                Outstanding(due: 1_000, send: 0),
            ]
        )
    }
}
