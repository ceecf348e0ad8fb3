import Synchronization

/// A clock that says zero once, and one moment ever after.
final class SteppedClock: Sendable {
    private let moments: Mutex<(next: Int64, then: Int64)>

    init(to moment: Int64) { moments = Mutex((0, moment)) }

    /// Nanoseconds.
    func next() -> Int64 {
        moments.withLock { moments in
            defer { moments.next = moments.then }
            return moments.next
        }
    }
}
