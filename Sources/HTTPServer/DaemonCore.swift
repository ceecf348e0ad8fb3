import CMicroHTTPD
import Dispatch
import HTTP
import Platform
import Synchronization

/// Owns a libmicrohttpd daemon and turns its callbacks into requests and responses.
///
/// Separate from `HTTPDaemon`, so that a callback never releases the last reference to an object that joins the
/// callback's thread.
final class DaemonCore: Sendable {
    private let handler: Handler
    /// `nil` for immediate responses.
    private let pacer: ServerPacer?
    private let exemptPath: String
    private let limits: ServerLimits
    private let connections: ConnectionTable
    /// The group of new exchanges; `nil` while the daemon drains.
    private let openGroup = Mutex<DispatchGroup?>(DispatchGroup())
    /// The group of exchanges that begin while the daemon drains; `stop` does not wait for it.
    private let lateGroup = DispatchGroup()
    private let delayedResponses = DelayedResponses()
    /// Reports connections and bytes that never became a request; `nil` for no reports.
    private let loss: (@Sendable (ServerLoss) -> Void)?
    /// Sources of streamed responses; `nil` while the daemon drains.
    private let sources = Mutex<[any EventSource]?>([])
    private let raw = Mutex<Handle?>(nil)

    /// Handler of requests.
    enum Handler: Sendable {
        /// On the daemon's threads.
        case atOnce(@Sendable (ServerRequest) -> DaemonResponse)
        /// Elsewhere; the connection is left alone meanwhile, and no thread waits.
        case later(@Sendable (ServerRequest) async -> DaemonResponse)
    }

    // Unchecked: the library locks its own daemon; `MHD_stop_daemon` frees it.
    private struct Handle: @unchecked Sendable {
        let daemon: OpaquePointer
    }

    init(
        limits: ServerLimits,
        options: ServerOptions,
        handler: Handler,
        loss: (@Sendable (ServerLoss) -> Void)? = nil
    ) {
        self.loss = loss
        self.limits = limits
        pacer = options.pace.isUnlimited ? nil : ServerPacer(options.pace)
        exemptPath = options.exemptPath
        self.handler = handler
        connections = ConnectionTable(limit: options.requestTimeout)
    }

    /// Number of open connections.
    var openConnections: Int { connections.count }

    /// Starts the threads; the daemon owns the socket from then on.
    func start(
        on socket: ListeningSocket,
        options: ServerOptions,
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

    /// Waits for the exchanges in progress, then ends every connection and joins the threads.
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
        let ending = sources.withLock { sources in
            defer { sources = nil }
            return sources ?? []
        }
        ending.forEach { $0.end() }
        _ = group?.wait(timeout: .now() + .milliseconds(milliseconds))
        delayedResponses.close()
        MHD_stop_daemon(handle.daemon)
        return true
    }
}

extension DaemonCore {
    func exchange(target: String, connection: OpaquePointer) -> ArrivingRequest {
        let record = cmhd_socket_context(connection).map {
            Unmanaged<ConnectionRecord>.fromOpaque($0).takeUnretainedValue()
        }
        // Entered under the lock, so that a stop that follows waits for it.
        return openGroup.withLock { group in
            ArrivingRequest(
                target: target,
                connection: record,
                limits: limits,
                group: group ?? lateGroup
            )
        }
    }

