package import LoadModel
package import Measure

/// What a coordinator knows of one of its generators.
package struct FleetMember: Sendable {
    package enum State: Hashable, Sendable {
        /// It is there.
        case joined
        /// It was told what to do.
        case planned
        /// Its connections are open.
        case ready
        /// It was told when to begin.
        case running
        /// It has told everything.
        case done
        /// It was not heard of any more, before it had told everything.
        case lost
    }

    /// What Locust knows it by.
    package let node: String
    package internal(set) var state = State.joined
    /// What it calls itself; before it was heard, what Locust knows it by.
    package internal(set) var name: String
    package internal(set) var host: String
    package internal(set) var shard = Shard.whole
    /// How far its clock is ahead of the coordinator's, how much that may be wrong, and how far it ran away since.
    package internal(set) var clockOffset: Int64 = 0
    package internal(set) var clockBound: Int64 = 0
    package internal(set) var clockDrift: Int64 = 0
    /// How long a message to it and back takes at most.
    package internal(set) var roundTrip: Int64 = 0
    /// The number of the last report that counted.
    package internal(set) var lastReport: UInt64 = 0
    /// How far that went, in nanoseconds since the first stage began.
    package internal(set) var elapsed = Int64.min
    package internal(set) var settledBefore = Int64.min
    /// How long arrivals were allowed to go on, in nanoseconds since the first stage began.
    package internal(set) var leaseEnd: Int64 = 0
    /// Counted arrivals whose outcome was told.
    package internal(set) var reportedCount: UInt64 = 0
    /// Of all its reports: what keeps sums over them within 64 bits.
    var weight: UInt64 = 0
    /// Arrivals that ended, the warm-up included.
    package internal(set) var endedCount: UInt64 = 0
    package internal(set) var pausedCount = 0
    package internal(set) var inFlight = 0
    package internal(set) var openConnections = 0
    package internal(set) var outstanding: [AbortWatch.Outstanding] = []
    /// What it says of itself, without what it recorded; `nil` before the first report.
    package internal(set) var part: RunPart?
    /// The whole of its part.
    package internal(set) var result: RunResult?

    init(node: String) {
        self.node = node
        name = node
        host = node
    }

    /// For messages: `b (host web-2)`.
    package var description: String { name == host ? name : "\(name) (host \(host))" }

    /// Whether anything is to be expected of it.
    var isExpected: Bool {
        switch state {
        case .joined, .done, .lost: false
        case .planned, .ready, .running: true
        }
    }
}
