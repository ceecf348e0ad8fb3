/// Speed of a server, for checking measurements against queueing theory.
package struct ServicePace: Hashable, Sendable {
    /// Service time of a request.
    package enum ServiceTime: Hashable, Sendable {
        /// The same for all requests, in nanoseconds.
        case constant(Int64)
        /// Exponentially distributed, with a mean in nanoseconds.
        case exponential(mean: Int64)
    }

    /// Zero for immediate responses.
    package var serviceTime: ServiceTime
    /// Number of requests served at once; others wait in the order of arrival.
    package var servers: Int
    /// Stalls of the service; `nil` for none.
    package var stalls: StallCycle?
    /// The share of responses with status 503; from 0 to 1.
    package var errorRate: Double
    /// Seed of service times and errors.
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

    /// Whether responses are never delayed or replaced.
    package var isUnlimited: Bool {
        serviceTime == .constant(0) && stalls == nil && errorRate == 0
    }
}
