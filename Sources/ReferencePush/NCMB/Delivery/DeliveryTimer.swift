import Dispatch
import Synchronization

/// Calls for delivery when the earliest push is due: one timer, however many are planned.
final class DeliveryTimer: Sendable {
    private let queue = DispatchQueue(label: "ncmb-delivery")
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
    func wake(at instant: Instant) {
        alarm.time.withLock { time in
            if let time, time <= instant { return }
            time = instant
            timer.fire(afterMilliseconds: instant.milliseconds - now().milliseconds)
        }
    }

    /// Never fires again.
    func cancel() { timer.cancel() }
}
