/// A request as a server sees it: nothing decoded, nothing reordered.
package struct ServerRequest: Hashable, Sendable {
    /// A problem found while reading the request; each service has its own form of error response.
    package enum Problem: Hashable, Sendable, CustomStringConvertible {
        /// The request line is longer than `ServerLimits` allow.
        case targetTooLong
        /// The body is larger than `ServerLimits` allow; `body` is empty.
        case bodyTooLarge
        /// The head is not one of a valid message, with the reason.
        case malformed(String)

        /// The status of a response that reports only the problem.
        package var status: Int {
            switch self {
            case .targetTooLong: 414
            case .bodyTooLarge: 413
            case .malformed: 400
            }
        }

        package var description: String {
            switch self {
            case .targetTooLong: "the request line is too long"
            case .bodyTooLarge: "the body is too large"
            case .malformed(let reason): reason
            }
        }
    }

    /// Case matters.
    package var method: String
    /// The path as sent, percent-encoded.
    package var path: String
    /// The query as sent, without `?`; `nil` for none.
    package var query: String?
    package var headers: HTTPFields
    package var body: [UInt8]
    package var problem: Problem?

    package init(
        method: String,
        target: String,
        headers: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        problem: Problem? = nil
    ) {
        let split = RequestTarget(target)
        self.method = method
        path = split.path
        query = split.query
        self.headers = headers
        if let authority = split.authority { self.headers.set("Host", authority) }
        self.body = body
        self.problem = problem
    }
}

extension ServerRequest {
    /// The host the client asked, in lower case, without port or brackets; empty without `Host`.
    package var hostname: String {
        guard let host = headers["Host"] else { return "" }
        if host.utf8.first == UInt8(ascii: "[") {
            return host.dropFirst().prefix { $0 != "]" }.lowercased()
        }
        return host.prefix { $0 != ":" }.lowercased()
    }
}

/// The parts of a request target in origin form or absolute form (RFC 9112 §3.2).
package struct RequestTarget: Hashable, Sendable {
    /// `nil` in origin form.
    package let authority: String?
    /// As sent, percent-encoded.
    package let path: String
    /// Without `?`; `nil` for none.
    package let query: String?

    package init(_ text: String) {
        var rest = Substring(text)
        var authority: String?
        if rest.utf8.first != UInt8(ascii: "/"), let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            let named = rest.prefix { $0 != "/" && $0 != "?" }
            authority = String(named)
            rest = rest[named.endIndex...]
        }
        self.authority = authority
        let utf8 = rest.utf8
        if let mark = utf8.firstIndex(of: UInt8(ascii: "?")) {
            path = String(rest[..<mark])
            query = String(rest[utf8.index(after: mark)...])
        } else {
            path = String(rest)
            query = nil
        }
    }
}
