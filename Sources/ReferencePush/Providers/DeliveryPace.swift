/// When notifications leave: evenly, counted from the start of a busy period.
///
/// All times are nanoseconds of one clock.
struct DeliveryPace {
    /// In a second; `nil` lets everything leave at once.
    let rate: Double?
    /// When the first of the busy period left.
    private var start = Int64.min
    /// How many of the period have left.
    private var count = 0
    private var last = Int64.min

    init(rate: Double?) { self.rate = rate }

    /// When the next one may leave.
    ///
    /// What is late catches up at no more than twice the rate.
    ///
    /// - Parameter ready: Since when it could have left; later than its turn, it begins another period.
    /// - Returns: The moment.
    mutating func due(ready: Int64) -> Int64 {
        guard let rate else { return ready }
        if count == 0 || ready > turn(rate) {
            start = ready
            count = 0
        }
        guard last > .min else { return turn(rate) }
        return max(turn(rate), last + Int64(0.5e9 / rate))
    }

    /// Notes that the one that was due has left.
    mutating func leave(due: Int64, at now: Int64) {
        count += 1
        last = max(due, now - Self.tolerance)
    }

    /// By so much a thread may wake late without being slowed: no timer is exact.
    private static let tolerance: Int64 = 5_000_000

    private func turn(_ rate: Double) -> Int64 {
        start + Int64((Double(count) * 1e9 / rate).rounded())
    }
}
