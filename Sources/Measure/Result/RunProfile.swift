/// What was to be sent, and when; durations are nanoseconds.
package struct RunProfile: Hashable, Sendable {
    /// A stretch of time; the rate changes evenly from one to the other.
    package struct Stage: Hashable, Sendable {
        /// Arrivals per second.
        package let startRate: Double
        /// Arrivals per second.
        package let endRate: Double
        package let duration: Int64

        package init(startRate: Double, endRate: Double, duration: Int64) {
            self.startRate = startRate
            self.endRate = endRate
            self.duration = duration
        }
    }

    /// How the gaps between arrivals vary.
    package enum Arrivals: String, Hashable, Sendable, CaseIterable {
        case constant, poisson
    }

    /// What decides when a request is due.
    package enum Model: Hashable, Sendable {
        /// Arrivals come when they are due, whatever the server does; at least one stage.
        case open(stages: [Stage], arrivals: Arrivals)
        /// Each connection sends again once it was answered and the user has thought.
        case closed(duration: Int64, think: Int64)
    }

    /// The path of the file.
    package let file: String
    package let title: String
    /// Over everything that decides what is sent, as `sha256:…`.
    package let hash: String
    package let seed: UInt64
    package let model: Model
    package let warmup: Int64
    package let drain: Int64
    package let timeout: Int64
    /// Of each process.
    package let connections: Int
    /// After so many requests a connection is replaced; `nil` never does.
    package let requestsPerConnection: Int?
    /// As many as the recording has, in its order.
    package let sends: [RunSend]
    /// How many recipients there are; `nil` without an audience.
    package let audience: UInt64?

    package init(
        file: String,
        title: String,
        hash: String,
        seed: UInt64,
        model: Model,
        warmup: Int64,
        drain: Int64,
        timeout: Int64,
        connections: Int,
        requestsPerConnection: Int? = nil,
        sends: [RunSend],
        audience: UInt64? = nil
    ) {
        self.file = file
        self.title = title
        self.hash = hash
        self.seed = seed
        self.model = model
        self.warmup = warmup
        self.drain = drain
        self.timeout = timeout
        self.connections = connections
        self.requestsPerConnection = requestsPerConnection
        self.sends = sends
        self.audience = audience
    }

    /// Whether arrivals wait for answers, so that latency hides what a stalled server costs.
    package var isClosed: Bool {
        switch model {
        case .open: false
        case .closed: true
        }
    }

    /// The highest rate of any stage; `nil` in the closed model.
    package var peakRate: Double? {
        switch model {
        case .open(let stages, _): stages.map { max($0.startRate, $0.endRate) }.max()
        case .closed: nil
        }
    }
}