    func begin(
        _ exchange: ArrivingRequest,
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

    /// Responds, or arranges a later call when the response is due.
    func answer(_ exchange: ArrivingRequest, connection: OpaquePointer) -> MHD_Result {
        exchange.connection?.endWaiting()
        exchange.isWhole = true
        if let response = exchange.delayedResponse { return send(response, on: connection) }
        let arrival = MonotonicClock.now
        let response: DaemonResponse
        let departure: Int64
        switch handler {
        case .later(let handler): return answerLater(exchange, connection, handler)
        case .atOnce(let handler):
            (response, departure) = paced(exchange.request, arrival: arrival, handler)
        }
        guard departure > MonotonicClock.now, !exchange.isAnsweredEarly else {
            return send(response, on: connection)
        }
        // Set first: the connection may be resumed before `suspend` returns.
        exchange.delayedResponse = response
        let isSuspended = delayedResponses.suspend(connection, until: departure)
        return isSuspended ? .YES : send(response, on: connection)
    }

    /// Passes the request to the handler and suspends the connection; sends the response on the next call.
    private func answerLater(
        _ exchange: ArrivingRequest,
        _ connection: OpaquePointer,
        _ handler: @escaping @Sendable (ServerRequest) async -> DaemonResponse
    ) -> MHD_Result {
        if let pending = exchange.pendingResponse {
            // Without a response the daemon is about to stop.
            guard let response = pending.response else { return .NO }
            return send(response, on: connection)
        }
        let pending = PendingResponse()
        exchange.pendingResponse = pending
        let waiting = delayedResponses.suspend(connection)
        guard let waiting else { return .NO }
        let request = exchange.request
        Task { [delayedResponses] in
            pending.set(await handler(request))
            delayedResponses.resume(waiting)
        }
        return .YES
    }

    /// The response to a request, and the earliest moment at which it leaves.
    private func paced(
        _ request: ServerRequest,
        arrival: Int64,
        _ handler: @Sendable (ServerRequest) -> DaemonResponse
    ) -> (response: DaemonResponse, departure: Int64) {
        var departure = arrival
        var response: DaemonResponse
        if let pacer, request.path != exemptPath, !request.path.hasPrefix(exemptPath + "/") {
            let paced = pacer.departure(ofArrivalAt: arrival)
            departure = paced.moment
            response = paced.isError ? DaemonResponse(ServerPacer.failure) : handler(request)
            pacer.mark(&response.response, leavingAt: departure)
        } else {
            response = handler(request)
        }
        let delay = response.response.delay.components
        return (
            response, departure + delay.seconds * 1_000_000_000 + delay.attoseconds / 1_000_000_000
        )
    }

    private func send(_ response: DaemonResponse, on connection: OpaquePointer) -> MHD_Result {
        var response = response
        if openGroup.withLock({ $0 == nil }) {
            response.response.headers.set("Connection", "close")
        }
        if let events = response.events { follow(events.source) }
        return Self.queue(response, on: connection)
    }

    /// Stores a source for `stop`: one that has not ended keeps connections suspended.
    private func follow(_ source: any EventSource) {
        let isStopping = sources.withLock { sources in
            sources?.removeAll { $0 === source || $0.isOver }
            sources?.append(source)
            return sources == nil
        }
        if isStopping { source.end() }
    }

    func add(_ record: ConnectionRecord) { connections.add(record) }

    func remove(_ record: ConnectionRecord) {
        // Reported before the connection leaves the table, so that it is known to `waitForClients`.
        defer { connections.remove(record) }
        guard let loss, let found = record.received.withLock({ $0.loss(after: record.bytes) })
        else { return }
        loss(found)
    }

    /// Ends a request, with or without a response.
    func end(_ exchange: ArrivingRequest) {
        exchange.connection?.beginWaiting()
        guard let loss else { return }
        if let record = exchange.connection {
            record.received.withLock { $0.take(record.bytes) }
        }
        guard !exchange.isWhole, openGroup.withLock({ $0 != nil }) else { return }
        loss(.brokenOff(method: exchange.method, target: exchange.target))
    }

    /// Waits until the clients have closed their connections, up to a limit.
    func waitForClients(atMost limit: Duration) async {
        await connections.waitUntilEmpty(atMost: limit)
    }

    private static func headers(of connection: OpaquePointer) -> HTTPFields {
        var fields = HTTPFields()
        withUnsafeMutablePointer(to: &fields) { pointer in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, appendHeader, pointer)
        }
        return fields
    }

    private static func queue(
        _ response: DaemonResponse,
        on connection: OpaquePointer
    ) -> MHD_Result {
        let raw =
            response.events.map { EventStream.response($0, on: connection) }
            ?? Self.response(to: response.response)
        guard let raw else { return .NO }
        // The connection holds its own reference until the response is sent.
        defer { MHD_destroy_response(raw) }
        for field in response.response.headers.fields
        where !HTTPFields.areSame(field.name, "Content-Length") {
            // The library takes neither an empty value nor a tab; blanks mean the same.
            let value = field.value.isEmpty ? " " : field.value.replacing("\t", with: " ")
            _ = MHD_add_response_header(raw, field.name, value)
        }
        return MHD_queue_response(connection, UInt32(clamping: response.response.status), raw)
    }

    private static func response(to served: ServerResponse) -> OpaquePointer? {
        let body = served.body
        // A response to HEAD declares a length; the library then sends no body and requests none.
        if body.isEmpty, let length = served.headers["Content-Length"].flatMap(UInt64.init),
            length > 0
        {
            return MHD_create_response_from_callback(length, 1_024, { _, _, _, _ in -2 }, nil, nil)
        }
        return body.withUnsafeBytes { body in
            // Copied by the library before this call returns.
            MHD_create_response_from_buffer(
                body.count,
                UnsafeMutableRawPointer(mutating: body.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
    }
}
