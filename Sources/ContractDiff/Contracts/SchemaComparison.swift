import Contract
import JSON
import JSONSchemas

/// Finds out where schemas allow other values than older ones did.
///
/// It compares keyword by keyword and is careful: where it cannot tell whether every value of one
/// schema is a value of the other, it says so. Every pair of schemas is looked at once, however often
/// it is referred to.
final class SchemaComparison {
    let old: SchemaDocument
    let new: SchemaDocument
    let direction: SchemaChange.Direction
    /// Whether values are sent as text without quotes, so that a number is also a string.
    let isText: Bool
    /// By pair; those that are being looked at are in `open`.
    private var found: [Pair: [Item]] = [:]
    private var open: Set<Pair> = []
    /// Pairs below which nothing is other.
    private var equal: Set<Pair> = []

    /// What two documents say of one place; `true` allows anything.
    struct Pair: Hashable {
        let old: JSONValue
        let new: JSONValue

        init(_ old: JSONValue?, _ new: JSONValue?) {
            self.old = old ?? true
            self.new = new ?? true
        }
    }

    /// What was found at a pair: something that is other, or a pair to look at.
    private enum Item {
        case change(SchemaChange.Effect, SchemaPath.Step?, String)
        case pair(Pair, SchemaPath.Step?)
    }

    /// More changes of one schema are not listed.
    private static let mostChanges = 500
    /// Schemas that decide whether others are alternatives of each other are looked into so far.
    private static let maximumDepth = 24

    init(
        _ old: SchemaDocument,
        _ new: SchemaDocument,
        _ direction: SchemaChange.Direction,
        isText: Bool = false
    ) {
        self.old = old
        self.new = new
        self.direction = direction
        self.isText = isText
    }

    /// What is other between two schemas of the documents.
    func changes(from before: JSONValue?, to after: JSONValue?) -> [SchemaChange] {
        let root = Pair(before, after)
        let altered = altered(below: root)
        guard altered.contains(root) else { return [] }
        var changes: [SchemaChange] = []
        /// What is left to do: an item at a place, or to leave a pair.
        enum Task {
            case item(Item, SchemaPath)
            case leave(Pair)
        }
        var path: Set<Pair> = []
        var tasks = [Task.item(.pair(root, nil), SchemaPath())]
        while let task = tasks.popLast() {
            switch task {
            case .leave(let pair): path.remove(pair)
            case .item(.change(let effect, let step, let what), let place):
                guard changes.count < Self.mostChanges else {
                    let rest = "differs in more places than are listed"
                    changes.append(SchemaChange(effect: .other, path: "$", what: rest))
                    return changes
                }
                let place = step.map(place.appending) ?? place
                changes.append(SchemaChange(effect: effect, path: place.text, what: what))
            case .item(.pair(let pair, let step), let place):
                // A schema that contains itself is reported once on each path.
                guard altered.contains(pair), path.insert(pair).inserted else { continue }
                let place = step.map(place.appending) ?? place
                tasks.append(.leave(pair))
                tasks += (found[pair] ?? []).reversed().map { .item($0, place) }
            }
        }
        return changes
    }

    /// The pairs below one at which, or below which, something is other.
    private func altered(below root: Pair) -> Set<Pair> {
        var reached: Set<Pair> = [root]
        var parents: [Pair: [Pair]] = [:]
        var altered: [Pair] = []
        var left = [root]
        while let pair = left.popLast() {
            if equal.contains(pair) || open.contains(pair) { continue }
            examine(pair)
            var isAltered = false
            for item in found[pair] ?? [] {
                switch item {
                case .change: isAltered = true
                case .pair(let child, _):
                    parents[child, default: []].append(pair)
                    if reached.insert(child).inserted { left.append(child) }
                }
            }
            if isAltered { altered.append(pair) }
        }
        var all = Set(altered)
        while let pair = altered.popLast() {
            for parent in parents[pair] ?? [] where all.insert(parent).inserted {
                altered.append(parent)
            }
        }
        // What is being looked at may yet turn out to be other.
        if open.isEmpty { equal.formUnion(reached.subtracting(all)) }
        return all
    }

    /// What became of the values that a schema allows.
    func effects(from before: JSONValue?, to after: JSONValue?) -> Set<SchemaChange.Effect> {
        guard open.count < Self.maximumDepth else { return before == after ? [] : [.other] }
        let altered = altered(below: Pair(before, after))
        var effects: Set<SchemaChange.Effect> = []
        for pair in altered {
            for case .change(let effect, _, _) in found[pair] ?? [] { effects.insert(effect) }
        }
        return effects.subtracting([.remark])
    }

    /// Whether both allow the same.
    func areSame(_ before: JSONValue?, _ after: JSONValue?) -> Bool {
        effects(from: before, to: after).isEmpty
    }

    // MARK: - One pair

    /// Where what is found goes.
    private var items: [[Item]] = []

    private func examine(_ pair: Pair) {
        guard found[pair] == nil, open.insert(pair).inserted else { return }
        items.append([])
        let (before, after) = (old.keywords(of: pair.old), new.keywords(of: pair.new))
        if !areAlternatives(pair, before, after), compareKinds(before, after) {
            compareValues(before, after)
            compareBounds(before, after)
            compareMarks(before, after)
            compareMembers(before, after)
            compareElements(before, after)
            compareCombinations(before, after)
        }
        compareStandIns(pair)
        open.remove(pair)
        found[pair] = items.removeLast()
    }

