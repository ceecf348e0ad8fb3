/// The sizes above which a request carries a `ServerRequest.Problem`.
package struct ServerLimits: Hashable, Sendable {
    /// The longest request line, in bytes without its end.
    package var requestLineBytes: Int
    /// The largest body, in bytes.
    package var bodyBytes: Int

    package init(requestLineBytes: Int, bodyBytes: Int) {
        self.requestLineBytes = requestLineBytes
        self.bodyBytes = bodyBytes
    }
}
