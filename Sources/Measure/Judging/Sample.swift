package import LoadModel

/// Arrivals for a threshold: of a run or a window, as measured and with their possible range.
struct Sample {
    /// All arrivals: failures ranked highest, those cut off ranked by age.
    var latency: RankedArrivals
    /// The same without the generator's own time; `nil` for windows, which use `tally`.
    var cleaned: RankedArrivals?
    /// For windows: what is known of latencies without the generator's own time.
    var tally = LimitTally()
    /// Arrivals with the outcome that the threshold names.
    var outcomeCount: UInt64 = 0
    /// Arrivals beyond the limit on names, which may have that outcome.
    var unnamedCount: UInt64 = 0
    /// Arrivals with unreadable responses; `openUnjudgedCount` are those that may be expected, the others lack only
    /// a code.
    var unjudgedCount: UInt64 = 0
    var openUnjudgedCount: UInt64 = 0
    var codelessCount: UInt64 = 0
    /// Responses that came in time.
    var completedCount: UInt64
    /// The same without the generator's own time.
    var completedWithoutOwn: UInt64
    /// Arrivals that might have had a response in time.
    var achievableCount: UInt64 = 0
    /// Due arrivals that are not in `latency`, with unknown outcomes.
    var lostCount: UInt64 = 0
    /// Arrivals at the edges of a window that may belong to its neighbours, or the reverse.
    var slip: UInt64 = 0
    /// Events a second; for the whole run only.
    var eventRate = Fraction(0)
    /// Whether measured latencies are upper bounds without a known lower bound.
    var isLimited = false
    /// Whether few arrivals are enough for a percentile.
    var isLoose = false

    init(latency: RankedArrivals, completedCount: UInt64, completedWithoutOwn: UInt64? = nil) {
        self.latency = latency
        self.completedCount = completedCount
        self.completedWithoutOwn = completedWithoutOwn ?? completedCount
    }

    /// Adds arrivals that are still outstanding, with their age: a lower bound of their latency.
    mutating func add(ages: [(age: Int64, count: UInt64)]) {
        var histogram = Histogram<UInt64>(latency.good.layout)
        for (age, count) in ages { histogram.record(age, times: count) }
        latency.add(unfinished: histogram, count: histogram.count)
        cleaned?.add(unfinished: histogram, count: histogram.count)
    }

    /// All that was due.
    private var count: UInt64 { latency.count + lostCount }

    /// Arrivals that may have ended in any way.
    private var openCount: UInt64 { latency.unfinishedCount + lostCount }

    /// The measured observation, without unknown arrivals.
    func value(of metric: Threshold.Metric) -> Observation {
        guard latency.count > 0 else { return .inconclusive(.nothingCounted) }
        let ended = max(latency.count - latency.unfinishedCount, 1)
        switch metric {
        case .latencyPercentile(let quantile):
            guard isLoose || !quantile.isTooFine(for: latency.count) else {
                return .inconclusive(.tooFew(quantile, count: latency.count))
            }
            return Self.reading(of: latency, atRank: quantile.rank(of: latency.count))
        case .latencyMean: return latency.good.mean.map(Observation.time) ?? .failed
        case .latencyMaximum:
            return latency.good.isEmpty ? .failed : .time(latency.good.greatest)
        case .errorRatio: return .value(Fraction(latency.failedCount, of: ended))
        case .outcomeRatio(MissingResponse.notFinished.rawValue):
            return .value(Fraction(outcomeCount, of: latency.count))
        case .outcomeRatio: return .value(Fraction(outcomeCount, of: ended))
        case .achievedRatio: return .value(Fraction(completedCount, of: count))
        case .eventRate: return .value(eventRate)
        case .deliveredPercentile, .deliveredRatio, .deliveries:
            return .inconclusive(.noDeliveries)
        }
    }

    /// The least and the most that the figure may be, for all that is known.
    ///
    /// - Returns: A figure that may be without bound reads `failed` at that end.
    func ends(of metric: Threshold.Metric) -> ObservationRange {
        switch metric {
        case .latencyPercentile, .latencyMean, .latencyMaximum:
            ObservationRange(
                lowest: isLimited ? .time(0) : fastest(metric),
                highest: slowest(metric)
            )
        case .errorRatio: share(of: latency.failedCount, open: openCount)
        case .outcomeRatio(MissingResponse.notFinished.rawValue):
            share(of: outcomeCount, open: lostCount)
        case .outcomeRatio: share(of: outcomeCount, open: openCount + unnamedCount + codelessCount)
        case .achievedRatio:
            ObservationRange(
                lowest: share(of: min(completedCount, completedWithoutOwn), open: 0).lowest,
                highest: share(
                    of: max(completedCount, completedWithoutOwn),
                    open: achievableCount + lostCount
                ).highest
            )
        case .eventRate:
            ObservationRange(
                lowest: .value(eventRate),
                highest: lostCount > 0 ? .failed : .value(eventRate)
            )
        case .deliveredPercentile, .deliveredRatio, .deliveries:
            ObservationRange(.inconclusive(.noDeliveries))
        }
    }

