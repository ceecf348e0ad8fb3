import HTTP
import HTTP2Serving
package import HTTPServer

/// A server with a reference service.
///
/// It also serves the control endpoint, `GET /.well-known/assay`, for setting up and ending provider states.
package final class ReferenceServer: Sendable {
    private let service: any ReferenceService
    private let daemon: any Daemon

    /// Starts a server, until `stop`.
    ///
    /// - Parameters:
    ///   - service: Handles requests; `stop` stops it too.
    ///   - host: A name or a numeric address, without brackets.
    ///   - port: 0 takes any free port.
    ///   - options: Threads, connections and timeouts.
    ///   - loss: Reports bytes that never became a request, over HTTP/1.1 alone.
    /// - Throws: When the address cannot be bound or the threads cannot be started.
    package init(
        service: any ReferenceService,
        host: String = "127.0.0.1",
        port: Int = 0,
        options: ServerOptions = ServerOptions(),
        loss: (@Sendable (ServerLoss) -> Void)? = nil
    ) throws(ServerError) {
        let control = ControlEndpoint(service: service, endpoint: EndpointGuard(host: host))
        self.service = service
        let handler: @Sendable (ServerRequest) -> ServerResponse = {
            control.answer($0) ?? service.handle($0)
        }
        if service.speaksHTTP2 {
            daemon = try HTTP2Daemon(
                host: host,
                port: port,
                limits: service.limits,
                handler: handler
            )
        } else {
            daemon = try HTTPDaemon(
                host: host,
                port: port,
                limits: service.limits,
                options: options,
                loss: loss,
                handler: handler
            )
        }
    }

    deinit { stop() }

    /// The service's name: `ncmb`.
    package var name: String { service.name }

    /// Where to reach it: `http://127.0.0.1:49152`.
    package var origin: String { daemon.origin }

    /// The bound port, even if port 0 was requested.
    package var port: Int { daemon.port }

    /// URL of provider states.
    package var stateChangeURL: String { origin + ControlEndpoint.statePath }

    /// Whether HTTP/2 is spoken from the first byte.
    package var speaksHTTP2: Bool { service.speaksHTTP2 }

    /// Number of open connections.
    package var openConnections: Int { daemon.openConnections }

    /// Waits until the clients have closed their connections, up to a limit; over HTTP/2, returns at once.
    package func waitForClients(atMost limit: Duration) async {
        await daemon.waitForClients(atMost: limit)
    }

    /// Completes requests in progress, with `Connection: close`, then closes every connection.
    ///
    /// Returns when the threads have ended, at the latest after the drain timeout and the time of one response. A
    /// second call has no effect. Must not be called by the service's `handle`.
    package func stop() {
        guard daemon.stop() else { return }
        service.stop()
    }
}

/// Serves a service over HTTP.
private protocol Daemon: Sendable {
    var origin: String { get }
    var port: Int { get }
    var openConnections: Int { get }

    func waitForClients(atMost limit: Duration) async
    func stop() -> Bool
}

extension HTTPDaemon: Daemon {}
extension HTTP2Daemon: Daemon {
    fileprivate func waitForClients(atMost limit: Duration) async {}
}
