/// A stretch of time in which the rate of arrivals stays or changes evenly.
package struct RateSegment: Hashable, Sendable {
    /// Arrivals per second at the beginning.
    package let startRate: Double
    /// Arrivals per second at the end.
    package let endRate: Double
    /// In nanoseconds.
    package let duration: Int64

    /// A rate that stays.
    package init(rate: Double, duration: Int64) {
        self.init(from: rate, to: rate, duration: duration)
    }

    /// A rate that changes evenly.
    ///
    /// - Parameters:
    ///   - startRate: Arrivals per second at the beginning; zero or more.
    ///   - endRate: Arrivals per second at the end; zero or more.
    ///   - duration: In nanoseconds, more than zero.
    package init(from startRate: Double, to endRate: Double, duration: Int64) {
        precondition(
            startRate >= 0 && endRate >= 0 && startRate.isFinite && endRate.isFinite,
            "rates from \(startRate) to \(endRate)"
        )
        precondition(duration > 0, "a stretch of \(duration) ns")
        self.startRate = startRate
        self.endRate = endRate
        self.duration = duration
    }

    /// How many arrivals the stretch holds, with its fraction: the integral of the rate.
    package var arrivals: Double { (startRate + endRate) / 2 * seconds }

    private var seconds: Double { Double(duration) / 1e9 }

    /// How many nanoseconds after its beginning so many arrivals have come.
    ///
    /// Stable for a rate that begins at zero: the root's usual form would divide zero by zero there.
    func offset(of arrivals: Double) -> Int64 {
        guard arrivals > 0 else { return 0 }
        let slope = (endRate - startRate) / seconds
        // A ramp down to zero ends at the root's edge, where rounding can make it negative.
        let root = max(startRate * startRate + 2 * slope * arrivals, 0).squareRoot()
        return Int64((2 * arrivals / (startRate + root) * 1e9).rounded())
    }
}
