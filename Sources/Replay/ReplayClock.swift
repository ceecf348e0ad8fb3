package import Base
import Contract
import Glibc

/// The time as a run sees it, so that tests can drive it.
package protocol ReplayClock: Sendable {
    /// The current time, for templates.
    var now: Timestamp { get }
    /// Time since some fixed moment, for measuring; monotonic.
    var elapsed: Duration { get }
    /// Waits; returns early when the task is cancelled.
    func sleep(for duration: Duration) async
}

/// The machine's own clocks.
package struct SystemClock: ReplayClock {
    private static let start = ContinuousClock.now

    package init() {}

    package var now: Timestamp {
        var time = timespec()
        // The structure lives on this stack frame for the duration of the call.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    package var elapsed: Duration { ContinuousClock.now - Self.start }

    package func sleep(for duration: Duration) async {
        // Cancellation ends the wait; the waiting task checks for it afterwards.
        _ = try? await Task.sleep(for: duration)
    }
}
