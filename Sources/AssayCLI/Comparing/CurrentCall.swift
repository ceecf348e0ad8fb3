import Glibc
import Platform
import Synchronization

/// The current run, and whether the user wants no more runs.
final class CurrentCall: Sendable {
    private let state = Mutex<(call: ProgramCall?, isInterrupted: Bool)>((nil, false))

    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    func take(_ call: ProgramCall) {
        let isLate = state.withLock { state in
            state.call = call
            return state.isInterrupted
        }
        if isLate { call.send(SIGINT) }
    }

    func interrupt() {
        let call = state.withLock { state in
            state.isInterrupted = true
            return state.call
        }
        call?.send(SIGINT)
    }

    /// Interrupts the run, and ends it if it is still running after `grace`.
    func interrupt(endingAfter grace: Duration) {
        interrupt()
        guard let call = state.withLock(\.call) else { return }
        Task {
            do { try await Task.sleep(for: grace) } catch {}
            call.send(SIGKILL)
        }
    }
}
