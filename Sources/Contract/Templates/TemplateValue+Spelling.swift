import Base
package import JSON

extension Template {
    /// The text as a contract writes it; two templates with the same spelling are equivalent.
    package var spelling: String { parts.map(\.spelling).joined() }
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
                + (shift == 0 ? "" : " \(shift < 0 ? "" : "+")\(shift / 1_000_000)ms")
                + (zone == 0 ? "" : " \(Self.offset(zone))")
        }
    }

    /// The zone in text form, for example `+09:00`.
    private static func offset(_ zone: Int) -> String {
        let minutes = abs(zone) / 60
        let (hours, rest) = (minutes / 60, minutes % 60)
        let sign = zone < 0 ? "-" : "+"
        return "\(sign)\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
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
    package var spelling: JSONValue {
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
            Self.repetition(count.spelling, value.spelling, separator?.spelling)
        case .first(let alternatives): ["first": .array(alternatives.map(\.value.spelling))]
        }
    }

    private static func repetition(
        _ count: JSONValue,
        _ value: JSONValue,
        _ separator: JSONValue?
    ) -> JSONValue {
        var object = JSONObject()
        object["repeat"] = count
        object["of"] = value
        object["with"] = separator
        return .object(object)
    }
}
