package import Base
package import LoadModel

/// Why a figure may be other than that of the service alone: each widens it in a direction that is known.
package enum Doubt: Hashable, Sendable {
    /// The generator was late, so latencies read too high, and what was achieved too low or too high.
    case ownTime
    /// The run cut this many arrivals off before their time was over: each may have failed or not, and its
    /// latency is at least its age.
    case cutOff(UInt64)
    /// This many arrivals were not sent although a connection was free, so what was achieved reads too low.
    case unsent(UInt64)
    /// Connections waited for the generator: the rate reads too low, and latencies too high. Closed model only.
    case limited
    /// Of this part of the run not all is known: what is missing may have ended in any way.
    case silent(Shard)
    /// The clocks of generators may be so far apart, in nanoseconds: what was due near the edge of a window
    /// may belong to its neighbour.
    case clocks(Int64)
    /// This many arrivals ended with outcomes for whose names there was no room.
    case unnamed(UInt64)
    /// This many responses could not be looked into: each may be good or not, and have any code.
    case unjudged(UInt64)
    /// Connections were opened again more often than requests were sent: no figure is of requests alone.
    case reconnecting(ConnectionCounts)
    /// Something on the machine of the generator kept connections from being opened: the service was not asked.
    case local(LocalTrouble, ConnectionCounts)
    /// The sink had this share of its busiest second to do, so deliveries read too late.
    case sinkLimited(Double)
    /// The watch ended before the time of this many deliveries was over.
    case pending(UInt64)
    /// Deliveries were not all seen: why.
    case deliveriesUnseen(String)

    /// Whether it leaves no figure of the run as it would be otherwise.
    package var touchesEverything: Bool {
        switch self {
        case .reconnecting, .silent, .local: true
        case .ownTime, .cutOff, .unsent, .limited, .clocks, .unnamed, .unjudged, .sinkLimited,
            .pending,
            .deliveriesUnseen:
            false
        }
    }

    /// Whether nobody knows by how much it changes figures, so that their ends are not those of the service.
    package var isUnbounded: Bool {
        switch self {
        case .reconnecting, .local: true
        case .ownTime, .cutOff, .unsent, .limited, .silent, .clocks, .unnamed, .unjudged,
            .sinkLimited, .pending, .deliveriesUnseen:
            false
        }
    }

    /// Whether it comes of the run's end, which somebody or a threshold wanted, and of nothing that went wrong.
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

/// What is known of a run beside its recording, as far as figures may be wrong by it.
package struct RunDoubts: Sendable {
    /// Arrivals that were never sent although a connection was free.
    package var unsentCount: UInt64
    /// Whether connections waited for the generator; closed model only.
    package var isLimited: Bool
    /// How many connections were opened; `nil` when unknown.
    package var counts: ConnectionCounts?
    /// What is not known of parts of the run.
    package var gaps: [(shard: Shard, gap: RunGap)]
    /// How far the clocks of several generators may be apart, in nanoseconds.
    package var clockBound: Int64
    /// Whether the run ended before its schedule.
    package var isCut: Bool
    /// Whether what is due depends on answers.
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

    /// Counted arrivals of which nothing is known; `nil` when nobody can say how many, as in the closed
    /// model.
    var lostCount: UInt64? {
        isClosed && !gaps.isEmpty ? nil : gaps.reduce(0) { $0 + $1.gap.missing }
    }
}
