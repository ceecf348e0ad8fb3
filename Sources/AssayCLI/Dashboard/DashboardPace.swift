/// When figures are drawn anew: once a second, for somebody who watches, and one drawing at a time.
///
/// What is drawn while something lasts is so little that a pause between drawings saves nothing worth
/// mentioning: it made figures seconds old.
struct DashboardPace {
    private var isDrawing = false
    private var lastRequest: ContinuousClock.Instant?

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
    /// - Returns: Whether somebody watches, and the last drawing has ended.
    func isDue(at now: ContinuousClock.Instant, followers: Int) -> Bool {
        !isDrawing && isWatched(at: now, followers: followers)
    }

    /// A drawing begins; none is due until it has ended.
    mutating func begin() { isDrawing = true }

    /// The drawing has ended.
    mutating func end() { isDrawing = false }
}
