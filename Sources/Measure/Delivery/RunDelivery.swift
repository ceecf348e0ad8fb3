import Base
package import LoadModel

/// Who got the messages of a run, when, and how often: what a sink behind the service saw of them.
///
/// Moments are nanoseconds since the first stage began.
package struct RunDelivery: Hashable, Sendable {
    /// Deliveries that came within a time.
    package struct Deadline: Hashable, Sendable {
        /// In nanoseconds, from the moment the message was due.
        package internal(set) var within: Int64
        package var count: UInt64

        package init(within: Int64, count: UInt64 = 0) {
            self.within = within
            self.count = count
        }
    }

    /// A delivery that came out as it should not.
    package struct Example: Hashable, Sendable {
        package internal(set) var fault: DeliveryFault
        /// The number of the arrival that sent the message; `nil` when the delivery named none.
        package internal(set) var arrival: UInt64?
        /// The number of the recipient; `nil` when it is none of this run.
        package internal(set) var recipient: UInt64?
        /// When it came; of one that was lost, when its message was due.
        package internal(set) var moment: Int64

        package init(_ fault: DeliveryFault, arrival: UInt64?, recipient: UInt64?, moment: Int64) {
            self.fault = fault
            self.arrival = arrival
            self.recipient = recipient
            self.moment = moment
        }
    }

    /// What the sink says of itself, and of the manners of who sent to it.
    package struct Sink: Hashable, Sendable {
        /// `apns`, `fcm` or `web-push`.
        package internal(set) var kind: String
        package internal(set) var url: String
        /// The share of its time that its busiest thread worked, in the busiest second.
        package var busiest: Double
        /// What it refused, by the provider's word.
        package var refused: [String: UInt64]
        /// What it noted beside: connections, renewed tokens, GOAWAYs.
        package var noted: [String: UInt64]

        package init(
            kind: String,
            url: String,
            busiest: Double = 0,
            refused: [String: UInt64] = [:],
            noted: [String: UInt64] = [:]
        ) {
            self.kind = kind
            self.url = url
            self.busiest = busiest
            self.refused = refused
            self.noted = noted
        }
    }

    package var sink: Sink
    /// How long each may take, in nanoseconds.
    package internal(set) var within: Int64
    package var counts = DeliveryCounts()
    @Box package var clocks = DeliveryClocks()
    /// The profile's own and those that thresholds name, the shortest first; each counts those of the ones
    /// before too.
    package internal(set) var deadlines: [Deadline]
    @Box package var course = DeliveryCourse()
    /// The first of each kind.
    package var examples: [Example] = []
    /// Why the counts are not whole, one sentence without its end; `nil` when they are.
    package var fault: String?

    /// How many examples of a kind are kept.
    package static let keptExamples = 5

    /// Nothing came yet.
    ///
    /// - Parameters:
    ///   - sink: Who tells.
    ///   - within: How long each delivery may take, in nanoseconds.
    ///   - deadlines: Times that thresholds name beside it, in any order.
    package init(sink: Sink, within: Int64, deadlines: [Int64] = []) {
        self.sink = sink
        self.within = within
        self.deadlines = Set(deadlines + [within]).sorted().map { Deadline(within: $0) }
    }
}

extension RunDelivery {
    /// Counts one that came so many nanoseconds after it was due, and is one of those that were to come.
    package mutating func recordDelivered(after time: Int64) {
        clocks.delivered.record(time)
        if time <= within { counts.inTime += 1 } else { counts.late += 1 }
        for index in deadlines.indices where time <= deadlines[index].within {
            deadlines[index].count += 1
        }
    }

    /// Keeps an example, unless there are enough.
    package mutating func keep(_ example: Example) {
        let count = examples.reduce(0) { $0 + ($1.fault == example.fault ? 1 : 0) }
        if count < Self.keptExamples { examples.append(example) }
    }

    /// Takes the example of a delivery back that came out otherwise in the end.
    package mutating func withdraw(_ fault: DeliveryFault, arrival: UInt64, recipient: UInt64) {
        examples.removeAll {
            $0.fault == fault && $0.arrival == arrival && $0.recipient == recipient
        }
    }

