import CMicroHTTPD
import Glibc

/// A reference service on the wire: HTTP/1.1 on a listening socket, with its own threads.
///
/// It also answers the control endpoint, `GET /.well-known/assay`, by which provider states are
/// set up and torn down.
package final class ReferenceServer: Sendable {
    /// Where to reach it: `http://127.0.0.1:49152`.
    package let origin: String
    /// The bound port, also when port 0 was asked for.
    package let port: Int
    private let service: any ReferenceService
    private let daemon: HTTPDaemon
    private let drainTimeout: Duration

    /// Listens and answers from now on, until `stop`.
    ///
    /// - Parameters:
    ///   - service: What answers; `stop` stops it too.
    ///   - host: A name or a numeric address, without brackets.
    ///   - port: 0 takes any free port.
    ///   - options: Limits and timeouts.
    /// - Throws: When the address cannot be bound or the threads cannot be started.
    package init(
        service: any ReferenceService,
        host: String = "127.0.0.1",
        port: Int = 0,
        options: ReferenceServerOptions = ReferenceServerOptions()
    ) throws(ReferenceServerError) {
        let connections = DescriptorLimit.raise(forConnections: options.connections)
        let socket = try ListeningSocket(host: host, port: port)
        let control = ControlEndpoint(service: service)
        daemon = HTTPDaemon(limits: service.limits, requestTimeout: options.requestTimeout) {
            control.answer($0) ?? service.handle($0)
        }
        self.service = service
        self.port = socket.port
        origin = "http://\(host.contains(":") ? "[\(host)]" : host):\(socket.port)"
        drainTimeout = options.drainTimeout
        guard daemon.start(on: socket, options: options, connectionLimit: connections) else {
            let error = ReferenceServerError(.daemon, address: "\(host):\(port)", code: errno)
            close(socket.descriptor)
            throw error
        }
    }

    deinit { stop() }

    /// The service's name: `ncmb`.
    package var name: String { service.name }

    /// Where provider states are asked for.
    package var stateChangeURL: String { origin + ControlEndpoint.statePath }

    /// How many connections are open.
    package var openConnections: Int { daemon.openConnections }

    /// Answers what is under way, with `Connection: close`, then closes every connection.
    ///
    /// Returns when the threads have ended, at the latest after `drainTimeout` and the time one
    /// answer takes. A second call does nothing. Must not be called by the service's `handle`.
    package func stop() {
        guard daemon.stop(drainTimeout: drainTimeout) else { return }
        service.stop()
    }
}
