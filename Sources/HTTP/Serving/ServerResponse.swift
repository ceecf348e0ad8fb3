/// A response of a service; the server adds `Date`, `Content-Length` and connection handling.
package struct ServerResponse: Hashable, Sendable {
    package var status: Int
    package var headers: HTTPFields
    package var body: [UInt8]
    /// Delay before the response; does not block other connections.
    package var delay: Duration

    package init(
        status: Int,
        headers: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        delay: Duration = .zero
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
    }
}
