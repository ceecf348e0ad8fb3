package import LoadModel
package import Measure

/// The coordinator's state of one generator.
package struct FleetMember: Sendable {
    package enum State: Hashable, Sendable {
        /// It is there.
        case joined
        /// Its plan was sent.
        case planned
        /// Its connections are open.
        case ready
        /// Its start was sent.
        case running
        /// Its final result has arrived.
        case done
        /// It stopped responding before its final result.
        case lost
    }

    /// Its ID in Locust.
    package let node: String
    package internal(set) var state = State.joined
    /// Its own name; until it is known, its ID in Locust.
    package internal(set) var name: String
    package internal(set) var host: String
    package internal(set) var shard = Shard.whole
    /// Offset of its clock from the coordinator's, the error bound of that, and the drift since.
    package internal(set) var clockOffset: Int64 = 0
    package internal(set) var clockBound: Int64 = 0
    package internal(set) var clockDrift: Int64 = 0
    /// Longest round trip of a message.
    package internal(set) var roundTrip: Int64 = 0
    /// The number of the last report that counted.
    package internal(set) var lastReport: UInt64 = 0
    /// Time that its last report covers, in nanoseconds since the first stage began.
    package internal(set) var elapsed = Int64.min
    package internal(set) var settledBefore = Int64.min
    /// End of its lease, in nanoseconds since the first stage began.
    package internal(set) var leaseEnd: Int64 = 0
    /// Counted arrivals with reported outcomes.
    package internal(set) var reportedCount: UInt64 = 0
    /// Weight of all its reports, limited so that sums fit into 64 bits.
    var weight: UInt64 = 0
    /// Arrivals that ended, the warm-up included.
    package internal(set) var endedCount: UInt64 = 0
    package internal(set) var pausedCount = 0
    package internal(set) var inFlight = 0
    package internal(set) var openConnections = 0
    package internal(set) var outstanding: [AbortWatch.Outstanding] = []
    /// Its description of itself, without its recording; `nil` before the first report.
    package internal(set) var part: RunPart?
    /// Its final result.
    package internal(set) var result: RunResult?

    init(node: String) {
        self.node = node
        name = node
        host = node
    }

    /// For messages: `b (host web-2)`.
    package var description: String { name == host ? name : "\(name) (host \(host))" }

    /// Whether messages from it are expected.
    var isExpected: Bool {
        switch state {
        case .joined, .done, .lost: false
        case .planned, .ready, .running: true
        }
    }
}
