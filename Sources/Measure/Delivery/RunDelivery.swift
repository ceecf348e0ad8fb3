import Base
package import LoadModel

/// Deliveries of a run's messages, as seen by a sink behind the service.
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

    /// A delivery with a fault.
    package struct Example: Hashable, Sendable {
        package internal(set) var fault: DeliveryFault
        /// The number of the arrival that sent the message; `nil` for a delivery without a marker.
        package internal(set) var arrival: UInt64?
        /// The number of the recipient; `nil` for one outside this run.
        package internal(set) var recipient: UInt64?
        /// When it came; for a missing delivery, when its message was due.
        package internal(set) var moment: Int64

        package init(_ fault: DeliveryFault, arrival: UInt64?, recipient: UInt64?, moment: Int64) {
            self.fault = fault
            self.arrival = arrival
            self.recipient = recipient
            self.moment = moment
        }
    }

    /// Statistics of the sink, about itself and about the requests it received.
    package struct Sink: Hashable, Sendable {
        /// `apns`, `fcm` or `web-push`.
        package internal(set) var kind: String
        package internal(set) var url: String
        /// The share of its time that its busiest thread worked, in the busiest second.
        package var busiest: Double
        /// Rejected requests, by the provider's reason.
        package var refused: [String: UInt64]
        /// Other events: connections, renewed tokens, GOAWAYs.
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
    /// Time limit of each delivery, in nanoseconds.
    package internal(set) var within: Int64
    /// How long a delivery is awaited after its time limit, in nanoseconds.
    package var drain: Int64 = 0
    /// How long the sink was watched after its last request, in nanoseconds; `nil` before the end, without
    /// requests, and when reports are missing.
    package var quiet: Int64?
    package var counts = DeliveryCounts()
    @Box package var clocks = DeliveryClocks()
    /// The deadline of the profile and those of thresholds, the shortest first; counts are cumulative.
    package internal(set) var deadlines: [Deadline]
    @Box package var course = DeliveryCourse()
    /// The first deliveries with each fault.
    package var examples: [Example] = []
    /// Why the counts are incomplete, a sentence without a full stop; `nil` for complete counts.
    package internal(set) var fault: String?

    /// Examples stored for each fault.
    package static let keptExamples = 5

    /// A result without deliveries.
    ///
    /// - Parameters:
    ///   - sink: The sink that reports.
    ///   - within: Time limit of each delivery, in nanoseconds.
    ///   - deadlines: Further time limits that thresholds name, in any order.
    package init(sink: Sink, within: Int64, deadlines: [Int64] = []) {
        self.sink = sink
        self.within = within
        self.deadlines = Set(deadlines + [within]).sorted().map { Deadline(within: $0) }
    }
}

extension RunDelivery {
    /// Time after which a delivery counts as lost, in nanoseconds since its message was due.
    package var patience: Int64 { within + drain }

    /// Counts an expected delivery that came `time` nanoseconds after its message was due.
    package mutating func recordDelivered(after time: Int64) {
        clocks.delivered.record(time)
        if time <= within { counts.inTime += 1 } else { counts.late += 1 }
        for index in deadlines.indices where time <= deadlines[index].within {
            deadlines[index].count += 1
        }
    }

    /// Stores an example, up to the limit for its fault.
    package mutating func keep(_ example: Example) {
        let count = examples.reduce(0) { $0 + ($1.fault == example.fault ? 1 : 0) }
        if count < Self.keptExamples { examples.append(example) }
    }

    /// Removes the example of a delivery whose outcome changed later.
    package mutating func withdraw(_ fault: DeliveryFault, arrival: UInt64, recipient: UInt64) {
        examples.removeAll {
            $0.fault == fault && $0.arrival == arrival && $0.recipient == recipient
        }
    }

