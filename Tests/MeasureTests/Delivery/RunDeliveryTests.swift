import LoadModel
import TestSupport
import Testing

@testable import Measure

/// Figures of 10,000 deliveries, calculated by hand: see `SampleDelivery`.
struct RunDeliveryTests {
    private static let second: Int64 = 1_000_000_000

    @Test("Every delivery is in time, late or lost, and counts for the deadlines that it met")
    func counts() {
        let delivery = SampleDelivery.poor
        #expect(delivery.counts.expected == 10_000)
        // 90a + b + 1 <= 5,000: all of the messages 0 to 54 and 50 of message 55, but 5 are lost.
        #expect(delivery.counts.inTime == 5_545)
        #expect(delivery.counts.late == 4_445)
        #expect(delivery.counts.lost == 10)
        // 90a + b + 1 <= 1,000: messages 0 to 10 and 10 of message 11, but one is lost.
        #expect(delivery.deadlines.map(\.count) == [1_109, 5_545, 9_990])
        #expect(delivery.share(within: Self.second) == Fraction(1_109, of: 10_000))
        #expect(delivery.share(within: 2 * Self.second) == nil)
    }

    @Test("Lost deliveries rank above all others, and a percentile of too few is reported")
    func ranks() {
        let ranked = SampleDelivery.poor.ranked
        #expect(ranked.count == 10_000)
        #expect(ranked.reading(at: .p99) != .failed)
        // The ten lost deliveries are the last ten of 10,000.
        #expect(ranked.value(at: .p999) != nil)
        var worse = SampleDelivery.poor
        worse.counts.lost = 200
        #expect(worse.ranked.reading(at: .p99) == .failed)
        #expect(worse.observation(of: .deliveredPercentile(.p99)) == .failed)
        var few = RunDelivery(sink: .init(kind: "apns", url: ""), within: Self.second)
        for _ in 0..<20 { few.recordDelivered(after: 1) }
        #expect(
            few.observation(of: .deliveredPercentile(.p90))
                == .inconclusive(.tooFew(.p90, count: 20, noun: "deliveries"))
        )
    }

    @Test("The backlog grows with accepted messages, and lost messages stay in the backlog")
    func backlog() throws {
        let delivery = SampleDelivery.poor
        // Accepted: 9,900 by 0.9921 s, the last 100 at 0.9921 s; delivered by 1 s: 999, without number 999.
        let peak = try #require(delivery.course.largestBacklog)
        #expect(peak.count == 9_001)
        #expect(peak.moment == Self.second)
        #expect(delivery.course.backlog.last == 10)
        // The last delivery, at 10 s, is lost as well.
        #expect(delivery.course.slices.count == 100)
    }

    @Test("The rate spans the first to the last delivery, and the best second is a sliding window")
    func rates() throws {
        let course = SampleDelivery.good.course
        // Number j comes at (j + 1) ms: slices 1 to 99 have 100, the first has 99, the last one.
        let best = try #require(course.bestSecond)
        #expect(best.count == 1_000)
        #expect(best.start == 100_000_000)
        let rate = try #require(SampleDelivery.good.sustainedRate)
        #expect(rate == 10_000 / 10.1)
    }

    @Test("Two shards merge to the result of one run")
    func merging() {
        var sample = SampleDelivery()
        sample.isPoor = true
        sample.within = 5 * Self.second
        var whole = sample.delivery
        sample.shard = (0, 2)
        var merged = sample.delivery
        sample.shard = (1, 2)
        merged.merge(sample.delivery)
        for fault in DeliveryFault.limited {
            #expect(merged.examples.count { $0.fault == fault } <= RunDelivery.keptExamples)
            #expect(merged.examples.contains { $0.fault == fault })
        }
        // Merging may choose other first five examples.
        (whole.examples, merged.examples) = ([], [])
        #expect(merged == whole)
    }

    @Test("Slices of different widths merge to the wider ones without loss")
    func widths() {
        var (short, long) = (DeliveryCourse(), DeliveryCourse())
        for moment in 0..<10 as Range<Int64> {
            short.add(at: moment * Self.second) { $0.delivered += 1 }
            long.add(at: moment * 50 * Self.second) { $0.accepted += 1 }
        }
        #expect(short.width == 100_000_000)
        // 450 s in at most 1,200 slices.
        #expect(long.width == 400_000_000)
        for (one, two) in [(short, long), (long, short)] {
            var merged = one
            merged.merge(two)
            #expect(merged.width == 400_000_000)
            #expect(merged.slices.reduce(0) { $0 + $1.delivered } == 10)
            #expect(merged.slices.reduce(0) { $0 + $1.accepted } == 10)
        }
    }

    @Test("A run that was not observed to its end has no verdict on deliveries")
    func unseen() {
        let run = SampleRun.full
        let results = run.judgement.thresholds.filter { $0.threshold.metric.isOfDeliveries }
        #expect(results.count == 4)
        #expect(results.allSatisfy { $0.observation == .inconclusive(.deliveriesUnseen) })
        let delivery = SampleDelivery.doubtful
        #expect(delivery.counts.lost == 0)
        #expect(delivery.counts.unseen == 10)
        #expect(delivery.ranked.failedCount == 10)
        #expect(delivery.examples.contains { $0.fault == .unseen })
        #expect(!delivery.examples.contains { $0.fault == .lost })
        let generator = run.judgement.generator
        let unseen = generator.faults.filter(\.isOfDeliveries).map { $0.text(in: run) }
        #expect(unseen == ["not all deliveries were seen: the sink ended after 9.5 s"])
        #expect(
            generator.harmless.filter(\.isOfDeliveries).map { $0.text(in: run) } == [
                "the sink was the limit: it was busy for 97% of its busiest second, so it may have "
                    + "held deliveries back"
            ]
        )
    }
}
