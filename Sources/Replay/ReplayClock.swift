package import Base
import Contract
import Glibc

/// The time as a run sees it, so that tests can drive it.
package protocol ReplayClock: Sendable {
    /// The present moment, for templates.
    var now: Timestamp { get }
    /// Time since some fixed moment, for measuring; never goes back.
    var elapsed: Duration { get }
    /// Waits; returns early when the task is cancelled.
    func sleep(for duration: Duration) async
}

/// The machine's own clocks.
package struct SystemClock: ReplayClock {
    private static let start = ContinuousClock.now
    /// 2262-01-01, 100 days before what 64 bits hold, so that durations can be added.
    private static let last: Int64 = 9_214_646_400

    package init() {}

    package var now: Timestamp {
        var time = timespec()
        // The structure lives on this stack frame for the length of the call.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        // A clock behind 2262 reads as that day: later moments do not fit.
        let seconds = min(Int64(time.tv_sec), Self.last)
        return Timestamp(nanosecondsSince1970: seconds * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package var elapsed: Duration { ContinuousClock.now - Self.start }

    package func sleep(for duration: Duration) async {
        // Cancellation ends the wait; whoever waits looks for it afterwards.
        _ = try? await Task.sleep(for: duration)
    }
}
