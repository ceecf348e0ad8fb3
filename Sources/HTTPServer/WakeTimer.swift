package import Dispatch

/// A timer that can be set again from any thread.
///
/// Unchecked: a dispatch source may be scheduled and cancelled from any thread; the handler is set
/// once, before the source is resumed.
package final class WakeTimer: @unchecked Sendable {
    private let source: any DispatchSourceTimer

    /// Calls `handler` on `queue` whenever the timer fires; it is not set yet.
    package init(on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: handler)
        source.schedule(deadline: .distantFuture)
        source.resume()
    }

    deinit { source.cancel() }

    /// Fires once after `milliseconds`, instead of whatever was set before.
    package func fire(afterMilliseconds milliseconds: Int64) {
        source.schedule(
            deadline: .now() + .milliseconds(Int(clamping: max(0, milliseconds))),
            leeway: .milliseconds(1)
        )
    }

    /// Fires once at a moment, as punctually as the system can, instead of whatever was set before.
    ///
    /// - Parameter nanoseconds: The moment on CLOCK_MONOTONIC.
    package func fire(atUptime nanoseconds: UInt64) {
        source.schedule(
            deadline: DispatchTime(uptimeNanoseconds: nanoseconds),
            leeway: .nanoseconds(0)
        )
    }

    /// Fires again and again.
    package func fire(everyMilliseconds milliseconds: Int64) {
        let interval = DispatchTimeInterval.milliseconds(Int(clamping: max(1, milliseconds)))
        source.schedule(
            deadline: .now() + interval,
            repeating: interval,
            leeway: .milliseconds(50)
        )
    }

    /// Never fires again.
    package func cancel() { source.cancel() }
}
