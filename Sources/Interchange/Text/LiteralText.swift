import JSON

/// Keeps texts of other documents from being read as templates.
enum LiteralText {
    /// Whether a text would be read as a template.
    static func isTemplate(_ text: String) -> Bool { text.utf8.count > 1 && text.contains("{{") }

    /// A JSON body: as it is, or, when a text in it holds `{{`, as a JSON text in which that is
    /// escaped.
    static func body(_ value: JSONValue) -> JSONValue {
        guard holdsTemplate(value) || value.stringValue != nil else { return value }
        // A text in place of a body is sent as it is; in JSON, `{{` stands in strings only.
        return .string(escaped(value.text))
    }

    /// `{{` inside the strings of a JSON text; braces outside of them never meet in a text
    /// without spaces, as an object's first character is a quote.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "{{", omittingEmptySubsequences: false).joined(
            separator: "\\u007b\\u007b"
        )
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

    /// Whether any name in a value would be read as a template, which only a text may hold.
    static func holdsTemplateInName(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.contains(where: holdsTemplateInName)
        case .object(let object):
            object.members.contains { isTemplate($0.name) || holdsTemplateInName($0.value) }
        case .null, .bool, .number, .string: false
        }
    }

    /// A text for a place that has no escapes: the braces are moved apart.
    static func apart(_ text: String) -> String {
        text.split(separator: "{{", omittingEmptySubsequences: false).joined(separator: "{ {")
    }
}
