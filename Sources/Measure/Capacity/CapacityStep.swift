/// A stretch at one rate, after which nothing is under way any more.
package struct CapacityStep: Hashable, Sendable {
    /// What the search wants to learn from it.
    package enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Twice the rate of the last step, until one does not hold.
        case doubling
        /// Beside the rate that an overloaded service did.
        case probe
        /// Between a rate that held and one that did not.
        case bisection
        /// Whether what did not hold at another time still does not.
        case check
        /// Whether the answer holds for longer.
        case hold
        /// Whether the service is back to normal after an overload.
        case recovery
    }

    package internal(set) var purpose: Purpose
    /// Arrivals per second.
    package internal(set) var rate: Double
    /// How long arrivals count, in nanoseconds: whole seconds.
    package internal(set) var duration: Int64
    /// How long arrivals come at the same rate before that, in nanoseconds.
    package internal(set) var warmup: Int64
    /// From 1; a step that does not hold is repeated.
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

    /// How long arrivals come, in nanoseconds; connecting and draining add to it.
    package var arrivalTime: Int64 { warmup + duration }

    /// How many arrivals count.
    package var plannedCount: Double { rate * Double(duration) / 1e9 }

    /// Whole arrivals per second, or enough digits of a low rate.
    static func rounded(_ rate: Double) -> Double {
        let unit = rate >= 100 ? 1.0 : rate >= 10 ? 10 : 1000
        return (rate * unit).rounded() / unit
    }

    /// With so many more arrivals outstanding than at rest there is no use in going on: a tenth of the step.
    var hopelessBacklog: UInt64 { UInt64(max(plannedCount / 10, 100)) }
}
