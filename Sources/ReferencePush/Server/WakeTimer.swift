import Dispatch

/// A timer that can be set again from any thread.
///
/// Unchecked: a dispatch source may be scheduled and cancelled from any thread; the handler is set
/// once, before the source is resumed.
final class WakeTimer: @unchecked Sendable {
    private let source: any DispatchSourceTimer

    /// Calls `handler` on `queue` whenever the timer fires; it is not set yet.
    init(on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: handler)
        source.schedule(deadline: .distantFuture)
        source.resume()
    }

    deinit { source.cancel() }

    /// Fires once after `milliseconds`, instead of whatever was set before.
    func fire(afterMilliseconds milliseconds: Int64) {
        source.schedule(
            deadline: .now() + .milliseconds(Int(clamping: max(0, milliseconds))),
            leeway: .milliseconds(1)
        )
    }

    /// Fires again and again.
    func fire(everyMilliseconds milliseconds: Int64) {
        let interval = DispatchTimeInterval.milliseconds(Int(clamping: max(1, milliseconds)))
        source.schedule(
            deadline: .now() + interval,
            repeating: interval,
            leeway: .milliseconds(50)
        )
    }

    /// Never fires again.
    func cancel() { source.cancel() }
}
