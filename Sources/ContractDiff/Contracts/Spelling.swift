import Base
import Contract
import JSON
import JSONSchemas

extension Template {
    /// The text as a contract writes it; two templates with one spelling mean the same.
    var spelling: String { parts.map(\.spelling).joined() }
}

extension Template.Part {
    fileprivate var spelling: String {
        switch self {
        case .literal(let text): text
        case .reference(let path): "{{\(path.joined(separator: "."))}}"
        case .function(let function): "{{\(function.spelling)}}"
        }
    }
}

extension TemplateFunction {
    fileprivate var spelling: String {
        switch self {
        case .hex(let count): "hex \(count)"
        case .digits(let count): "digits \(count)"
        case .alphanumerics(let count): "alnum \(count)"
        case .uuid: "uuid"
        case .sequence: "seq"
        case .now(let format, let shift, let zone):
            "now \(format.spelling)"
                + (shift == 0 ? "" : " \(Self.signed(shift / 1_000_000, "ms"))")
                + (zone == 0 ? "" : " \(Self.signed(Int64(zone), "s")) from UTC")
        }
    }

    private static func signed(_ value: Int64, _ unit: String) -> String {
        "\(value < 0 ? "" : "+")\(value)\(unit)"
    }
}

extension TimeFormat {
    fileprivate var spelling: String {
        switch self {
        case .rfc3339Milliseconds: "rfc3339-ms"
        case .rfc3339: "rfc3339"
        case .isoWithZone: "iso-zone"
        case .unix: "unix"
        case .unixMilliseconds: "unix-ms"
        case .httpDate: "http-date"
        case .pattern(let pattern): "'\(pattern)'"
        }
    }
}

extension TemplateValue {
    /// The value as a contract writes it, templates as their text.
    var spelling: JSONValue {
        switch self {
        case .constant(let value): return value
        case .text(let template): return .string(template.spelling)
        case .array(let elements): return .array(elements.map(\.spelling))
        case .object(let members):
            return .object(
                JSONObject(
                    members.map { JSONObject.Member(name: $0.name, value: $0.value.spelling) }
                )
            )
        case .expression(let expression): return expression.spelling
        }
    }
}

extension TemplateExpression {
    fileprivate var spelling: JSONValue {
        switch self {
        case .json(let value): ["json": value.spelling]
        case .base64(let value): ["base64": value.spelling]
        case .text(let value): ["text": value.spelling]
        case .join(let list, let separator):
            ["join": list.spelling, "with": separator.spelling]
        case .repetition(let count, let value, let separator):
            [
                "repeat": count.spelling, "of": value.spelling,
                "with": separator?.spelling ?? .null,
            ]
        case .first(let alternatives): ["first": .array(alternatives.map(\.value.spelling))]
        }
    }
}

extension AssertionTemplate {
    /// What is asked; two asserts with one spelling ask the same.
    var spelling: String { "\(place) \(predicate.spelling)" }

    /// What is asked, for people: `$.objectId length 16`.
    var words: String {
        guard case .ready(let ready) = predicate else { return spelling }
        return "\(place) \(ready)"
    }

    private var place: String { query.spelling + filters.map { " \($0)" }.joined() }

    /// Whether it asks for a header field.
    var isAboutHeader: Bool {
        switch query {
        case .ready(.header), .ready(.cookie): true
        case .open(let name, _): name == "header" || name == "cookie"
        case .ready: false
        case .ofRequest: false
        }
    }
}

extension FailureField {
    /// The place that is looked at: `body | regex <Code>(.*)</Code>`.
    var spelling: String {
        ([query.spelling] + filters.map(\.description)).joined(separator: " | ")
    }
}

extension QueryTemplate {
    /// The place that is asked for: `$.code`.
    var spelling: String {
        switch self {
        case .ready(let query): query.description
        case .open(let name, let argument): "\(name) \(argument.spelling)"
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
