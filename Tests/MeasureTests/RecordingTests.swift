import JSON
import LoadModel
import Testing

@testable import Measure

struct RecordingTests {
    private static let plan = RecordingPlan(
        sends: ["createPush", "findPush"],
        span: 10_000_000_000,
        sliceWidth: 1_000_000_000,
        thresholds: [
            Threshold(
                .latencyMean,
                .lt,
                Fraction(1_000_000),
                send: 1,
                windows: Threshold.Windows(length: 1_000_000_000)
            )
        ]
    )

    @Test("One stream recorded at once and in four shards gives equal bytes")
    func merging() {
        var whole = Recording(Self.plan)
        var shards = (0..<4).map { _ in Recording(Self.plan) }
        for item in SyntheticStream(seed: 7, count: 14_000) {
            whole.record(item)
            shards[item.index % 4].record(item)
            // Closing early must not show in the result either.
            if item.index.isMultiple(of: 5_000) { shards[1].close(before: item.arrival.due) }
        }
        var merged = shards[2]
        for index in [0, 3, 1] { merged.merge(shards[index]) }
        #expect(merged.finished().json.prettyText() == whole.finished().json.prettyText())
        #expect(merged.finished() == whole.finished())
    }

    @Test("Events count at their arrival: in their slice, and per send within the counted time")
    func events() throws {
        var first = Recording(Self.plan)
        #expect(first.events == [])
        first.record(events: 3, ofSend: 1, at: -1)
        first.record(events: 2, ofSend: 1, at: 0)
        var second = Recording(Self.plan)
        second.record(events: 5, ofSend: 0, at: 9_999_999_999)
        second.record(events: 7, ofSend: 1, at: 10_000_000_000)
        first.merge(second)
        #expect(first.events == [5, 2])
        #expect(first.eventCount() == 7)
        #expect(first.eventCount(ofSend: 1) == 2)
        let slices = [-1, 0, 9, 10].map { first.slices.slice($0).eventCount }
        #expect(slices == [3, 2, 5, 7])
        // Seven in ten seconds.
        #expect(first.eventRate(in: 10_000_000_000) == Fraction(7, of: 10))
        #expect(first.weight == 17)
    }

    @Test("Events of a step belong to its journey and count once")
    func stepEvents() {
        let plan = RecordingPlan(
            sends: ["ask", "join", "join/listen"],
            span: 1_000,
            sliceWidth: 1_000_000_000,
            stepCount: 1
        )
        var recording = Recording(plan)
        recording.record(events: 3, ofSend: 1, step: 2, at: 0)
        recording.record(events: 2, ofSend: 0, at: 0)
        #expect(recording.events == [2, 3, 3])
        #expect(recording.eventCount() == 5)
        #expect(recording.slices.slice(0).eventCount == 5)
    }

