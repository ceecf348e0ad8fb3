/// Carries requests through something that goes wrong on the way to their server.
package protocol FaultInjector: Sendable {
    /// Sends `request`, and lets `action` befall it.
    ///
    /// - Parameters:
    ///   - request: As for `HTTPTransport`.
    ///   - action: What goes wrong.
    ///   - timeout: The limit for the whole exchange; `nil` leaves the transport's own.
    /// - Returns: What the client gets: an answer all the same, or the failure that comes of it.
    func exchange(
        _ request: HTTPRequest,
        through action: Fault.Action,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure>
}
