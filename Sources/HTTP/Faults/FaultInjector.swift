/// Sends requests with a fault on the way to their server.
package protocol FaultInjector: Sendable {
    /// Sends `request` with the fault `action`.
    ///
    /// - Parameters:
    ///   - request: As for `HTTPTransport`.
    ///   - action: The fault.
    ///   - timeout: The limit for the whole exchange; `nil` for that of the transport.
    /// - Returns: The client's result: a response, or the failure caused by the fault.
    func exchange(
        _ request: HTTPRequest,
        through action: Fault.Action,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure>
}
