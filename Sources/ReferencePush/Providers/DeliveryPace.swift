/// Times of notifications: evenly spaced from the start of a busy period.
///
/// All times are nanoseconds of one clock.
struct DeliveryPace {
    /// Per second; `nil` for no limit.
    let rate: Double?
    /// When the first notification of the busy period was sent.
    private var start = Int64.min
    /// Number of notifications sent in the period.
    private var count = 0
    private var last = Int64.min

    init(rate: Double?) { self.rate = rate }

    /// When the next notification may be sent.
    ///
    /// Delayed ones catch up with at most twice the rate.
    ///
    /// - Parameter ready: When it could have been sent; after its turn, it begins another period.
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

    /// Records that the due notification was sent.
    mutating func leave(due: Int64, at now: Int64) {
        count += 1
        last = max(due, now - Self.tolerance)
    }

    /// Tolerated lateness of a thread, in nanoseconds: timers are not exact.
    private static let tolerance: Int64 = 5_000_000

    private func turn(_ rate: Double) -> Int64 {
        start + Int64((Double(count) * 1e9 / rate).rounded())
    }
}
