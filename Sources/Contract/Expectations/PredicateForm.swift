import Base
package import JSON
package import JSONSchemas
import RegularExpressions

/// A predicate as contracts write it: its name, its argument, and the resulting predicate.
///
/// Add a predicate as a line of the table below: decoder, editor schema and reference chapter
/// follow from it. The compiler requires the checks and descriptions for the case of `Predicate`
/// that the line makes.
package struct PredicateForm: Sendable {
    package let name: String
    package let argument: Argument
    /// Its meaning, in one sentence.
    package let doc: String
    /// A place of a response, as a JSONPath, and the check of it, as a contract writes it.
    package let example: (place: String, argument: String)

    /// Whether the predicate is of one value, and not of a list of nodes.
    package var isOfOneValue: Bool {
        switch argument {
        case .value, .ordered, .text, .kinds, .schema: true
        case .truth, .list, .direction, .predicate, .alternatives: false
        }
    }

    /// The argument after the name, and the predicate made from it.
    package enum Argument: Sendable {
        /// Any value; for a number `within` can set the allowed distance.
        case value(
            @Sendable (JSONValue) -> Predicate,
            within: (@Sendable (JSONNumber, JSONNumber) -> Predicate)? = nil
        )
        /// A number or a text.
        case ordered(@Sendable (JSONValue) -> Predicate)
        case text(@Sendable (String) throws(QueryNameError) -> Predicate)
        case truth(@Sendable (Bool) -> Predicate)
        case list(@Sendable ([JSONValue]) -> Predicate)
        /// The name of a type, or several.
        case kinds(@Sendable ([JSONValue.Kind]) -> Predicate)
        case direction(@Sendable (Predicate.Direction) -> Predicate)
        case schema(@Sendable (JSONSchema) -> Predicate)
        /// Another predicate, or a value to equal.
        case predicate(of: Judged, @Sendable (Predicate) -> Predicate)
        /// Predicates or values, one of which must pass.
        case alternatives(@Sendable ([Predicate]) -> Predicate)
    }

    /// The subject of the predicate inside another.
    package enum Judged: Sendable {
        /// The subject of the other.
        case same
        /// A part of that, of any kind.
        case part
        /// A count.
        case count
    }

    private init(
        _ name: String,
        _ argument: Argument,
        _ doc: String,
        _ example: (place: String, argument: String)
    ) {
        self.name = name
        self.argument = argument
        self.doc = doc
        self.example = example
    }
}

extension PredicateForm {
    /// Every predicate that a contract can name.
    package static let all: [PredicateForm] =
        comparisons + texts + kinds + sizes + collections + dates

    /// Every predicate name valid in a contract.
    package static let names = all.map(\.name)

    /// The predicate of a name; `nil` for an unknown one.
    package static func named(_ name: String) -> PredicateForm? { all.first { $0.name == name } }

    /// Whether `within` is allowed with it.
    package var takesTolerance: Bool {
        if case .value(_, within: .some) = argument { true } else { false }
    }

    /// The meaning of a plain value in place of a predicate.
    package static let equality = PredicateForm(
        "equals",
        .value({ .equals($0) }, within: { .approximately($0, within: $1) }),
        "An equal value of the same type.",
        ("$.count", "2, within: 0.5")
    )

