import Synchronization

/// Passes one value to a task, which may ask before or after it is there.
///
/// At most one task may wait at a time.
package final class Handover<Value: Sendable>: Sendable {
    private struct State {
        /// The given value; the inner `nil` means that there will be none.
        var given: Value??
        var waiting: CheckedContinuation<Value?, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Waits for the value; `nil` when there will be none.
    package func value() async -> Value? {
        await withCheckedContinuation { continuation in
            let given = state.withLock { state in
                if state.given == nil { state.waiting = continuation }
                return state.given
            }
            if let given { continuation.resume(returning: given) }
        }
    }

    /// Gives the value, or `nil` for none, permanently.
    package func give(_ value: Value?) {
        let waiting = state.withLock { state in
            if case .some(nil) = state.given {} else { state.given = .some(value) }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: value)
    }
}

/// A handover of an event without a value.
extension Handover<Void> {
    /// Signals the event; later calls have no effect.
    package func give() { give(()) }

    /// Waits until it has.
    package func wait() async { _ = await value() }
}
