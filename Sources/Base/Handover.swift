import Synchronization

/// One value that a task waits for, or will: it is not lost when it comes first.
///
/// At most one task may wait at a time.
package final class Handover<Value: Sendable>: Sendable {
    private struct State {
        /// What was given; the inner `nil` says that nothing is to come any more.
        var given: Value??
        var waiting: CheckedContinuation<Value?, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// The value; `nil` when none is to come any more.
    package func value() async -> Value? {
        await withCheckedContinuation { continuation in
            let given = state.withLock { state in
                if state.given == nil { state.waiting = continuation }
                return state.given
            }
            if let given { continuation.resume(returning: given) }
        }
    }

    /// Gives the value, or `nil` for none, which lasts.
    package func give(_ value: Value?) {
        let waiting = state.withLock { state in
            if case .some(nil) = state.given {} else { state.given = .some(value) }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: value)
    }
}

/// Nothing but that something has happened.
extension Handover<Void> {
    /// Says that it has; later calls change nothing.
    package func give() { give(()) }

    /// Waits until it has.
    package func wait() async { _ = await value() }
}
