package import LoadModel

/// Settings of a search for the highest rate.
package struct CapacitySettings: Hashable, Sendable {
    /// Arrivals per second of the first step; more than zero.
    package internal(set) var startRate: Double
    /// The finest percentile of the thresholds: steps are long enough to measure it.
    package internal(set) var quantile: Quantile
    /// Values for percentiles that each arrival yields: deliveries, if thresholds only concern them.
    package internal(set) var perArrival: Int
    /// Distribution of the gaps between arrivals.
    package internal(set) var arrivals: LoadShape.Arrivals
    /// Number of connections.
    package internal(set) var connections: Int
    /// Concurrent requests on each connection over HTTP/2; `nil` for HTTP/1.1.
    package internal(set) var streams: Int?
    /// Time before the first step, for a service that begins cold; nanoseconds.
    package internal(set) var warmup: Int64
    /// The longest think time of a journey of the profile, in nanoseconds; zero without journeys.
    package internal(set) var think: Int64
    /// Longest duration of the search, in nanoseconds; `nil` for no limit.
    package internal(set) var budget: Int64?

    /// - Parameters:
    ///   - startRate: Arrivals per second of the first step; more than zero.
    ///   - quantile: The finest percentile of the thresholds.
    ///   - perArrival: Values for percentiles that each arrival yields; one or more.
    ///   - arrivals: Distribution of the gaps between arrivals.
    ///   - connections: One or more.
    ///   - streams: Concurrent requests on each connection over HTTP/2; `nil` for HTTP/1.1.
    ///   - warmup: Before the first step, in nanoseconds.
    ///   - think: The longest think time of a journey, in nanoseconds.
    ///   - budget: Longest duration of the search, in nanoseconds; `nil` for no limit.
    package init(
        startRate: Double,
        quantile: Quantile = .p99,
        perArrival: Int = 1,
        arrivals: LoadShape.Arrivals = .constant,
        connections: Int,
        streams: Int? = nil,
        warmup: Int64 = 0,
        think: Int64 = 0,
        budget: Int64? = nil
    ) {
        precondition(startRate > 0 && startRate.isFinite, "a search from \(startRate)/s")
        precondition(connections > 0 && warmup >= 0 && think >= 0, "a search without connections")
        self.startRate = startRate
        self.quantile = quantile
        self.perArrival = max(perArrival, 1)
        self.arrivals = arrivals
        self.connections = connections
        self.streams = streams
        self.warmup = warmup
        self.think = think
        self.budget = budget
    }

    /// The finest percentile among `thresholds`; p99 without one.
    package static func finestQuantile(of thresholds: [Threshold]) -> Quantile {
        let named = thresholds.compactMap { threshold in
            if case .latencyPercentile(let quantile) = threshold.metric { quantile } else { nil }
        }
        return named.max { $0.oneIn < $1.oneIn } ?? .p99
    }

    /// Whether thresholds concern percentiles of deliveries, and none of latencies.
    package static func isOfDeliveries(_ thresholds: [Threshold]) -> Bool {
        deliveredQuantile(of: thresholds) != nil
            && !thresholds.contains {
                if case .latencyPercentile = $0.metric { true } else { false }
            }
    }

    /// The finest percentile of deliveries among `thresholds`; `nil` for none.
    package static func deliveredQuantile(of thresholds: [Threshold]) -> Quantile? {
        let named = thresholds.compactMap { threshold in
            if case .deliveredPercentile(let quantile) = threshold.metric { quantile } else { nil }
        }
        return named.max { $0.oneIn < $1.oneIn }
    }

    /// Duration of a step with a number of arrivals above the percentile: whole seconds.
    ///
    /// - Parameters:
    ///   - tail: Arrivals above the percentile.
    ///   - least: Arrivals above it that are enough where `tail` would take longer than `usual`.
    ///   - rate: Arrivals per second.
    ///   - shortest: In nanoseconds.
    ///   - usual: In nanoseconds.
    /// - Returns: Nanoseconds.
    func duration(
        tail: Double,
        least: Double,
        rate: Double,
        shortest: Int64,
        usual: Int64
    ) -> Int64 {
        func length(_ tail: Double) -> Int64 {
            let each = quantile.oneIn
            // Ratios and backlogs are computed over arrivals, so at least a few are needed.
            let arrivals = max(each / Double(perArrival), min(each, 10))
            return Int64(min((tail * arrivals / rate).rounded(.up), 1e9)) * 1_000_000_000
        }
        return max(shortest, min(length(tail), max(usual, length(least))))
    }
}

extension Quantile {
    /// Number of arrivals of which one lies above: 100 for p99.
    fileprivate var oneIn: Double { Double(denominator) / Double(denominator - numerator) }
}
