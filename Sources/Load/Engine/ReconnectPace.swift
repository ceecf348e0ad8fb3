/// How long a worker waits before it opens a connection again, by what became of those before.
///
/// A connection that carried nothing says that the next will hardly carry more. However many end at once are one
/// sign of it: the wait grows with time, not with their number. It stays short, so that a server that is back is
/// found at once.
struct ReconnectPace {
    /// In nanoseconds; zero while connections carry answers.
    private(set) var delay: Int64 = 0
    /// Before this moment nothing that ends is another sign.
    private var nextRise = Int64.min

    private static let shortest: Int64 = 10_000_000
    private static let longest: Int64 = 100_000_000

    /// Takes note of a connection that could not be opened, or ended before an answer began on it.
    mutating func noteFruitless(at now: Int64) {
        guard now >= nextRise else { return }
        delay = delay == 0 ? Self.shortest : min(delay * 2, Self.longest)
        nextRise = now + delay
    }

    /// Takes note of the first answer on a connection.
    mutating func noteAnswer() { self = ReconnectPace() }
}
