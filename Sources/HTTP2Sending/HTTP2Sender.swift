package import HTTP
import Platform
import Synchronization
import Transport

/// Sends many concurrent requests to one server over a few persistent connections, in HTTP/2 only.
///
/// Its own thread reads and writes; it starts with the first request.
package final class HTTP2Sender: Sendable {
    /// Outcome of a request.
    package enum Outcome: Sendable {
        /// A response; one with status 200 has no fields.
        case answered(HTTPResponse)
        /// The server did not process it: REFUSED_STREAM, or GOAWAY before it.
        case refused
        /// The server may or may not have processed it.
        case failed(TransportFailure.Kind)
    }

    /// Called on the sender's thread; must not wait.
    package typealias Finish = @Sendable (Outcome) -> Void

    package let options: HTTP2SenderOptions
    let inbox = Mutex(Inbox())
    private let opener: ConnectionOpener
    private let waker: Waker
    private let opened = Atomic(0)

    /// Input for the thread.
    struct Inbox {
        var requests: [PendingRequest] = []
        var connections: [Result<OpenedConnection, TransportFailure>] = []
        var hasThread = false
        var isClosed = false
        /// Whether the thread was woken and has not looked yet.
        var isAwaited = false
    }

    /// - Parameter options: Where the server is, and how it is sent to.
    /// - Throws: The option that cannot be used, or that no descriptors are left.
    package init(_ options: HTTP2SenderOptions) throws {
        var transport = TransportOptions()
        transport.cacert = options.authorities
        transport.httpVersion = .http2
        opener = try ConnectionOpener(to: options.origin, options: transport)
        waker = try Waker()
        self.options = options
    }

    deinit { close() }

    /// Number of connections opened.
    package var connectionCount: Int { opened.load(ordering: .relaxed) }

    /// Sends a request to the sender's server; the origin that it names itself does not matter.
    package func send(_ request: HTTPRequest, then finish: @escaping Finish) {
        let pending = PendingRequest(request, finish)
        let isTaken = tell { inbox in
            guard !inbox.isClosed else { return false }
            inbox.requests.append(pending)
            startThread(&inbox)
            return true
        }
        if !isTaken { finish(.failed(.cancelled)) }
    }

    /// Stops taking requests, and ends those in progress with `cancelled`.
    package func close() {
        _ = tell { inbox in
            inbox.isClosed = true
            return true
        }
    }

    /// Opens a connection, which is delivered to the inbox.
    func openConnection() {
        opener.open { [weak self] result in
            guard let self else { return (try? result.get())?.close() ?? () }
            if case .success = result { opened.add(1, ordering: .relaxed) }
            let isTaken = tell { inbox in
                guard !inbox.isClosed else { return false }
                inbox.connections.append(result)
                return true
            }
            if !isTaken, case .success(let connection) = result { connection.close() }
        }
    }

    /// Removes everything from the inbox.
    func takeInbox() -> Inbox {
        waker.drain()
        return inbox.withLock { inbox in
            defer {
                inbox.requests = []
                inbox.connections = []
                inbox.isAwaited = false
            }
            return inbox
        }
    }

    private func tell(_ change: (inout Inbox) -> Bool) -> Bool {
        let (isTaken, wakes) = inbox.withLock { inbox in
            let isTaken = change(&inbox)
            defer { inbox.isAwaited = true }
            return (isTaken, !inbox.isAwaited)
        }
        if wakes { waker.wake() }
        return isTaken
    }

    private func startThread(_ inbox: inout Inbox) {
        guard !inbox.hasThread else { return }
        inbox.hasThread = true
        // The thread must not retain the sender, as it ends with it.
        let (options, waker) = (options, waker)
        OwnThread.start { [weak self] in
            SenderLoop(options, waker).run { self }
        }
    }
}

/// Where a sender sends to, and how.
package struct HTTP2SenderOptions: Hashable, Sendable {
    /// `http://HOST[:PORT]`, for HTTP/2 from the first byte, or `https://HOST[:PORT]`.
    package var origin: String
    /// A file with the certificates that may sign the server's, in PEM form; `nil` trusts the system's.
    package var authorities: String?
    /// The most connections.
    package var connections = 4
    /// Concurrent requests on a connection, if the server allows as many.
    package var streams = 1_000
    /// Whether a connection carries a single request until the first response with status 200.
    package var provesFirst = false
    /// Time limit for a response.
    package var patience = Duration.seconds(30)

    package init(origin: String) { self.origin = origin }
}

/// A request that has not ended.
final class PendingRequest: Sendable {
    let request: HTTPRequest
    let finish: HTTP2Sender.Finish

    init(_ request: HTTPRequest, _ finish: @escaping HTTP2Sender.Finish) {
        self.request = request
        self.finish = finish
    }
}
