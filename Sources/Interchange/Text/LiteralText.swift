import Base
import JSON

/// Prevents texts of other documents from being read as templates.
enum LiteralText {
    /// Whether a text would be read as a template.
    static func isTemplate(_ text: String) -> Bool { text.utf8.count > 1 && text.contains("{{") }

    /// The names of the variables that a text inserts, in the form of another tool.
    static func names(in text: String) -> [String] {
        text.ranges(of: "{{").compactMap { opening in
            let inner = text[opening.upperBound...]
            return inner.firstRange(of: "}}").map { inner[..<$0.lowerBound].trimmed }
        }
    }

    /// A JSON body in which nothing is read as a template: `{{` in its texts is escaped, and a body
    /// with it in a name, which cannot be escaped, becomes a JSON text.
    static func body(_ value: JSONValue) -> JSONValue {
        guard holdsTemplateInName(value) || value.stringValue != nil else { return literal(value) }
        // A text in place of a body is sent unchanged; in JSON, `{{` occurs only in strings.
        return .string(escaped(value.text))
    }

    /// A text that is sent literally, whatever looks like a template in it.
    static func literal(_ text: String) -> String {
        isTemplate(text) ? text.replacing("{{", with: "{{'{{'}}") : text
    }

    /// A value whose texts are sent literally.
    static func literal(_ value: JSONValue) -> JSONValue { value.mappingTexts(literal) }

    /// The original of a `literal`.
    static func plain(_ value: JSONValue) -> JSONValue {
        value.mappingTexts { $0.replacing("{{'{{'}}", with: "{{") }
    }

    /// Escapes `{{` inside the strings of a JSON text; outside of them braces are never adjacent in
    /// a text without spaces, as an object's first character is a quote.
    private static func escaped(_ text: String) -> String {
        text.replacing("{{", with: "\\u007b\\u007b")
    }

    /// Whether any text in a value would be read as a template.
    static func holdsTemplate(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): isTemplate(text)
        case .array(let elements): elements.contains(where: holdsTemplate)
        case .object(let object):
            object.members.contains { isTemplate($0.name) || holdsTemplate($0.value) }
        case .null, .bool, .number: false
        }
    }

    /// Whether any name in a value would be read as a template, which is only possible in a text.
    static func holdsTemplateInName(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.contains(where: holdsTemplateInName)
        case .object(let object):
            object.members.contains { isTemplate($0.name) || holdsTemplateInName($0.value) }
        case .null, .bool, .number, .string: false
        }
    }

    /// A text for a place without escapes: the braces are separated.
    static func apart(_ text: String) -> String {
        text.split(separator: "{{", omittingEmptySubsequences: false).joined(separator: "{ {")
    }
}

extension JSONValue {
    /// The value with changed texts; names stay.
    func mappingTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map {
                        .init(name: $0.name, value: $0.value.mappingTexts(change))
                    }
                )
            )
        case .null, .bool, .number: self
        }
    }
}
