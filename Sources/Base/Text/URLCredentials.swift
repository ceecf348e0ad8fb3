/// The user name and the password that a URL carries before its host.
///
/// Everything up to the last `@` counts, so that a password is found in a URL that cannot be used too, for
/// example because a `/` in it is not percent-encoded.
package struct URLCredentials: Hashable, Sendable {
    /// As in the URL: `user:password`.
    package let text: String

    /// `nil` for a URL without credentials; a URL without a scheme is accepted too.
    package init?(in url: String) {
        guard let range = Self.range(in: url) else { return nil }
        text = String(url[range])
    }

    /// The URL with its credentials hidden.
    package static func hidden(in url: String) -> String {
        guard let range = range(in: url) else { return url }
        return "\(url[..<range.lowerBound])…\(url[range.upperBound...])"
    }

    private static func range(in url: String) -> Range<String.Index>? {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        guard let end = url.lastIndex(of: "@"), start <= end else { return nil }
        return start..<end
    }
}
