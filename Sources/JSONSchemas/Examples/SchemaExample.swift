package import JSON

/// Makes up a value that keeps to a schema, always the same.
///
/// Constants, examples, defaults and choices come first, then types and limits.
package struct SchemaExample {
    private let document: JSONValue
    /// The references being followed, so that recursion ends.
    private var open: [String] = []
    /// How many values may still be made: schemas can ask for more than there is memory.
    private var budget = 5_000

    /// A value for the schema.
    ///
    /// Not every schema is understood: whether the value keeps to it, the schema itself says.
    ///
    /// - Parameter schema: The schema.
    /// - Returns: `nil` where only an endless value would do, or none.
    package static func value(for schema: JSONSchema) -> JSONValue? {
        var maker = SchemaExample(document: schema.document)
        return schema.document[schema.place].flatMap { maker.value(for: $0) }
    }

    /// A value for a schema that stands somewhere in a document.
    static func value(for schema: JSONValue, in document: JSONValue) -> JSONValue? {
        var maker = SchemaExample(document: document)
        return maker.value(for: schema)
    }

    private init(document: JSONValue) { self.document = document }

    private mutating func value(for schema: JSONValue) -> JSONValue? {
        guard let given = schema.objectValue else { return schema == true ? "text" : nil }
        guard budget > 0 else { return nil }
        budget -= 1
        let depth = open.count
        defer { open.removeSubrange(depth...) }
        guard let object = SchemaKeywords.merged(given, in: document, &open) else { return nil }
        if let stated = Self.stated(object) { return stated }
        for name in ["oneOf", "anyOf"] {
            for alternative in object[name]?.arrayValue ?? [] {
                var others = object
                others[name] = nil
                others["allOf"] = [alternative]
                if let value = value(for: .object(others)) { return value }
            }
        }
        return value(of: Self.type(object), object)
    }

    /// What the schema itself gives.
    private static func stated(_ schema: JSONObject) -> JSONValue? {
        if let constant = schema["const"] { return constant }
        // Documents show numbers as texts, and texts as numbers.
        let shown = (schema["examples"]?.arrayValue ?? []) + [schema["default"]].compactMap(\.self)
        if let value = shown.first(where: { isOfType(of: schema, $0) }) { return value }
        let choices = schema["enum"]?.arrayValue
        return choices?.first { $0 != .null } ?? choices?.first
    }

    /// Whether a value has a type that the schema allows.
    private static func isOfType(of schema: JSONObject, _ value: JSONValue) -> Bool {
        guard let type = schema["type"] else { return true }
        let types = (type.arrayValue ?? [type]).compactMap(\.stringValue)
        let kind = value.kind
        return types.contains(kind.rawValue) || kind == .integer && types.contains("number")
    }

    static func type(_ schema: JSONObject) -> String {
        if let type = schema["type"]?.stringValue { return type }
        let types = schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? []
        if let first = types.first(where: { $0 != "null" }) ?? types.first { return first }
        let words: [(String, [String])] = [
            ("object", ["properties", "required", "additionalProperties", "patternProperties"]),
            ("array", ["items", "prefixItems", "minItems"]),
            ("number", ["minimum", "maximum", "multipleOf", "exclusiveMinimum"]),
        ]
        return words.first { $0.1.contains { schema[$0] != nil } }?.0 ?? "string"
    }

    private mutating func value(of type: String, _ schema: JSONObject) -> JSONValue? {
        switch type {
        case "object": return members(schema)
        case "array": return elements(schema)
        case "boolean": return true
        case "null": return .null
        case "integer", "number": return NumberExample.value(.object(schema))
        default: return .string(TextExample.value(.object(schema)))
        }
    }
}

// MARK: - Collections

extension SchemaExample {
    /// All members that are described; one that is not required and would be endless is left out.
    private mutating func members(_ schema: JSONObject) -> JSONValue? {
        let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        var object = JSONObject()
        for property in schema["properties"]?.objectValue?.members ?? [] {
            if let value = value(for: property.value) {
                object[property.name] = value
            } else if required.contains(property.name) {
                return nil
            }
        }
        for name in required where object[name] == nil {
            let rest = schema["additionalProperties"] ?? true
            object[name] = value(for: rest == false ? true : rest) ?? "text"
        }
        return .object(object)
    }

    private mutating func elements(_ schema: JSONObject) -> JSONValue? {
        var elements: [JSONValue] = []
        for element in schema["prefixItems"]?.arrayValue ?? [] {
            elements.append(value(for: element) ?? .null)
        }
        let least = min(schema["minItems"]?.intValue ?? 0, 100)
        let most = schema["maxItems"]?.intValue ?? .max
        let wanted = min(max(least, 1), most)
        let item = schema["contains"] ?? schema["items"] ?? true
        while elements.count < wanted {
            guard let element = value(for: item) else {
                return elements.count < least ? nil : .array(elements)
            }
            elements.append(element)
        }
        return .array(elements)
    }
}
