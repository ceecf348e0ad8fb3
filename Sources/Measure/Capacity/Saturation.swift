/// What a service answered while ever more arrivals were outstanding, up to the end of a step: about what
/// it can carry.
package struct Saturation: Hashable, Sendable {
    /// How long, in nanoseconds.
    package internal(set) var length: Int64
    /// Answers a second: the rate of arrivals less the growth of what was outstanding.
    package internal(set) var rate: Double
    /// The least that these answers speak for; not above `rate`.
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

    /// Whether it lasted for longer than a pause of the service or of the machine would.
    var isLasting: Bool { length >= 3_000_000_000 }
}
