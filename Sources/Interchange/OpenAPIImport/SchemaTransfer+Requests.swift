import JSON
import JSONSchemas

extension SchemaTransfer {
    /// The schemas of responses together with those of requests.
    ///
    /// Read-only and write-only members make many schemas differ for requests; these then have a name of their own.
    ///
    /// - Parameter requests: The schemas that requests refer to, all taken over.
    /// - Returns: All schemas by name, and the names that those of requests have, by the ones they had.
    func joined(
        with requests: SchemaTransfer
    ) -> (schemas: JSONObject, names: [String: String]) {
        var shared: Set<String> = []
        for (place, name) in requests.names
        where names[place] == name && schemas[name] == requests.schemas[name] {
            shared.insert(name)
        }
        // A schema that refers to a different one is different too.
        var referrers: [String: [String]] = [:]
        for member in requests.schemas.members {
            for name in Self.references(in: member.value) {
                referrers[name, default: []].append(member.name)
            }
        }
        var others = Set(referrers.keys).union(requests.schemas.names).subtracting(shared).sorted()
        while let name = others.popLast() {
            for referrer in referrers[name] ?? [] where shared.remove(referrer) != nil {
                others.append(referrer)
            }
        }
        var unique = UniqueNames(reserved: Set(schemas.names))
        var renamed: [String: String] = [:]
        for name in requests.schemas.names where !shared.contains(name) {
            renamed[name] = unique.unique(schemas.contains(name) ? "\(name)Input" : name)
        }
        var members = schemas.members
        for member in requests.schemas.members {
            guard let name = renamed[member.name] else { continue }
            members.append(.init(name: name, value: Self.renamed(member.value, renamed)))
        }
        members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return (JSONObject(members), renamed)
    }

    /// The named schemas that a schema refers to.
    private static func references(in schema: JSONValue) -> Set<String> {
        switch schema {
        case .array(let elements):
            return elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case .object(let object):
            return object.members.reduce(into: []) { found, member in
                if member.name == "$ref", let name = tokens(of: member.value)?.first {
                    found.insert(name)
                } else {
                    found.formUnion(references(in: member.value))
                }
            }
        case .null, .bool, .number, .string: return []
        }
    }

    /// A schema that refers to named ones by other names.
    static func renamed(_ schema: JSONValue, _ names: [String: String]) -> JSONValue {
        switch schema {
        case .array(let elements): return .array(elements.map { renamed($0, names) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        guard member.name == "$ref", let tokens = tokens(of: member.value),
                            let name = names[tokens[0]]
                        else {
                            return .init(name: member.name, value: renamed(member.value, names))
                        }
                        let place = JSONPointer(tokens: ["schemas", name] + tokens.dropFirst())
                        return .init(name: "$ref", value: .string("#" + place.fragment))
                    }
                )
            )
        case .null, .bool, .number, .string: return schema
        }
    }

    /// The name of the schema that an internal reference points to, and the path within it.
    private static func tokens(of reference: JSONValue) -> [String]? {
        guard let text = reference.stringValue, text.hasPrefix("#/schemas/"),
            let decoded = URIReference.decoded(String(text.dropFirst()))
        else { return nil }
        do {
            let tokens = try JSONPointer(decoded).tokens
            return tokens.count > 1 ? Array(tokens.dropFirst()) : nil
        } catch {
            return nil
        }
    }
}
