package import LoadModel

/// What a search for the highest rate goes by.
package struct CapacitySettings: Hashable, Sendable {
    /// Arrivals per second of the first step; more than zero.
    package internal(set) var startRate: Double
    /// The finest percentile that decides: steps are long enough to show it.
    package internal(set) var quantile: Quantile
    /// How many of what percentiles are taken over come of an arrival: deliveries, where only theirs decide.
    package internal(set) var perArrival: Int
    /// How the gaps between arrivals vary; what is under way does, too.
    package internal(set) var arrivals: LoadShape.Arrivals
    /// How many connections there are.
    package internal(set) var connections: Int
    /// How many requests each carries at a time over HTTP/2; `nil` speaks HTTP/1.1.
    package internal(set) var streams: Int?
    /// Before the first step, for a service that begins cold; nanoseconds.
    package internal(set) var warmup: Int64
    /// The longest time that a journey of the profile thinks, in nanoseconds; zero without journeys.
    package internal(set) var think: Int64
    /// How long the search may take, in nanoseconds; `nil` lets it end by itself.
    package internal(set) var budget: Int64?

    /// - Parameters:
    ///   - startRate: Arrivals per second of the first step; more than zero.
    ///   - quantile: The finest percentile that decides.
    ///   - perArrival: How many of what percentiles are taken over come of an arrival; one or more.
    ///   - arrivals: How the gaps between arrivals vary.
    ///   - connections: One or more.
    ///   - streams: How many requests each carries at a time over HTTP/2; `nil` speaks HTTP/1.1.
    ///   - warmup: Before the first step, in nanoseconds.
    ///   - think: The longest time that a journey thinks, in nanoseconds.
    ///   - budget: How long the search may take, in nanoseconds; `nil` lets it end by itself.
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

    /// The finest percentile that one of `thresholds` names; p99 when none does.
    package static func finestQuantile(of thresholds: [Threshold]) -> Quantile {
        let named = thresholds.compactMap { threshold in
            if case .latencyPercentile(let quantile) = threshold.metric { quantile } else { nil }
        }
        return named.max { $0.oneIn < $1.oneIn } ?? .p99
    }

    /// Whether percentiles of deliveries decide, and none of latencies.
    package static func isOfDeliveries(_ thresholds: [Threshold]) -> Bool {
        deliveredQuantile(of: thresholds) != nil
            && !thresholds.contains {
                if case .latencyPercentile = $0.metric { true } else { false }
            }
    }

    /// The finest percentile of deliveries that one of `thresholds` names; `nil` when none does.
    package static func deliveredQuantile(of thresholds: [Threshold]) -> Quantile? {
        let named = thresholds.compactMap { threshold in
            if case .deliveredPercentile(let quantile) = threshold.metric { quantile } else { nil }
        }
        return named.max { $0.oneIn < $1.oneIn }
    }

    /// How long a step lasts that wants so many arrivals above the percentile: whole seconds.
    ///
    /// - Parameters:
    ///   - tail: Arrivals above the percentile.
    ///   - least: So many of them are enough where it would last longer than `usual`.
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
            // Ratios and what is under way are judged by arrivals, so a few of them there must be.
            let arrivals = max(each / Double(perArrival), min(each, 10))
            return Int64(min((tail * arrivals / rate).rounded(.up), 1e9)) * 1_000_000_000
        }
        return max(shortest, min(length(tail), max(usual, length(least))))
    }
}

extension Quantile {
    /// How many arrivals it takes for one to lie above: 100 for p99.
    fileprivate var oneIn: Double { Double(denominator) / Double(denominator - numerator) }
}
