/// When requests are sent, and over how many connections.
package struct LoadShape: Hashable, Sendable {
    /// How the gaps between arrivals vary.
    package enum Arrivals: String, Hashable, Sendable, CaseIterable {
        case constant, poisson
    }

    /// A stretch of time; the rate changes evenly from one to the other.
    package struct Stage: Hashable, Sendable {
        /// Arrivals per second.
        package let startRate: Double
        /// Arrivals per second.
        package let endRate: Double
        /// For a stage that ends with its last arrival, how long that takes when none varies.
        package let duration: Duration
        /// How many arrivals end the stage, which is then the last; `nil` ends it after its time.
        package let arrivalCount: Int?

        package init(
            startRate: Double,
            endRate: Double,
            duration: Duration,
            arrivalCount: Int? = nil
        ) {
            self.startRate = startRate
            self.endRate = endRate
            self.duration = duration
            self.arrivalCount = arrivalCount
        }
    }

    /// What decides when a request is due.
    package enum Model: Hashable, Sendable {
        /// Arrivals come when they are due, whatever the server does.
        case open([Stage], Arrivals)
        /// Each connection sends again once it was answered and the user has thought.
        case closed(duration: Duration, think: Duration)
    }

    package let model: Model
    /// Before the first stage, at its starting rate.
    package let warmup: Duration
    package let connections: Int
    /// For one request, from the moment it is sent.
    package let timeout: Duration
    /// How long after the last arrival answers are waited for.
    package let drain: Duration
    /// After so many requests a connection is replaced; `nil` never does.
    package let requestsPerConnection: Int?

    package init(
        model: Model,
        warmup: Duration,
        connections: Int,
        timeout: Duration,
        drain: Duration,
        requestsPerConnection: Int?
    ) {
        self.model = model
        self.warmup = warmup
        self.connections = connections
        self.timeout = timeout
        self.drain = drain
        self.requestsPerConnection = requestsPerConnection
    }

    /// How long arrivals are counted.
    package var span: Duration {
        switch model {
        case .open(let stages, _): stages.reduce(.zero) { $0 + $1.duration }
        case .closed(let duration, _): duration
        }
    }

    /// Everything from the first arrival to the end of the drain.
    package var total: Duration { warmup + span + drain }
}

extension Duration {
    /// Fractions of a nanosecond are dropped; at most 292 years.
    package var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}

/// An objective of a profile.
package struct LoadThreshold: Hashable, Sendable {
    /// What is looked at.
    package enum Metric: Hashable, Sendable {
        /// A percentile (`p99`), `mean` or `max`.
        case latency(String)
        case errors
        /// The name of an outcome.
        case outcome(String)
        case achieved
    }

    /// How the metric must stand to the limit, in the words of contracts.
    package enum Relation: String, Hashable, Sendable, CaseIterable {
        case lt, lte, gt, gte
    }

    package enum Limit: Hashable, Sendable {
        case time(Duration)
        /// A share of one, as an exact fraction.
        case share(UInt64, of: UInt64)
    }

    /// Stretches of the run that are judged each for itself.
    package struct Windows: Hashable, Sendable {
        package let length: Duration
        /// How many of them must hold, as an exact fraction of one.
        package let share: Limit

        package init(length: Duration, share: Limit) {
            self.length = length
            self.share = share
        }
    }

    package let metric: Metric
    package let relation: Relation
    package let limit: Limit
    /// The name of the send that is looked at; `nil` for all.
    package let send: String?
    /// `nil` judges the run as a whole.
    package let windows: Windows?
    /// Whether the run ends as soon as this cannot be met any more.
    package let aborts: Bool
    package let location: SourceLocation

    package init(
        _ metric: Metric,
        _ relation: Relation,
        _ limit: Limit,
        send: String?,
        windows: Windows?,
        aborts: Bool,
        location: SourceLocation
    ) {
        self.metric = metric
        self.relation = relation
        self.limit = limit
        self.send = send
        self.windows = windows
        self.aborts = aborts
        self.location = location
    }
}
