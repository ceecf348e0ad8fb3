import LoadModel
import Testing

@testable import Measure

struct ThresholdTests {
    private static let millisecond: Int64 = 1_000_000

    /// 1,000 arrivals/s for `seconds`, the first part of a run of `span`; `latency` gives the latency of the arrival
    /// at index k, or it fails.
    private static func recording(
        seconds: Int64,
        of span: Int64? = nil,
        thresholds: [Threshold] = [],
        unit: Int64 = millisecond,
        latency: (Int64) -> (time: Int64, own: Int64)?
    ) -> Recording {
        let plan = RecordingPlan(
            sends: ["createPush"],
            span: (span ?? seconds) * 1000 * millisecond,
            sliceWidth: 1000 * millisecond,
            thresholds: thresholds
        )
        var recording = Recording(plan)
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        let bad = recording.cell(OutcomeCell.Key(send: 0, outcome: "timeout", isGood: false))
        for index in 0..<seconds * 1000 {
            let due = index * millisecond
            let (time, own) = latency(index).map { ($0 * unit, $1 * unit) } ?? (0, 0)
            let arrival = SettledArrival(
                due: due,
                ready: due,
                sent: due + own,
                done: due + max(time, own),
                own: own
            )
            let isGood = latency(index) != nil
            recording.record(arrival, cell: isGood ? good : bad, isResponse: isGood)
        }
        return recording
    }

    private static func p99(
        _ limit: Int64,
        windows: Threshold.Windows? = nil,
        aborts: Bool = false
    ) -> Threshold {
        Threshold(
            .latencyPercentile(.p99),
            .lt,
            Fraction(UInt64(limit * millisecond)),
            windows: windows,
            aborts: aborts
        )
    }

    private static let second = Threshold.Windows(
        length: 1000 * millisecond,
        share: Fraction(3, of: 4)
    )

    /// 1,000 arrivals that take 2 ms, and 100 with unreadable responses.
    private static func undecided(_ outcome: String, _ threshold: Threshold) -> RunJudgement {
        var recording = Self.recording(seconds: 1, thresholds: [threshold]) { _ in (2, 0) }
        let cell = recording.cell(.init(send: 0, outcome: outcome, isGood: false))
        for index in 0..<100 {
            let due = Int64(index) * millisecond
            let arrival = SettledArrival(due: due, ready: due, sent: due, done: due + 1, own: 0)
            recording.record(arrival, cell: cell, isResponse: true)
        }
        return RunJudgement(recording, thresholds: [threshold], unsentCount: 0)
    }

