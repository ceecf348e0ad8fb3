package import LoadModel

/// A limit of windows, against which each slice counts latencies without the generator's own time.
///
/// Windows only need to know whether they pass without that time: a count is as exact as a histogram, which would
/// add more than a kilobyte to every slice.
package struct SliceLimit: Hashable, Sendable {
    /// The index of the send; `nil` for all sends together.
    package internal(set) var send: Int?
    /// In nanoseconds.
    package internal(set) var limit: Fraction
    /// Whether a latency equal to the limit is on the low side.
    var isInclusive: Bool
    /// The greatest latency in nanoseconds on the low side of the limit when read from a slice's histogram;
    /// negative for none.
    let greatestLow: Int64

    init(send: Int?, limit: Fraction, isInclusive: Bool) {
        self.send = send
        self.limit = limit
        self.isInclusive = isInclusive
        let layout = HistogramLayout.slice
        let high = (0...layout.index(of: layout.highest)).first { index in
            !Self.isLow(layout.highestValue(at: index), limit, isInclusive: isInclusive)
        }
        greatestLow = high.map { layout.lowestValue(at: $0) - 1 } ?? .max
    }

    /// The limit of a threshold on windows; `nil` when it looks at no latencies of slices.
    init?(_ threshold: Threshold, sendCount: Int) {
        guard threshold.windows != nil, threshold.metric.isLatency else { return nil }
        let isInclusive = threshold.relation == .lte || threshold.relation == .gt
        // A single send equals all sends, so it shares their limit.
        let send = sendCount == 1 ? nil : threshold.send
        self.init(send: send, limit: threshold.limit, isInclusive: isInclusive)
    }

    /// Whether a figure in nanoseconds is on the low side.
    func isLow(_ value: Int64) -> Bool {
        Self.isLow(value, limit, isInclusive: isInclusive)
    }

    private static func isLow(_ value: Int64, _ limit: Fraction, isInclusive: Bool) -> Bool {
        let value = Fraction(UInt64(value))
        return isInclusive ? value <= limit : value < limit
    }
}

/// Counts of latencies without the generator's own time: expected responses only.
package struct LimitTally: Hashable, Sendable {
    /// Number of latencies on the low side of the limit.
    var lowCount: UInt64 = 0
    /// The exact sum in nanoseconds.
    package internal(set) var sum: UInt128 = 0
    /// The exact greatest in nanoseconds; zero when empty.
    package internal(set) var greatest: Int64 = 0
    /// Number of arrivals cut off by the run with ages above the low side.
    var oldCount: UInt64 = 0

    init() {}

    mutating func record(_ value: Int64, limit: SliceLimit) {
        if value <= limit.greatestLow { lowCount &+= 1 }
        sum &+= UInt128(truncatingIfNeeded: value)
        greatest = max(greatest, value)
    }

    mutating func recordUnfinished(age: Int64, limit: SliceLimit) {
        if age > limit.greatestLow { oldCount &+= 1 }
    }

    mutating func merge(_ other: LimitTally) {
        oldCount += other.oldCount
        lowCount += other.lowCount
        sum += other.sum
        greatest = max(greatest, other.greatest)
    }

    /// Whether a metric may be on the low side of the limit.
    ///
    /// - Parameters:
    ///   - metric: A metric of latencies.
    ///   - limit: The limit of the counts.
    ///   - sample: The measured latencies, with all other due arrivals.
    /// - Returns: The same as a histogram of these latencies would give.
    func isLow(_ metric: Threshold.Metric, _ limit: SliceLimit, _ sample: Sample) -> Bool {
        let arrivals = sample.latency
        switch metric {
        case .latencyPercentile(let quantile):
            let rank = quantile.lowestRank(of: arrivals.count + sample.lostCount)
            let young = arrivals.unfinishedCount - min(oldCount, arrivals.unfinishedCount)
            let free = young + sample.lostCount + sample.slip
            // A percentile never exceeds the greatest value.
            return rank <= lowCount + free
                || limit.isLow(greatest) && rank <= arrivals.good.count + free
        case .latencyMean:
            let count = arrivals.good.count + arrivals.unfinishedCount + sample.lostCount
            return limit.isLow(Int64(clamping: sum / UInt128(max(count, 1))))
        case .latencyMaximum: return limit.isLow(greatest)
        case .errorRatio, .outcomeRatio, .achievedRatio, .eventRate, .deliveredPercentile,
            .deliveredRatio, .deliveries:
            preconditionFailure("\(metric) is not a latency")
        }
    }
}
