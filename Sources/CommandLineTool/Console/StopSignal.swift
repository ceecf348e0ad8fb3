import Synchronization

/// Lets one task wait until a signal says that it is time to end.
package final class StopSignal: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case sent
    }

    private let state = Mutex(State.idle)

    package init() {}

    /// Ends the wait, now or as soon as it begins.
    package func send() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .sent }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume()
    }

    /// Waits for `send`; at most one task may wait.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let isSent = state.withLock { state in
                if case .sent = state { return true }
                state = .waiting(continuation)
                return false
            }
            if isSent { continuation.resume() }
        }
    }
}
