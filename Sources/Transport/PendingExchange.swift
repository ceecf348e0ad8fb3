import HTTP
import Synchronization

/// One exchange, from the call to its response.
final class PendingExchange: Sendable {
    let request: HTTPRequest
    /// The limit for the whole exchange; `nil` for that of the options.
    let timeout: Duration?
    /// Whether to open a connection without sending a request.
    let isProbe: Bool
    private let cancelled = Atomic<Bool>(false)

    init(_ request: HTTPRequest, timeout: Duration?, isProbe: Bool = false) {
        self.request = request
        self.timeout = timeout
        self.isProbe = isProbe
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Makes the transfer end at its next step; `SocketLedger.wake` brings that step about.
    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }
}
