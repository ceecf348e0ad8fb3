import Glibc
package import HTTP
import Platform

/// An HTTP/1.1 server with its own threads, whose responses come from a function.
package final class HTTPDaemon: Sendable {
    /// Where to reach it: `http://127.0.0.1:49152`.
    package let origin: String
    /// The bound port, even if port 0 was requested.
    package let port: Int
    private let core: DaemonCore
    private let drainTimeout: Duration

    /// Starts a server, until `stop`.
    ///
    /// - Parameters:
    ///   - host: A name or a numeric address, without brackets.
    ///   - port: 0 takes any free port.
    ///   - limits: Largest sizes of a request.
    ///   - options: Threads, connections and timeouts.
    ///   - loss: Reports connections and bytes that never became a request; called on several threads at once.
    ///   - handler: Answers one request; called on several threads at once. It must not retain the server.
    /// - Throws: A `ServerError` when the address cannot be bound or the threads cannot be started.
    package convenience init(
        host: String = "127.0.0.1",
        port: Int = 0,
        limits: ServerLimits,
        options: ServerOptions = ServerOptions(),
        loss: (@Sendable (ServerLoss) -> Void)? = nil,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(ServerError) {
        let core = DaemonCore(
            limits: limits,
            options: options,
            handler: .atOnce { DaemonResponse(handler($0)) },
            loss: loss
        )
        try self.init(host, port, core, options)
    }

    /// Starts a server whose handler may respond with events.
    package convenience init(
        host: String = "127.0.0.1",
        port: Int = 0,
        limits: ServerLimits,
        options: ServerOptions = ServerOptions(),
        eventHandler handler: @escaping @Sendable (ServerRequest) -> DaemonResponse
    ) throws(ServerError) {
        let core = DaemonCore(limits: limits, options: options, handler: .atOnce(handler))
        try self.init(host, port, core, options)
    }

    /// Starts a server whose handler may take time, without blocking a thread.
    ///
    /// The pace of the options does not apply.
    ///
    /// - Parameters:
    ///   - host: A name or a numeric address, without brackets.
    ///   - port: 0 takes any free port.
    ///   - limits: Largest sizes of a request.
    ///   - options: Threads, connections and timeouts.
    ///   - loss: Reports connections and bytes that never became a request; called on several threads at once.
    ///   - handler: Answers one request. It must not retain the server.
    /// - Throws: A `ServerError` when the address cannot be bound or the threads cannot be started.
    package convenience init(
        host: String = "127.0.0.1",
        port: Int = 0,
        limits: ServerLimits,
        options: ServerOptions = ServerOptions(),
        loss: @escaping @Sendable (ServerLoss) -> Void,
        laterHandler handler: @escaping @Sendable (ServerRequest) async -> DaemonResponse
    ) throws(ServerError) {
        let core = DaemonCore(
            limits: limits,
            options: options,
            handler: .later(handler),
            loss: loss
        )
        try self.init(host, port, core, options)
    }

    private init(
        _ host: String,
        _ port: Int,
        _ core: DaemonCore,
        _ options: ServerOptions
    ) throws(ServerError) {
        let connections = DescriptorLimit.raise(forConnections: options.connections)
        let socket = try ListeningSocket(host: host, port: port)
        self.core = core
        self.port = socket.port
        origin = "http://\(host.contains(":") ? "[\(host)]" : host):\(socket.port)"
        drainTimeout = options.drainTimeout
        guard core.start(on: socket, options: options, connectionLimit: connections) else {
            let error = ServerError(.daemon, address: "\(host):\(port)", code: errno)
            close(socket.descriptor)
            throw error
        }
    }

    deinit { stop() }

    /// Number of open connections.
    package var openConnections: Int { core.openConnections }

    /// Waits until the clients have closed their connections, up to a limit.
    package func waitForClients(atMost limit: Duration) async {
        await core.waitForClients(atMost: limit)
    }

    /// Completes requests in progress, with `Connection: close`, then closes every connection.
    ///
    /// Returns when the threads have ended, at the latest after the drain timeout and the time of one response.
    /// Must not be called by the handler.
    ///
    /// - Returns: `false` when it was stopped before.
    @discardableResult
    package func stop() -> Bool { core.stop(drainTimeout: drainTimeout) }
}
