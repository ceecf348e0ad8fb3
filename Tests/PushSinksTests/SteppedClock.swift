import Synchronization

/// A clock that shows zero once, and a fixed moment afterwards.
final class SteppedClock: Sendable {
    private let moments: Mutex<(next: Int64, then: Int64)>

    init(to moment: Int64) { moments = Mutex((0, moment)) }

    /// The current moment, in nanoseconds.
    func next() -> Int64 {
        moments.withLock { moments in
            defer { moments.next = moments.then }
            return moments.next
        }
    }
}
