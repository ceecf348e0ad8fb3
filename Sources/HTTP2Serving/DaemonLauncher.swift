package import HTTP

/// Starts daemons for a few clients each, which stop soon.
package struct DaemonLauncher: ServerLauncher {
    private static let options: HTTP2Options = {
        var options = HTTP2Options()
        options.connections = 256
        return options
    }()

    package init() {}

    package func server(
        at place: ServerPlace,
        limits: ServerLimits,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> any RunningServer {
        let tls = try place.identity.map {
            try TLSServerContext(
                certificate: $0.certificate,
                key: $0.key,
                protocols: ["h2", "http/1.1"]
            )
        }
        let daemon = try HTTP2Daemon(
            host: place.host,
            port: place.port,
            limits: limits,
            options: Self.options,
            tls: tls,
            handler: handler
        )
        return LaunchedDaemon(daemon: daemon, isSecure: tls != nil)
    }
}

/// A daemon by the address that its clients are given.
private struct LaunchedDaemon: RunningServer {
    let daemon: HTTP2Daemon
    let isSecure: Bool

    var origin: String {
        isSecure ? "https\(daemon.origin.dropFirst("http".count))" : daemon.origin
    }

    func stop() -> Bool { daemon.stop() }
}
