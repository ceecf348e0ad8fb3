import Base

/// A request as it is sent.
package struct HTTPRequest: Hashable, Sendable {
    /// Case matters: `GET`, `POST`, or any other token.
    package var method: String
    /// Scheme, host and port, without a path: `http://127.0.0.1:8080`.
    package var origin: String
    /// The path as sent, percent-encoded, beginning with `/`.
    package var path: String
    /// The query as sent, without `?`; `nil` for none.
    package var query: String?
    package var headers: HTTPFields
    /// `nil` sends no body and no `Content-Length`; empty sends `Content-Length: 0`.
    package var body: [UInt8]?
    /// Whether the server is known to accept HTTP/2 from the first byte, also in clear text.
    package var knowsHTTP2 = false
    /// Whether it is retried over a new connection when a pooled one ends before the first byte of a response; only
    /// for an idempotent method.
    package var mayBeSentAgain = false
    /// Limits for an event stream as the response; `nil` reads any response to its end.
    package var eventStreamLimit: EventStreamLimit?
    /// Receives an event stream piece by piece; the response then has an empty body.
    package var eventTap: EventTap?
    /// The same request with markers for named secrets in place of the redacted ones.
    private var boxedNamed: Box<HTTPRequest?>?

    package init(
        method: String,
        origin: String,
        path: String,
        query: String? = nil,
        headers: HTTPFields = HTTPFields(),
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.origin = origin
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest {
    /// The same request with markers for named secrets, which `CurlCommand` turns into variables; `nil` without
    /// named secrets.
    package var named: HTTPRequest? {
        get { boxedNamed?.wrappedValue }
        set { boxedNamed = newValue.map { Box(wrappedValue: $0) } }
    }

    /// Whether sending it twice has the same effect as sending it once.
    ///
    /// Source: RFC 9110 §9.2.2.
    package var isIdempotent: Bool {
        ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method)
    }

    /// The request target of RFC 9112 §3.2.1: path and query.
    package var target: String { query.map { "\(path)?\($0)" } ?? path }

    /// The absolute URL.
    package var url: String { origin + target }

    /// The host in lower case, without scheme and port; an IPv6 address without brackets.
    package var hostname: String {
        let bytes = origin.utf8[...]
        var host = bytes.firstRange(of: "://".utf8).map { bytes[$0.upperBound...] } ?? bytes
        if host.first == UInt8(ascii: "[") {
            host = host.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        } else {
            host = host.prefix { $0 != UInt8(ascii: ":") }
        }
        return String(Substring(host)).lowercased()
    }

    /// Whether it is sent over TLS.
    package var isTLS: Bool { origin.lowercased().hasPrefix("https:") }

    /// The explicit port, otherwise the default of the scheme.
    package var port: UInt16 {
        let digits = origin.utf8.reversed().prefix { $0 != UInt8(ascii: ":") }
        let isLiteral = digits.contains(UInt8(ascii: "]"))
        let named = UInt16(String(decoding: digits.reversed(), as: UTF8.self))
        if let named, !isLiteral { return named }
        return origin.lowercased().hasPrefix("https:") ? 443 : 80
    }
}