    /// Marks the counts as incomplete: whether missing deliveries are lost is unknown.
    ///
    /// - Parameter reason: A sentence without a full stop.
    package mutating func mark(incomplete reason: String) {
        fault = fault ?? reason
        counts.unseen += counts.lost
        counts.lost = 0
        for index in examples.indices where examples[index].fault == .lost {
            examples[index].fault = .unseen
        }
    }

    /// Adds the result of another shard of the same run.
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
        quiet = [quiet, other.quiet].compactMap(\.self).min()
        sink.busiest = max(sink.busiest, other.sink.busiest)
        sink.refused.merge(other.sink.refused, uniquingKeysWith: max)
        sink.noted.merge(other.sink.noted, uniquingKeysWith: max)
    }

    /// Delivery times, with missing deliveries ranked as slower than any other.
    package var ranked: RankedArrivals {
        RankedArrivals(good: clocks.delivered, failedCount: counts.missing)
    }

    /// The share of expected deliveries that came within a time; `nil` when none was expected, or for an unknown
    /// deadline.
    package func share(within time: Int64) -> Fraction? {
        guard counts.expected > 0,
            let deadline = deadlines.first(where: { $0.within == time })
        else { return nil }
        return Fraction(deadline.count, of: counts.expected)
    }

    /// Deliveries per second from the first to the last; `nil` for fewer than two.
    package var sustainedRate: Double? {
        let used = course.slices.indices.filter { course.slices[$0].delivered > 0 }
        guard let first = used.first, let last = used.last, counts.delivered > 1 else { return nil }
        let time = Double(last - first + 1) * Double(course.width) / 1e9
        return Double(course.slices.reduce(0) { $0 + $1.delivered }) / time
    }

    /// Whether the sink was busy enough to delay deliveries.
    package var isLimitedBySink: Bool { sink.busiest >= Self.mostBusy }

    private static let mostBusy = 0.95
}

extension RunDelivery {
    /// Certain bounds of a figure that depends on time.
    ///
    /// At best, deliveries that the sink may have delayed came in time, and pending ones came at once; at worst,
    /// pending ones are lost. A percentile of few deliveries has the bounds of its quantile.
    func range(of metric: Threshold.Metric, isLoose: Bool) -> ObservationRange {
        var (best, worst) = (self, self)
        best.settle(pending: true)
        worst.settle(pending: false)
        let ends = [
            best.observation(of: metric, isLoose: isLoose) { $0.lowestRank(of: $1) },
            worst.observation(of: metric, isLoose: isLoose) { $0.highestRank(of: $1) },
        ]
        let isShare = metric.unit == .share
        let good: Observation =
            !isLimitedBySink ? ends[0] : isShare ? .value(Fraction(1)) : .time(0)
        return isShare
            ? ObservationRange(lowest: ends[1], highest: good)
            : ObservationRange(lowest: good, highest: ends[1])
    }

    /// The observation for a threshold; a percentile at another rank than its own, and `failed` without one.
    private func observation(
        of metric: Threshold.Metric,
        isLoose: Bool,
        at rank: (Quantile, UInt64) -> UInt64?
    ) -> Observation {
        guard case .deliveredPercentile(let quantile) = metric, !isLoose, ranked.count > 0 else {
            return observation(of: metric, isLoose: isLoose)
        }
        guard let rank = rank(quantile, ranked.count) else { return .failed }
        guard rank > 0 else { return .time(0) }
        return ranked.value(atRank: rank).map(Observation.time) ?? .failed
    }

    /// Counts pending deliveries as delivered at once, or as lost.
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

    /// The observation for a threshold.
    ///
    /// - Parameters:
    ///   - metric: A metric of deliveries.
    ///   - isLoose: Whether few deliveries are enough for a percentile.
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
            case .tooFew:
                return .inconclusive(.tooFew(quantile, count: ranked.count, noun: "deliveries"))
            }
        case .latencyPercentile, .latencyMean, .latencyMaximum, .errorRatio, .outcomeRatio,
            .achievedRatio, .eventRate:
            return .inconclusive(.noDeliveries)
        }
    }
}
