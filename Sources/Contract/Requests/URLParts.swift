/// An `http` or `https` URL taken apart, as far as a request needs it.
package struct URLParts: Hashable, Sendable {
    /// Scheme, host and port.
    package let origin: String
    /// Begins with `/`.
    package let path: String
    /// Without `?`; `nil` when there is none.
    package let query: String?

    /// Takes a URL apart; `nil` when the scheme is another or there is no host.
    package init?(_ url: String) {
        let text = url.prefix { $0 != "#" }
        guard let separator = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let host = authority.first == "[" ? authority : authority.prefix { $0 != ":" }
        guard !host.isEmpty, !authority.contains(where: { $0 == " " || $0 == "@" }) else {
            return nil
        }
        origin = "\(scheme)://\(authority)"
        let target = rest[authority.endIndex...]
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init) ?? ""
        self.path = path.isEmpty ? "/" : path
        query = parts.count > 1 ? String(parts[1]) : nil
    }
}
