import JSON

/// Discriminators without `oneOf` or `anyOf`: a member names the schema that applies in addition, one of those that
/// include its own with `allOf` (OpenAPI 3.0.3, "Discriminator Object").
struct OpenAPIDiscriminator {
    private let document: OpenAPIDocument

    init(_ document: OpenAPIDocument) { self.document = document }

    /// Whether a schema, or one that it consists of, has such a discriminator.
    func isOpen(below first: LocatedValue) throws(InterchangeError) -> Bool {
        var seen: Set<JSONPointer> = []
        var waiting = [first]
        while let next = waiting.popLast() {
            let schema = try document.resolved(next)
            guard seen.insert(schema.pointer).inserted else { continue }
            if Self.member(of: schema) != nil { return true }
            for (name, value) in schema.members {
                if SchemaTransfer.single.contains(name) {
                    waiting.append(value)
                } else if SchemaTransfer.lists.contains(name) {
                    waiting += value.elements
                } else if SchemaTransfer.maps.contains(name) {
                    waiting += value.members.map(\.value)
                }
            }
        }
        return false
    }

    /// The member that names the schema; `nil` without such a discriminator.
    static func member(of schema: LocatedValue) -> String? {
        // In version 2.0 it is the name alone.
        let discriminator = schema.value["discriminator"]
        guard let name = discriminator?.stringValue ?? discriminator?["propertyName"]?.stringValue,
            schema["oneOf"] == nil, schema["anyOf"] == nil
        else { return nil }
        return name
    }

    /// The first schema that a discriminator can select, with its name; the schema itself if there is no other.
    func choice(
        of schema: LocatedValue
    ) throws(InterchangeError) -> (
        name: String, schema: LocatedValue
    )? {
        guard let own = schema.pointer.tokens.last else { return nil }
        let table = JSONPointer(tokens: Array(schema.pointer.tokens.dropLast()))
        guard let schemas = document.root.value[table]?.objectValue else { return nil }
        let mapping = schema.value["discriminator"]?["mapping"]?.objectValue?.members ?? []
        for entry in mapping {
            let target = entry.value.stringValue?.split(separator: "/").last.map(String.init)
            guard let target, let value = schemas[target] else { continue }
            return (
                entry.name, LocatedValue(value: value, pointer: table.appending(target))
            )
        }
        for member in schemas.members {
            let place = table.appending(member.name)
            let candidate = LocatedValue(value: member.value, pointer: place)
            for part in candidate["allOf"]?.elements ?? [] {
                guard part.value["$ref"] != nil else { continue }
                if try document.resolved(part).pointer == schema.pointer {
                    return (member.name, candidate)
                }
            }
        }
        return (own, schema)
    }
}
