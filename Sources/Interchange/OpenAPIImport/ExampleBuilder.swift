import JSON

/// Makes up a value that keeps to a schema: from its examples, defaults, constants and choices
/// first, else from its types and limits.
struct ExampleBuilder {
    private let document: OpenAPIDocument
    /// The places of the references being followed, so that recursion ends.
    private var open: Set<JSONPointer> = []
    /// How many values may still be made: schemas can ask for more than there is memory.
    private var budget = 5_000

    init(_ document: OpenAPIDocument) {
        self.document = document
    }

    /// A value for a request.
    ///
    /// - Parameter schema: The schema, in the words of the document.
    /// - Returns: `nil` where only an endless value would do.
    /// - Throws: When a reference leads nowhere.
    mutating func value(for schema: LocatedValue) throws(InterchangeError) -> JSONValue? {
        guard let object = schema.value.objectValue else { return "text" }
        guard budget > 0 else { return nil }
        budget -= 1
        if let given = Self.given(object) { return given }
        if let reference = object["$ref"] {
            let target = try document.target(
                of: reference,
                at: schema.pointer.appending("$ref")
            )
            guard open.insert(target.pointer).inserted else { return nil }
            defer { open.remove(target.pointer) }
            return try value(for: target)
        }
        if schema["allOf"] != nil { return try merged(schema) }
        for name in ["oneOf", "anyOf"] {
            if let alternative = try first(of: schema[name]) {
                // Beside the alternatives there may be members for all of them.
                guard schema["properties"] != nil, let own = try members(schema).objectValue,
                    let other = alternative.objectValue
                else { return alternative }
                return .object(JSONObject(own.members + other.members))
            }
        }
        return try value(of: Self.type(object), schema)
    }

    /// What the schema itself gives: an example, a constant, a default or a choice.
    static func given(_ schema: JSONObject) -> JSONValue? {
        if let example = stated(schema) { return example }
        if let value = schema["const"] ?? schema["default"] { return value }
        return schema["enum"]?.arrayValue?.first { $0 != .null }
    }

    /// What the schema gives as an example in so many words.
    static func stated(_ schema: JSONObject) -> JSONValue? {
        schema["example"] ?? schema["examples"]?.arrayValue?.first
    }

    private static func type(_ schema: JSONObject) -> String {
        if let type = schema["type"]?.stringValue { return type }
        let types = schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? []
        if let first = types.first(where: { $0 != "null" }) ?? types.first { return first }
        if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
        if schema["items"] != nil || schema["prefixItems"] != nil { return "array" }
        return schema["required"] == nil ? "string" : "object"
    }

    private mutating func value(
        of type: String,
        _ schema: LocatedValue
    ) throws(InterchangeError) -> JSONValue? {
        switch type {
        case "object": return try members(schema)
        case "array": return try elements(schema)
        case "boolean": return true
        case "null": return .null
        case "integer", "number": return NumberExample.value(schema.value)
        default: return .string(TextExample.value(schema.value))
        }
    }
}

// MARK: - Collections

