import Glibc
package import HTTP
package import HTTPServer
import Platform

/// A server for HTTP/2 and HTTP/1.1, in clear text and over TLS, at one address.
///
/// The first bytes of a client select the protocol.
package final class HTTP2Daemon: Sendable {
    /// Where to reach it in clear text: `http://127.0.0.1:49152`.
    package let origin: String
    /// The bound port, even if port 0 was requested.
    package let port: Int
    private let threads: ServerThreads
    private let meters: [ServerLoadMeter]

    /// Starts a server, until `stop`.
    ///
    /// - Parameters:
    ///   - host: A name or a numeric address, without brackets.
    ///   - port: 0 takes any free port.
    ///   - options: Threads, connections and sizes.
    ///   - tls: TLS settings; `nil` for clear text only.
    ///   - makeHandler: Makes the handler of a connection; called on several threads at once.
    /// - Throws: A `ServerError` when the address cannot be bound or the threads cannot be started.
    package init(
        host: String = "127.0.0.1",
        port: Int = 0,
        options: HTTP2Options = HTTP2Options(),
        tls: TLSServerContext? = nil,
        makeHandler: @escaping @Sendable () -> any ConnectionHandler
    ) throws(ServerError) {
        precondition(options.threads > 0, "\(options.threads) threads")
        _ = DescriptorLimit.raise(forConnections: options.connections * options.threads)
        let socket = try ListeningSocket(host: host, port: port)
        self.port = socket.port
        origin = "http://\(host.contains(":") ? "[\(host)]" : host):\(socket.port)"
        let meters = (0..<options.threads).map { _ in ServerLoadMeter() }
        self.meters = meters
        do {
            threads = try Self.started(socket.descriptor, options, tls, meters, makeHandler)
        } catch {
            throw ServerError(.socket, address: "\(host):\(port)", code: error.code)
        }
    }

    private static func started(
        _ listener: Int32,
        _ options: HTTP2Options,
        _ tls: TLSServerContext?,
        _ meters: [ServerLoadMeter],
        _ makeHandler: @escaping @Sendable () -> any ConnectionHandler
    ) throws(SystemError) -> ServerThreads {
        let threads = try ServerThreads(listener: listener)
        do {
            for meter in meters {
                threads.start(try ServerWorker(threads, options, tls, meter, makeHandler))
            }
        } catch {
            _ = threads.stop()
            throw error
        }
        return threads
    }

    /// Starts a server with a function that is independent of connections.
    package convenience init(
        host: String = "127.0.0.1",
        port: Int = 0,
        limits: ServerLimits,
        options: HTTP2Options = HTTP2Options(),
        tls: TLSServerContext? = nil,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(ServerError) {
        var options = options
        options.bodyLimit = limits.bodyBytes
        try self.init(host: host, port: port, options: options, tls: tls) {
            ServiceHandler(limits: limits, handler)
        }
    }

    deinit { stop() }

    /// Number of open connections.
    package var openConnections: Int { threads.openConnections }

    /// Load of the threads so far.
    package var load: ServerLoad {
        meters.reduce(into: ServerLoad()) { load, meter in meter.add(to: &load) }
    }

    /// Closes every connection with GOAWAY and stops listening; returns when the threads have ended.
    ///
    /// Must not be called by a handler.
    ///
    /// - Returns: `false` when it was stopped before.
    @discardableResult
    package func stop() -> Bool { threads.stop() }
}
