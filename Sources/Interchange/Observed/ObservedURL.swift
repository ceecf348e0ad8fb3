/// The parts of a URL.
struct ObservedURL {
    /// Scheme, host and port.
    let origin: String
    /// `user:password` before the host; `nil` for none.
    private(set) var user: String?
    /// Begins with `/`.
    private(set) var path: String
    /// Without `?`; `nil` for none.
    private(set) var query: String?

    /// Splits a URL; `nil` when it is not of `http` or `https`, or has no host.
    init?(_ url: String) {
        let text = url.prefix { $0 != "#" }
        let scheme: String
        var rest: Substring
        if let separator = text.firstRange(of: "://") {
            scheme = text[..<separator.lowerBound].lowercased()
            rest = text[separator.upperBound...]
        } else {
            // Like curl.
            scheme = text.hasPrefix("{{") ? "" : "http"
            rest = text
        }
        guard ["http", "https", ""].contains(scheme) else { return nil }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let hosts = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard let host = hosts.last, !host.isEmpty, !host.contains(" ") else { return nil }
        user = hosts.count > 1 ? hosts.dropLast().joined(separator: "@") : nil
        origin = scheme.isEmpty ? String(host) : "\(scheme)://\(host)"
        rest = rest[authority.endIndex...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init) ?? ""
        self.path = path.isEmpty ? "/" : path
        query = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    /// The URL with the segments `.` and `..` removed from its path (RFC 3986 §5.2.4).
    var withoutDotSegments: ObservedURL {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            switch segment {
            case ".", "..":
                if segment == "..", !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        var url = self
        url.path = "/" + kept.joined(separator: "/")
        return url
    }

    /// The URL with another `user:password`.
    func with(user: String) -> ObservedURL {
        var url = self
        url.user = user
        return url
    }

    /// The URL with another path and query.
    func with(path: String, query: String?) -> ObservedURL {
        var url = self
        (url.path, url.query) = (path, query)
        return url
    }

    /// The host without port.
    var host: String {
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        return String(authority.prefix { $0 != ":" })
    }
}
