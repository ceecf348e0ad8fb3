package import HTTP
import JSON
import JSONSchemas

/// Whether redirects are followed: the `redirects` of a request.
package enum RedirectPolicy: String, Hashable, Sendable, CaseIterable {
    case follow, none

    /// The default number.
    package static let usual = 10
    /// The allowed numbers.
    package static let possible = 0...50
}

extension RequestTemplate {
    /// The number of redirects to follow; zero for none.
    package var redirects: Int {
        guard let value = self["redirects"]?.constantValue else { return 0 }
        if let count = value.intValue { return count }
        return value.stringValue == RedirectPolicy.follow.rawValue ? RedirectPolicy.usual : 0
    }
}

extension HTTPRequest {
    /// Whether two requests go to the same server: scheme, host and port are equal.
    package func hasSameServer(as other: HTTPRequest) -> Bool {
        (isTLS, hostname, port) == (other.isTLS, other.hostname, other.port)
    }

    /// The request to which a response redirects this one, as `curl -L` makes it.
    ///
    /// The body is dropped where a method becomes `GET`: `POST` after 301 and 302, any except
    /// `HEAD` after 303. Another server gets no credentials.
    ///
    /// Source: RFC 9110 §15.4.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - credentials: Names of header fields that no other server gets, besides `Authorization` and `Cookie`.
    /// - Returns: `nil` when the response does not redirect, or not to an `http` or `https` URL.
    package func redirected(
        by response: HTTPResponse,
        withholding credentials: [String]
    ) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["Location"],
            let parts = URLParts(
                URIReference(location).resolved(against: URIReference(url)).text
            )
        else { return nil }
        var next = self
        next.origin = parts.origin
        next.path = PercentEncoding.path(parts.path)
        next.query = parts.query.map(PercentEncoding.path)
        next.knowsHTTP2 = false
        let becomesGET =
            switch response.status {
            case 301, 302: method == "POST"
            case 303: method != "GET" && method != "HEAD"
            default: false
            }
        if becomesGET {
            next.method = "GET"
            next.body = nil
            for field in headers.fields where field.name.lowercased().hasPrefix("content-") {
                next.headers.remove(field.name)
            }
        }
        if !next.hasSameServer(as: self) {
            let withheld = ["Host", "Authorization", "Proxy-Authorization", "Cookie"]
            for name in withheld + credentials { next.headers.remove(name) }
        }
        return next
    }
}
