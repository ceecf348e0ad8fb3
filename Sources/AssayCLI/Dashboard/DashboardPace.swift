/// Decides when figures are drawn: once a second while a browser watches, and one drawing at a
/// time.
///
/// A drawing takes so little time that a pause after it would save nothing and make figures seconds old.
struct DashboardPace {
    private var isDrawing = false
    private var lastRequest: ContinuousClock.Instant?

    /// The time within which a browser without scripts reloads the page.
    private static let patience = Duration.seconds(12)

    /// Records that a browser loaded the page.
    mutating func noteRequest(at now: ContinuousClock.Instant) { lastRequest = now }

    /// Whether a browser watches.
    ///
    /// - Parameters:
    ///   - now: This moment.
    ///   - followers: How many browsers follow the events.
    /// - Returns: Whether drawings are seen.
    func isWatched(at now: ContinuousClock.Instant, followers: Int) -> Bool {
        followers > 0 || lastRequest.map { now - $0 < Self.patience } ?? false
    }

    /// Whether charts should be drawn now.
    ///
    /// - Parameters:
    ///   - now: This moment.
    ///   - followers: How many browsers follow the events.
    /// - Returns: Whether a browser watches and the last drawing has ended.
    func isDue(at now: ContinuousClock.Instant, followers: Int) -> Bool {
        !isDrawing && isWatched(at: now, followers: followers)
    }

    /// Records the start of a drawing; none is due until it has ended.
    mutating func begin() { isDrawing = true }

    /// Records the end of a drawing.
    mutating func end() { isDrawing = false }
}
