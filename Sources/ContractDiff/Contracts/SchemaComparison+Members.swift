import Base
import Contract
import JSON

// MARK: - Objects

extension SchemaComparison {
    mutating func compareMembers(_ before: JSONObject, _ after: JSONObject, at path: SchemaPath) {
        let (old, new) = (Members(before), Members(after))
        for name in Self.union(old.names, new.names) {
            compareMember(name, old, new, at: path)
        }
        compareOthers(old, new, at: path)
        let (oldPatterns, newPatterns) = (before["patternProperties"], after["patternProperties"])
        compareWhole("patternProperties", oldPatterns, newPatterns, at: path)
    }

    /// What a schema says of an object's members.
    private struct Members {
        let properties: JSONObject
        let required: [String]
        /// Of members without a schema of their own; `nil` allows anything.
        let others: JSONValue?
        let names: [String]

        init(_ schema: JSONObject) {
            properties = schema["properties"]?.objectValue ?? JSONObject()
            required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
            others = schema["additionalProperties"]
            names = SchemaComparison.union(properties.names, required)
        }

        func has(_ name: String) -> Bool { names.contains { $0.hasSameCodePoints(as: name) } }

        /// Whether no object has this member.
        func isWithout(_ name: String) -> Bool { (properties[name] ?? others) == false }

        func requires(_ name: String) -> Bool {
            required.contains { $0.hasSameCodePoints(as: name) }
        }
    }

    private mutating func compareMember(
        _ name: String,
        _ old: Members,
        _ new: Members,
        at path: SchemaPath
    ) {
        let place = path.appending(member: name)
        guard new.has(name), new.properties[name] != false else {
            guard old.properties[name] != false else { return }
            return add(true, place, new.isWithout(name) ? "is gone" : "is not described any more")
        }
        let after = new.properties[name]
        guard old.has(name) else {
            let kind = shape(of: after).map { ": \($0)" } ?? ""
            let presence = new.requires(name) ? "is always there now" : "is new"
            return add(
                old.others == false,
                place,
                presence + kind + (old.others == false ? "; no other member was allowed" : "")
            )
        }
        switch (old.requires(name), new.requires(name)) {
        case (true, false): add(true, place, "need not be there any more")
        case (false, true): add(false, place, "is always there now")
        default: break
        }
        let before = old.properties[name]
        if self.old.keywords(of: before).isEmpty, let shape = shape(of: after) {
            add(false, place, "is described now: \(shape)")
        } else {
            compare(before, after, at: place)
        }
    }

    private mutating func compareOthers(_ old: Members, _ new: Members, at path: SchemaPath) {
        let (isClosed, wasClosed) = (new.others == false, old.others == false)
        switch (wasClosed, isClosed) {
        case (true, true): break
        case (true, false): add(true, path, "may have members of any other name now")
        case (false, true): add(false, path, "has no members of other names any more")
        case (false, false): compare(old.others, new.others, at: path.anyMember)
        }
    }

    /// In a few words, for something that was not described before; `nil` when nothing is said.
    private func shape(of schema: JSONValue?) -> String? {
        let keywords = new.keywords(of: schema)
        guard !keywords.isEmpty else { return nil }
        if let values = Self.values(of: keywords) {
            return values.prefix(12).map { JSONExcerpt.text(of: $0, length: 60) }
                .joined(separator: " or ")
        }
        let kinds = Self.kinds(of: keywords).map { Self.words($0) } ?? "a value"
        return keywords["pattern"]?.stringValue.map { "\(kinds) matching \($0)" } ?? kinds
    }

    static func union(_ first: [String], _ second: [String]) -> [String] {
        var seen: Set<CodePoints> = []
        return (first + second).filter { seen.insert(CodePoints($0)).inserted }
    }
}

// MARK: - Arrays

extension SchemaComparison {
    mutating func compareElements(_ before: JSONObject, _ after: JSONObject, at path: SchemaPath) {
        let old = before["prefixItems"]?.arrayValue ?? []
        let new = after["prefixItems"]?.arrayValue ?? []
        // Beyond the described beginning, `items` decides.
        for index in 0..<max(old.count, new.count) {
            let then = old.indices.contains(index) ? old[index] : before["items"]
            let now = new.indices.contains(index) ? new[index] : after["items"]
            compare(then, now, at: path.appending(element: index))
        }
        guard before["items"] != nil || after["items"] != nil else { return }
        compare(before["items"], after["items"], at: path.appending(element: nil))
    }
}

// MARK: - Combinations

extension SchemaComparison {
    /// Keywords that are only held against each other as a whole.
    private static let wholes = [
        "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "propertyNames",
        "contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems",
        "$ref", "$dynamicRef",
    ]

    mutating func compareCombinations(
        _ before: JSONObject,
        _ after: JSONObject,
        at path: SchemaPath
    ) {
        for keyword in ["anyOf", "oneOf", "allOf"] {
            compareAlternatives(keyword, before[keyword], after[keyword], at: path)
        }
        for keyword in Self.wholes {
            compareWhole(keyword, before[keyword], after[keyword], at: path)
        }
    }

    private mutating func compareAlternatives(
        _ keyword: String,
        _ before: JSONValue?,
        _ after: JSONValue?,
        at path: SchemaPath
    ) {
        guard let then = before?.arrayValue, let now = after?.arrayValue else {
            return compareWhole(keyword, before, after, at: path)
        }
        let (old, new) = (then.map { self.old.expanded($0) }, now.map { self.new.expanded($0) })
        let added = new.filter { !old.contains($0) }.count
        let removed = old.filter { !new.contains($0) }.count
        switch (added, removed, keyword) {
        case (0, 0, _): break
        case (0, _, "anyOf"): add(false, path, "has fewer alternatives (anyOf)")
        case (_, 0, "anyOf"), (_, 0, "oneOf"):
            add(true, path, "has more alternatives (\(keyword))")
        case (_, 0, "allOf"): add(false, path, "has to meet more (allOf)")
        case (0, _, "allOf"): add(true, path, "has to meet less (allOf)")
        default: addUncertain(keyword, at: path)
        }
    }

    private mutating func compareWhole(
        _ keyword: String,
        _ before: JSONValue?,
        _ after: JSONValue?,
        at path: SchemaPath
    ) {
        switch (before, after) {
        case (nil, nil): break
        case (nil, .some): add(false, path, "has to keep to \"\(keyword)\" now")
        case (.some, nil): add(true, path, "need not keep to \"\(keyword)\" any more")
        case (let then?, let now?):
            if old.expanded(then) != new.expanded(now) { addUncertain(keyword, at: path) }
        }
    }

    private mutating func addUncertain(_ keyword: String, at path: SchemaPath) {
        add(true, path, "has another \"\(keyword)\"; whether it allows more cannot be told")
    }
}
