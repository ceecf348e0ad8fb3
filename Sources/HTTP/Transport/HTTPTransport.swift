/// Carries requests to a server: over the wire, or, in tests, from a script.
package protocol HTTPTransport: Sendable {
    /// Sends `request` and waits for the complete response, without following redirects.
    ///
    /// - Parameters:
    ///   - request: The request; only fields required by HTTP are added.
    ///   - timeout: The limit for the whole exchange; `nil` for that of the transport.
    /// - Returns: The response, or why there is none.
    func exchange(
        _ request: HTTPRequest,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure>

    /// Opens a connection without sending a request, to check whether a server is reachable.
    ///
    /// - Parameter origin: Scheme, host and port.
    /// - Returns: Why connecting failed; `nil` for success.
    func probe(_ origin: String) async -> TransportFailure?
}

extension HTTPTransport {
    /// A transport without connections always has its server.
    package func probe(_ origin: String) async -> TransportFailure? { nil }
}
