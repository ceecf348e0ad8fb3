import LoadModel

/// All arrivals of one send with the same outcome.
package struct OutcomeCell: Hashable, Sendable {
    /// Identifies a cell, also across shards.
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

        /// The common name of outcomes beyond the limit on names.
        package static let unnamed = "other"

        /// Whether it is of arrivals that the run cut off.
        var isCutOff: Bool { !isGood && outcome == MissingResponse.notFinished.rawValue }

        /// By send; good before bad; by name in byte order.
        package static func < (left: Key, right: Key) -> Bool {
            if left.send != right.send { return left.send < right.send }
            if left.isGood != right.isGood { return left.isGood }
            return left.outcome.utf8.lexicographicallyPrecedes(right.outcome.utf8)
        }
    }

    package internal(set) var key: Key
    /// Latencies; for failures the time until they failed, to two digits: a server may have many codes, and only
    /// their own rows use these times.
    package internal(set) var latency: Histogram<UInt64>
    /// The same without the generator's own time; recorded for good outcomes only.
    var latencyWithoutOwn: Histogram<UInt64> {
        get { ownLatency ?? Histogram(Self.layout(isGood: key.isGood)) }
        set { ownLatency = newValue.isEmpty ? nil : newValue }
    }
    private var ownLatency: Histogram<UInt64>?
    /// Arrivals without an end, and so without a latency.
    package internal(set) var unfinishedCount: UInt64 = 0
    /// Ages of arrivals that the run cut off: lower bounds of their latencies.
    package internal(set) var ages = SliceHistogram()

    init(_ key: Key) {
        self.key = key
        latency = Histogram(Self.layout(isGood: key.isGood))
    }

    /// Histogram layout for the latencies of an outcome.
    static func layout(isGood: Bool) -> HistogramLayout { isGood ? .total : .slice }

    /// Number of counted arrivals with this outcome.
    package var count: UInt64 { latency.count + unfinishedCount }

    mutating func record(_ arrival: SettledArrival) {
        latency.record(arrival.latency)
        guard key.isGood else { return }
        // Pattern match, as `ownLatency == nil` copies the value.
        if case .none = ownLatency { ownLatency = Histogram(.total) }
        ownLatency?.record(arrival.latencyWithoutOwn)
    }

    /// Whether its arrivals were cut off by the run, so that their outcome is unknown.
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
