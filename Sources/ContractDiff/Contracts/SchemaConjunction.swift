import Base
import JSON
import JSONSchemas

/// Several schemas that all hold, as one with the fewest keywords that say the same.
struct SchemaConjunction {
    private var merged = JSONObject()
    /// What the same keywords cannot say.
    private var rest: [JSONValue] = []

    /// The schema that nothing keeps to.
    static let nothing = JSONObject([.init(name: "type", value: [])])

    /// Keywords that are understood together.
    private static let groups: [[String]] = [
        ["properties", "patternProperties", "additionalProperties"], ["prefixItems", "items"],
        ["if", "then", "else"], ["contains", "minContains", "maxContains"],
    ]
    private static let lower = [
        "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties",
    ]
    private static let upper = [
        "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties",
    ]
    /// Those that stand for themselves.
    private static let plain = [
        "pattern", "format", "contentEncoding", "contentMediaType", "multipleOf", "anyOf", "oneOf",
        "not", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems",
        "$ref", "$dynamicRef",
    ]

    /// Whether a schema says something of what its own other keywords leave.
    static func isAboutTheRest(_ schema: JSONObject) -> Bool {
        schema.contains("unevaluatedProperties") || schema.contains("unevaluatedItems")
    }

    /// Adds the keywords of a schema; annotations are left out.
    mutating func add(_ schema: JSONObject) {
        addType(schema)
        addValues(schema)
        for keyword in Self.lower { addBound(keyword, schema[keyword]) { $0 < $1 } }
        for keyword in Self.upper { addBound(keyword, schema[keyword]) { $1 < $0 } }
        addRequired(schema["required"])
        if schema["uniqueItems"] == true { merged["uniqueItems"] = true }
        if let names = Self.telling(schema["propertyNames"]) {
            merged["propertyNames"] = merged["propertyNames"].map { Self.both($0, names) } ?? names
        }
        for group in Self.groups { addGroup(Self.members(group, of: schema)) }
        for keyword in Self.plain {
            guard let value = schema[keyword], !Self.isIdle(keyword, value) else { continue }
            if keyword == "not", value == true || value == [:] {
                merged["type"] = []
            } else if let known = merged[keyword], known != value {
                if keyword == "multipleOf", let tighter = Self.tighter(known, value) {
                    merged[keyword] = tighter
                } else {
                    rest.append(.object(JSONObject([.init(name: keyword, value: value)])))
                }
            } else {
                merged[keyword] = value
            }
        }
        rest += schema["allOf"]?.arrayValue ?? []
    }

    /// Takes a list of alternatives out.
    mutating func take(_ keyword: String) -> [JSONValue]? {
        guard let list = merged[keyword]?.arrayValue else { return nil }
        merged[keyword] = nil
        return list
    }

    /// Puts one back.
    mutating func put(_ keyword: String, _ value: JSONValue) { merged[keyword] = value }

    /// The keywords.
    var keywords: JSONObject {
        var result = merged
        if let kinds = SchemaComparison.kinds(of: result) {
            result = JSONObject(
                result.members.filter { member in
                    guard let owners = Self.owners[member.name] else { return true }
                    return !kinds.isDisjoint(with: owners)
                }
            )
            if kinds.isEmpty { return Self.nothing }
        }
        settleMembers(&result)
        Self.settleType(&result)
        if !rest.isEmpty {
            var unique: [JSONValue] = []
            for part in rest where !unique.contains(part) { unique.append(part) }
            result["allOf"] = .array(unique)
        }
        return result
    }
}

// MARK: - Types and values

extension SchemaConjunction {
    /// Where nothing else can name members, those that are left over are those without a name.
    private func settleMembers(_ schema: inout JSONObject) {
        let others = ["anyOf", "oneOf", "if", "dependentSchemas", "$ref", "$dynamicRef"]
        guard rest.isEmpty, let left = schema["unevaluatedProperties"],
            !schema.contains("additionalProperties"), !others.contains(where: schema.contains)
        else { return }
        schema["unevaluatedProperties"] = nil
        schema["additionalProperties"] = left
    }
}

extension SchemaConjunction {
    private mutating func addType(_ schema: JSONObject) {
        guard let type = schema["type"] else { return }
        var names = (type.arrayValue ?? [type]).compactMap(\.stringValue)
        if let known = merged["type"]?.arrayValue?.compactMap(\.stringValue) {
            func allows(_ names: [String], _ name: String) -> Bool {
                names.contains(name) || name == "integer" && names.contains("number")
            }
            names = (names + known).filter { allows(names, $0) && allows(known, $0) }
        }
        var unique: [String] = []
        for name in names where !unique.contains(name) {
            if name == "integer", names.contains("number") { continue }
            unique.append(name)
        }
        merged["type"] = .array(unique.sorted().map { .string($0) })
    }

