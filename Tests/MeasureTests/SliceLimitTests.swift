import LoadModel
import Testing

@testable import Measure

/// Counts against a limit, compared with the histogram that they summarize.
struct SliceLimitTests {
    private static let millisecond: Int64 = 1_000_000
    private static let limit = Fraction(UInt64(100 * millisecond))

    private static func threshold(
        _ metric: Threshold.Metric,
        _ relation: Threshold.Relation
    ) -> Threshold {
        Threshold(
            metric,
            relation,
            limit,
            send: 0,
            windows: Threshold.Windows(length: 1000 * millisecond)
        )
    }

    /// Latencies around the limit, most of them in the counters next to it.
    private static func latencies(_ seed: UInt64) -> [Int64] {
        var state = seed
        func draw(_ limit: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % limit
        }
        for _ in 0..<8 { _ = draw(2) }
        let (kind, spread, shift) = (draw(3), 1 + draw(3_000_000), draw(6_000_000))
        return (0..<1_100).map { _ in
            switch kind {
            // The limit itself and its neighbours: the greatest value decides, not its counter.
            case 0: 100 * millisecond - 2 + shift % 3 + draw(2)
            case 1: 97 * millisecond + shift - spread / 2 + draw(spread)
            default: 95 * millisecond + draw(40) * spread / 16
            }
        }
    }

    @Test(
        "A count against the limit equals the histogram's",
        arguments: [
            .latencyPercentile(.p50), .latencyPercentile(.p99), .latencyMean, .latencyMaximum,
        ] as [Threshold.Metric],
        Threshold.Relation.allCases
    )
    func histogram(metric: Threshold.Metric, relation: Threshold.Relation) throws {
        let threshold = Self.threshold(metric, relation)
        let limit = try #require(SliceLimit(threshold, sendCount: 2))
        var lowCount = 0
        for seed in 0..<60 as Range<UInt64> {
            var histogram = Histogram<UInt64>(.slice)
            var tally = LimitTally()
            for value in Self.latencies(seed) {
                histogram.record(value)
                tally.record(value, limit: limit)
            }
            let failedCount = metric == .latencyMaximum ? 0 : seed % 4
            let arrivals = RankedArrivals(good: histogram, failedCount: failedCount)
            var sample = Sample(latency: arrivals, completedCount: 0)
            sample.tally = tally
            guard case .value(let value) = sample.value(of: metric) else {
                Issue.record("seed \(seed): \(sample.value(of: metric))")
                continue
            }
            let isLow = tally.isLow(metric, limit, sample)
            let holds = isLow == relation.isUpperLimit
            #expect(holds == relation.holds(value, threshold.limit), "seed \(seed): \(value)")
            lowCount += isLow ? 1 : 0
        }
        #expect((5...55).contains(lowCount))
    }

    @Test("Slices store a single send once, and nothing for ratios")
    func plan() {
        let thresholds = [
            Self.threshold(.latencyPercentile(.p99), .lt),
            Self.threshold(.latencyMean, .gte), Self.threshold(.latencyMean, .lte),
            Self.threshold(.errorRatio, .lt),
        ]
        let alone = RecordingPlan(sends: ["a"], span: 1, sliceWidth: 1, thresholds: thresholds)
        #expect(alone.tracks == [SliceTrack(.latency), SliceTrack(.serviceTime)])
        // "Below the limit" and "from the limit on" are distinguished by one count.
        #expect(alone.limits.map(\.isInclusive) == [false, true])
        #expect(thresholds.allSatisfy(alone.covers))
        let two = RecordingPlan(sends: ["a", "b"], span: 1, sliceWidth: 1, thresholds: thresholds)
        #expect(two.tracks == alone.tracks + [SliceTrack(.latency, send: 0)])
        #expect(two.limits.map(\.send) == [0, 0])
        let none = RecordingPlan(sends: ["a"], span: 1, sliceWidth: 1)
        #expect(thresholds.map(none.covers) == [false, false, false, true])
    }
}
