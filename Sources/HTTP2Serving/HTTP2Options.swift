/// How an `HTTP2Daemon` treats connections, whatever it answers.
package struct HTTP2Options: Hashable, Sendable {
    /// Threads that read, handle and answer; each has connections of its own.
    package var threads = 1
    /// Connections at once on each thread; more are closed.
    package var connections = 8_192
    /// How much of a request's body is kept, in bytes.
    package var bodyLimit = 1 << 20
    /// How long nothing may come on a connection without a request under way.
    package var idleTimeout = Duration.seconds(3_600)
    /// The hosts with their ports for which this server stands in as a proxy; `nil` is no proxy.
    ///
    /// A CONNECT to one of these leads to this server, any other is refused (RFC 9110 §9.3.6). They are
    /// in small letters, and a first label of `*` stands for any one.
    package var tunnels: Set<String>?

    package init() {}

    /// `idleTimeout` in nanoseconds.
    var idleLimit: Int64 {
        let parts = idleTimeout.components
        return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
    }
}
