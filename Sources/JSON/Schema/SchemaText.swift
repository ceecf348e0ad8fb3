import Base

/// How messages about schemas show values.
enum SchemaText {
    private static let longestText = 80
    private static let longestList = 10

    /// A value as JSON, shortened when long; an array or object that is not small by its size.
    static func summary(of value: JSONValue) -> String {
        switch value {
        case .array(let elements) where !isSmall(elements):
            "array of \(Count.of(elements.count, "item"))"
        case .object(let object) where !isSmall(object.members.map(\.value)):
            "object of \(Count.of(object.count, "member"))"
        case .null, .bool, .number, .string, .array, .object:
            value.text(maximumLength: longestText)
        }
    }

    /// A text in quotation marks with JSON's escapes, shortened when long.
    static func quoted(_ text: String) -> String {
        JSONValue.string(text).text(maximumLength: longestText)
    }

    /// Whether all of it can be shown: at most three values, and nothing inside them.
    private static func isSmall(_ values: [JSONValue]) -> Bool {
        values.count <= 3
            && values.allSatisfy { value in
                switch value {
                case .array(let elements): elements.isEmpty
                case .object(let object): object.isEmpty
                case .null, .bool, .number, .string: true
                }
            }
    }

    /// `a`, `a or b`, `a, b or c`.
    static func alternatives(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "nothing" }
        return items.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The items with commas, the first ten of them.
    static func list(_ items: [String]) -> String {
        let shown = items.prefix(longestList).joined(separator: ", ")
        let rest = items.count - longestList
        return rest > 0 ? "\(shown) and \(rest) more" : shown
    }
}
