import CMicroHTTPD
import Contract
import Dispatch
import Synchronization

/// Owns a libmicrohttpd daemon and turns its callbacks into requests and responses.
///
final class HTTPDaemon: Sendable {
    private let handler: @Sendable (ServiceRequest) -> ServiceResponse
    private let limits: ServiceLimits
    private let connections: ConnectionTable
    /// The group that new exchanges enter; `nil` once the daemon drains.
    private let openGroup = Mutex<DispatchGroup?>(DispatchGroup())
    /// Where exchanges go that begin while the daemon drains; nobody waits for it.
    private let lateGroup = DispatchGroup()
    private let raw = Mutex<Handle?>(nil)

    // Unchecked: the library locks its own daemon; `MHD_stop_daemon` frees it.
    private struct Handle: @unchecked Sendable {
        let daemon: OpaquePointer
    }

    init(
        limits: ServiceLimits,
        requestTimeout: Duration,
        handler: @escaping @Sendable (ServiceRequest) -> ServiceResponse
    ) {
        self.limits = limits
        self.handler = handler
        connections = ConnectionTable(limit: requestTimeout)
    }

    /// How many connections are open.
    var openConnections: Int { connections.count }

    /// Starts the threads; the daemon owns the socket from then on.
    func start(
        on socket: ListeningSocket,
        options: ReferenceServerOptions,
        connectionLimit: Int
    ) -> Bool {
        var configuration = cmhd_configuration()
        configuration.listen_socket = socket.descriptor
        configuration.threads = UInt32(clamping: options.threads)
        configuration.connections = UInt32(clamping: connectionLimit)
        let idleSeconds = max(1, options.idleTimeout.components.seconds)
        configuration.idle_seconds = UInt32(clamping: idleSeconds)
        configuration.connection_memory = options.connectionBytes
        configuration.handle = handleRequest
        configuration.begin = beginRequest
        configuration.completed = completeRequest
        configuration.connection_changed = changeConnection
        // Not retained: `stop` joins the threads before this object can go away.
        configuration.context = Unmanaged.passUnretained(self).toOpaque()
        guard let daemon = cmhd_start(&configuration) else { return false }
        raw.withLock { $0 = Handle(daemon: daemon) }
        return true
    }

    /// Waits for the exchanges under way, then ends every connection and joins the threads.
    ///
    /// - Returns: `false` when the daemon does not run.
    func stop(drainTimeout: Duration) -> Bool {
        let handle = raw.withLock { raw in
            defer { raw = nil }
            return raw
        }
        guard let handle else { return false }
        let group = openGroup.withLock { group in
            defer { group = nil }
            return group
        }
        let milliseconds = Int(drainTimeout / .milliseconds(1))
        _ = group?.wait(timeout: .now() + .milliseconds(milliseconds))
        MHD_stop_daemon(handle.daemon)
        return true
    }
}

extension HTTPDaemon {
    fileprivate func exchange(target: String, connection: OpaquePointer) -> Exchange {
        let record = cmhd_socket_context(connection).map {
            Unmanaged<ConnectionRecord>.fromOpaque($0).takeUnretainedValue()
        }
        // Entered under the lock, so that a stop that follows waits for it.
        return openGroup.withLock { group in
            Exchange(target: target, connection: record, limits: limits, group: group ?? lateGroup)
        }
    }

    fileprivate func begin(
        _ exchange: Exchange,
        connection: OpaquePointer,
        method: UnsafePointer<CChar>?,
        version: UnsafePointer<CChar>?
    ) -> MHD_Result {
        exchange.begin(
            method: method.map { String(cString: $0) } ?? "",
            version: version.map { String(cString: $0) } ?? "",
            headers: Self.headers(of: connection)
        )
        return exchange.isAnsweredEarly ? answer(exchange, connection: connection) : .YES
    }

    fileprivate func answer(_ exchange: Exchange, connection: OpaquePointer) -> MHD_Result {
        exchange.connection?.endWaiting()
        var response = handler(exchange.request)
        if openGroup.withLock({ $0 == nil }) { response.headers.set("Connection", "close") }
        return Self.queue(response, on: connection)
    }

    private static func headers(of connection: OpaquePointer) -> HTTPFields {
        var fields = HTTPFields()
        withUnsafeMutablePointer(to: &fields) { pointer in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, appendHeader, pointer)
        }
        return fields
    }

    private static func queue(
        _ response: ServiceResponse,
        on connection: OpaquePointer
    ) -> MHD_Result {
        let raw = response.body.withUnsafeBytes { body in
            // Copied by the library before this call returns.
            MHD_create_response_from_buffer(
                body.count,
                UnsafeMutableRawPointer(mutating: body.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let raw else { return .NO }
        // The connection keeps its own reference until the answer is sent.
        defer { MHD_destroy_response(raw) }
        for field in response.headers.fields {
            _ = MHD_add_response_header(raw, field.name, field.value)
        }
        return MHD_queue_response(connection, UInt32(clamping: response.status), raw)
    }
}

// The callbacks run on the daemon's threads, for one connection always on the same one. `context`
// is the `HTTPDaemon`.

/// The request line has arrived; the target is not decoded yet, and is copied here.
private func beginRequest(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let target, let connection else { return nil }
    let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
    let exchange = daemon.exchange(target: String(cString: target), connection: connection)
    // Owned by the request until `completeRequest`.
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// Called once for the head, once for each piece of the body, and once when all has arrived.
private func handleRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    upload: UnsafePointer<CChar>?,
    uploadBytes: UnsafeMutablePointer<Int>?,
    request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let uploadBytes, let held = request?.pointee else {
        return .NO
    }
    let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
    guard exchange.isBegun else {
        return daemon.begin(exchange, connection: connection, method: method, version: version)
    }
    guard uploadBytes.pointee > 0 else {
        return daemon.answer(exchange, connection: connection)
    }
    let piece = UnsafeRawBufferPointer(start: upload, count: uploadBytes.pointee)
    uploadBytes.pointee = 0
    return exchange.append(piece) ? .YES : .NO
}

/// The answer was sent, or the connection broke.
private func completeRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let request, let held = request.pointee else { return }
    request.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
    exchange.connection?.beginWaiting()
}

/// A connection was accepted, or is about to be closed.
private func changeConnection(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    stored: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let stored else { return }
    let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
    if change == .CONNECTION_NOTIFY_STARTED {
        let record = ConnectionRecord(descriptor: cmhd_socket(connection))
        daemon.add(record)
        // Owned by the connection until it is closed.
        stored.pointee = Unmanaged.passRetained(record).toOpaque()
    } else if let held = stored.pointee {
        stored.pointee = nil
        daemon.remove(Unmanaged<ConnectionRecord>.fromOpaque(held).takeRetainedValue())
    }
}

/// Adds one field line to the `HTTPFields` that `context` points to.
private func appendHeader(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    nameBytes: Int,
    value: UnsafePointer<CChar>?,
    valueBytes: Int
) -> MHD_Result {
    guard let context, let name else { return .NO }
    let fields = context.assumingMemoryBound(to: HTTPFields.self)
    let nameText = UnsafeRawBufferPointer(start: name, count: nameBytes)
    let valueText = UnsafeRawBufferPointer(start: value, count: valueBytes)
    fields.pointee.append(
        String(decoding: nameText, as: UTF8.self),
        String(decoding: valueText, as: UTF8.self)
    )
    return .YES
}

extension HTTPDaemon {
    fileprivate func add(_ record: ConnectionRecord) { connections.add(record) }
    fileprivate func remove(_ record: ConnectionRecord) { connections.remove(record) }
}
