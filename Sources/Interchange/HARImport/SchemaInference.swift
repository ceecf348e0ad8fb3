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
    ///   - isDescribed: Whether a member of this name is described.
    /// - Returns: `type`, `required`, `properties` and `items` only.
    static func schema(
        of values: [JSONValue],
        requiresMembers: Bool = true,
        isDescribed: @escaping (String) -> Bool = { _ in true }
    ) -> JSONValue {
        schema(of: values, (requiresMembers, isDescribed), depth: 0)
    }

    private typealias Rules = (requiresMembers: Bool, isDescribed: (String) -> Bool)

    private static func schema(
        of values: [JSONValue],
        _ rules: Rules,
        depth: Int
    ) -> JSONValue {
        precondition(!values.isEmpty, "a schema of no values")
        var schema = JSONObject()
        let kinds = kinds(of: values)
        schema["type"] =
            kinds.count == 1 ? .string(kinds[0]) : .array(kinds.map(JSONValue.string))
        guard depth < deepest else { return .object(schema) }
        let objects = values.compactMap(\.objectValue)
        if !objects.isEmpty { addMembers(of: objects, rules, depth, to: &schema) }
        let elements = values.compactMap(\.arrayValue).joined()
        if !elements.isEmpty {
            schema["items"] = self.schema(of: Array(elements), rules, depth: depth + 1)
        }
        return .object(schema)
    }

    /// The names of the types in the order of their first appearance, null last.
    private static func kinds(of values: [JSONValue]) -> [String] {
        var kinds: [JSONValue.Kind] = []
        for kind in values.lazy.map(kind) where !kinds.contains(kind) { kinds.append(kind) }
        // Every integer is a number.
        if kinds.contains(.number) { kinds.removeAll { $0 == .integer } }
        return (kinds.filter { $0 != .null } + kinds.filter { $0 == .null }).map(\.rawValue)
    }

    /// The kind of a value; a number with a fraction or an exponent is not an integer, whatever its value: a price of `12.0`
    /// is `12.5` the next time.
    private static func kind(of value: JSONValue) -> JSONValue.Kind {
        guard case .number(let number) = value else { return value.kind }
        switch number {
        case .integer, .unsigned: return .integer
        case .real: return .number
        case .decimal(let decimal):
            return decimal.text.utf8.contains(where: ".eE".utf8.contains) ? .number : .integer
        }
    }

    private static func addMembers(
        of objects: [JSONObject],
        _ rules: Rules,
        _ depth: Int,
        to schema: inout JSONObject
    ) {
        var names: [String] = []
        var known: Set<CodePoints> = []
        for name in objects.flatMap(\.names) where known.insert(CodePoints(name)).inserted {
            if rules.isDescribed(name) { names.append(name) }
        }
        guard !names.isEmpty else { return }
        let required = names.filter { name in objects.allSatisfy { $0.contains(name) } }
        if rules.requiresMembers, !required.isEmpty {
            schema["required"] = .array(required.map(JSONValue.string))
        }
        schema["properties"] = .object(
            JSONObject(
                names.map { name in
                    let values = objects.compactMap { $0[name] }
                    let schema = self.schema(of: values, rules, depth: depth + 1)
                    return .init(name: name, value: schema)
                }
            )
        )
    }
}
