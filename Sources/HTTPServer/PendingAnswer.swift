import Synchronization

/// An answer that is made while its connection is suspended.
final class PendingAnswer: Sendable {
    private let state = Mutex<DaemonResponse?>(nil)

    /// `nil` as long as there is none.
    var answer: DaemonResponse? { state.withLock { $0 } }

    func set(_ answer: DaemonResponse) { state.withLock { $0 = answer } }
}

/// What came to a server and never became a request.
package enum ServerLoss: Hashable, Sendable {
    /// A connection ended without the head of an HTTP request.
    case noRequest
    /// A request ended before all of its body had come.
    case brokenOff(method: String, target: String)
}