    private mutating func addValues(_ schema: JSONObject) {
        guard let values = SchemaComparison.values(of: schema) else { return }
        let known = merged["enum"]?.arrayValue
        merged["enum"] = .array(known.map { $0.filter(values.contains) } ?? values)
    }

    /// Says in one way what types and listed values say together.
    private static func settleType(_ schema: inout JSONObject) {
        if let values = schema["enum"]?.arrayValue {
            let types = schema["type"]?.arrayValue?.compactMap(\.stringValue)
            let kept = values.filter { value in
                let kind = value.kind.rawValue
                return types.map {
                    $0.contains(kind) || kind == "integer" && $0.contains("number")
                } ?? true
            }
            schema["type"] = nil
            schema["enum"] = .array(kept)
            if kept.isEmpty { schema = nothing }
            if kept == [nil] { schema = JSONObject([.init(name: "type", value: ["null"])]) }
            if kept.count == 2, kept.contains(true), kept.contains(false) {
                schema = JSONObject([.init(name: "type", value: ["boolean"])])
            }
        }
        let all: JSONValue = ["array", "boolean", "null", "number", "object", "string"]
        if schema["type"] == all { schema["type"] = nil }
    }

    /// The types of values that a keyword says anything of; others keep to it whatever they are.
    private static let owners: [String: Set<JSONValue.Kind>] = {
        var owners: [String: Set<JSONValue.Kind>] = [:]
        let rows: [(Set<JSONValue.Kind>, [String])] = [
            (
                [.string],
                ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"]
            ),
            (
                [.integer, .number],
                ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"]
            ),
            (
                [.array],
                [
                    "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains",
                    "minContains", "maxContains", "unevaluatedItems",
                ]
            ),
            (
                [.object],
                [
                    "properties", "patternProperties", "additionalProperties", "required",
                    "minProperties", "maxProperties", "propertyNames", "dependentRequired",
                    "dependentSchemas", "unevaluatedProperties",
                ]
            ),
        ]
        for (kinds, keywords) in rows { for keyword in keywords { owners[keyword] = kinds } }
        return owners
    }()

    /// One schema for alternatives of which no two allow values of one type; `nil` where there is none.
    static func union(of alternatives: [JSONObject]) -> JSONObject? {
        if alternatives.count == 1 { return alternatives[0] }
        let lists = alternatives.map { alternative -> [JSONValue]? in
            if alternative.count == 1, alternative["type"] == ["null"] { return [nil] }
            return alternative.count == 1 ? alternative["enum"]?.arrayValue : nil
        }
        if lists.allSatisfy({ $0 != nil }) {
            let values = lists.flatMap { $0 ?? [] }
            guard Set(values).count == values.count else { return nil }
            return JSONObject([.init(name: "enum", value: .array(values))])
        }
        var union = JSONObject()
        var types: [JSONValue] = []
        var kinds: Set<JSONValue.Kind> = []
        for alternative in alternatives {
            guard let own = SchemaComparison.kinds(of: alternative),
                let named = alternative["type"]?.arrayValue, own.isDisjoint(with: kinds)
            else { return nil }
            kinds.formUnion(own)
            types += named
            for member in alternative.members where member.name != "type" {
                guard owners[member.name] != nil || member.name == "format",
                    !union.contains(member.name)
                else { return nil }
                union[member.name] = member.value
            }
        }
        union["type"] = .array(types.compactMap(\.stringValue).sorted().map { .string($0) })
        return union
    }
}

// MARK: - Other keywords

extension SchemaConjunction {
    /// A schema that allows anything tells nothing.
    private static func telling(_ schema: JSONValue?) -> JSONValue? {
        schema == true || schema == [:] ? nil : schema
    }

    /// Whether a keyword with this value has no effect.
    private static func isIdle(_ keyword: String, _ value: JSONValue) -> Bool {
        switch keyword {
        case "not": value == false
        case "unevaluatedProperties", "unevaluatedItems": telling(value) == nil
        case "dependentRequired", "dependentSchemas": value == [:]
        default: false
        }
    }

