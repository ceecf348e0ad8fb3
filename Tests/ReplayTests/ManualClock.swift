import Base
import Contract
import Replay
import Synchronization

/// A clock that moves only when a task sleeps on it, or when a test moves it.
final class ManualClock: ReplayClock {
    private struct State {
        var elapsed = Duration.zero
        var sleeps: [Duration] = []
    }

    /// 2026-01-31T00:00:00Z.
    static let start = Timestamp(nanosecondsSince1970: 1_769_817_600_000_000_000)

    private let state = Mutex(State())

    var now: Timestamp {
        Self.start.advanced(byNanoseconds: Int64(elapsed / .nanoseconds(1)))
    }

    var elapsed: Duration { state.withLock(\.elapsed) }

    /// Every wait, in order.
    var sleeps: [Duration] { state.withLock(\.sleeps) }

    func sleep(for duration: Duration) async {
        state.withLock { state in
            state.elapsed += duration
            state.sleeps.append(duration)
        }
    }

    /// Advances the time without a wait, as an exchange does.
    func advance(by duration: Duration) {
        state.withLock { $0.elapsed += duration }
    }
}
