import LoadModel
import Testing

@testable import Measure

/// A run of which a generator did not tell all.
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

    /// Ten arrivals in each of the first three seconds, each of which takes `latency` milliseconds.
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
                isAnswer: true
            )
        }
        return recording
    }

    /// From two and a half seconds on nothing is known of 10 arrivals.
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
        gaps: [RunGap] = [gap]
    ) -> RunJudgement {
        RunJudgement(
            recording,
            thresholds: thresholds,
            unsentCount: 0,
            gaps: gaps.map { (Shard(2, of: 3), $0) }
        )
    }

    @Test("Windows before the gap are judged, those that it touches are not")
    func windows() {
        let judgement = Self.judgement([Self.windowed])
        #expect(judgement.thresholds[0].windows == .init(held: 2, missed: 0, undetermined: 2))
        #expect(judgement.thresholds[0].verdict == .held)
        #expect(judgement.generator.faults == [.silent(Shard(2, of: 3))])
        #expect(judgement.conclusion == .invalid)
    }

    @Test("Windows that are missed before the gap make a miss that no gap takes back")
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
        #expect(judgement.thresholds[0].windows == .init(held: 0, missed: 2, undetermined: 2))
        #expect(judgement.conclusion == .missed)
    }

    @Test(
        "Of the whole run nothing is said but what was achieved, of which all that was due is a part"
    )
    func wholeRun() {
        let thresholds = [
            Threshold(.errorRatio, .lt, Fraction(1, of: 100)),
            Threshold(.achievedRatio, .gte, Fraction(70, of: 100)),
            Threshold(.achievedRatio, .gte, Fraction(80, of: 100)),
        ]
        let results = Self.judgement(thresholds).thresholds
        #expect(results[0].observation == .undetermined(.generatorSilent))
        #expect(results[1].observation == .value(Fraction(30, of: 40)))
        #expect(results.map(\.verdict) == [.undetermined, .held, .missed])
        // That is not the service's doing.
        #expect(Self.judgement(thresholds).conclusion == .invalid)
        #expect(Self.judgement(thresholds, gaps: []).conclusion == .held)
    }

    @Test("Clocks may be apart by a hundredth of the shortest window")
    func clocks() {
        func faults(_ bound: Int64) -> [GeneratorVerdict.Fault] {
            RunJudgement(
                Self.recording(),
                thresholds: [Self.windowed],
                unsentCount: 0,
                clockBound: bound
            ).generator.faults
        }
        #expect(faults(10_000_000).isEmpty)
        #expect(faults(10_000_001) == [.clocks(bound: 10_000_001, window: Self.second)])
    }

    @Test("A generator with its gap comes back from a file as it was written")
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
        "What is outstanding is grouped by send and slice, with the youngest and how many there are"
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