    /// Adds what another shard of the same run saw.
    package mutating func merge(_ other: RunDelivery) {
        counts.merge(other.counts)
        clocks.merge(other.clocks)
        course.merge(other.course)
        for (index, deadline) in other.deadlines.enumerated()
        where deadlines.indices.contains(index) {
            deadlines[index].count += deadline.count
        }
        for example in other.examples { keep(example) }
        fault = fault ?? other.fault
        sink.busiest = max(sink.busiest, other.sink.busiest)
        sink.refused.merge(other.sink.refused, uniquingKeysWith: max)
        sink.noted.merge(other.sink.noted, uniquingKeysWith: max)
    }

    /// How long deliveries took, with those that never came ranked above all.
    package var ranked: RankedArrivals {
        RankedArrivals(good: clocks.delivered, failedCount: counts.lost)
    }

    /// The share of those that were to come that came within a time; `nil` when none was to come, or nobody
    /// asked for that time.
    package func share(within time: Int64) -> Fraction? {
        guard counts.expected > 0,
            let deadline = deadlines.first(where: { $0.within == time })
        else { return nil }
        return Fraction(deadline.count, of: counts.expected)
    }

    /// Deliveries a second from the first to the last; `nil` for fewer than two.
    package var sustainedRate: Double? {
        let used = course.slices.indices.filter { course.slices[$0].delivered > 0 }
        guard let first = used.first, let last = used.last, counts.delivered > 1 else { return nil }
        let time = Double(last - first + 1) * Double(course.width) / 1e9
        return Double(course.slices.reduce(0) { $0 + $1.delivered }) / time
    }

    /// Whether the sink was so busy that it may have held deliveries back.
    package var isLimitedBySink: Bool { sink.busiest >= Self.mostBusy }

    private static let mostBusy = 0.95
}

extension RunDelivery {
    /// Between what a figure lies for certain that depends on time.
    ///
    /// What the sink may have held back came in time at best; what was still to come when the watch ended
    /// came at once, or never.
    func range(of metric: Threshold.Metric, isLoose: Bool) -> ObservationRange {
        var (best, worst) = (self, self)
        best.settle(pending: true)
        worst.settle(pending: false)
        let ends = [best, worst].map { $0.observation(of: metric, isLoose: isLoose) }
        let isShare = metric.unit == .share
        let good: Observation =
            !isLimitedBySink ? ends[0] : isShare ? .value(Fraction(1)) : .time(0)
        return isShare
            ? ObservationRange(lowest: ends[1], highest: good)
            : ObservationRange(lowest: good, highest: ends[1])
    }

    /// Takes what was still to come as delivered at once, or as lost.
    private mutating func settle(pending areDelivered: Bool) {
        let pending = counts.pending
        counts.pending = 0
        counts.expected += pending
        guard areDelivered else {
            counts.lost += pending
            return
        }
        counts.inTime += pending
        for index in deadlines.indices { deadlines[index].count += pending }
        var times = clocks.delivered
        times.record(0, times: pending)
        clocks.delivered = times
    }

    /// What a threshold sees.
    ///
    /// - Parameters:
    ///   - metric: One of deliveries.
    ///   - isLoose: Whether a percentile may rest on few.
    /// - Returns: `inconclusive` for other metrics.
    func observation(of metric: Threshold.Metric, isLoose: Bool = false) -> Observation {
        guard fault == nil else { return .inconclusive(.deliveriesUnseen) }
        switch metric {
        case .deliveries(let fault): return .value(Fraction(counts[fault]))
        case .deliveredRatio(let within):
            return share(within: within ?? self.within).map { .value($0) }
                ?? .inconclusive(.noDeliveries)
        case .deliveredPercentile(let quantile):
            let ranked = ranked
            guard ranked.count > 0 else { return .inconclusive(.noDeliveries) }
            if isLoose {
                return ranked.value(at: quantile).map { .value(Fraction(UInt64($0))) } ?? .failed
            }
            switch ranked.reading(at: quantile) {
            case .value(let value): return .value(Fraction(UInt64(value)))
            case .failed: return .failed
            case .tooFew: return .inconclusive(.tooFew(quantile, count: ranked.count))
            }
        case .latencyPercentile, .latencyMean, .latencyMaximum, .errorRatio, .outcomeRatio,
            .achievedRatio:
            return .inconclusive(.noDeliveries)
        }
    }
}
