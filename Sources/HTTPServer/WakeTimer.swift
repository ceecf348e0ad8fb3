package import Dispatch

/// A timer that can be set from any thread.
///
/// Unchecked: a dispatch source may be scheduled and cancelled from any thread; the handler is set once, before the
/// source is resumed.
package final class WakeTimer: @unchecked Sendable {
    private let source: any DispatchSourceTimer

    /// Calls `handler` on `queue` whenever the timer fires; initially not set.
    package init(on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: handler)
        source.schedule(deadline: .distantFuture)
        source.resume()
    }

    deinit { source.cancel() }

    /// Fires once after `milliseconds`; replaces the previous setting.
    package func fire(afterMilliseconds milliseconds: Int64) {
        source.schedule(
            deadline: .now() + .milliseconds(Int(clamping: max(0, milliseconds))),
            leeway: .milliseconds(1)
        )
    }

    /// Fires once at a moment, as exactly as the system can; replaces the previous setting.
    ///
    /// - Parameter nanoseconds: The moment on CLOCK_MONOTONIC.
    package func fire(atUptime nanoseconds: UInt64) {
        source.schedule(
            deadline: DispatchTime(uptimeNanoseconds: nanoseconds),
            leeway: .nanoseconds(0)
        )
    }

    /// Fires repeatedly.
    package func fire(everyMilliseconds milliseconds: Int64) {
        let interval = DispatchTimeInterval.milliseconds(Int(clamping: max(1, milliseconds)))
        source.schedule(
            deadline: .now() + interval,
            repeating: interval,
            leeway: .milliseconds(50)
        )
    }

    /// Cancels the timer for ever.
    package func cancel() { source.cancel() }
}
