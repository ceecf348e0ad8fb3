/// The parts of a URL.
struct ObservedURL {
    /// Scheme, host and port.
    let origin: String
    /// `user:password` before the host; `nil` for none.
    private(set) var user: String?
    /// Begins with `/`, or with a template that inserts the slash, too.
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
        let whole = rest.prefix { $0 != "/" && $0 != "?" }
        let tail = rest[whole.endIndex...]
        let authority = whole[..<Self.hostEnd(whole, isOpen: scheme.isEmpty && tail.hasPrefix("/"))]
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

    /// The end of the host: before templates at the end that follow a complete host, and therefore insert a path.
    ///
    /// A template completes a host after a dot, a colon or a hyphen, and after a single label such as `server`.
    ///
    /// - Parameters:
    ///   - authority: The text up to the first slash or question mark.
    ///   - isOpen: Whether two templates can be the scheme and the host.
    /// - Returns: The position after the host.
    private static func hostEnd(_ authority: Substring, isOpen: Bool) -> String.Index {
        var end = authority.endIndex
        while authority[..<end].hasSuffix("}}"),
            let start = authority[..<end].ranges(of: "{{").last?.lowerBound
        {
            let before = authority[..<start]
            let host = before.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            let isHost = host.hasSuffix("}}") ? !isOpen : isCompleteHost(host)
            guard isHost else { break }
            end = start
        }
        return end
    }

    private static func isCompleteHost(_ host: Substring) -> Bool {
        guard let last = host.last, last.isLetter || last.isNumber || last == "]" else {
            return false
        }
        return host.contains(".") || host.contains(":") || host == "localhost"
    }

    /// The URL with the segments `.` and `..` removed from its path (RFC 3986 §5.2.4).
    var withoutDotSegments: ObservedURL {
        var kept: [Substring] = []
        let all = path.split(separator: "/", omittingEmptySubsequences: false)
        let segments = all.dropFirst()
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
        guard !segments.isEmpty else { return url }
        url.path = "\(all.first ?? "")/" + kept.joined(separator: "/")
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
