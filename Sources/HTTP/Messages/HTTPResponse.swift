/// A response as it was received.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    /// `1.0`, `1.1`, `2` or `3`.
    package var version: String
    package var headers: HTTPFields
    /// The body after transfer decoding, before content decoding.
    package var body: [UInt8]
    package var phases: PhaseTimes
    /// Of the server; `nil` on a connection without TLS.
    package var certificate: ServerCertificate?
    /// Whether the request was retried, because a pooled connection had ended during the first attempt.
    package var wasSentAgain = false

    package init(
        status: Int,
        version: String = "1.1",
        headers: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        phases: PhaseTimes = PhaseTimes(),
        certificate: ServerCertificate? = nil
    ) {
        self.status = status
        self.version = version
        self.headers = headers
        self.body = body
        self.phases = phases
        self.certificate = certificate
    }
}

extension HTTPResponse {
    /// Whether it can have content, regardless of its fields.
    ///
    /// Source: RFC 9110 §6.4.1 and §9.3.2.
    ///
    /// - Parameter method: Method of the request.
    /// - Returns: `false` for HEAD, 204 and 304.
    package func hasContent(to method: String?) -> Bool {
        method != "HEAD" && status != 204 && status != 304
    }
}

/// When each phase of an exchange ended, counted from its start; zero for a phase that was skipped.
///
/// Source: curl_easy_getinfo(3), "TIMES".
package struct PhaseTimes: Hashable, Sendable {
    package var nameLookup: Duration
    package var connect: Duration
    package var tlsHandshake: Duration
    package var firstByte: Duration
    package var total: Duration

    package init(
        nameLookup: Duration = .zero,
        connect: Duration = .zero,
        tlsHandshake: Duration = .zero,
        firstByte: Duration = .zero,
        total: Duration = .zero
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tlsHandshake = tlsHandshake
        self.firstByte = firstByte
        self.total = total
    }
}
