package import HTTP2Serving
package import HTTPServer
import HTTP
package import ReferencePush

/// A server with a sink and its control address.
///
/// It speaks HTTP/2 and HTTP/1.1, in clear text and over TLS, on one port.
package final class SinkServer: Sendable {
    package let sink: any PushSink
    private let daemon: HTTP2Daemon

    /// Starts a server, until `stop`.
    ///
    /// - Parameters:
    ///   - sink: Handles requests.
    ///   - defect: Deliberate defect; `nil` for none.
    ///   - host: A name or a numeric address, without brackets.
    ///   - port: 0 for any free port.
    ///   - hostname: The name by which others reach it; `nil` for `host`.
    ///   - options: Threads, connections and timeouts; the sink determines how much of a body is stored.
    ///   - tls: TLS settings; `nil` for clear text only.
    /// - Throws: When the address cannot be bound or the threads cannot be started.
    package init(
        _ sink: any PushSink,
        defect: Defect? = nil,
        host: String = "127.0.0.1",
        port: Int = 0,
        hostname: String? = nil,
        options: HTTP2Options = HTTP2Options(),
        tls: TLSServerContext? = nil
    ) throws(ServerError) {
        self.sink = sink
        let control = ControlEndpoint(
            service: sink,
            endpoint: EndpointGuard(host: hostname ?? host)
        )
        var options = options
        options.bodyLimit = sink.limits.bodyBytes
        let faulty = defect?.put(into: sink)
        if sink.asksForCertificates { tls?.askForCertificates() }
        daemon = try HTTP2Daemon(host: host, port: port, options: options, tls: tls) {
            let judge = faulty.map { ServiceJudge($0, sink.state) } ?? sink.makeJudge()
            return SinkConnection(sink, judge, control: control)
        }
        let daemon = daemon
        sink.state.feeds.setLoad { daemon.load }
    }

    deinit { stop() }

    /// Where to reach it in clear text: `http://127.0.0.1:49152`.
    package var origin: String { daemon.origin }

    /// The bound port, even if port 0 was requested.
    package var port: Int { daemon.port }

    /// URL of provider states.
    package var stateChangeURL: String { origin + ControlEndpoint.statePath }

    /// Load of the server so far.
    package var load: ServerLoad { daemon.load }

    /// Closes every connection with GOAWAY and stops listening.
    package func stop() {
        guard daemon.stop() else { return }
        sink.state.feeds.end()
        sink.stop()
    }
}
