package import Base
package import LoadModel

/// Why a figure may be other than that of the service alone: each widens it in a direction that is known.
package enum Doubt: Hashable, Sendable {
    /// The generator was late, so latencies read too high, and the achieved share too low or too high.
    case ownTime
    /// The run cut this many arrivals off before their time was over: each may have failed or passed, with a
    /// latency of at least its age.
    case cutOff(UInt64)
    /// This many arrivals were not sent although a connection was free, so the achieved share reads too low.
    case unsent(UInt64)
    /// Connections waited for the generator: the rate reads too low, and latencies too high. Closed model only.
    case limited
    /// This part of the run was reported incompletely: missing arrivals may have any outcome.
    case silent(Shard)
    /// Largest difference between the generators' clocks, in nanoseconds: arrivals due near the edge of a window
    /// may belong to its neighbour.
    case clocks(Int64)
    /// This many arrivals ended with outcomes beyond the limit on names.
    case unnamed(UInt64)
    /// This many responses could not be read: each may be expected or not, with any code.
    case unjudged(UInt64)
    /// Connections were reopened more often than requests were sent: figures include the time for connecting.
    case reconnecting(ConnectionCounts)
    /// Something on the generator's machine prevented connections: the service was not asked.
    case local(LocalTrouble, ConnectionCounts)
    /// The sink was busy for this share of its busiest second, so deliveries read too late.
    case sinkLimited(Double)
    /// The watch ended before the time of this many deliveries was over.
    case pending(UInt64)
    /// Some deliveries were missed; the reason.
    case deliveriesUnseen(String)

    /// Whether it makes every figure of the run unreliable.
    package var touchesEverything: Bool {
        switch self {
        case .reconnecting, .silent, .local: true
        case .ownTime, .cutOff, .unsent, .limited, .clocks, .unnamed, .unjudged, .sinkLimited,
            .pending,
            .deliveriesUnseen:
            false
        }
    }

    /// Whether its effect on figures is unbounded, so that their ranges do not describe the service.
    package var isUnbounded: Bool {
        switch self {
        case .reconnecting, .local: true
        case .ownTime, .cutOff, .unsent, .limited, .silent, .clocks, .unnamed, .unjudged,
            .sinkLimited, .pending, .deliveriesUnseen:
            false
        }
    }

    /// Whether it follows from the intended end of the run, by a user or a threshold, and not from a fault.
    package var isOwnDoing: Bool {
        switch self {
        case .cutOff, .pending: true
        case .ownTime, .unsent, .limited, .silent, .clocks, .unnamed, .unjudged, .reconnecting,
            .local, .sinkLimited, .deliveriesUnseen:
            false
        }
    }

    /// Whether it is of how deliveries were watched, and not of how requests were sent.
    package var isOfDeliveries: Bool {
        switch self {
        case .sinkLimited, .pending, .deliveriesUnseen: true
        case .ownTime, .cutOff, .unsent, .limited, .silent, .clocks, .unnamed, .unjudged,
            .reconnecting, .local:
            false
        }
    }
}

/// Facts about a run, in addition to its recording, that may make figures wrong.
package struct RunDoubts: Sendable {
    /// Arrivals not sent although a connection was free.
    package var unsentCount: UInt64
    /// Whether connections waited for the generator; closed model only.
    package var isLimited: Bool
    /// Number of connections opened; `nil` when unknown.
    package var counts: ConnectionCounts?
    /// Missing reports of parts of the run.
    package var gaps: [(shard: Shard, gap: RunGap)]
    /// Largest difference between the clocks of several generators, in nanoseconds.
    package var clockBound: Int64
    /// Whether the run ended before its schedule.
    package var isCut: Bool
    /// Whether arrivals depend on responses.
    package var isClosed: Bool

    package init(
        unsentCount: UInt64 = 0,
        isLimited: Bool = false,
        counts: ConnectionCounts? = nil,
        gaps: [(shard: Shard, gap: RunGap)] = [],
        clockBound: Int64 = 0,
        isCut: Bool = false,
        isClosed: Bool = false
    ) {
        self.unsentCount = unsentCount
        self.isLimited = isLimited
        self.counts = counts
        self.gaps = gaps
        self.clockBound = clockBound
        self.isCut = isCut
        self.isClosed = isClosed
    }

    /// Counted arrivals without a known outcome; `nil` when their number is unknown, as in the closed model.
    var lostCount: UInt64? {
        isClosed && !gaps.isEmpty ? nil : gaps.reduce(0) { $0 + $1.gap.missing }
    }
}
