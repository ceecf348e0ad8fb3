import Glibc

/// How a server treats connections, whatever it answers.
package struct ServerOptions: Hashable, Sendable {
    /// Connections at once; more wait in the backlog of the listening socket.
    package var connections: Int
    /// Threads that read, handle and answer; at least two.
    package var threads: Int
    /// How long a connection may be without any byte in either direction.
    package var idleTimeout: Duration
    /// How long one request may take to arrive, and a connection to begin its next one.
    package var requestTimeout: Duration
    /// How long `stop` waits for requests that are being read or answered.
    package var drainTimeout: Duration
    /// Memory for the head of a request, in bytes, set aside for each connection.
    package var connectionBytes: Int
    /// How fast answers are given; without limits at first.
    package var pace = ServicePace()
    /// This path and those below it are answered at once, whatever the pace.
    package var exemptPath = "/.well-known/assay"

    /// - Parameters:
    ///   - connections: Connections at once.
    ///   - threads: Threads that read, handle and answer; `nil` for one per processor.
    ///   - idleTimeout: Longest silence on a connection.
    ///   - requestTimeout: Longest time for one request to arrive.
    ///   - drainTimeout: Longest wait for requests under way when the server stops.
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
    /// Those of a server beside something else, with few connections, which nobody may hold for long: who
    /// sends no whole request within five seconds makes room for others.
    package static func small(connections: Int, drainTimeout: Duration) -> ServerOptions {
        ServerOptions(
            connections: connections,
            threads: 2,
            requestTimeout: .seconds(5),
            drainTimeout: drainTimeout
        )
    }
}
