package import JSON

/// Searches for a value that keeps to a schema, where the first guess does not.
///
/// It proposes several values for each part of the schema, and keeps those that the part itself accepts, so that few
/// proposals for the whole are enough.
package struct ExampleSearch {
    /// The document, in which the parts are checked.
    private let document: JSONObject
    /// The references being followed, so that recursion ends.
    private var open: [String] = []
    /// How many parts may still be visited.
    private var budget = 300
    /// The number of values of a part that are kept.
    private static let usual = 8
    private static let most = 100

    /// A value for the schema; `nil` if none was found.
    package static func value(for schema: JSONSchema) -> JSONValue? {
        guard let document = schema.document.objectValue, let root = schema.document[schema.place]
        else { return nil }
        var search = ExampleSearch(document: document)
        return search.values(for: root, usual).first { schema.isValid($0) }
    }

    private init(document: JSONObject) { self.document = document }

    /// Different values that a part of the schema accepts, up to a number of them.
    private mutating func values(for schema: JSONValue, _ count: Int) -> [JSONValue] {
        guard let given = schema.objectValue else { return schema == true ? Self.any : [] }
        guard budget > 0 else { return [] }
        budget -= 1
        let depth = open.count
        defer { open.removeSubrange(depth...) }
        let whole = JSONValue.object(document)
        guard let keywords = SchemaKeywords.merged(given, in: whole, &open),
            let check = check(schema)
        else { return [] }
        var found: [JSONValue] = []
        for value in candidates(keywords, count) where !found.contains(value) {
            guard found.count < count else { break }
            if check.isValid(value) { found.append(value) }
        }
        return found
    }

    private static let any: [JSONValue] = ["text", 1, true, "text2", 2, false]

    /// A part of the schema by itself.
    private func check(_ schema: JSONValue) -> JSONSchema? {
        var whole = document
        whole["x-assay-part"] = schema
        do {
            return try JSONSchema(
                document: .object(whole),
                at: JSONPointer(tokens: ["x-assay-part"])
            )
        } catch {
            return nil
        }
    }

    /// Values that may fit: those that the schema shows, those of its alternatives, then those of its types.
    private mutating func candidates(_ schema: JSONObject, _ count: Int) -> [JSONValue] {
        if let constant = schema["const"] { return [constant] }
        if let choices = schema["enum"]?.arrayValue {
            return choices.filter { $0 != .null } + choices.filter { $0 == .null }
        }
        var found = (schema["examples"]?.arrayValue ?? []) + [schema["default"]].compactMap(\.self)
        let alternatives = alternatives(schema)
        for alternative in alternatives { found += values(for: alternative, count) }
        if schema["oneOf"] != nil || schema["anyOf"] != nil { return found }
        for type in Self.types(schema) { found += values(of: type, schema, count) }
        return found
    }

    /// The schema with one of its alternatives, instead of all of them.
    private func alternatives(_ schema: JSONObject) -> [JSONValue] {
        for name in ["oneOf", "anyOf"] {
            guard let choices = schema[name]?.arrayValue else { continue }
            return choices.prefix(20).map { Self.with($0, schema, without: [name]) }
        }
        let outcomes = ["then", "else"].compactMap { schema[$0] }
        return outcomes.map { Self.with($0, schema, without: ["if", "then", "else"]) }
    }

    private static func with(
        _ part: JSONValue,
        _ schema: JSONObject,
        without names: [String]
    ) -> JSONValue {
        var others = schema
        for name in names { others[name] = nil }
        // Values are checked by it later.
        others["not"] = nil
        others["allOf"] = [part]
        return .object(others)
    }

    private static func types(_ schema: JSONObject) -> [String] {
        if let type = schema["type"]?.stringValue { return [type] }
        let types = schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard types.isEmpty else { return types.filter { $0 != "null" } + ["null"] }
        let guess = SchemaExample.type(schema)
        return [guess] + ["string", "integer", "object", "array"].filter { $0 != guess }
    }

    private mutating func values(
        of type: String,
        _ schema: JSONObject,
        _ count: Int
    ) -> [JSONValue] {
        switch type {
        case "object": return objects(schema, count)
        case "array": return lists(schema)
        case "boolean": return [true, false]
        case "null": return [.null]
        case "integer", "number": return NumberExample.values(.object(schema), count)
        default: return TextExample.fitting(.object(schema)).map(JSONValue.string)
        }
    }
}

// MARK: - Objects

