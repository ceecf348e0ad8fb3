/// A stretch at one rate that ends when no request is in flight.
package struct CapacityStep: Hashable, Sendable {
    /// Purpose of a step in the search.
    package enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Twice the rate of the last step, until one fails.
        case doubling
        /// Close to the rate of an overloaded service.
        case probe
        /// Between a rate that passed and one that failed.
        case bisection
        /// Confirms an earlier failure.
        case check
        /// Repeats a rate for longer.
        case hold
        /// Whether the service is back to normal after an overload.
        case recovery
    }

    package internal(set) var purpose: Purpose
    /// Arrivals per second.
    package internal(set) var rate: Double
    /// Time in which arrivals count, in nanoseconds: whole seconds.
    package internal(set) var duration: Int64
    /// Time at the same rate before that, in nanoseconds.
    package internal(set) var warmup: Int64
    /// From 1; a failed step is repeated.
    package internal(set) var attempt: Int

    package init(
        _ purpose: Purpose,
        rate: Double,
        duration: Int64,
        warmup: Int64 = 0,
        attempt: Int = 1
    ) {
        self.purpose = purpose
        self.rate = rate
        self.duration = duration
        self.warmup = warmup
        self.attempt = attempt
    }

    /// Duration of the arrivals, in nanoseconds; connecting and draining take additional time.
    package var arrivalTime: Int64 { warmup + duration }

    /// Number of arrivals that count.
    package var plannedCount: Double { rate * Double(duration) / 1e9 }

    /// Whole arrivals per second, or enough digits of a low rate.
    static func rounded(_ rate: Double) -> Double {
        let unit = rate >= 100 ? 1.0 : rate >= 10 ? 10 : 1000
        return (rate * unit).rounded() / unit
    }

    /// Outstanding arrivals beyond those at rest that make a step hopeless: a tenth of the step.
    var hopelessBacklog: UInt64 { UInt64(max(plannedCount / 10, 100)) }
}
