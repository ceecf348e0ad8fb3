import LoadModel
import Measure
import Testing

struct StepMeasurementTests {
    private static let millisecond: Int64 = 1_000_000
    private static let second: Int64 = 1_000_000_000

    /// 1,000 arrivals/s from −0.5 s to 2 s; the latency of each is given by `time` in ms, or it fails in 1 ms.
    private static func recording(
        _ time: (_ due: Int64) -> (time: Int64, own: Int64)?
    ) -> Recording {
        var recording = Recording(
            RecordingPlan(sends: ["createPush"], span: 2 * second, sliceWidth: second)
        )
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        let bad = recording.cell(OutcomeCell.Key(send: 0, outcome: "reset", isGood: false))
        for due in Int64(-500)..<2_000 {
            let response = time(due)
            let (duration, own) = response ?? (1, 0)
            let arrival = SettledArrival(
                due: due * millisecond,
                ready: due * millisecond,
                sent: (due + own) * millisecond,
                done: (due + duration) * millisecond,
                own: own * millisecond
            )
            recording.record(
                arrival,
                cell: response == nil ? bad : good,
                isResponse: response != nil
            )
        }
        return recording
    }

    private static func measurement(
        _ recording: Recording,
        thresholds: [Threshold] = [p99(100)],
        arrivalsEnd: Int64 = 2 * second
    ) -> StepMeasurement {
        StepMeasurement(
            recording,
            thresholds: thresholds,
            quantile: .p99,
            unsentCount: 0,
            busyShare: 0,
            arrivalsEnd: arrivalsEnd,
            measured: 2 * second,
            elapsed: 3 * second
        )
    }

    private static func p99(_ limit: Int64, send: Int? = nil) -> Threshold {
        Threshold(.latencyPercentile(.p99), .lt, Fraction(UInt64(limit * millisecond)), send: send)
    }

    @Test("A constant number of open requests is not growth: it built up in the warm-up")
    func steady() {
        let measurement = Self.measurement(Self.recording { _ in (80, 0) })
        #expect(measurement.finding == .passed)
        #expect(measurement.dueCount == 2000)
        #expect(measurement.backlogGrowth == 0)
        #expect(measurement.doneRate == 1000)
        #expect(measurement.meanServiceTime == 80 * Self.millisecond)
    }

    @Test("A service that completes 900 of 1,000 arrivals per second accumulates a tenth of them")
    func overload() {
        // Arrival k, counted from the start of the warm-up, is done after k / 0.9 ms.
        let recording = Self.recording { due in
            let index = due + 500
            return (index * 10 / 9 - index + 2, 0)
        }
        let measurement = Self.measurement(recording)
        #expect(measurement.finding == .failed(threshold: 0))
        #expect((199...201).contains(measurement.backlogGrowth))
        #expect(abs(measurement.doneRate - 900) < 1)
    }

    @Test("Failed arrivals are neither outstanding nor completed")
    func failures() {
        let recording = Self.recording { $0 % 10 == 0 ? nil : (2, 0) }
        let measurement = Self.measurement(
            recording,
            thresholds: [Threshold(.errorRatio, .lte, Fraction(1, of: 10))]
        )
        #expect(measurement.finding == .passed)
        #expect(measurement.backlogGrowth == 0)
        #expect(measurement.doneRate == 900)
        #expect(measurement.percentile == .failed)
    }

    @Test("Arrivals without an end are still outstanding")
    func unfinished() {
        var recording = Self.recording { _ in (2, 0) }
        let cell = recording.cell(
            OutcomeCell.Key(send: 0, outcome: "unanswered", isGood: false)
        )
        for due in 0..<30 {
            recording.recordUnfinished(due: Int64(due), cell: cell, wasSent: true)
        }
        #expect(Self.measurement(recording).backlogGrowth == 30)
    }

    @Test("Few arrivals still decide; none for a send is inconclusive")
    func few() {
        var recording = Recording(
            RecordingPlan(
                sends: ["createPush", "never"],
                span: 2 * Self.second,
                sliceWidth: Self.second
            )
        )
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        for index in 0..<Int64(300) {
            let due = index * 5 * Self.millisecond
            recording.record(
                SettledArrival(
                    due: due,
                    ready: due,
                    sent: due,
                    done: due + (index < 4 ? 150 : 2) * Self.millisecond,
                    own: 0
                ),
                cell: good,
                isResponse: true
            )
        }
        // Rank 297 of 300: four slow arrivals are one too many.
        let missed = Self.measurement(recording)
        #expect(missed.finding == .failed(threshold: 0))
        let held = Self.measurement(recording, thresholds: [Self.p99(200)])
        #expect(held.finding == .passed)
        let never = Self.measurement(recording, thresholds: [Self.p99(200, send: 1)])
        #expect(never.finding == .inconclusive(threshold: 0))
    }

    @Test("A threshold that the generator may have failed is doubtful")
    func doubt() {
        let recording = Self.recording { $0 % 20 == 0 ? (200, 190) : (2, 0) }
        #expect(Self.measurement(recording).finding == .doubtful)
        #expect(
            Self.measurement(recording, thresholds: [Self.p99(1)]).finding == .failed(threshold: 0)
        )
    }

    @Test("Overload is computed per second: due minus completed, up to the end of arrivals")
    func saturated() throws {
        // From the start of the warm-up, each waits a tenth of the time longer.
        let recording = Self.recording { (($0 + 500) / 10 + 2, 0) }
        let whole = try #require(Self.measurement(recording).saturation)
        #expect(whole.length == 2 * Self.second)
        // 11 ms for every 10 arrivals.
        #expect(abs(whole.rate - 909) <= 1)
        let cut = Self.measurement(recording, arrivalsEnd: 1_900 * Self.millisecond)
        #expect(cut.saturation?.length == Self.second)
        // If arrivals end within the first second, all responses count: 1,818 in 2 s.
        let short = Self.measurement(recording, arrivalsEnd: 900 * Self.millisecond)
        #expect(short.saturation?.length == 2 * Self.second)
        #expect(short.saturation.map { abs($0.rate - 909) <= 1 } == true)
        #expect(Self.measurement(Self.recording { _ in (80, 0) }).saturation == nil)
    }

    @Test("Immediate refusals are not an overload: their share and name are reported")
    func refusing() throws {
        // One in four is rejected at once, which ends the step.
        let recording = Self.recording { $0 % 4 == 0 ? nil : (2, 0) }
        let missed = Self.measurement(
            recording,
            thresholds: [Threshold(.errorRatio, .lt, Fraction(1, of: 100))]
        )
        #expect(missed.saturation == nil)
        #expect(missed.failures == StepFailures(share: 0.25, goodRate: 750, outcome: "reset"))
        let allowed = Self.measurement(
            recording,
            thresholds: [Threshold(.errorRatio, .lt, Fraction(1, of: 2))]
        )
        #expect(allowed.finding == .passed)
        #expect(allowed.saturation == nil)
        #expect(Self.measurement(Self.recording { _ in (2, 0) }).failures == nil)
    }

    @Test("A step that ended early is evaluated over its actual duration")
    func cut() {
        // The responses to 502 arrivals come within 502 ms: two belong to the warm-up.
        let recording = Self.recording { $0 < 500 ? (2, 0) : nil }
        let measurement = StepMeasurement(
            recording,
            thresholds: [],
            quantile: .p99,
            unsentCount: 0,
            busyShare: 0,
            arrivalsEnd: 500 * Self.millisecond,
            measured: 502 * Self.millisecond,
            elapsed: Self.second
        )
        #expect(measurement.doneRate == 1000)
    }
}
