package import HTTP

/// Starts daemons for a few clients each, which stop soon.
package struct DaemonLauncher: ServerLauncher {
    private static let options = ServerOptions(
        connections: 256,
        threads: 2,
        drainTimeout: .milliseconds(200)
    )

    package init() {}

    package func server(
        limits: ServerLimits,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> any RunningServer {
        try HTTPDaemon(limits: limits, options: Self.options, handler: handler)
    }
}

extension HTTPDaemon: RunningServer {}
