package import LoadModel

/// One of several generators of a run, led by a coordinator.
package struct RunGenerator: Hashable, Sendable {
    /// Unique within the run.
    package internal(set) var name: String
    package internal(set) var host: String
    /// Offset of its clock from the coordinator's, in nanoseconds.
    package internal(set) var clockOffset: Int64
    /// Error bound of that offset, in nanoseconds: half of the shortest round trip.
    package internal(set) var clockBound: Int64
    /// Drift of its clock against the coordinator's during the run, in nanoseconds.
    package internal(set) var clockDrift: Int64
    /// Missing reports of its part; `nil` for a complete part.
    package var gap: RunGap?

    package init(
        name: String,
        host: String,
        clockOffset: Int64 = 0,
        clockBound: Int64 = 0,
        clockDrift: Int64 = 0,
        gap: RunGap? = nil
    ) {
        self.name = name
        self.host = host
        self.clockOffset = clockOffset
        self.clockBound = clockBound
        self.clockDrift = clockDrift
        self.gap = gap
    }
}

/// Unknown arrivals of a generator that stopped reporting.
///
/// Moments are nanoseconds since the first stage began. Due times follow from the numbers of arrivals, so all
/// counts are exact: the recorded arrivals of its part, `unreported` and `neverMade` are all that were due. In the
/// closed model only those in flight are known.
package struct RunGap: Hashable, Sendable {
    /// End of the time that its last report covers.
    package internal(set) var silentFrom: Int64
    /// Moment before which all outcomes are known.
    package internal(set) var settledBefore: Int64
    /// Counted arrivals without an outcome that it may have sent.
    package internal(set) var unreported: UInt64
    /// From here on it was not allowed to send any more.
    package internal(set) var leaseEnd: Int64
    /// Counted arrivals due from then on, which it did not make.
    package internal(set) var neverMade: UInt64

    package init(
        silentFrom: Int64,
        settledBefore: Int64,
        unreported: UInt64,
        leaseEnd: Int64,
        neverMade: UInt64
    ) {
        self.silentFrom = silentFrom
        self.settledBefore = settledBefore
        self.unreported = unreported
        self.leaseEnd = leaseEnd
        self.neverMade = neverMade
    }

    /// Counted arrivals with unknown outcomes.
    package var missing: UInt64 { unreported + neverMade }
}

extension RunPart {
    /// Ends the part before its schedule, at a moment in nanoseconds since the first stage began.
    package mutating func end(_ reason: RunCut, at moment: Int64) {
        (cut, cutAt) = (reason, max(moment, 0))
    }
}

extension RunResult {
    /// Missing reports of parts, with their numbers; empty for a complete run.
    package var gaps: [(shard: Shard, gap: RunGap)] {
        parts.compactMap { part in
            guard let gap = part.generator?.gap, gap.missing > 0 || profile.load.isClosed else {
                return nil
            }
            return (part.shard, gap)
        }
    }

    /// Largest possible difference between the generators' clocks, in nanoseconds; zero for one.
    package var clockBound: Int64 { parts.compactMap(\.generator?.clockBound).max() ?? 0 }
}
