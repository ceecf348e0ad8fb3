import Synchronization

/// A response that is made while its connection is suspended.
final class PendingResponse: Sendable {
    private let state = Mutex<DaemonResponse?>(nil)

    /// `nil` until it is ready.
    var response: DaemonResponse? { state.withLock { $0 } }

    func set(_ response: DaemonResponse) { state.withLock { $0 = response } }
}
