import Base
import JSON

/// Infers a common schema of values: their types, and the members that all of them have.
enum SchemaInference {
    /// The depth beyond which values are not described: a contract file has a limit.
    private static let deepest = 50

    /// A schema that every value matches.
    ///
    /// - Parameters:
    ///   - values: At least one; the more there are, the better the schema.
    ///   - requiresMembers: Whether members that all objects have are required.
    /// - Returns: `type`, `required`, `properties` and `items` only.
    static func schema(of values: [JSONValue], requiresMembers: Bool = true) -> JSONValue {
        schema(of: values, requiresMembers, depth: 0)
    }

    private static func schema(
        of values: [JSONValue],
        _ requiresMembers: Bool,
        depth: Int
    ) -> JSONValue {
        precondition(!values.isEmpty, "a schema of no values")
        var schema = JSONObject()
        let kinds = kinds(of: values)
        schema["type"] =
            kinds.count == 1 ? .string(kinds[0]) : .array(kinds.map(JSONValue.string))
        guard depth < deepest else { return .object(schema) }
        let objects = values.compactMap(\.objectValue)
        if !objects.isEmpty { addMembers(of: objects, requiresMembers, depth, to: &schema) }
        let elements = values.compactMap(\.arrayValue).joined()
        if !elements.isEmpty {
            schema["items"] = self.schema(of: Array(elements), requiresMembers, depth: depth + 1)
        }
        return .object(schema)
    }

    /// The names of the types in the order of their first appearance, null last.
    private static func kinds(of values: [JSONValue]) -> [String] {
        var kinds: [JSONValue.Kind] = []
        for value in values where !kinds.contains(value.kind) { kinds.append(value.kind) }
        // Every integer is a number.
        if kinds.contains(.number) { kinds.removeAll { $0 == .integer } }
        return (kinds.filter { $0 != .null } + kinds.filter { $0 == .null }).map(\.rawValue)
    }

    private static func addMembers(
        of objects: [JSONObject],
        _ requiresMembers: Bool,
        _ depth: Int,
        to schema: inout JSONObject
    ) {
        var names: [String] = []
        var known: Set<CodePoints> = []
        for name in objects.flatMap(\.names) where known.insert(CodePoints(name)).inserted {
            names.append(name)
        }
        guard !names.isEmpty else { return }
        let required = names.filter { name in objects.allSatisfy { $0.contains(name) } }
        if requiresMembers, !required.isEmpty {
            schema["required"] = .array(required.map(JSONValue.string))
        }
        schema["properties"] = .object(
            JSONObject(
                names.map { name in
                    let values = objects.compactMap { $0[name] }
                    let schema = self.schema(of: values, requiresMembers, depth: depth + 1)
                    return .init(name: name, value: schema)
                }
            )
        )
    }
}