extension ExampleSearch {
    /// Objects with only the required members, with all members, and with single optional ones.
    private mutating func objects(_ schema: JSONObject, _ count: Int) -> [JSONValue] {
        let known = schema["properties"]?.objectValue?.names ?? []
        let required = Self.closed(Self.names(schema["required"]), schema)
        let optional = known.filter { !required.contains($0) }
        let least = max(0, (schema["minProperties"]?.intValue ?? 0) - required.count)
        var sets = [required + optional.prefix(least), required, required + optional]
        sets += optional.prefix(Self.usual).map { required + [$0] }
        sets = sets.map { names in
            let all = Self.closed(names, schema)
            return known.filter(all.contains) + all.filter { !known.contains($0) }
        }
        var members: [String: [JSONValue]] = [:]
        for name in required + optional {
            members[name] = values(for: self.schema(of: name, schema), Self.usual)
        }
        let further = furtherMembers(schema)
        let choices = sets.map { ($0, 0) } + (1..<max(2, count)).map { (sets[0], $0) }
        return choices.compactMap { names, choice in
            var object = JSONObject()
            for name in names {
                guard let values = members[name] ?? members[required.first ?? ""], !values.isEmpty
                else { return nil }
                object[name] = values[choice % values.count]
            }
            for member in further
            where object.count < schema["minProperties"]?.intValue ?? 0
                && !object.contains(member.name)
            {
                object[member.name] = member.value
            }
            return .object(object)
        }
    }

    private static func names(_ list: JSONValue?) -> [String] {
        (list?.arrayValue ?? []).compactMap(\.stringValue)
    }

    /// The names with those that they require.
    private static func closed(_ names: [String], _ schema: JSONObject) -> [String] {
        var found: [String] = []
        var waiting = Array(names.reversed())
        while let name = waiting.popLast() {
            guard !found.contains(name) else { continue }
            found.append(name)
            waiting += Self.names(schema["dependentRequired"]?[name])
            waiting += Self.names(schema["dependentSchemas"]?[name]?["required"])
        }
        return found
    }

    /// What is said of a member.
    private func schema(of name: String, _ schema: JSONObject) -> JSONValue {
        if let own = schema["properties"]?[name] { return own }
        let rest = schema["additionalProperties"] ?? true
        return rest == false
            ? schema["patternProperties"]?.objectValue?.members.first?.value ?? true : rest
    }

    /// Members with names that are not described, as far as they are needed.
    private mutating func furtherMembers(_ schema: JSONObject) -> [JSONObject.Member] {
        let least = min(schema["minProperties"]?.intValue ?? 0, Self.most)
        guard least > 0 else { return [] }
        var found: [JSONObject.Member] = []
        for member in schema["patternProperties"]?.objectValue?.members ?? [] {
            let pattern: JSONValue = ["pattern": .string(member.name)]
            let values = values(for: member.value, 1)
            for name in TextExample.fitting(pattern).prefix(least) {
                found += values.map { .init(name: name, value: $0) }
            }
        }
        var naming = schema["propertyNames"]?.objectValue ?? JSONObject()
        naming["type"] = "string"
        let names = values(for: .object(naming), least + 1).compactMap(\.stringValue)
        let values = values(for: schema["additionalProperties"] ?? true, 1)
        for name in names { found += values.map { .init(name: name, value: $0) } }
        return found
    }
}

// MARK: - Lists

extension ExampleSearch {
    /// Lists of the least length and longer ones, without duplicates if they must have none.
    private mutating func lists(_ schema: JSONObject) -> [JSONValue] {
        let first = (schema["prefixItems"]?.arrayValue ?? []).map { values(for: $0, Self.usual) }
        let least = min(max(0, schema["minItems"]?.intValue ?? 0), Self.most)
        let isUnique = schema["uniqueItems"]?.boolValue ?? false
        let items = schema["items"] ?? true
        let count = isUnique ? max(least + 1, Self.usual) : Self.usual
        var wanted: [JSONValue] = []
        if let contained = schema["contains"] {
            let times = min(schema["minContains"]?.intValue ?? 1, Self.most)
            let values = values(for: ["allOf": [items, contained]], max(times, 1))
            wanted = isUnique ? values : Array(repeating: values, count: times).flatMap(\.self)
            wanted = Array(wanted.prefix(times))
        }
        let others = values(for: items, count)
        let lengths = [max(least, 1), least, least + 1, first.count + wanted.count]
        return lengths.map { length in
            var list: [JSONValue] = []
            for values in first.prefix(max(length, 0)) {
                let fresh = values.first { !isUnique || !list.contains($0) }
                list.append(fresh ?? values.first ?? .null)
            }
            list += wanted.filter { !isUnique || !list.contains($0) }
            for value in others where isUnique && list.count < length && !list.contains(value) {
                list.append(value)
            }
            while !isUnique, list.count < length, let value = others.first { list.append(value) }
            return .array(list)
        }
    }
}
