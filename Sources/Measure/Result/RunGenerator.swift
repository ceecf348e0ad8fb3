package import LoadModel

/// One of several generators that made a run together, led by one coordinator.
package struct RunGenerator: Hashable, Sendable {
    /// Unlike that of any other of the run.
    package internal(set) var name: String
    package internal(set) var host: String
    /// How far its clock was ahead of the coordinator's, in nanoseconds.
    package internal(set) var clockOffset: Int64
    /// By how much that may be wrong, in nanoseconds: half of the least round trip.
    package internal(set) var clockBound: Int64
    /// How far its clock ran away from the coordinator's while the run lasted, in nanoseconds.
    package internal(set) var clockDrift: Int64
    /// What nobody knows of its part; `nil` when it told all of it.
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

/// What is not known of the arrivals of a generator that was not heard of any more.
///
/// Moments are nanoseconds since the first stage began. When arrivals are due follows from their numbers, so all
/// counts are exact: what was recorded of its part, `unreported` and `neverMade` are all that were due. In the
/// closed model only those are known that were under way.
package struct RunGap: Hashable, Sendable {
    /// How far the last report went that came.
    package internal(set) var silentFrom: Int64
    /// Of everything due before, the outcome is known.
    package internal(set) var settledBefore: Int64
    /// Counted arrivals without an outcome that it may have sent.
    package internal(set) var unreported: UInt64
    /// From here on it was not allowed to send any more.
    package internal(set) var leaseEnd: Int64
    /// Counted arrivals that were due from then on: it made none of them.
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

    /// Counted arrivals of which nothing is known.
    package var missing: UInt64 { unreported + neverMade }
}

extension RunPart {
    /// Ends it before its schedule, at a moment in nanoseconds since the first stage began.
    package mutating func end(_ reason: RunCut, at moment: Int64) {
        (cut, cutAt) = (reason, max(moment, 0))
    }
}

extension RunResult {
    /// What is not known of parts, with their numbers; empty when everything was told.
    package var gaps: [(shard: Shard, gap: RunGap)] {
        parts.compactMap { part in
            guard let gap = part.generator?.gap, gap.missing > 0 || profile.load.isClosed else {
                return nil
            }
            return (part.shard, gap)
        }
    }

    /// The greatest bound on how far the clocks of generators may be apart, in nanoseconds; zero for one.
    package var clockBound: Int64 { parts.compactMap(\.generator?.clockBound).max() ?? 0 }
}
