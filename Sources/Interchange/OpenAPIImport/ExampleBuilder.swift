import JSON
import JSONSchemas

/// Makes a value that matches a schema: from its examples, defaults, constants and enumerations
/// first, else from its types and limits.
struct ExampleBuilder {
    private let document: OpenAPIDocument
    /// The places of references being followed, so that recursion ends.
    private var open: Set<JSONPointer> = []
    /// The maximum depth of nested references: deeper examples are not readable.
    private static let deepest = 50
    /// The number of values left to make: schemas can ask for more than fit into memory.
    private var budget = 5_000

    init(_ document: OpenAPIDocument) {
        self.document = document
    }

    /// A value for a request.
    ///
    /// - Parameter schema: The schema, in the words of the document.
    /// - Returns: `nil` where only an endless value would do.
    /// - Throws: When a reference has no target.
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
            guard open.count < Self.deepest, open.insert(target.pointer).inserted else {
                return nil
            }
            defer { open.remove(target.pointer) }
            return try value(for: target)
        }
        if let member = OpenAPIDiscriminator.member(of: schema),
            let choice = try OpenAPIDiscriminator(document).choice(of: schema)
        {
            return try value(for: choice.schema, named: choice.name, by: member)
        }
        if schema["allOf"] != nil { return try merged(schema) }
        for name in ["oneOf", "anyOf"] {
            if let alternative = try first(of: schema[name]) {
                // In addition to the alternatives, members for all of them are possible.
                guard schema["properties"] != nil, let own = try members(schema).objectValue,
                    let other = alternative.objectValue
                else { return alternative }
                return .object(JSONObject(own.members + other.members))
            }
        }
        return try value(of: Self.type(object), schema)
    }

    /// A value of a schema that a discriminator selects.
    private mutating func value(
        for choice: LocatedValue,
        named name: String,
        by member: String
    ) throws(InterchangeError) -> JSONValue? {
        let made = choice["allOf"] == nil ? try members(choice) : try merged(choice)
        guard var object = made?.objectValue else { return made }
        object[member] = .string(name)
        return .object(object)
    }

    /// A value from the schema itself: an example, a constant, a default or an enumerated value.
    static func given(_ schema: JSONObject) -> JSONValue? {
        if let example = stated(schema) { return example }
        if let value = schema["const"] ?? schema["default"] { return value }
        return schema["enum"]?.arrayValue?.first { $0 != .null }
    }

    /// The explicit example of the schema.
    static func stated(_ schema: JSONObject) -> JSONValue? {
        schema["example"] ?? schema["examples"]?.arrayValue?.first
    }

    /// The type of the value that would be made.
    static func type(_ schema: JSONObject) -> String {
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
    /// The required members, and those with an example or a default.
    private mutating func members(
        _ schema: LocatedValue
    ) throws(InterchangeError) -> JSONValue {
        let required = (schema.value["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        var object = try properties(of: schema, required: required)
        for name in required where schema["properties"]?[name] == nil { object[name] = "text" }
        // A body may need at least one member.
        let least = min(schema.value["minProperties"]?.intValue ?? 0, 20)
        for (name, property) in schema["properties"]?.members ?? [] where object.count < least {
            let isRead = try document.resolved(property).value["readOnly"]?.boolValue == true
            guard !isRead, !object.contains(name) else { continue }
            object[name] = try value(for: property)
        }
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
            // Described but left out: it is read-only.
            let isDescribed = parts.contains { $0["properties"]?[name] != nil }
            if !isDescribed { object[name] = "text" }
        }
        return .object(object)
    }

    /// A schema and the parts of its `allOf`, recursively, with references followed.
    private mutating func parts(
        of schema: LocatedValue
    ) throws(InterchangeError) -> [LocatedValue] {
        let resolved = try document.resolved(schema)
        guard
            resolved.pointer == schema.pointer
                || open.count < Self.deepest && open.insert(resolved.pointer).inserted
        else { return [] }
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