    private mutating func addBound(
        _ keyword: String,
        _ value: JSONValue?,
        isLooser: (JSONNumber, JSONNumber) -> Bool
    ) {
        guard case .number(let number)? = value else { return }
        let isSize = ["minLength", "minItems", "minProperties"].contains(keyword)
        if isSize, value == 0 { return }
        if case .number(let known)? = merged[keyword], !isLooser(known, number) { return }
        merged[keyword] = .number(number)
    }

    private mutating func addRequired(_ names: JSONValue?) {
        let added = (names?.arrayValue ?? []).compactMap(\.stringValue)
        guard !added.isEmpty else { return }
        let known = (merged["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        let all = SchemaComparison.union(known, added)
        merged["required"] = .array(all.map { .string($0) })
    }

    private static func tighter(_ one: JSONValue, _ other: JSONValue) -> JSONValue? {
        if SchemaComparison.isMultiple(one, of: other) { return one }
        return SchemaComparison.isMultiple(other, of: one) ? other : nil
    }

    /// Some keywords of a schema, without those that say nothing.
    private static func members(_ names: [String], of schema: JSONObject) -> JSONObject {
        JSONObject(
            names.compactMap { name in
                guard let value = schema[name] else { return nil }
                switch name {
                case "additionalProperties", "items":
                    guard telling(value) != nil else { return nil }
                case "properties", "patternProperties": guard value != [:] else { return nil }
                case "prefixItems": guard value != [] else { return nil }
                default: break
                }
                return JSONObject.Member(name: name, value: value)
            }
        )
    }

    private mutating func addGroup(_ added: JSONObject) {
        guard let first = added.members.first else { return }
        let names = Self.groups.first { $0.contains(first.name) } ?? []
        let known = Self.members(names, of: merged)
        guard known != added else { return }
        let group: JSONObject?
        switch names[0] {
        case _ where known.isEmpty: group = added
        case "properties": group = Self.objects(known, added)
        case "prefixItems": group = Self.arrays(known, added)
        default: group = nil
        }
        guard let group else {
            rest.append(.object(added))
            return
        }
        for name in names { merged[name] = group[name] }
    }

    /// What two schemas say of members together; `nil` when one pair of keywords cannot say it.
    private static func objects(_ one: JSONObject, _ other: JSONObject) -> JSONObject? {
        let patterns = (one["patternProperties"], other["patternProperties"])
        let others = (one["additionalProperties"], other["additionalProperties"])
        guard patterns.0 == nil || others.1 == nil, patterns.1 == nil || others.0 == nil else {
            return nil
        }
        func joined(
            _ first: JSONValue?,
            _ second: JSONValue?,
            _ elsewhere: (JSONValue?, JSONValue?) = (nil, nil)
        ) -> JSONValue? {
            guard first != nil || second != nil else { return nil }
            var result = JSONObject()
            let (first, second) = (first?.objectValue, second?.objectValue)
            for name in SchemaComparison.union(first?.names ?? [], second?.names ?? []) {
                result[name] = both(first?[name] ?? elsewhere.0, second?[name] ?? elsewhere.1)
            }
            return .object(result)
        }
        var result = JSONObject()
        result["properties"] = joined(one["properties"], other["properties"], others)
        result["patternProperties"] = joined(patterns.0, patterns.1)
        if others.0 != nil || others.1 != nil {
            result["additionalProperties"] = both(others.0, others.1)
        }
        return result
    }

    private static func arrays(_ one: JSONObject, _ other: JSONObject) -> JSONObject {
        let (first, second) = (
            one["prefixItems"]?.arrayValue ?? [], other["prefixItems"]?.arrayValue ?? []
        )
        var result = JSONObject()
        let prefix = (0..<max(first.count, second.count)).map { index in
            both(
                index < first.count ? first[index] : one["items"],
                index < second.count ? second[index] : other["items"]
            )
        }
        if !prefix.isEmpty { result["prefixItems"] = .array(prefix) }
        if one.contains("items") || other.contains("items") {
            result["items"] = both(one["items"], other["items"])
        }
        return result
    }

    /// A schema that both hold of; `nil` allows anything.
    private static func both(_ one: JSONValue?, _ other: JSONValue?) -> JSONValue {
        guard let one = telling(one) else { return other ?? true }
        guard let other = telling(other), other != one else { return one }
        func parts(_ schema: JSONValue) -> [JSONValue] {
            guard schema.objectValue?.count == 1, let all = schema["allOf"]?.arrayValue else {
                return [schema]
            }
            return all
        }
        var all: [JSONValue] = []
        for part in parts(one) + parts(other) where !all.contains(part) { all.append(part) }
        return ["allOf": .array(all)]
    }
}
