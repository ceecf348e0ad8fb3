/// All arrivals of one send that ended in the same way.
package struct OutcomeCell: Hashable, Sendable {
    /// Tells cells apart, also across shards.
    package struct Key: Hashable, Sendable, Comparable {
        /// The index of the send in the plan.
        package internal(set) var send: Int
        /// `201`, `E403002`, `timeout`.
        package internal(set) var outcome: String
        /// Whether the send declares this outcome.
        package internal(set) var isGood: Bool

        package init(send: Int, outcome: String, isGood: Bool) {
            self.send = send
            self.outcome = outcome
            self.isGood = isGood
        }

        /// The name of all outcomes for whose own there was no room.
        package static let unnamed = "other"

        /// Whether it is of arrivals that the run cut off.
        var isCutOff: Bool { !isGood && outcome == MissingAnswer.notFinished.rawValue }

        /// By send; good before bad; by name in byte order.
        package static func < (left: Key, right: Key) -> Bool {
            if left.send != right.send { return left.send < right.send }
            if left.isGood != right.isGood { return left.isGood }
            return left.outcome.utf8.lexicographicallyPrecedes(right.outcome.utf8)
        }
    }

    package internal(set) var key: Key
    /// Latencies; for failures the time until they failed, to two digits: a server may have a code for
    /// everything, and no figure but those of their own row is made of them.
    package internal(set) var latency: Histogram<UInt64>
    /// The same without the generator's own time; recorded for good outcomes only.
    var latencyWithoutOwn: Histogram<UInt64> {
        get { ownLatency ?? Histogram(Self.layout(isGood: key.isGood)) }
        set { ownLatency = newValue.isEmpty ? nil : newValue }
    }
    private var ownLatency: Histogram<UInt64>?
    /// Arrivals that have no end, and so no latency.
    package internal(set) var unfinishedCount: UInt64 = 0
    /// How old those were that the run cut off: a lower bound of their latencies.
    package internal(set) var ages = SliceHistogram()

    init(_ key: Key) {
        self.key = key
        latency = Histogram(Self.layout(isGood: key.isGood))
    }

    /// How latencies of such an outcome are counted.
    static func layout(isGood: Bool) -> HistogramLayout { isGood ? .total : .slice }

    /// How many counted arrivals ended so.
    package var count: UInt64 { latency.count + unfinishedCount }

    mutating func record(_ arrival: SettledArrival) {
        latency.record(arrival.latency)
        guard key.isGood else { return }
        // Not `ownLatency == nil`, which copies what it compares.
        if case .none = ownLatency { ownLatency = Histogram(.total) }
        ownLatency?.record(arrival.latencyWithoutOwn)
    }

    /// Whether what has no end here was cut off by the run, so that nobody knows how it would have ended.
    package var isCutOff: Bool { key.isCutOff }

    /// Arrivals that the run cut off.
    package var cutOffCount: UInt64 { isCutOff ? unfinishedCount : 0 }

    mutating func recordUnfinished(age: Int64) {
        unfinishedCount += 1
        if isCutOff { ages.record(age) }
    }

    mutating func merge(_ other: OutcomeCell) {
        latency.merge(other.latency)
        if let own = other.ownLatency {
            if ownLatency == nil { ownLatency = own } else { ownLatency?.merge(own) }
        }
        unfinishedCount += other.unfinishedCount
        ages.merge(other.ages)
    }
}
