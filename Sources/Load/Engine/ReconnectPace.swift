/// Delay before a worker reconnects, from the results of the connections before.
///
/// A connection that got no response predicts that the next will hardly do better. Connections that end together
/// count as one failure: the delay grows with time, not with their number. It stays short, so that a server that is
/// back is found at once.
struct ReconnectPace {
    /// In nanoseconds; zero while connections get responses.
    private(set) var delay: Int64 = 0
    /// Failures before this moment do not raise the delay again.
    private var nextRise = Int64.min

    private static let shortest: Int64 = 10_000_000
    private static let longest: Int64 = 100_000_000

    /// Records a connection that could not be opened, or ended before a response began on it.
    mutating func noteFruitless(at now: Int64) {
        guard now >= nextRise else { return }
        delay = delay == 0 ? Self.shortest : min(delay * 2, Self.longest)
        nextRise = now + delay
    }

    /// Records the first response on a connection.
    mutating func noteResponse() { self = ReconnectPace() }
}
