import JSON
import RegularExpressions

/// Response header fields of a server that clients act on.
enum SeenHeaders {
    /// The asserts that pass for all responses: the form of `Location`, and the presence of an
    /// `ETag`.
    ///
    /// - Parameters:
    ///   - responses: All of one status.
    ///   - isSecret: Whether a segment of an address has a secret in it.
    /// - Returns: The asserts.
    static func asserts(
        of responses: [ObservedResponse],
        isSecret: (String) -> Bool = { _ in false }
    ) -> [JSONValue] {
        guard !responses.isEmpty, responses.allSatisfy(\.isSeen) else { return [] }
        var asserts: [JSONValue] = []
        let patterns = responses.map { $0.header("Location").map { pattern($0, isSecret) } }
        if let first = patterns[0], patterns.allSatisfy({ $0 == first }) {
            asserts.append(["header": "Location", "matches": .string(first)])
        } else if patterns.allSatisfy({ $0 != nil }) {
            asserts.append(["header": "Location", "exists": true])
        }
        if responses.allSatisfy({ $0.header("ETag") != nil }) {
            asserts.append(["header": "ETag", "matches": #"^(W/)?".*"$"#])
        }
        return asserts
    }

    /// An expression for addresses of the same shape: `^/orders/[^/?#]+$`.
    private static func pattern(_ location: String, _ isSecret: (String) -> Bool) -> String {
        let parts = OriginAndPath(location)
        let isAddress = location.contains("://")
        let path = isAddress ? parts.path ?? "/" : location
        let bare = path.prefix { $0 != "?" && $0 != "#" }
        let segments = bare.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            let isOpen = PathShape.isIdentifier(String(segment)) || isSecret(String(segment))
            return isOpen ? "[^/?#]+" : RegularExpression.escaped(segment)
        }
        let rest = bare.endIndex < path.endIndex ? "([?#].*)?" : ""
        return "^\(isAddress ? "https?://[^/]+" : "")\(segments.joined(separator: "/"))\(rest)$"
    }
}
