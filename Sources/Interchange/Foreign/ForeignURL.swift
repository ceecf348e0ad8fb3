import HTTP

/// Composes addresses and forms from names and values that can have templates.
enum ForeignURL {
    /// `name=value&…`, with everything encoded except templates.
    static func fields(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// An address with encoded braces in its path, except those of templates.
    static func plain(_ url: String) -> String {
        let (path, query) = halves(url, at: "?")
        return path.replacing(LiteralText.literal("{{"), with: "%7B%7B") + query
    }

    /// An address with more fields after its query.
    static func url(_ url: String, adding fields: [(name: String, value: String)]) -> String {
        guard !fields.isEmpty else { return url }
        let (whole, fragment) = halves(url, at: "#")
        let mark =
            !whole.contains("?") ? "?" : whole.hasSuffix("?") || whole.hasSuffix("&") ? "" : "&"
        return whole + mark + Self.fields(fields) + fragment
    }

    /// A text for a query or a form; `{{…}}` stays as it is.
    static func encoded(_ text: String) -> String {
        var result = ""
        var rest = text.utf8[...]
        while let opening = rest.firstRange(of: "{{".utf8),
            let closing = rest[opening.upperBound...].firstRange(of: "}}".utf8)
        {
            result += PercentEncoding.encoded(rest[..<opening.lowerBound])
            result += String(Substring(rest[opening.lowerBound..<closing.upperBound]))
            rest = rest[closing.upperBound...]
        }
        return result + PercentEncoding.encoded(rest)
    }

    /// The text before a mark, and the mark with the text after it.
    private static func halves(_ text: String, at mark: Character) -> (String, String) {
        guard let index = text.firstIndex(of: mark) else { return (text, "") }
        return (String(text[..<index]), String(text[index...]))
    }
}
