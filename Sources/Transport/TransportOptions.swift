import Base
import HTTP

/// How to reach a server; names and meanings are those of curl's command line.
///
/// Proxy settings of the environment are ignored: a test must not depend on them.
package struct TransportOptions: Hashable, Sendable {
    /// The versions of HTTP that may be used.
    package enum HTTPVersion: String, Hashable, Sendable, CaseIterable {
        /// HTTP/2 if TLS negotiates it, otherwise HTTP/1.1.
        case automatic
        case http1_1 = "http1.1"
        /// As `automatic`: the `Upgrade` to HTTP/2 over cleartext is obsolete (RFC 9113 §3.1) and never requested.
        case http2
        /// HTTP/2 from the first byte, also over cleartext.
        case http2PriorKnowledge = "http2-prior-knowledge"

        /// Whether HTTP/2 is requested.
        var isHTTP2: Bool { self == .http2 || self == .http2PriorKnowledge }
    }

    /// A PEM file with the only trusted certificates; `nil` trusts the system's.
    package var cacert: String?
    /// A PEM file with the client's certificate, and its key unless `key` is set.
    package var cert: String?
    /// A PEM file with the key of `cert`.
    package var key: String?
    /// The pass phrase of the key; `nil` fails for an encrypted key without a prompt.
    package var pass: String?
    /// Whether any server certificate is accepted.
    package var insecure = false
    /// `[SCHEME://][USER:PASSWORD@]HOST[:PORT]`.
    package var proxy: String?
    /// The path of a Unix domain socket to connect to instead of host and port.
    package var unixSocket: String?
    /// Each `HOST:PORT:ADDRESS[,ADDRESS]`: addresses that are not asked from DNS.
    package var resolve: [String] = []
    /// Each `HOST1:PORT1:HOST2:PORT2`: requests for the first host go to the second.
    package var connectTo: [String] = []
    /// The limit for name, connection and TLS together; zero or `nil` leaves libcurl's 300 s.
    package var connectTimeout: Duration? = .seconds(10)
    /// The limit for a whole exchange; zero or `nil` sets none.
    package var maxTime: Duration? = .seconds(30)
    /// Idle time after which a connection is not reused; libcurl counts whole seconds.
    package var maximumIdleSeconds = 3
    package var httpVersion = HTTPVersion.automatic
    /// The largest body that is received, in bytes; zero sets no limit.
    package var maxFilesize = 16 * 1024 * 1024
    /// The `User-Agent` of requests without one; empty sends none.
    package var userAgent = "assay/0.1.0"
    /// The interface, address or host name to send from.
    package var interface: String?

    package init() {}

    /// Values to redact in reports.
    package var secrets: [String] {
        let credentials = proxy.flatMap { URLCredentials(in: $0) }
        return (credentials?.secrets ?? []) + [pass].compactMap(\.self)
    }
}
