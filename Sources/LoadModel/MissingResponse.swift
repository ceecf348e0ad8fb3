/// Why an arrival has no response, by the name of its outcome.
package enum MissingResponse: String, Hashable, Sendable, CaseIterable {
    /// No complete response came in time.
    case timeout
    case reset
    /// The server closed the connection during the request, before a byte of a response.
    case closedBeforeResponse = "closed-before-response"
    /// The connection ended within the response.
    case truncated
    /// The response is not HTTP.
    case malformed
    /// The server refused the request before processing it: HTTP/2's REFUSED_STREAM.
    case refusedStream = "refused-stream"
    /// The server ended the request with another RST_STREAM of HTTP/2.
    case streamReset = "stream-reset"
    /// The server refused this and later requests with a GOAWAY.
    case goAwayRefused = "goaway-refused"
    /// The connection ended with an error GOAWAY.
    case goAway = "goaway"
    case tls
    /// It waited for a connection, and none could be opened.
    case unreachable = "no-connection"
    /// The same because a resource was missing on the generator's machine: not a failure of the server.
    case noPort = "no-local-port"
    case noFile = "no-file"
    case noMemory = "no-memory"
    case notPermitted = "not-permitted"
    case noAddress = "no-address"
    /// Sent, but without a response in the time that the profile allows after the last arrival.
    case unanswered
    /// Due, and no connection took it in the time that the profile gives after the last arrival.
    case unsent
    /// The run cut it off before its time was over, so its outcome is unknown: not a failure of the service.
    case notFinished = "not-finished"
}