    @Test(
        "A journey counts as in time as if it had no think time",
        arguments: [(9_000, 12_500, 3_000, 1), (9_000, 13_000, 3_000, 0), (-500, 2_600, 3_000, 0)]
            as [(Int64, Int64, Int64, UInt64)]
    )
    func thought(due: Int64, done: Int64, thought: Int64, count: UInt64) {
        let millisecond: Int64 = 1_000_000
        var recording = Recording(Self.plan)
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "completed", isGood: true))
        let due = due * millisecond
        recording.record(
            SettledArrival(
                due: due,
                ready: due,
                sent: due,
                done: done * millisecond,
                own: 0,
                thought: thought * millisecond
            ),
            cell: cell,
            isResponse: true
        )
        #expect(recording.completedWithinSpan == count)
        #expect(recording.completedWithoutOwn == count)
    }

    @Test("Steps are counted under their names and in no sum, by the due time of their journey")
    func steps() throws {
        let plan = RecordingPlan(
            sends: ["join", "join/look"],
            span: 2_000_000_000,
            sliceWidth: 1_000_000_000,
            thresholds: [
                Threshold(
                    .latencyMean,
                    .lt,
                    Fraction(1_000_000),
                    send: 1,
                    windows: Threshold.Windows(length: 1_000_000_000)
                )
            ],
            stepCount: 1
        )
        var recording = Recording(plan)
        let step = recording.cell(OutcomeCell.Key(send: 1, outcome: "200", isGood: true))
        let failed = recording.cell(OutcomeCell.Key(send: 1, outcome: "404", isGood: false))
        let whole = recording.cell(OutcomeCell.Key(send: 0, outcome: "completed", isGood: true))
        // Its request is due after the counted time, but its journey was due within it.
        let late = SettledArrival(
            due: 2_500_000_000,
            ready: 2_500_000_000,
            sent: 2_500_000_000,
            done: 2_500_000_700,
            own: 0,
            bytesSent: 10,
            arrived: 1_900_000_000
        )
        recording.record(late, cell: step, isResponse: true)
        var early = late
        early.arrived = -1
        recording.record(early, cell: failed, isResponse: true)
        recording.recordUnfinished(due: 0, cell: failed, wasSent: true)
        #expect(recording.dueCount == 0)
        #expect(recording.sentCount == 0)
        #expect(recording.latency(ofSend: 1).count == 2)
        #expect(recording.latency().count == 0)
        let arrival = SettledArrival(
            due: 1_900_000_000,
            ready: 1_900_000_000,
            sent: 1_900_000_000,
            done: 2_500_000_700,
            own: 0
        )
        recording.record(arrival, cell: whole, isResponse: true)
        #expect(recording.dueCount == 1)
        #expect(recording.latency(ofSend: 0).good.greatest == 600_000_700)
        let slice = recording.slices.slice(1)
        #expect(slice.goodCount == 1)
        #expect(slice.cellCounts == [1, 0, 1])
        #expect(slice.histograms[0].histogram.count == 1)
        #expect(slice.histograms[2].histogram.count == 1)
        #expect(recording.slices.slice(2).bytesSent == 20)
        let judged = ThresholdJudge(
            threshold: Threshold(.errorRatio, .lte, Fraction(1, of: 2), send: 1),
            recording: recording
        ).result()
        #expect(judged.verdict == .passed)
    }

    @Test("Arrivals in the warm-up do not count, but have slices")
    func warmup() {
        var recording = Recording(Self.plan)
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        let early = SettledArrival(due: -1, ready: -1, sent: 0, done: 500, own: 1)
        recording.record(early, cell: cell, isResponse: true)
        #expect(recording.dueCount == 0)
        #expect(recording.sentCount == 0)
        // It ended within the counted time.
        #expect(recording.completedWithinSpan == 1)
        #expect(recording.slices.first == -1)
        #expect(recording.slices.slice(-1).dueCount == 1)
        #expect(recording.slices.slice(-1).completedCount == 0)
        #expect(recording.slices.slice(0).completedCount == 1)
    }

    @Test("The parts of a latency add up exactly")
    func sums() {
        var recording = Recording(Self.plan)
        for item in SyntheticStream(seed: 3, count: 5_000)
        where item.isFinished && item.key.isGood { recording.record(item) }
        let parts =
            recording.connectionWait.sum + recording.generatorLag.sum + recording.serviceTime.sum
        #expect(recording.latency().good.sum == parts)
        #expect(recording.dueCount > 1_000)
    }

    @Test("Only slices with outstanding arrivals are open, however long a run lasts")
    func memory() {
        let second: Int64 = 1_000_000_000
        let plan = RecordingPlan(
            sends: ["createPush"],
            span: 3_600 * second,
            sliceWidth: 5 * second
        )
        var recording = Recording(plan)
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        // Ten arrivals in a slice, each with a latency of up to 4 s.
        for due in stride(from: 0, to: plan.span, by: Int(second) / 2) {
            recording.record(
                SettledArrival(
                    due: due,
                    ready: due,
                    sent: due,
                    done: due + due % (4 * second),
                    own: 0
                ),
                cell: cell,
                isResponse: true
            )
            guard due % plan.sliceWidth == 0 else { continue }
            recording.close(before: due - 4 * second)
            let slices = recording.slices.slices
            let stored = slices.reduce(0) { count, slice in
                count + slice.histograms.reduce(0) { $0 + $1.storedByteCount }
            }
            // For two clocks: this slice, the previous one and the one of the last response. A counter in use takes at
            // most four bytes here, with the zeros before it.
            let limit = 2 * (3 * 4 * HistogramLayout.slice.counterCount + 4 * 10 * slices.count)
            #expect(stored <= limit)
        }
        // One more than 720, for responses that came after the hour.
        #expect(recording.slices.slices.count == 721)
        #expect(recording.dueCount == 7_200)
    }
}
