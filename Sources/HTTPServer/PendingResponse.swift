import Synchronization

/// A response that is made while its connection is suspended.
final class PendingResponse: Sendable {
    private let state = Mutex<DaemonResponse?>(nil)

    /// `nil` until it is ready.
    var response: DaemonResponse? { state.withLock { $0 } }

    func set(_ response: DaemonResponse) { state.withLock { $0 = response } }
}

/// Events on a server that never became a request.
package enum ServerLoss: Hashable, Sendable {
    /// A connection ended without the head of an HTTP request.
    case noRequest
    /// A request ended before its body was complete.
    case brokenOff(method: String, target: String)
}
