import Base

/// An `http` or `https` URL taken apart, as far as a request needs it.
package struct URLParts: Hashable, Sendable {
    /// Scheme, host and port; the scheme in lower case.
    package let origin: String
    /// Begins with `/`.
    package let path: String
    /// Without `?`; `nil` for none.
    package let query: String?

    /// Splits a URL; the fragment is dropped.
    ///
    /// `nil` for another scheme, an invalid host or port, or a URL with a user name: credentials belong to a
    /// security scheme.
    package init?(_ url: String) {
        let text = url.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let separator = text.firstRange(of: "://".utf8) else { return nil }
        let scheme = String(Substring(text[..<separator.lowerBound])).lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard Self.isHostAndPort(authority) else { return nil }
        origin = "\(scheme)://\(Substring(authority))"
        let target = rest[authority.endIndex...]
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        self.path = path.isEmpty ? "/" : String(Substring(path))
        query =
            path.endIndex < target.endIndex
            ? String(Substring(target[path.endIndex...].dropFirst())) : nil
    }

    /// Whether this is a host, or an IPv6 address in brackets, with or without a port.
    private static func isHostAndPort(_ authority: Substring.UTF8View) -> Bool {
        let isLiteral = authority.first == UInt8(ascii: "[")
        var host = authority.prefix { $0 != UInt8(ascii: isLiteral ? "]" : ":") }
        var rest = authority[host.endIndex...]
        if isLiteral {
            guard rest.popFirst() != nil else { return false }
            host = host.dropFirst()
        }
        guard !host.isEmpty, !host.contains(where: isForbidden) else { return false }
        guard let colon = rest.popFirst() else { return true }
        guard colon == UInt8(ascii: ":"), (1...5).contains(rest.count),
            rest.allSatisfy(\.isASCIIDigit),
            let port = Int(String(Substring(rest)))
        else { return false }
        return (1...65_535).contains(port)
    }

    /// White space, control characters, and delimiters of a host.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || "@\\[]<>^|%\"`{}".utf8.contains(byte)
    }
}
