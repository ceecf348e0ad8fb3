import Contract
import HTTP

/// The fields of a query or a form.
enum FieldText {
    /// The fields, decoded; a repeated name gets a list.
    ///
    /// - Parameter text: `a=1&b=2`, as sent over the wire.
    /// - Returns: `nil` when an item is not `name=value`.
    static func fields(_ text: String) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for item in items(text) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            fields.append((decoded(parts[0]), decoded(parts[1])))
        }
        return fields
    }

    /// The fields as sent over the wire, in order.
    static func items(_ text: String) -> [Substring] {
        text.split(separator: "&", omittingEmptySubsequences: false)
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(String(text.map { $0 == "+" ? " " : $0 }))
    }
}
