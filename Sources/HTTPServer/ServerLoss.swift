/// Bytes on a server that never became a request.
package enum ServerLoss: Hashable, Sendable {
    /// A connection ended after bytes that are not the head of a request, or silently without a request.
    case noRequest(isSilent: Bool)
    /// A request that cannot be read or ended too early; its method is empty without a valid head.
    case brokenOff(method: String, target: String)
}

/// The bytes of a connection that belong to requests, to find those that do not.
struct ReceivedBytes {
    /// Number of bytes, up to the end of the last request.
    private var known = 0
    private var hasRequest = false

    /// A request has ended, after a number of bytes of the connection.
    mutating func take(_ bytes: Int?) {
        known = bytes ?? known
        hasRequest = true
    }

    /// The loss at the end of the connection, after a number of bytes; `nil` for none.
    func loss(after bytes: Int?) -> ServerLoss? {
        let rest = bytes.map { $0 - known } ?? 0
        // An empty line after a request is ignored (RFC 9112 §2.2), and the end of the data counts as a byte.
        let isMore = rest > 3
        return isMore || !hasRequest ? .noRequest(isSilent: !isMore) : nil
    }
}
