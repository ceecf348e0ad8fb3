/// How fast a server works, so that measurements can be checked against what is known of queues.
package struct ServicePace: Hashable, Sendable {
    /// How long one request is worked on.
    package enum ServiceTime: Hashable, Sendable {
        /// The same for all, in nanoseconds.
        case constant(Int64)
        /// Exponentially distributed, with a mean in nanoseconds.
        case exponential(mean: Int64)
    }

    /// Zero answers as soon as possible.
    package var serviceTime: ServiceTime
    /// How many requests are worked on at once; others wait in the order in which they came.
    package var servers: Int
    /// `nil` never rests.
    package var stalls: StallCycle?
    /// The share of requests that are answered with status 503; from 0 to 1.
    package var errorRate: Double
    /// What service times and errors are drawn from.
    package var seed: UInt64

    package init(
        serviceTime: ServiceTime = .constant(0),
        servers: Int = 1,
        stalls: StallCycle? = nil,
        errorRate: Double = 0,
        seed: UInt64 = 0
    ) {
        precondition(servers > 0, "\(servers) servers")
        self.serviceTime = serviceTime
        self.servers = servers
        self.stalls = stalls
        self.errorRate = errorRate
        self.seed = seed
    }

    /// Whether answers are never held back and never replaced.
    package var isUnlimited: Bool {
        serviceTime == .constant(0) && stalls == nil && errorRate == 0
    }
}
