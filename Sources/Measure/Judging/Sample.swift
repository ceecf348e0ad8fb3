import Base
package import LoadModel

/// What a threshold is judged on: a run, or a window of it.
struct Sample {
    /// All arrivals, failures on top.
    var latency: RankedArrivals
    /// How many arrivals ended with the outcome that the threshold names.
    var outcomeCount: UInt64 = 0
    /// Answers that came in the time.
    var completedCount: UInt64
    /// Of windows: what is known of latencies without the generator's own time.
    var tally = LimitTally()
    /// Arrivals that were due and of which nothing is known.
    var missingCount: UInt64 = 0

    /// Adds arrivals that are still outstanding, with their age: a lower bound of their latency.
    mutating func add(ages: [(age: Int64, count: UInt64)]) {
        var histogram = Histogram<UInt64>(latency.good.layout)
        for (age, count) in ages { histogram.record(age, times: count) }
        latency.merge(RankedArrivals(good: histogram, failedCount: 0))
    }

    /// Has some of what counts as failed count as good, and as fast as can be.
    mutating func takeAsGood(_ count: UInt64) {
        let failed = latency.failedCount - min(count, latency.failedCount)
        latency = RankedArrivals(good: latency.good, failedCount: failed)
        latency.merge(.least(count, latency.good.layout))
    }

    /// What the threshold sees; `nil` when there is too little.
    func value(of metric: Threshold.Metric) -> Observation {
        let count = latency.count
        guard count > 0 else { return .undetermined(.nothingCounted) }
        switch metric {
        case .latencyPercentile(let quantile):
            switch latency.reading(at: quantile) {
            case .value(let value): return .value(Fraction(UInt64(value)))
            case .failed: return .failed
            case .tooFew: return .undetermined(.tooFew(quantile, count: count))
            }
        case .latencyMean:
            return latency.good.mean.map { .value(Fraction(UInt64($0))) } ?? .failed
        case .latencyMaximum:
            let greatest = Fraction(UInt64(latency.good.greatest))
            return latency.failedCount > 0 ? .failed : .value(greatest)
        case .errorRatio: return .value(Fraction(latency.failedCount, of: count))
        case .outcomeRatio: return .value(Fraction(outcomeCount, of: count))
        case .achievedRatio: return .value(Fraction(completedCount, of: count + missingCount))
        case .deliveredPercentile, .deliveredRatio, .deliveries:
            return .undetermined(.noDeliveries)
        }
    }
}

extension RankedArrivals {
    /// So many good ones that took no time at all: a lower bound of any.
    static func least(_ count: UInt64, _ layout: HistogramLayout) -> RankedArrivals {
        var good = Histogram<UInt64>(layout)
        good.record(0, times: count)
        return RankedArrivals(good: good, failedCount: 0)
    }
}

/// What a threshold saw.
package enum Observation: Hashable, Sendable {
    /// Nanoseconds, or a share of one.
    case value(Fraction)
    /// The arrival that decides failed.
    case failed
    case undetermined(Obstacle)

    /// Why nothing can be said.
    package enum Obstacle: Hashable, Sendable, CustomStringConvertible {
        case nothingCounted
        /// Deliveries were not watched, or none was to come.
        case noDeliveries
        /// Some were not seen.
        case deliveriesUnseen
        case tooFew(Quantile, count: UInt64)
        /// So many windows can be judged neither way, and they decide.
        case windows(UInt64)
        /// So many responses could not be looked into, and they decide.
        case unjudged(UInt64)
        /// A generator was not heard of any more, so not all is known.
        case generatorSilent

        package var description: String {
            switch self {
            case .nothingCounted: "nothing was counted"
            case .noDeliveries: "no delivery was to come"
            case .deliveriesUnseen: "not all deliveries were seen"
            case .tooFew(let quantile, let count):
                "fewer than 10 of \(count) arrivals lie above \(quantile)"
            case .windows(1): "1 window holds too little to be judged"
            case .windows(let count): "\(count) windows hold too little to be judged"
            case .unjudged(let count):
                "\(Count.grouped(count, "response")) could not be looked into"
            case .generatorSilent: "a generator was not heard of to the end"
            }
        }
    }
}
