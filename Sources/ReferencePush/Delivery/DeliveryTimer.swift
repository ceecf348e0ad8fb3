import Dispatch
import HTTPServer
import Synchronization

/// Triggers delivery when the earliest push is due: one timer for all planned pushes.
final class DeliveryTimer: Sendable {
    private struct State {
        /// `nil` before the start, and after the end.
        var timer: WakeTimer?
        /// When the timer will fire; `nil` when it is not set.
        var alarm: Instant?
    }

    private let queue = DispatchQueue(label: "delivery")
    private let now: @Sendable () -> Instant
    private let state = Mutex(State())

    /// Inactive until it is started.
    init(now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Calls `deliver` from now on when something is due.
    func start(_ deliver: @escaping @Sendable () -> Void) {
        let timer = WakeTimer(on: queue) { [weak self] in
            // Cleared first, so that pushes planned from here on set the timer again.
            self?.state.withLock { $0.alarm = nil }
            deliver()
        }
        state.withLock { $0.timer = timer }
    }

    /// Fires at `instant` at the latest.
    ///
    /// For a distant one it also fires before, to detect changes of the clock.
    func wake(at instant: Instant) {
        state.withLock { state in
            if let alarm = state.alarm, alarm <= instant { return }
            guard let timer = state.timer else { return }
            state.alarm = instant
            let wait = instant.milliseconds - now().milliseconds
            timer.fire(afterMilliseconds: min(wait, Self.longestWait))
        }
    }

    /// One minute.
    private static let longestWait: Int64 = 60_000

    /// Cancels the timer for ever.
    func cancel() { state.withLock { $0.timer?.cancel() } }
}
