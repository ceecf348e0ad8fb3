/// Carries requests to a server: over the wire, or, in tests, from a script.
package protocol HTTPTransport: Sendable {
    /// Sends `request` and waits for the whole answer, without following redirects.
    ///
    /// - Parameters:
    ///   - request: What goes on the wire; nothing is added but what HTTP itself needs.
    ///   - timeout: The limit for the whole exchange; `nil` leaves the transport's own.
    /// - Returns: The answer, or why there is none.
    func exchange(
        _ request: HTTPRequest,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure>

    /// Opens a connection and sends nothing, to see whether a server is there.
    ///
    /// - Parameter origin: Scheme, host and port.
    /// - Returns: Why there is no connection; `nil` when there is one.
    func probe(_ origin: String) async -> TransportFailure?

    /// Whether a server that is called without TLS wants it, which it is asked over a new connection.
    ///
    /// - Parameter origin: Scheme, host and port.
    /// - Returns: `false` too where that cannot be found out.
    func wantsTLS(_ origin: String) async -> Bool
}

extension HTTPTransport {
    /// A transport without connections always has its server.
    package func probe(_ origin: String) async -> TransportFailure? { nil }

    package func wantsTLS(_ origin: String) async -> Bool { false }
}