    @Test(
        "Unreadable responses leave open only the thresholds they could change",
        arguments: [
            // 0 to 9.1 % failed.
            ("not decodable", Threshold(.errorRatio, .lt, Fraction(1, of: 100)), nil),
            ("not decodable", Threshold(.errorRatio, .lt, Fraction(1, of: 10)), true),
            ("too long", Threshold(.errorRatio, .gte, Fraction(1, of: 10)), false),
            // The status shows that they failed, but the code is unknown.
            ("500 too long", Threshold(.errorRatio, .lt, Fraction(1, of: 100)), false),
            ("500 too long", Threshold(.outcomeRatio("QUOTA"), .lt, Fraction(1, of: 100)), nil),
            ("not decodable", Threshold(.outcomeRatio("QUOTA"), .lt, Fraction(1, of: 10)), true),
            ("too long", Threshold(.latencyPercentile(.p99), .lt, Fraction(3_000_000)), nil),
            ("too long", Threshold(.latencyPercentile(.p50), .lt, Fraction(3_000_000)), true),
            ("too long", Threshold(.latencyPercentile(.p50), .lt, Fraction(1_000_000)), false),
        ] as [(String, Threshold, Bool?)]
    )
    func undecided(_ outcome: String, _ threshold: Threshold, _ holds: Bool?) {
        let judgement = Self.undecided(outcome, threshold)
        let verdict: ThresholdResult.Verdict =
            holds.map { $0 ? .passed : .failed } ?? .inconclusive
        #expect(judgement.thresholds.map(\.verdict) == [verdict])
        #expect(
            judgement.conclusion == (holds.map { $0 ? .passed : .failed } ?? .invalid)
        )
        guard holds == nil else { return }
        #expect(judgement.thresholds[0].doubts == [.unjudged(100)])
    }

    @Test(
        "A threshold on the whole run passes or fails",
        arguments: [(250, ThresholdResult.Verdict.passed), (100, .failed)]
            as [(Int64, ThresholdResult.Verdict)]
    )
    func wholeRun(limit: Int64, verdict: ThresholdResult.Verdict) {
        let recording = Self.recording(seconds: 2) { $0 % 10 == 0 ? (200, 0) : (2, 0) }
        let judgement = RunJudgement(recording, thresholds: [Self.p99(limit)], unsentCount: 0)
        #expect(judgement.thresholds.map(\.verdict) == [verdict])
        #expect(judgement.conclusion == (verdict == .passed ? .passed : .failed))
    }

    @Test("A percentile that falls among the failures fails, however fast they were")
    func failures() {
        let recording = Self.recording(seconds: 1) { $0 % 50 == 0 ? nil : (2, 0) }
        let errors = Threshold(.errorRatio, .lte, Fraction(2, of: 100))
        let outcome = Threshold(.outcomeRatio("timeout"), .lt, Fraction(2, of: 100))
        let judgement = RunJudgement(
            recording,
            thresholds: [Self.p99(250), errors, outcome],
            unsentCount: 0
        )
        #expect(judgement.thresholds.map(\.verdict) == [.failed, .passed, .failed])
        #expect(judgement.thresholds[0].observation == .failed)
        #expect(judgement.thresholds[1].observation == .value(Fraction(1, of: 50)))
    }

    @Test("A threshold that ended the run has failed, whatever the completed part shows")
    func endedRun() {
        let recording = Self.recording(seconds: 2) { _ in (2, 0) }
        let thresholds = [Self.p99(250), Self.p99(100)]
        let judgement = RunJudgement(
            recording,
            thresholds: thresholds,
            unsentCount: 0,
            endedBy: 1
        )
        #expect(judgement.thresholds.map(\.verdict) == [.passed, .failed])
        #expect(judgement.thresholds.map(\.endedRun) == [false, true])
        #expect(judgement.conclusion == .failed)
    }

    @Test("No data or too little data is inconclusive and never passes")
    func inconclusive() {
        let nothing = Self.recording(seconds: 1) { _ in (2, 0) }
        let p999 = Threshold(.latencyPercentile(.p999), .lt, Fraction(1_000_000_000))
        let judgement = RunJudgement(nothing, thresholds: [p999], unsentCount: 0)
        #expect(judgement.thresholds[0].observation == .inconclusive(.tooFew(.p999, count: 1000)))
        #expect(judgement.conclusion == .invalid)
        let empty = Recording(nothing.plan)
        let errors = Threshold(.errorRatio, .lt, Fraction(1, of: 100))
        let verdicts = RunJudgement(empty, thresholds: [errors], unsentCount: 0).thresholds
        #expect(verdicts.map(\.observation) == [.inconclusive(.nothingCounted)])
    }

    @Test(
        "Three of four windows must pass",
        arguments: [(1, ThresholdResult.Verdict.passed), (2, .failed)]
            as [(Int64, ThresholdResult.Verdict)]
    )
    func windows(slowSeconds: Int64, verdict: ThresholdResult.Verdict) throws {
        let threshold = Self.p99(100, windows: Self.second)
        let recording = Self.recording(seconds: 4, thresholds: [threshold]) {
            $0 < slowSeconds * 1000 ? (500, 0) : (2, 0)
        }
        let result = try #require(
            RunJudgement(recording, thresholds: [threshold], unsentCount: 0).thresholds.first
        )
        #expect(result.verdict == verdict)
        #expect(result.windows?.failed == UInt64(slowSeconds))
        #expect(result.windows?.count == 4)
    }

    @Test(
        "A window without scheduled arrivals is not counted, unless another cause emptied it",
        arguments: [(false, false, 0), (true, false, 2), (false, true, 2)] as [(Bool, Bool, UInt64)]
    )
    func pause(isCut: Bool, isClosed: Bool, inconclusive: UInt64) throws {
        let windows = Threshold.Windows(length: 1000 * Self.millisecond)
        let errors = Threshold(.errorRatio, .lt, Fraction(1, of: 100), windows: windows)
        // Two seconds with arrivals, and two without.
        let recording = Self.recording(seconds: 2, of: 4, thresholds: [errors]) { _ in (2, 0) }
        let result = try #require(
            RunJudgement(
                recording,
                thresholds: [errors],
                unsentCount: 0,
                isCut: isCut,
                isClosed: isClosed
            ).thresholds.first
        )
        #expect(result.windows?.passed == 2)
        #expect(result.windows?.inconclusive == inconclusive)
        #expect(result.verdict == (inconclusive == 0 ? .passed : .inconclusive))
    }

    @Test(
        "A percentile that the generator slowed down is evaluated over its possible range",
        arguments: [
            // With a p99 of 200 ms, of which 190 ms are the generator's own.
            (201, .passed, .passed), (200, .inconclusive, .invalid), (11, .inconclusive, .invalid),
            (10, .failed, .failed), (5, .failed, .failed),
        ] as [(Int64, ThresholdResult.Verdict, RunJudgement.Conclusion)]
    )
    func ownTime(
        limit: Int64,
        verdict: ThresholdResult.Verdict,
        conclusion: RunJudgement.Conclusion
    ) throws {
        let recording = Self.recording(seconds: 2) { $0 % 20 == 0 ? (200, 190) : (2, 0) }
        let judgement = RunJudgement(recording, thresholds: [Self.p99(limit)], unsentCount: 0)
        let result = try #require(judgement.thresholds.first)
        #expect(result.verdict == verdict)
        #expect(result.observation == .value(Fraction(200_000_000)))
        // To three digits.
        guard case .value(let lowest)? = result.range?.lowest else {
            Issue.record("no lower end")
            return
        }
        #expect(lowest >= Fraction(10_000_000) && lowest < Fraction(10_010_000))
        #expect(result.range?.highest == result.observation)
        let isOpen = verdict == .inconclusive
        #expect(judgement.generator.faults == (isOpen ? [.ownTime] : []))
        #expect(judgement.conclusion == conclusion)
        // The percentiles are flagged in any case.
        #expect(judgement.generator.flagged.map(\.quantile).contains(.p99))
    }

    @Test(
        "Responses that only the generator delayed do not fail the achieved ratio",
        arguments: [nil, Threshold.Windows(length: 1000 * millisecond)]
    )
    func achieved(windows: Threshold.Windows?) {
        let achieved = Threshold(.achievedRatio, .gte, Fraction(99, of: 100), windows: windows)
        // In one second, 50 responses come after its end.
        let recording = Self.recording(seconds: 2, thresholds: [achieved]) {
            $0 == 0 ? nil : $0 >= 1950 ? (61, 60) : (1, 0)
        }
        let judgement = RunJudgement(recording, thresholds: [achieved], unsentCount: 0)
        #expect(judgement.thresholds.map(\.verdict) == [.inconclusive])
        #expect(judgement.generator.faults == [.ownTime])
        #expect(judgement.conclusion == .invalid)
        #expect(recording.completedWithinSpan == 1949)
        #expect(recording.completedWithoutOwn == 1998)
    }

    @Test("A threshold that fails either way has failed, even in a poor run")
    func certainlyMissed() {
        let recording = Self.recording(seconds: 2) { $0 % 20 == 0 ? (200, 190) : (2, 0) }
        let judgement = RunJudgement(recording, thresholds: [Self.p99(1)], unsentCount: 3)
        #expect(judgement.generator.isValid)
        #expect(judgement.generator.harmless == [.unsent(3)])
        #expect(judgement.conclusion == .failed)
    }

    @Test(
        "With more reconnections than requests, reconnecting was the load",
        arguments: [
            (64, 4, true), (1_000, 900, true), (1_000, 936, false), (128, 4, false), (0, 0, false),
        ] as [(UInt64, UInt64, Bool)]
    )
    func reconnecting(opened: UInt64, requests: UInt64, isLoad: Bool) {
        let recording = Self.recording(seconds: 2) { _ in (2, 0) }
        let counts = ConnectionCounts(
            connections: opened == 64 ? 8 : 64,
            opened: opened,
            requests: requests
        )
        func judgement(_ thresholds: [Threshold]) -> RunJudgement {
            RunJudgement(recording, thresholds: thresholds, unsentCount: 0, counts: counts)
        }
        let judged = judgement([Self.p99(100)])
        #expect(judged.generator.faults == (isLoad ? [.reconnecting(counts)] : []))
        #expect(judged.conclusion == (isLoad ? .invalid : .passed))
        #expect(judgement([Self.p99(1)]).conclusion == .failed)
        let free = judgement([])
        #expect(free.generator.harmless == (isLoad ? [.reconnecting(counts)] : []))
        #expect(free.conclusion == .passed)
    }

    @Test(
        "A response due for a check but not checked makes the run inconclusive, unless it failed"
    )
    func unjudged() {
        let recording = Self.recording(seconds: 2) { _ in (2, 0) }
        func conclusion(_ thresholds: [Threshold], broken: UInt64 = 0) -> RunJudgement.Conclusion {
            RunJudgement(
                recording,
                thresholds: thresholds,
                unsentCount: 0,
                brokenCount: broken,
                unjudgedCount: 1
            ).conclusion
        }
        #expect(conclusion([]) == .invalid)
        #expect(conclusion([Self.p99(250)]) == .invalid)
        #expect(conclusion([Self.p99(1)]) == .failed)
        #expect(conclusion([], broken: 1) == .broken)
    }

    @Test("A response that violates the contract outweighs failed and invalid results")
    func broken() {
        let recording = Self.recording(seconds: 2) { $0 % 20 == 0 ? (200, 190) : (2, 0) }
        for limit in [1, 100, 1000] as [Int64] {
            let judgement = RunJudgement(
                recording,
                thresholds: [Self.p99(limit)],
                unsentCount: 3,
                brokenCount: 1
            )
            #expect(judgement.conclusion == .broken)
        }
    }

    @Test(
        "Own time up to 1 ms or 5% leaves a percentile valid",
        arguments: [
            (2_000, 900, true), (2_000, 1_100, false), (100_000, 4_900, true),
            (100_000, 5_200, false),
        ]
            as [(Int64, Int64, Bool)]
    )
    func soundness(microseconds: Int64, own: Int64, isSound: Bool) {
        let recording = Self.recording(seconds: 1, unit: 1000) { _ in (microseconds, own) }
        let judgement = RunJudgement(recording, thresholds: [], unsentCount: 0)
        #expect(judgement.generator.flagged.isEmpty == isSound)
        // Without thresholds, it cannot change a verdict.
        #expect(judgement.conclusion == .passed)
    }

    @Test(
        "An event rate is compared over the counted time, for one send or all",
        arguments: [
            (Threshold.Relation.gte, Fraction(5), nil, ThresholdResult.Verdict.passed),
            (.gt, Fraction(5), nil, .failed), (.lt, Fraction(51, of: 10), nil, .passed),
            (.gte, Fraction(1), 0, .failed), (.gte, Fraction(5), 1, .passed),
        ] as [(Threshold.Relation, Fraction, Int?, ThresholdResult.Verdict)]
    )
    func events(
        relation: Threshold.Relation,
        limit: Fraction,
        send: Int?,
        verdict: ThresholdResult.Verdict
    ) {
        let second = 1000 * Self.millisecond
        let threshold = Threshold(.eventRate, relation, limit, send: send)
        var recording = Recording(
            RecordingPlan(sends: ["ask", "listen"], span: 4 * second, sliceWidth: second)
        )
        for row in 0..<2 {
            let cell = recording.cell(OutcomeCell.Key(send: row, outcome: "200", isGood: true))
            recording.record(
                SettledArrival(due: 0, ready: 0, sent: 0, done: 1, own: 0),
                cell: cell,
                isResponse: true
            )
        }
        recording.record(events: 10, ofSend: 1, at: second)
        // The run ended in the middle.
        let judgement = RunJudgement(
            recording,
            thresholds: [threshold],
            unsentCount: 0,
            countedTime: 2 * second
        )
        #expect(judgement.thresholds.map(\.verdict) == [verdict])
    }

    @Test("A stream still being read is not older than its first event")
    func readStream() {
        let threshold = Self.p99(
            100,
            windows: Threshold.Windows(length: 1000 * Self.millisecond),
            aborts: true
        )
        let second = 1000 * Self.millisecond
        let plan = RecordingPlan(
            sends: ["listen"],
            span: 4 * second,
            sliceWidth: second,
            thresholds: [threshold]
        )
        func broken(age: Int64?) -> Int? {
            var watch = AbortWatch([threshold], plannedCount: 4000)
            let list = (0..<1000).map {
                AbortWatch.Outstanding(
                    due: Int64($0) * Self.millisecond,
                    send: 0,
                    age: age.map { $0 * Self.millisecond }
                )
            }
            let grouped = AbortWatch.Outstanding.grouped(list, width: second)
            #expect(grouped.map(\.count) == [1000])
            return watch.broken(in: Recording(plan), now: 3 * second, outstanding: grouped)
        }
        #expect(broken(age: nil) == 0)
        #expect(broken(age: 101) == 0)
        #expect(broken(age: 99) == nil)
    }

    @Test("A hang fails a window by the age of outstanding requests")
    func hang() {
        let threshold = Self.p99(
            100,
            windows: Threshold.Windows(length: 1000 * Self.millisecond),
            aborts: true
        )
        let recording = Self.recording(seconds: 1, thresholds: [threshold]) {
            $0 < 980 ? (2, 0) : (2, 0)
        }
        let longer = RecordingPlan(
            sends: ["createPush"],
            span: 4000 * Self.millisecond,
            sliceWidth: 1000 * Self.millisecond,
            thresholds: [threshold]
        )
        var watch = AbortWatch([threshold], plannedCount: 4000)
        let nothing = Recording(longer)
        let outstanding = (0..<1000).map {
            AbortWatch.Outstanding(due: Int64($0) * Self.millisecond, send: 0)
        }
        let second = 1000 * Self.millisecond
        #expect(watch.broken(in: nothing, now: second - 1, outstanding: outstanding) == nil)
        #expect(watch.broken(in: nothing, now: second, outstanding: outstanding) == 0)
        var calm = AbortWatch([threshold], plannedCount: 1000)
        #expect(calm.broken(in: recording, now: second, outstanding: []) == nil)
    }

    @Test("A threshold on the whole run fails once the rest cannot recover it")
    func wholeRunBreaks() {
        let threshold = Self.p99(100, aborts: true)
        let recording = Self.recording(seconds: 1) { $0 < 21 ? (500, 0) : (2, 0) }
        var (mendable, lost) = (
            AbortWatch([threshold], plannedCount: 2_100),
            AbortWatch([threshold], plannedCount: 2_000)
        )
        #expect(mendable.broken(in: recording, now: 0, outstanding: []) == nil)
        #expect(lost.broken(in: recording, now: 0, outstanding: []) == 0)
    }
}
