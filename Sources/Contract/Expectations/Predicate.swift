package import JSON
package import JSONSchemas
package import RegularExpressions

/// A check of a query's result.
///
/// Values are typed: `1` is not `"1"`. On a list of results `exists empty count each sorted
/// equalsUnordered` see the list; every other predicate needs exactly one result.
package indirect enum Predicate: Sendable {
    /// The same JSON value; every difference is reported. Bytes equal the text that they encode.
    case equals(JSONValue)
    /// A number no farther than `within` from another.
    case approximately(JSONNumber, within: JSONNumber)
    /// The other predicate fails. If it does not fit the value (a number that `startsWith`), this one fails too.
    case not(Predicate)
    /// Numbers by value, text by code points; a number and a text have no order.
    case compares(Comparison, JSONValue)
    /// Text or bytes with this prefix.
    case startsWith(String)
    /// Text or bytes with this suffix.
    case endsWith(String)
    /// Text with a part; an array with an element, or an object with members, that contain the
    /// example by `BodyMatcher`; an array by an array: element by element.
    case contains(JSONValue)
    /// Text with a part that matches an expression.
    case matches(RegularExpression)
    /// Whether there is a result; null is one.
    case exists(Bool)
    /// Whether a text, an array, an object, bytes or a list of results is empty.
    case empty(Bool)
    /// One of the kinds; `number` takes integers too.
    case type([JSONValue.Kind])
    /// The number of results in a list, elements in an array or members in an object.
    case count(Predicate)
    /// The number of code points in a text, or what `count` counts.
    case length(Predicate)
    /// The number of bytes of a text in UTF-8.
    case bytes(Predicate)
    /// A whole-body matcher; also for a value inside the body.
    case meets(BodyMatcher)
    /// The value matches a schema.
    case schema(JSONSchema)
    /// Every result of a list, or element of an array; passes for an empty one.
    case each(Predicate)
    /// At least one of several.
    case anyOf([Predicate])
    /// A list or array in order, equal neighbours allowed: all numbers, or all text.
    case sorted(Direction)
    /// A list or array of the same values in any order.
    case equalsUnordered([JSONValue])
    /// Whether a text is a date and time of RFC 3339.
    case isDate(Bool)
    /// A date and time of RFC 3339 that is earlier, whatever the offsets from UTC.
    case before(String)
    /// A date and time of RFC 3339 that is later.
    case after(String)

    /// A required order.
    package enum Comparison: String, Hashable, Sendable, CaseIterable {
        case gt, gte, lt, lte
    }

    /// The way a list is sorted.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case ascending, descending
    }
}

extension Predicate: CustomStringConvertible {
    /// The expectation in words: `at least 400`, `string matching ^E`.
    package var description: String {
        switch self {
        case .equals(let value): JSONExcerpt.text(of: value)
        case .approximately(let number, let margin): "\(number.text) ± \(margin.text)"
        case .not(let predicate): "not \(predicate)"
        case .compares(let comparison, let value):
            "\(comparison.words) \(JSONExcerpt.text(of: value))"
        case .startsWith(let text): "string starting with \(JSONExcerpt.text(of: .string(text)))"
        case .endsWith(let text): "string ending with \(JSONExcerpt.text(of: .string(text)))"
        case .contains(let value): "something that contains \(JSONExcerpt.text(of: value))"
        case .matches(let expression): "string matching \(expression.pattern)"
        case .exists(true): "something"
        case .exists(false): "nothing"
        case .empty(true): "something empty"
        case .empty(false): "something that is not empty"
        case .type(let kinds): kinds.map(\.rawValue).joined(separator: " or ")
        case .count(let predicate): "count \(predicate)"
        case .length(let predicate): "length \(predicate)"
        case .bytes(let predicate): "bytes \(predicate)"
        case .meets(let matcher):
            "\(matcher.mode.rawValue) \(JSONExcerpt.text(of: matcher.example))"
        case .schema: "a value that keeps to the schema"
        case .each(let predicate): "each \(predicate)"
        case .anyOf(let predicates):
            "any of: " + predicates.map(\.description).joined(separator: ", ")
        case .sorted(let direction): "sorted \(direction.rawValue)"
        case .equalsUnordered(let values): "in any order \(JSONExcerpt.text(of: .array(values)))"
        case .isDate(true): "date and time of RFC 3339"
        case .isDate(false): "no date and time of RFC 3339"
        case .before(let date): "date and time before \(date)"
        case .after(let date): "date and time after \(date)"
        }
    }
}

extension Predicate.Comparison {
    /// Whether the order of the actual value to the required one is allowed.
    func allows(_ order: Order) -> Bool {
        switch (self, order) {
        case (.gt, .descending), (.gte, .descending), (.gte, .same), (.lt, .ascending),
            (.lte, .ascending), (.lte, .same):
            true
        default: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .gt: "greater than"
        case .gte: "at least"
        case .lt: "less than"
        case .lte: "at most"
        }
    }
}