    private static let comparisons: [PredicateForm] = [
        equality,
        .init(
            "not",
            .predicate(of: .same) { .not($0) },
            "A value that is not equal to this one, or the negation of a predicate.",
            ("$.objectId", #"{ matches: "^E" }"#)
        ),
        .init(
            "gt",
            .ordered { .compares(.gt, $0) },
            "Greater than this number or string.",
            ("$.count", "0")
        ),
        .init(
            "gte",
            .ordered { .compares(.gte, $0) },
            "At least this number or string.",
            ("$.count", "1")
        ),
        .init(
            "lt",
            .ordered { .compares(.lt, $0) },
            "Less than this number or string.",
            ("$.count", "10")
        ),
        .init(
            "lte",
            .ordered { .compares(.lte, $0) },
            "At most this number or string.",
            ("$.count", "9")
        ),
    ]

    private static let texts: [PredicateForm] = [
        .init(
            "startsWith",
            .text { .startsWith($0) },
            "A string that starts with this string.",
            ("$.code", "E")
        ),
        .init(
            "endsWith",
            .text { .endsWith($0) },
            "A string that ends with this string.",
            ("$.createDate", "Z")
        ),
        .init(
            "contains",
            .value({ .contains($0) }),
            "A string with this substring, a list with this element, or an object with these "
                + "members.",
            ("$.target", "ios")
        ),
        .init(
            "matches",
            .text { text throws(QueryNameError) in .matches(try expression(text)) },
            "A string that contains a match of this regular expression.",
            ("$.objectId", #""^[A-Za-z0-9]{16}$""#)
        ),
    ]

    private static let kinds: [PredicateForm] = [
        .init(
            "exists",
            .truth { .exists($0) },
            "Whether the value exists; null exists.",
            ("$.objectId", "true")
        ),
        .init(
            "empty",
            .truth { .empty($0) },
            "Whether a string, a list or an object is empty.",
            ("$.results", "false")
        ),
        .init(
            "type",
            .kinds { .type($0) },
            "The type of the value, or a list of allowed types.",
            ("$.count", #"[integer, "null"]"#)
        ),
    ]

    private static let sizes: [PredicateForm] = [
        .init(
            "count",
            .predicate(of: .count) { .count($0) },
            "The number of matches, elements or members: a number or a predicate.",
            ("$.results[*]", "3")
        ),
        .init(
            "length",
            .predicate(of: .count) { .length($0) },
            "The number of characters in a string or of elements in a list: a number or a "
                + "predicate.",
            ("$.objectId", "{ gte: 1 }")
        ),
        .init(
            "bytes",
            .predicate(of: .count) { .bytes($0) },
            "The number of bytes of a string in UTF-8: a number or a predicate.",
            ("$.objectId", "16")
        ),
        .init(
            "schema",
            .schema { .schema($0) },
            "A JSON Schema (draft 2020-12) for the value.",
            ("$", "{ type: object }")
        ),
    ]

    private static let collections: [PredicateForm] = [
        .init(
            "each",
            .predicate(of: .part) { .each($0) },
            "A predicate that holds for every element, or a value that every element equals; an "
                + "empty list passes.",
            ("$.results[*].rank", "{ gt: 0 }")
        ),
        .init(
            "anyOf",
            .alternatives { .anyOf($0) },
            "Predicates or values; at least one of them must match.",
            ("$.deviceType", "[ios, { startsWith: and }]")
        ),
        .init(
            "sorted",
            .direction { .sorted($0) },
            "The order of a list.",
            ("$.results[*].createDate", "descending")
        ),
        .init(
            "equalsUnordered",
            .list { .equalsUnordered($0) },
            "A list of these values in any order.",
            ("$.target", "[ios, android]")
        ),
    ]

    private static let dates: [PredicateForm] = [
        .init(
            "isDate",
            .truth { .isDate($0) },
            "Whether a string is a date and time in RFC 3339 format.",
            ("$.createDate", "true")
        ),
        .init(
            "before",
            .text { text throws(QueryNameError) in .before(try date(text)) },
            "A date and time earlier than this one.",
            ("$.createDate", #""2030-01-01T00:00:00Z""#)
        ),
        .init(
            "after",
            .text { text throws(QueryNameError) in .after(try date(text)) },
            "A date and time later than this one.",
            ("$.createDate", #""2020-01-01T00:00:00Z""#)
        ),
    ]

    private static func date(_ text: String) throws(QueryNameError) -> String {
        if DateTime(rfc3339: text) != nil { return text }
        let example = "2030-01-01T00:00:00Z"
        throw QueryNameError(
            "expected a date and time in RFC 3339 format such as \(example), got \"\(text)\""
        )
    }

    private static func expression(
        _ text: String
    ) throws(QueryNameError) -> RegularExpression {
        do {
            return try RegularExpression(ecma: text)
        } catch {
            throw QueryNameError("\(error)")
        }
    }
}
