import Glibc

/// Connection handling of a server, independent of its service.
package struct ServerOptions: Hashable, Sendable {
    /// Connections at once; more wait in the backlog of the listening socket.
    package var connections: Int
    /// Threads that read, handle and respond; at least two.
    package var threads: Int
    /// Longest silence on a connection, in both directions.
    package var idleTimeout: Duration
    /// Longest time for one request to arrive, and for a connection to begin its next one.
    package var requestTimeout: Duration
    /// Longest wait of `stop` for requests in progress.
    package var drainTimeout: Duration
    /// Memory for the head of a request, in bytes, set aside for each connection.
    package var connectionBytes: Int
    /// Speed of responses; unlimited by default.
    package var pace = ServicePace()
    /// Responses for this path and those below it are immediate, regardless of the pace.
    package var exemptPath = "/.well-known/assay"

    /// - Parameters:
    ///   - connections: Concurrent connections.
    ///   - threads: Threads that read, handle and respond; `nil` for one for each processor.
    ///   - idleTimeout: Longest silence on a connection.
    ///   - requestTimeout: Longest time for one request to arrive.
    ///   - drainTimeout: Longest wait for requests in progress when the server stops.
    ///   - connectionBytes: Memory for the head of a request.
    package init(
        connections: Int = 8_192,
        threads: Int? = nil,
        idleTimeout: Duration = .seconds(60),
        requestTimeout: Duration = .seconds(60),
        drainTimeout: Duration = .seconds(5),
        connectionBytes: Int = 36 * 1_024
    ) {
        self.connections = connections
        self.threads = max(2, threads ?? min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        self.idleTimeout = idleTimeout
        self.requestTimeout = requestTimeout
        self.drainTimeout = drainTimeout
        self.connectionBytes = connectionBytes
    }
}

extension ServerOptions {
    /// Options of an auxiliary server, with few connections and short timeouts: a client without a complete request
    /// within five seconds is disconnected.
    package static func small(connections: Int, drainTimeout: Duration) -> ServerOptions {
        ServerOptions(
            connections: connections,
            threads: 2,
            requestTimeout: .seconds(5),
            drainTimeout: drainTimeout
        )
    }
}