extension ExampleBuilder {
    /// The members that are required, and those that have an example or a default.
    private mutating func members(
        _ schema: LocatedValue
    ) throws(InterchangeError) -> JSONValue {
        let required = (schema.value["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        var object = try properties(of: schema, required: required)
        for name in required where schema["properties"]?[name] == nil { object[name] = "text" }
        return .object(object)
    }

    private mutating func properties(
        of schema: LocatedValue,
        required: [String]
    ) throws(InterchangeError) -> JSONObject {
        var object = JSONObject()
        for (name, property) in schema["properties"]?.members ?? [] {
            let resolved = try document.resolved(property)
            if resolved.value["readOnly"]?.boolValue == true { continue }
            let isStated =
                (resolved.value.objectValue ?? JSONObject()).contains("default")
                || resolved.value.objectValue.flatMap(Self.stated) != nil
            guard isStated || required.contains(name) else { continue }
            object[name] = try value(for: property)
        }
        return object
    }

    private mutating func elements(
        _ schema: LocatedValue
    ) throws(InterchangeError) -> JSONValue {
        var elements: [JSONValue] = []
        for element in schema["prefixItems"]?.elements ?? [] {
            elements.append(try value(for: element) ?? .null)
        }
        let least = min(schema.value["minItems"]?.intValue ?? 1, 10)
        let most = schema.value["maxItems"]?.intValue ?? .max
        if let items = schema["items"], items.value.objectValue != nil,
            let element = try value(for: items)
        {
            while elements.count < min(max(least, 1), most) { elements.append(element) }
        }
        return .array(elements)
    }

    /// The members of all parts of `allOf` together; without members, the first part's value.
    private mutating func merged(_ schema: LocatedValue) throws(InterchangeError) -> JSONValue? {
        let opened = open
        defer { open = opened }
        let parts = try parts(of: schema)
        let isObject = parts.contains { part in
            ["properties", "required", "additionalProperties"].contains { part[$0] != nil }
                || part.value["type"] == "object"
        }
        guard isObject else {
            for part in parts where part.pointer != schema.pointer {
                if let value = try value(for: part) { return value }
            }
            return nil
        }
        let required = parts.flatMap { $0.value["required"]?.arrayValue ?? [] }
        var object = JSONObject()
        for part in parts {
            if let given = part.value.objectValue.flatMap(Self.given) {
                for member in given.objectValue?.members ?? [] {
                    object[member.name] = member.value
                }
            }
            let names = required.compactMap(\.stringValue)
            for member in try properties(of: part, required: names).members {
                object[member.name] = member.value
            }
        }
        for name in required.compactMap(\.stringValue) where !object.contains(name) {
            // Described, and left out: it is only read.
            let isDescribed = parts.contains { $0["properties"]?[name] != nil }
            if !isDescribed { object[name] = "text" }
        }
        return .object(object)
    }

    /// A schema and the parts of its `allOf`, those of these too, references followed.
    private mutating func parts(
        of schema: LocatedValue
    ) throws(InterchangeError) -> [LocatedValue] {
        let resolved = try document.resolved(schema)
        if resolved.pointer != schema.pointer, !open.insert(resolved.pointer).inserted { return [] }
        var parts: [LocatedValue] = []
        for part in resolved["allOf"]?.elements ?? [] { parts += try self.parts(of: part) }
        return parts + [resolved]
    }

    private mutating func first(of list: LocatedValue?) throws(InterchangeError) -> JSONValue? {
        for element in list?.elements ?? [] {
            if let value = try value(for: element), value != .null { return value }
        }
        return nil
    }
}

/// Numbers that keep to the limits of a schema.
private enum NumberExample {
    static func value(_ schema: JSONValue) -> JSONValue {
        let step = max(1, schema["multipleOf"]?.intValue ?? 1)
        let candidates = [
            step, 0, lowest(schema), highest(schema),
            lowest(schema).map { ($0 &+ step &- 1) / step &* step },
        ]
        for case let candidate? in candidates where fits(candidate, schema) {
            return .integer(candidate)
        }
        return schema["minimum"] ?? schema["maximum"] ?? 1
    }

    private static func lowest(_ schema: JSONValue) -> Int? {
        if let limit = schema["exclusiveMinimum"]?.intValue { return limit &+ 1 }
        let isExcluded = schema["exclusiveMinimum"]?.boolValue ?? false
        return schema["minimum"].flatMap(whole).map { isExcluded ? $0 &+ 1 : $0 }
    }

    private static func highest(_ schema: JSONValue) -> Int? {
        if let limit = schema["exclusiveMaximum"]?.intValue { return limit &- 1 }
        let isExcluded = schema["exclusiveMaximum"]?.boolValue ?? false
        return schema["maximum"]?.intValue.map { isExcluded ? $0 &- 1 : $0 }
    }

    /// The least integer that is not below a number.
    private static func whole(_ value: JSONValue) -> Int? {
        guard case .number(let number) = value else { return nil }
        return number.exactInt64.map(Int.init) ?? Int(exactly: number.doubleValue.rounded(.up))
    }

    private static func fits(_ candidate: Int, _ schema: JSONValue) -> Bool {
        if let low = lowest(schema), candidate < low { return false }
        if let high = highest(schema), candidate > high { return false }
        guard let step = schema["multipleOf"]?.intValue, step > 0 else { return true }
        return candidate.isMultiple(of: step)
    }
}

/// Texts that keep to the format, pattern and length of a schema, as far as that can be guessed.
private enum TextExample {
    static func value(_ schema: JSONValue) -> String {
        let format = schema["format"]?.stringValue.flatMap { formats[$0] }
        let least = min(schema["minLength"]?.intValue ?? 0, 1_000)
        let most = max(0, schema["maxLength"]?.intValue ?? .max)
        let fitted = { (text: String) -> String in
            let count = text.unicodeScalars.count
            if count < least {
                let filling = String(repeating: "text", count: (least - count) / 4 + 1)
                return text + filling.prefix(least - count)
            }
            return count > most ? String(text.prefix(most)) : text
        }
        guard let pattern = schema["pattern"]?.stringValue else {
            return format ?? fitted("text")
        }
        let guesses = ([format].compactMap(\.self) + common).flatMap { [$0, fitted($0)] }
        do {
            let expression = try RegularExpression(ecma: pattern)
            return guesses.first { expression.containsMatch(in: $0) } ?? fitted("text")
        } catch {
            // The schema says so itself when it is taken over.
            return fitted("text")
        }
    }

    private static let formats = [
        "date-time": "2026-01-31T12:00:00Z", "date": "2026-01-31", "time": "12:00:00Z",
        "duration": "PT1M", "email": "user@example.com", "idn-email": "user@example.com",
        "hostname": "example.com", "idn-hostname": "example.com", "ipv4": "192.0.2.1",
        "ipv6": "2001:db8::1", "uri": "https://example.com/", "iri": "https://example.com/",
        "url": "https://example.com/", "uri-reference": "/", "iri-reference": "/",
        "uuid": "00000000-0000-4000-8000-000000000000", "byte": "dGV4dA==",
        "json-pointer": "/a", "regex": "a",
    ]

    private static let common = [
        "text", "a", "A", "1", "aaaaaaaa", "AAA", "abc123", "Abc123", "0", "123456", "a-b", "a_b",
        "2026-01-31", "2026-01-31T12:00:00Z", "12:00", "+819012345678", "user@example.com",
        "https://example.com/", "00000000-0000-4000-8000-000000000000", "1.0", "1.0.0", "#ffffff",
        "en", "en-US", "JPY", String(repeating: "a", count: 64), String(repeating: "0", count: 64),
        String(repeating: "A", count: 16), String(repeating: "0", count: 16),
        String(repeating: "a", count: 32), String(repeating: "0", count: 24),
    ]
}
