import Base
import JSON

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

    /// The items with commas, the first ten of them.
    static func list(_ items: [String]) -> String {
        Words.list(items, limit: longestList)
    }
}
