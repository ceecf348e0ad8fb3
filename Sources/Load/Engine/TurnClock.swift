/// Detects late turns of a worker, and how long responses may have lain unread.
struct TurnClock {
    /// The first stage's beginning on CLOCK_MONOTONIC; all other moments count from it.
    private(set) var base: Int64
    /// Next wake-up of the worker; `Int64.max` for none.
    private(set) var armed = Int64.max
    /// Whether the timer is set to that moment, or need not be.
    private var isSet = true
    private(set) var turnStart: Int64 = 0
    private var turnEnd: Int64 = 0
    /// The end of the turn before a late one; `nil` in a turn in time.
    private(set) var lateSince: Int64?

    /// Delay of a turn that does not affect the figures; nanoseconds.
    private static let tolerance: Int64 = 1_000_000
    /// The longest time between turns, so that a worker that waits for responses notices lateness too.
    static let probe: Int64 = 10_000_000

    init(base: Int64) {
        self.base = base
    }

    /// Counts from another beginning.
    mutating func rebase(_ base: Int64) {
        let shift = self.base - base
        self.base = base
        turnEnd += shift
        if armed != .max { armed += shift }
    }

    /// Begins a turn.
    ///
    /// - Returns: Whether the turn is late.
    mutating func begin(at now: Int64) -> Bool {
        turnStart = now
        let isLate = armed != .max && turnStart > armed + Self.tolerance
        lateSince = isLate ? turnEnd : nil
        if turnStart >= armed { armed = .max }
        return isLate
    }

    /// Ends the turn.
    mutating func end(at now: Int64, wanting moment: Int64) {
        turnEnd = now
        lateSince = nil
        // The timer went off during the turn, and its event was taken with the others.
        if turnEnd >= armed { armed = .max }
        guard moment < armed else { return }
        (armed, isSet) = (moment, false)
    }

    /// When the worker is to be woken, on CLOCK_MONOTONIC.
    var alarm: Int64 { base + armed }

    /// The moment of CLOCK_MONOTONIC that the timer is to be set to now; `nil` when it is.
    mutating func takeAlarm() -> Int64? {
        guard !isSet, armed != .max else { return nil }
        isSet = true
        return alarm
    }

    /// Upper bound on the time that a response lay unread, of the time since its request was sent.
    func unread(sent: Int64, done: Int64) -> Int64 {
        lateSince.map { min(done - $0, done - sent) } ?? 0
    }

    /// Since when a connection counts as free, from the times of its last request.
    func freeSince(sent: Int64, done: Int64) -> Int64 {
        guard let lateSince, sent < turnStart else { return done }
        return max(lateSince, sent)
    }
}
