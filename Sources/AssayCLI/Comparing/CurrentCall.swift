import Glibc
import Platform
import Synchronization

/// The run that lasts at the moment, and whether somebody wants no more of them.
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

    /// The same; what has not ended after a while is ended.
    func interrupt(endingAfter grace: Duration) {
        interrupt()
        guard let call = state.withLock(\.call) else { return }
        Task {
            do { try await Task.sleep(for: grace) } catch {}
            call.send(SIGKILL)
        }
    }
}
