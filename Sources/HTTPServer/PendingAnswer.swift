import Synchronization

/// A response that is made while its connection is suspended.
final class PendingAnswer: Sendable {
    private let state = Mutex<DaemonResponse?>(nil)

    /// `nil` until it is ready.
    var answer: DaemonResponse? { state.withLock { $0 } }

    func set(_ answer: DaemonResponse) { state.withLock { $0 = answer } }
}

/// Events on a server that never became a request.
package enum ServerLoss: Hashable, Sendable {
    /// A connection ended without the head of an HTTP request.
    case noRequest
    /// A request ended before its body was complete.
    case brokenOff(method: String, target: String)
}