    private func share(of known: UInt64, open: UInt64) -> ObservationRange {
        let all = max(count, 1)
        return ObservationRange(
            lowest: .value(Fraction(known - min(slip, known), of: all)),
            highest: .value(Fraction(known + open + slip, of: all))
        )
    }

    /// The observation if everything unknown were as good as possible.
    private func fastest(_ metric: Threshold.Metric) -> Observation {
        var arrivals = cleaned ?? latency
        switch metric {
        case .latencyPercentile(let quantile):
            arrivals.add(unfinished: Histogram<UInt64>(.slice), count: lostCount)
            let rank =
                isLoose
                ? quantile.rank(of: arrivals.count) : quantile.lowestRank(of: arrivals.count)
            return rank <= slip ? .time(0) : Self.reading(of: arrivals, atRank: rank - slip)
        case .latencyMean:
            let known = arrivals.good.count + openCount
            return known == 0
                ? .failed : .time(Int64(clamping: arrivals.good.sum / UInt128(known)))
        default:
            guard slip > 0 else {
                return arrivals.good.isEmpty && openCount == 0
                    ? .failed : .time(arrivals.good.greatest)
            }
            let rank = arrivals.good.count - min(slip, arrivals.good.count)
            return .time(arrivals.good.value(atRank: rank) ?? 0)
        }
    }

    /// The observation if everything unknown were as bad as possible.
    private func slowest(_ metric: Threshold.Metric) -> Observation {
        var arrivals = latency.atWorst
        arrivals.add(failed: lostCount)
        switch metric {
        case .latencyPercentile(let quantile):
            let rank =
                isLoose
                ? quantile.rank(of: arrivals.count) : quantile.highestRank(of: arrivals.count)
            return rank.map { Self.reading(of: arrivals, atRank: $0 + slip) } ?? .failed
        default: return openCount > 0 ? .failed : value(of: metric)
        }
    }

    private static func reading(of arrivals: RankedArrivals, atRank rank: UInt64) -> Observation {
        arrivals.value(atRank: rank).map(Observation.time) ?? .failed
    }
}

/// Observed value of a metric.
package enum Observation: Hashable, Sendable {
    /// Nanoseconds, or a share of one.
    case value(Fraction)
    /// The arrival that decides failed.
    case failed
    case inconclusive(Obstacle)

    /// Why there is no value.
    package enum Obstacle: Hashable, Sendable, CustomStringConvertible {
        case nothingCounted
        /// Deliveries were not watched, or none was expected.
        case noDeliveries
        /// Some deliveries were missed.
        case deliveriesUnseen
        case tooFew(Quantile, count: UInt64, noun: String = "arrivals")
        /// This many windows are inconclusive, and decide the result.
        case windows(UInt64)
        /// A generator stopped reporting, so its part is incomplete.
        case generatorSilent

        /// Whether a percentile has few arrivals, which may still decide a threshold.
        package var isOfFew: Bool { if case .tooFew = self { true } else { false } }

        package var description: String {
            switch self {
            case .nothingCounted: "nothing was counted"
            case .noDeliveries: "no delivery was to come"
            case .deliveriesUnseen: "not all deliveries were seen"
            case .tooFew(let quantile, let count, let noun):
                "fewer than 10 of \(count) \(noun) lie above \(quantile)"
            case .windows(1): "1 window holds too little to be judged"
            case .windows(let count): "\(count) windows hold too little to be judged"
            case .generatorSilent: "a generator was not heard of to the end"
            }
        }
    }

    /// A time in nanoseconds.
    static func time(_ nanoseconds: Int64) -> Observation {
        .value(Fraction(UInt64(max(nanoseconds, 0))))
    }
}

/// Certain bounds of a figure.
package struct ObservationRange: Hashable, Sendable {
    package let lowest: Observation
    /// `failed` when it may be without bound.
    package let highest: Observation

    init(lowest: Observation, highest: Observation) {
        (self.lowest, self.highest) = (lowest, highest)
    }

    /// The range of an exact figure.
    init(_ observation: Observation) { self.init(lowest: observation, highest: observation) }
}