    func add(_ effect: SchemaChange.Effect, _ what: String, at step: SchemaPath.Step? = nil) {
        items[items.count - 1].append(.change(effect, step, what))
    }

    func compare(_ before: JSONValue?, _ after: JSONValue?, at step: SchemaPath.Step? = nil) {
        guard before != nil || after != nil else { return }
        items[items.count - 1].append(.pair(Pair(before, after), step))
    }

    /// A value in the place of one that is left out changes nothing of what may be sent.
    private func compareStandIns(_ pair: Pair) {
        guard direction == .request else { return }
        let (before, after) = (old.standIn(of: pair.old), new.standIn(of: pair.new))
        guard before != after else { return }
        func words(_ value: JSONValue?) -> String {
            value.map { JSONExcerpt.text(of: $0, length: 60) } ?? "not said"
        }
        add(.remark, "has the default \(words(after)), before: \(words(before))")
    }
}

// MARK: - Kinds and values

extension SchemaComparison {
    /// The kinds of values that a schema allows; `nil` for all.
    static func kinds(of schema: JSONObject) -> Set<JSONValue.Kind>? {
        var kinds: Set<JSONValue.Kind>?
        if let type = schema["type"] {
            kinds = Set(
                (type.arrayValue ?? [type]).compactMap {
                    $0.stringValue.flatMap(JSONValue.Kind.init)
                }
            )
            // Every integer is a number.
            if kinds?.contains(.number) == true { kinds?.insert(.integer) }
        }
        guard let values = values(of: schema) else { return kinds }
        let own = Set(values.map(\.kind))
        return kinds.map { $0.intersection(own) } ?? own
    }

    /// The only values that a schema allows; `nil` when they are not counted out.
    static func values(of schema: JSONObject) -> [JSONValue]? {
        let listed = schema["enum"]?.arrayValue
        guard let constant = schema["const"] else { return listed }
        return listed.map { $0.contains(constant) ? [constant] : [] } ?? [constant]
    }

    /// Returns whether the schemas have a kind in common, so that there is more to compare.
    private func compareKinds(_ before: JSONObject, _ after: JSONObject) -> Bool {
        let (old, new) = (Self.kinds(of: before), Self.kinds(of: after))
        switch (old, new) {
        case (nil, nil): return true
        case (_, let new?) where new.isEmpty:
            if old?.isEmpty != true { add(.narrower, "is no longer allowed") }
            return false
        case (let old?, _) where old.isEmpty:
            add(.wider, "is allowed now")
            return false
        case (nil, let new?): add(.narrower, "is \(Self.words(new)) now, it could be anything")
        case (let old?, nil): add(.wider, "can be anything now, it was \(Self.words(old))")
        case (let old?, let new?) where isText && Self.allowsAllTexts(after):
            let gained = new.subtracting(old)
            if !gained.isEmpty { add(.wider, "can be \(Self.words(gained)) too") }
            let lost = old.subtracting(new).intersection([.array, .object])
            if !lost.isEmpty { add(.narrower, never(Self.words(lost, beside: new))) }
        case (let old?, let new?) where old.isDisjoint(with: new):
            add(.other, "is \(Self.words(new)) now, it was \(Self.words(old))")
            return false
        case (let old?, let new?):
            let (gained, lost) = (new.subtracting(old), old.subtracting(new))
            if !gained.isEmpty { add(.wider, "can be \(Self.words(gained)) too") }
            if !lost.isEmpty { add(.narrower, never(Self.words(lost, beside: new))) }
        }
        return true
    }

    /// Whether a schema allows every text.
    private static func allowsAllTexts(_ schema: JSONObject) -> Bool {
        let limits = [
            "enum", "const", "minLength", "maxLength", "pattern", "format", "allOf", "not",
        ]
        return kinds(of: schema)?.contains(.string) == true
            && limits.allSatisfy { schema[$0] == nil }
    }

    private func never(_ words: String) -> String {
        switch direction {
        case .request: "can no longer be \(words)"
        case .response: "is no longer \(words)"
        }
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

    private func compareValues(_ before: JSONObject, _ after: JSONObject) {
        switch (Self.values(of: before), Self.values(of: after)) {
        case (nil, nil): break
        case (nil, let new?):
            let words = direction == .request ? "can only be" : "is always"
            add(.narrower, "\(words) \(Self.list(new)) now")
        case (let old?, nil): add(.wider, "can be other than \(Self.list(old)) now")
        case (let old?, let new?):
            let (then, now) = (Set(old), Set(new))
            let added = new.filter { !then.contains($0) }
            let removed = old.filter { !now.contains($0) }
            if !added.isEmpty { add(.wider, "can be \(Self.list(added)) too") }
            if !removed.isEmpty { add(.narrower, never(Self.list(removed))) }
        }
    }

    private static func list(_ values: [JSONValue]) -> String {
        let shown = values.prefix(12).map { JSONExcerpt.text(of: $0, length: 60) }
        let rest = values.count > 12 ? " or \(values.count - 12) other values" : ""
        return shown.joined(separator: " or ") + rest
    }
}
