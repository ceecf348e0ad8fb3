/// Responses of a service while its backlog grew, up to the end of a step: approximately its capacity.
package struct Saturation: Hashable, Sendable {
    /// Duration in nanoseconds.
    package internal(set) var length: Int64
    /// Responses per second: the rate of arrivals minus the growth of the backlog.
    package internal(set) var rate: Double
    /// Lower bound of the rate; at most `rate`.
    package internal(set) var low: Double
    /// The most that they speak for; not below `rate`.
    package internal(set) var high: Double

    package init(length: Int64, rate: Double, low: Double, high: Double) {
        precondition(low <= rate && rate <= high, "\(rate) outside of \(low) to \(high)")
        self.length = length
        self.rate = rate
        self.low = low
        self.high = high
    }

    /// Whether it lasted longer than a pause of the service or of the machine.
    var isLasting: Bool { length >= 3_000_000_000 }
}
