package import JSON

/// A predicate whose values may still hold templates.
package indirect enum PredicateTemplate: Sendable {
    case ready(Predicate)
    /// One whose value is filled in when it is used.
    case open(name: String, value: TemplateValue, tolerance: TemplateValue?, SourceLocation)
    /// One that holds another: `not each count length bytes`.
    case nested(name: String, PredicateTemplate)
    case anyOf([PredicateTemplate])

    /// The templates that have to be filled in.
    package var templates: [Template] {
        switch self {
        case .ready: []
        case .open(_, let value, let tolerance, _):
            value.templates + (tolerance?.templates ?? [])
        case .nested(_, let inner): inner.templates
        case .anyOf(let alternatives): alternatives.flatMap(\.templates)
        }
    }

    /// The predicate with its values filled in.
    package func predicate(using evaluator: inout Evaluator) throws(TemplateError) -> Predicate {
        switch self {
        case .ready(let predicate): return predicate
        case .nested(let name, let inner):
            return Predicate(named: name, holding: try inner.predicate(using: &evaluator))
        case .anyOf(let alternatives):
            var predicates: [Predicate] = []
            for alternative in alternatives {
                predicates.append(try alternative.predicate(using: &evaluator))
            }
            return .anyOf(predicates)
        case .open(let name, let value, let tolerance, let location):
            let value = try evaluator.value(of: value)
            let margin: JSONValue?
            if let tolerance { margin = try evaluator.value(of: tolerance) } else { margin = nil }
            do {
                return try Predicate(named: name, value: value, tolerance: margin)
            } catch {
                throw TemplateError(error.reason, at: location)
            }
        }
    }
}

extension Predicate {
    /// Predicates whose value is a plain value.
    package static let valueNames = [
        "equals", "gt", "gte", "lt", "lte", "startsWith", "endsWith", "contains", "matches",
        "exists", "empty", "type", "sorted", "equalsUnordered", "isDate", "before", "after",
    ]
    /// Predicates that hold another predicate, or a value that it should equal.
    package static let nestingNames = ["not", "each", "count", "length", "bytes"]
    /// Every name a contract may use.
    package static let names = valueNames + nestingNames + ["anyOf", "schema"]

    /// `not`, `each`, `count`, `length` or `bytes` of another predicate.
    init(named name: String, holding inner: Predicate) {
        switch name {
        case "not": self = .not(inner)
        case "each": self = .each(inner)
        case "count": self = .count(inner)
        case "length": self = .length(inner)
        case "bytes": self = .bytes(inner)
        default: preconditionFailure("\(name) holds no other predicate")
        }
    }

    /// The predicate that a contract names.
    ///
    /// - Parameters:
    ///   - name: One of `valueNames`.
    ///   - value: What it compares with.
    ///   - tolerance: For `equals` on numbers: how far the two may be apart.
    /// - Throws: `QueryNameError` when the value does not suit the predicate.
    package init(
        named name: String,
        value: JSONValue,
        tolerance: JSONValue? = nil
    ) throws(QueryNameError) {
        switch name {
        case "equals": self = try Self.equality(value, tolerance)
        case "gt", "gte", "lt", "lte":
            guard let comparison = Comparison(rawValue: name) else {
                preconditionFailure("\(name) is no comparison")
            }
            self = .compares(comparison, try Self.ordered(value, name))
        case "startsWith": self = .startsWith(try Self.text(value, name))
        case "endsWith": self = .endsWith(try Self.text(value, name))
        case "contains": self = .contains(value)
        case "matches": self = .matches(try Self.expression(Self.text(value, name)))
        case "exists": self = .exists(try Self.truth(value, name))
        case "empty": self = .empty(try Self.truth(value, name))
        case "type": self = .type(try Self.kinds(value))
        case "sorted": self = .sorted(try Self.direction(value))
        case "equalsUnordered":
            guard let elements = value.arrayValue else {
                throw Self.mismatch(name, "a list", value)
            }
            self = .equalsUnordered(elements)
        case "isDate": self = .isDate(try Self.truth(value, name))
        case "before": self = .before(try Self.text(value, name))
        case "after": self = .after(try Self.text(value, name))
        default: throw QueryNameError("unknown predicate \"\(name)\"")
        }
    }

    private static func mismatch(
        _ name: String,
        _ expected: String,
        _ value: JSONValue
    ) -> QueryNameError {
        QueryNameError("\"\(name)\" expects \(expected), got \(value.text(maximumLength: 60))")
    }

    private static func equality(
        _ value: JSONValue,
        _ tolerance: JSONValue?
    ) throws(QueryNameError) -> Predicate {
        guard let tolerance else { return .equals(value) }
        guard case .number(let number) = value, case .number(let margin) = tolerance else {
            throw QueryNameError("\"within\" expects a number beside a number in \"equals\"")
        }
        return .approximately(number, within: margin)
    }

    private static func ordered(
        _ value: JSONValue,
        _ name: String
    ) throws(QueryNameError) -> JSONValue {
        switch value {
        case .number, .string: return value
        default: throw mismatch(name, "a number or a text", value)
        }
    }

    private static func text(
        _ value: JSONValue,
        _ name: String
    ) throws(QueryNameError) -> String {
        guard let text = value.stringValue else { throw mismatch(name, "a text", value) }
        return text
    }

    private static func truth(_ value: JSONValue, _ name: String) throws(QueryNameError) -> Bool {
        guard let truth = value.boolValue else { throw mismatch(name, "true or false", value) }
        return truth
    }

    private static func expression(_ text: String) throws(QueryNameError) -> RegularExpression {
        do {
            return try RegularExpression(ecma: text)
        } catch {
            throw QueryNameError("\(error)")
        }
    }

    private static func kinds(_ value: JSONValue) throws(QueryNameError) -> [JSONValue.Kind] {
        let names = value.arrayValue ?? [value]
        let kinds = names.compactMap { $0.stringValue.flatMap(JSONValue.Kind.init) }
        guard kinds.count == names.count, !kinds.isEmpty else {
            let known = JSONValue.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw mismatch("type", "one of \(known), or a list of them", value)
        }
        return kinds
    }

    private static func direction(_ value: JSONValue) throws(QueryNameError) -> Direction {
        guard let direction = value.stringValue.flatMap(Direction.init) else {
            throw mismatch("sorted", "ascending or descending", value)
        }
        return direction
    }
}
