import Contract
import JSON
import JSONSchemas

/// Finds out where a schema for answers allows values that an older one did not.
///
/// It compares keyword by keyword and is careful: where it cannot tell whether every value of the
/// new schema was a value of the old one, it calls the change breaking.
struct SchemaComparison {
    private(set) var changes: [SchemaChange] = []
    let old: SchemaDocument
    let new: SchemaDocument
    /// Pairs of schemas that are being compared, so that recursive ones come to an end.
    private var open: Set<[JSONValue]> = []

    private static let maximumDepth = 64

    /// Compares two schemas.
    static func changes(from old: JSONSchema, to new: JSONSchema) -> [SchemaChange] {
        var comparison = SchemaComparison(
            old: SchemaDocument(document: old.document),
            new: SchemaDocument(document: new.document)
        )
        comparison.compare(old.document[old.place], new.document[new.place], at: SchemaPath())
        return comparison.changes
    }

    private init(old: SchemaDocument, new: SchemaDocument) {
        self.old = old
        self.new = new
    }

    mutating func add(_ isBreaking: Bool, _ path: SchemaPath, _ what: String) {
        changes.append(SchemaChange(isBreaking: isBreaking, path: path.text, what: what))
    }

    /// Compares what two schemas say of one place; `nil` says nothing.
    mutating func compare(_ before: JSONValue?, _ after: JSONValue?, at path: SchemaPath) {
        let pair = [before ?? .null, after ?? .null]
        guard open.count < Self.maximumDepth, open.insert(pair).inserted else { return }
        defer { open.remove(pair) }
        let (before, after) = (old.keywords(of: before), new.keywords(of: after))
        guard compareKinds(before, after, at: path) else { return }
        compareValues(before, after, at: path)
        compareBounds(before, after, at: path)
        compareMarks(before, after, at: path)
        compareMembers(before, after, at: path)
        compareElements(before, after, at: path)
        compareCombinations(before, after, at: path)
    }
}

// MARK: - Kinds and values

extension SchemaComparison {
    /// The kinds of values that a schema allows; `nil` for all.
    static func kinds(of schema: JSONObject) -> Set<JSONValue.Kind>? {
        var names: [JSONValue.Kind] = []
        if let type = schema["type"] {
            names = (type.arrayValue ?? [type]).compactMap {
                $0.stringValue.flatMap(JSONValue.Kind.init)
            }
        } else if let values = values(of: schema) {
            names = values.map(\.kind)
        } else {
            return nil
        }
        var kinds = Set(names)
        // Every integer is a number.
        if kinds.contains(.number) { kinds.insert(.integer) }
        return kinds
    }

    /// The only values that a schema allows; `nil` when they are not counted out.
    static func values(of schema: JSONObject) -> [JSONValue]? {
        let listed = schema["enum"]?.arrayValue
        guard let constant = schema["const"] else { return listed }
        return listed.map { $0.contains(constant) ? [constant] : [] } ?? [constant]
    }

    /// Returns whether the schemas have a kind in common, so that there is more to compare.
    private mutating func compareKinds(
        _ before: JSONObject,
        _ after: JSONObject,
        at path: SchemaPath
    ) -> Bool {
        let (old, new) = (Self.kinds(of: before), Self.kinds(of: after))
        switch (old, new) {
        case (nil, nil): return true
        case (nil, let new?):
            add(false, path, "is \(Self.words(new)) now, it could be anything")
        case (let old?, nil):
            add(true, path, "can be anything now, it was \(Self.words(old))")
        case (let old?, let new?) where old.isDisjoint(with: new):
            add(true, path, "is \(Self.words(new)) now, it was \(Self.words(old))")
            return false
        case (let old?, let new?) where !new.isSubset(of: old):
            add(true, path, "can be \(Self.words(new.subtracting(old))) too")
        case (let old?, let new?) where new != old:
            add(false, path, "is never \(Self.words(old.subtracting(new), beside: new)) any more")
        default: break
        }
        return true
    }

    /// `string or null`, in a fixed order.
    static func words(
        _ kinds: Set<JSONValue.Kind>,
        beside others: Set<JSONValue.Kind> = []
    ) -> String {
        let named = JSONValue.Kind.allCases.filter { kind in
            guard kinds.contains(kind) else { return false }
            return kind != .integer || !kinds.contains(.number)
        }
        if named == [.number], others.contains(.integer) { return "a number with a fraction" }
        return named.map(\.rawValue).joined(separator: " or ")
    }

    private mutating func compareValues(
        _ before: JSONObject,
        _ after: JSONObject,
        at path: SchemaPath
    ) {
        switch (Self.values(of: before), Self.values(of: after)) {
        case (nil, nil): break
        case (nil, let new?): add(false, path, "is always \(Self.list(new)) now")
        case (let old?, nil): add(true, path, "can be other than \(Self.list(old)) now")
        case (let old?, let new?):
            let added = new.filter { !old.contains($0) }
            let removed = old.filter { !new.contains($0) }
            if !added.isEmpty { add(true, path, "can be \(Self.list(added)) too") }
            if !removed.isEmpty { add(false, path, "is never \(Self.list(removed)) any more") }
        }
    }

    private static func list(_ values: [JSONValue]) -> String {
        let shown = values.prefix(12).map { JSONExcerpt.text(of: $0, length: 60) }
        let rest = values.count > 12 ? " or \(values.count - 12) other values" : ""
        return shown.joined(separator: " or ") + rest
    }
}
