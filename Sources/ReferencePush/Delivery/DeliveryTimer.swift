import Dispatch
import HTTPServer
import Synchronization

/// Calls for delivery when the earliest push is due: one timer, however many are planned.
final class DeliveryTimer: Sendable {
    private let queue = DispatchQueue(label: "delivery")
    private let now: @Sendable () -> Instant
    private let timer: WakeTimer
    /// When the timer will fire; `nil` when it is not set.
    private let alarm: Alarm

    private final class Alarm: Sendable {
        let time = Mutex<Instant?>(nil)
    }

    init(now: @escaping @Sendable () -> Instant, deliver: @escaping @Sendable () -> Void) {
        let alarm = Alarm()
        self.now = now
        self.alarm = alarm
        timer = WakeTimer(on: queue) {
            // Cleared first: what is planned from here on sets the timer again.
            alarm.time.withLock { $0 = nil }
            deliver()
        }
    }

    /// Fires at `instant` at the latest.
    ///
    /// For a far one it also fires before, so that a change of the clock is noticed.
    func wake(at instant: Instant) {
        alarm.time.withLock { time in
            if let time, time <= instant { return }
            time = instant
            let wait = instant.milliseconds - now().milliseconds
            timer.fire(afterMilliseconds: min(wait, Self.longestWait))
        }
    }

    /// One minute.
    private static let longestWait: Int64 = 60_000

    /// Never fires again.
    func cancel() { timer.cancel() }
}
