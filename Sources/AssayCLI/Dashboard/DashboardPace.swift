/// When charts are drawn anew, so that watching a run does not change it: only for somebody, and never
/// for more than a twentieth of one processor.
struct DashboardPace {
    private var next: ContinuousClock.Instant?
    private var isDrawing = false
    private var lastRequest: ContinuousClock.Instant?

    /// After each drawing there is a pause of so many times what it took.
    private static let pause = 19
    /// Somebody without scripts loads the page again within this time.
    private static let patience = Duration.seconds(12)

    /// Somebody loaded the page.
    mutating func noteRequest(at now: ContinuousClock.Instant) { lastRequest = now }

    /// Whether anybody watches.
    ///
    /// - Parameters:
    ///   - now: This moment.
    ///   - followers: How many browsers follow the events.
    /// - Returns: Whether what is drawn is seen.
    func isWatched(at now: ContinuousClock.Instant, followers: Int) -> Bool {
        followers > 0 || lastRequest.map { now - $0 < Self.patience } ?? false
    }

    /// Whether charts are to be drawn now.
    ///
    /// - Parameters:
    ///   - now: This moment.
    ///   - followers: How many browsers follow the events.
    /// - Returns: Whether somebody watches, and the last drawing is long enough ago.
    func isDue(at now: ContinuousClock.Instant, followers: Int) -> Bool {
        guard !isDrawing, isWatched(at: now, followers: followers) else { return false }
        return next.map { now >= $0 } ?? true
    }

    /// A drawing begins; none is due until it has ended.
    mutating func begin() { isDrawing = true }

    /// A drawing has ended that began at `start`.
    mutating func end(at now: ContinuousClock.Instant, since start: ContinuousClock.Instant) {
        isDrawing = false
        next = now + (now - start) * Self.pause
    }
}
