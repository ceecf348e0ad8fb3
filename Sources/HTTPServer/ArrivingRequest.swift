import Dispatch
import Synchronization
import HTTP

/// A request in progress, used by one thread of the daemon at a time.
final class ArrivingRequest {
    let target: String
    let connection: ConnectionRecord?
    /// Left when the exchange ends, so that `stop` can wait for it.
    let group: DispatchGroup
    private(set) var method = ""
    private(set) var headers = HTTPFields()
    private(set) var isBegun = false
    /// The response that waits for its time.
    var delayedResponse: DaemonResponse?
    /// Receives a response that is made elsewhere.
    var pendingResponse: PendingResponse?
    /// Whether it has arrived completely, or up to the limit.
    var isWhole = false
    private var announcedBytes: Int?
    private var version = ""
    private var body: [UInt8] = []
    private var bodyBytes = 0
    private let limits: ServerLimits

    /// Number of bytes of a too large body that are read and dropped, so that the client sees the response instead
    /// of a reset connection.
    private static let droppedBytes = 64 << 20

    init(target: String, connection: ConnectionRecord?, limits: ServerLimits, group: DispatchGroup)
    {
        self.target = target
        self.connection = connection
        self.limits = limits
        self.group = group
        group.enter()
        connection?.beginWaiting()
    }

    deinit { group.leave() }
}

extension ArrivingRequest {
    /// Stores the head of the request.
    func begin(method: String, version: String, headers: HTTPFields) {
        self.method = method
        self.version = version
        self.headers = headers
        isBegun = true
        announcedBytes = headers["Content-Length"].flatMap { Int($0) }
        guard let announcedBytes, announcedBytes <= limits.bodyBytes else { return }
        body.reserveCapacity(announcedBytes)
    }

    /// Adds a piece of the body; drops everything once it is too large.
    ///
    /// - Returns: `false` when the client has sent so much that the connection should be cut.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bodyBytes += bytes.count
        if isTooLarge {
            body = []
        } else {
            body.append(contentsOf: bytes)
        }
        return bodyBytes <= limits.bodyBytes + Self.droppedBytes
    }

    /// Whether to respond before the body: the client waits for permission to send a body that is too large, or
    /// announces more than will be read.
    var isAnsweredEarly: Bool {
        guard let announcedBytes, announcedBytes > limits.bodyBytes else { return false }
        let asksFirst = headers["Expect"]?.lowercased() == "100-continue"
        return asksFirst || announcedBytes > limits.bodyBytes + Self.droppedBytes
    }

    /// The request, valid once it has arrived.
    var request: ServerRequest {
        ServerRequest(
            method: method,
            target: target,
            headers: headers,
            body: body,
            problem: problem
        )
    }

    /// Known in advance for an announced length, so that such a body is never stored.
    private var isTooLarge: Bool { max(bodyBytes, announcedBytes ?? 0) > limits.bodyBytes }

    private var problem: ServerRequest.Problem? {
        let lineBytes = method.utf8.count + target.utf8.count + version.utf8.count + 2
        if lineBytes > limits.requestLineBytes { return .targetTooLong }
        if isTooLarge { return .bodyTooLarge }
        return malformation.map { .malformed($0) }
    }

    /// Why the head is not one of a valid message that the library took; `nil` for a valid one.
    ///
    /// Source: RFC 9112 §3.2, §5.1, §6.1, §6.3.
    private var malformation: String? {
        if version == "HTTP/1.1", headers[all: "Host"].count != 1 {
            return "exactly one Host field is needed"
        }
        if let field = headers.fields.first(where: { !HTTPToken.isToken($0.name) }) {
            return "\"\(field.name)\" is not the name of a field"
        }
        let lengths = headers[all: "Content-Length"]
        if Set(lengths).count > 1 {
            return "Content-Length is both \(lengths.joined(separator: " and "))"
        }
        if !lengths.isEmpty, headers["Transfer-Encoding"] != nil {
            return "Content-Length and Transfer-Encoding exclude each other"
        }
        return nil
    }
}
