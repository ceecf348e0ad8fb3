import Contract
import JSON
import JSONSchemas

extension AssertionTemplate {
    /// What is asked; two asserts with one spelling ask the same.
    var spelling: String { "\(query.key)\(steps) \(predicate.spelling)" }

    /// What is asked, for people: `$.objectId length 16`.
    var words: String {
        guard case .ready(let ready) = predicate else { return "\(place) \(predicate.spelling)" }
        return "\(place) \(ready)"
    }

    private var place: String { query.spelling + steps }

    private var steps: String { filters.map { " \($0)" }.joined() }
}

extension FailureField {
    /// The place that is looked at: `body | regex <Code>(.*)</Code>`.
    var spelling: String {
        ([query.spelling] + filters.map(\.description)).joined(separator: " | ")
    }
}

extension QueryTemplate {
    /// The place that is asked for, however it is written: names of header fields have no case.
    fileprivate var key: String {
        switch self {
        case .ready(.header), .open("header", _, _): spelling.lowercased()
        case .ready, .open, .ofRequest: spelling
        }
    }

    /// The place that is asked for: `$.code`.
    var spelling: String {
        switch self {
        case .ready(let query): query.description
        case .open(let name, let argument, _): "\(name) \(argument.spelling)"
        case .ofRequest(let number, let query): "request \(number) \(query.spelling)"
        }
    }
}

extension PredicateTemplate {
    /// What is expected; schemas are spelled out, so that one spelling means one predicate.
    fileprivate var spelling: String {
        switch self {
        case .ready(let predicate): predicate.spelling
        case .open(let form, let value, let tolerance, _):
            "\(form.name) \(value.spelling.text)"
                + (tolerance.map { " ± \($0.spelling.text)" } ?? "")
        case .nested(let form, let inner): "\(form.name) \(inner.spelling)"
        case .alternatives(_, let alternatives):
            alternatives.map(\.spelling).joined(separator: " or ")
        }
    }
}

extension Predicate {
    fileprivate var spelling: String {
        switch self {
        case .equals(let value): "equals \(value.text)"
        case .length(let inner): "length \(inner.spelling)"
        case .count(let inner): "count \(inner.spelling)"
        case .bytes(let inner): "bytes \(inner.spelling)"
        case .each(let inner): "each \(inner.spelling)"
        case .not(let inner): "not \(inner.spelling)"
        case .anyOf(let alternatives): alternatives.map(\.spelling).joined(separator: " or ")
        case .schema(let schema):
            "schema " + (schema.document[schema.place] ?? .null).text
        default: description
        }
    }
}
