import JSON
import JSONSchemas

/// Imports schemas from an OpenAPI document, with those they refer to.
///
/// `#/components/schemas/Pet` becomes `#/schemas/Pet`; keywords that only OpenAPI 3.0 has become
/// those of JSON Schema 2020-12.
struct SchemaTransfer {
    /// The messages of the schemas: read-only members do not belong in requests.
    enum Direction {
        case request, response
    }

    let document: OpenAPIDocument
    private let direction: Direction
    /// The names of referenced schemas, by their place.
    private(set) var names: [JSONPointer: String] = [:]
    private var taken = UniqueNames()
    /// Referenced, but not imported yet.
    private var pending: [(name: String, schema: LocatedValue)] = []
    /// All referenced schemas, by name, after `finish` was called.
    private(set) var schemas = JSONObject()
    /// Notes for the user on imported schemas.
    var remarks: [String] = []
    /// Schemas that are not used for checks.
    var losses: [ImportLoss] = []
    /// Those that were not examined yet.
    private(set) var alternatives: [SchemaAlternatives] = []

    init(_ document: OpenAPIDocument, for direction: Direction) {
        self.document = document
        self.direction = direction
    }

    /// A translated schema.
    mutating func schema(_ schema: LocatedValue) throws(InterchangeError) -> JSONValue {
        guard let object = schema.value.objectValue else { return schema.value }
        var result = JSONObject()
        if let reference = object["$ref"] {
            result["$ref"] = try self.reference(reference, at: schema.pointer.appending("$ref"))
            if document.hasOldSchemas { return .object(result) }
        }
        for (name, value) in schema.members where name != "$ref" {
            try add(name, value, of: object, to: &result)
        }
        return document.hasOldSchemas ? Self.modernized(result, from: object) : .object(result)
    }

    /// Imports the referenced schemas, and those that they refer to in turn.
    mutating func finish() throws(InterchangeError) {
        while let next = pending.popLast() { schemas[next.name] = try schema(next.schema) }
        let sorted = schemas.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        schemas = JSONObject(sorted)
    }

    private mutating func reference(
        _ reference: JSONValue,
        at place: JSONPointer
    ) throws(InterchangeError) -> JSONValue {
        let target = try document.target(of: reference, at: place)
        var tokens = target.pointer.tokens
        var rest: [String] = []
        var root = target
        let table = [["components", "schemas"], ["definitions"]].first { tokens.starts(with: $0) }
        if let depth = table.map({ $0.count + 1 }), tokens.count > depth {
            // Inside a named schema: imports that as a whole.
            rest = Array(tokens[depth...])
            tokens = Array(tokens[..<depth])
            let whole = JSONPointer(tokens: tokens)
            root = LocatedValue(value: document.root.value[whole] ?? .null, pointer: whole)
        }
        let name = name(of: root)
        return .string("#" + JSONPointer(tokens: ["schemas", name] + rest).fragment)
    }

    private mutating func name(of schema: LocatedValue) -> String {
        if let known = names[schema.pointer] { return known }
        let name = taken.unique(schema.pointer.tokens.last ?? "Document")
        names[schema.pointer] = name
        pending.append((name, schema))
        return name
    }
}

// MARK: - Members

extension SchemaTransfer {
    /// Keywords with a schema, a list of them, or a table of them.
    static let single: Set<String> = [
        "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
        "unevaluatedItems", "unevaluatedProperties", "contentSchema",
    ]
    static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems"]
    static let maps: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas",
    ]

    private mutating func add(
        _ name: String,
        _ value: LocatedValue,
        of object: JSONObject,
        to result: inout JSONObject
    ) throws(InterchangeError) {
        switch name {
        case _ where Self.single.contains(name):
            result[name] = try schema(value)
        case _ where Self.lists.contains(name) && value.value.arrayValue != nil:
            var schemas: [JSONValue] = []
            for element in value.elements { schemas.append(try schema(element)) }
            result[name] = .array(schemas)
            if name == "oneOf", Set(schemas).count == schemas.count {
                if (2...SchemaAlternatives.most).contains(schemas.count) {
                    alternatives.append(SchemaAlternatives(list: value, schemas: schemas))
                }
            } else if name == "oneOf" {
                remarks.append(
                    "\(document.place(of: value.pointer)) has a duplicate alternative, so no value "
                        + "that matches it satisfies oneOf."
                )
            }
        case _ where Self.maps.contains(name) && value.value.objectValue != nil:
            var schemas = JSONObject()
            for member in value.members
            where name != "properties" || direction == .response
                // Clients must not send it, and its effect is not specified.
                || member.value.value["readOnly"]?.boolValue != true
            {
                schemas[member.name] = try schema(member.value)
            }
            result[name] = .object(schemas)
        case "xml", "externalDocs": break
        // Only `oneOf` and `anyOf` are checked; the discriminator is for people.
        case "discriminator": result["x-discriminator"] = value.value
        case "example":
            if object["examples"] == nil { result["examples"] = .array([value.value]) }
        case "description":
            result[name] = value.value.stringValue.map { .string(Prose.paragraph($0)) }
        case "required": result[name] = required(value.value, object["properties"])
        default: result[name] = value.value
        }
    }

    /// The required names, without those that only the other side sends.
    private func required(_ names: JSONValue, _ properties: JSONValue?) -> JSONValue? {
        guard let elements = names.arrayValue else { return names }
        let mark = direction == .request ? "readOnly" : "writeOnly"
        let kept = elements.filter { element in
            guard let name = element.stringValue else { return true }
            return properties?[name]?[mark]?.boolValue != true
        }
        if kept.isEmpty, !elements.isEmpty { return nil }
        return .array(kept)
    }

    /// Replaces keywords that only OpenAPI 3.0 has: `nullable`, and exclusive limits as flags.
    private static func modernized(_ schema: JSONObject, from old: JSONObject) -> JSONValue {
        var result = schema
        for (limit, flag) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            guard let isExcluded = old[flag]?.boolValue else { continue }
            result[flag] = isExcluded ? old[limit] : nil
            if isExcluded { result[limit] = nil }
        }
        result["nullable"] = nil
        guard old["nullable"]?.boolValue == true else { return .object(result) }
        if let values = result["enum"]?.arrayValue, !values.contains(.null) {
            result["enum"] = .array(values + [.null])
        }
        if let type = result["type"] {
            result["type"] = .array((type.arrayValue ?? [type]) + ["null"])
            guard ["allOf", "anyOf", "oneOf"].contains(where: { result[$0] != nil }) else {
                return .object(result)
            }
        }
        guard !result.isEmpty else { return true }
        if result.count == 1, let parts = result["allOf"]?.arrayValue, parts.count == 1 {
            return ["anyOf": [parts[0], ["type": "null"]]]
        }
        return ["anyOf": [.object(result), ["type": "null"]]]
    }
}

extension JSONPointer {
    /// The pointer as a URI fragment after `#` (RFC 6901 §6).
    var fragment: String { URIReference.encodedFragment(description) }
}
