/// Connection handling of an `HTTP2Daemon`, independent of its service.
package struct HTTP2Options: Hashable, Sendable {
    /// Threads that read, handle and respond; each has its own connections.
    package var threads = 1
    /// Connections at once on each thread; more are closed.
    package var connections = 8_192
    /// Number of bytes stored of a request's body.
    package var bodyLimit = 1 << 20
    /// Longest silence on a connection without a request in progress.
    package var idleTimeout = Duration.seconds(3_600)
    /// Hosts with ports that this server stands in for as a proxy; `nil` disables the proxy.
    ///
    /// A CONNECT to one of them leads to this server, any other is refused (RFC 9110 §9.3.6). They are in lower
    /// case, and a first label of `*` matches any label.
    package var tunnels: Set<String>?

    package init() {}

    /// `idleTimeout` in nanoseconds.
    var idleLimit: Int64 {
        let parts = idleTimeout.components
        return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
    }
}
