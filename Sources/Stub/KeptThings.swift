import JSON

/// What a stub keeps, up to a number of things; then the oldest give way.
struct KeptThings: Sendable {
    /// What tells things of a kind apart.
    struct Name: Hashable, Sendable {
        /// What stands in the gaps of the path before the identifier.
        let scope: [String]
        let id: String
    }

    /// One of them.
    struct Thing: Sendable {
        /// What the stub itself said of it when it was created.
        var made = JSONObject()
        /// What clients wrote.
        var written = JSONObject()
        /// The names of members that clients took away, and did not write again.
        private(set) var removed: Set<String> = []
        fileprivate var number = 0

        /// What is known of it; what was written comes first.
        var members: JSONObject {
            var all = made
            for member in written.members { all[member.name] = member.value }
            for name in removed { all[name] = nil }
            return all
        }

        /// Writes members: all that there are, or some of them as a JSON Merge Patch (RFC 7396).
        mutating func write(_ members: JSONObject, isWhole: Bool) {
            if isWhole {
                (written, removed) = (members, [])
                return
            }
            for member in members.members {
                if member.value == .null {
                    written[member.name] = nil
                    removed.insert(member.name)
                } else {
                    let old = self.members[member.name]
                    written[member.name] = JSONValue.merged(old, with: member.value)
                    removed.remove(member.name)
                }
            }
        }
    }

    private struct Key: Hashable {
        let kind: Int
        let name: Name
    }

    private let limit: Int
    private var things: [Key: Thing] = [:]
    /// In the order in which they came; those that are gone are skipped.
    private var order: [(number: Int, key: Key)] = []
    private var first = 0
    private var newest = 0
    private var drawn = 0
    /// Whether anything has given way.
    private(set) var isFull = false

    init(limit: Int) { self.limit = limit }

    /// A number that nobody had before.
    mutating func nextNumber() -> Int {
        drawn += 1
        return drawn
    }

    func thing(_ name: Name, of kind: Int) -> Thing? { things[Key(kind: kind, name: name)] }

    /// Keeps a thing, in the place of one that has its name.
    mutating func keep(_ thing: Thing, as name: Name, of kind: Int) {
        let key = Key(kind: kind, name: name)
        var thing = thing
        if let known = things[key] {
            thing.number = known.number
        } else {
            newest += 1
            thing.number = newest
            order.append((thing.number, key))
        }
        things[key] = thing
        if things.count > limit { giveWay() }
    }

    private mutating func giveWay() {
        isFull = true
        while things.count > limit, first < order.count {
            let (number, key) = order[first]
            first += 1
            if things[key]?.number == number { things[key] = nil }
        }
        tidy()
    }

    /// Forgets a thing; `false` when there is none.
    mutating func remove(_ name: Name, of kind: Int) -> Bool {
        let isThere = things.removeValue(forKey: Key(kind: kind, name: name)) != nil
        tidy()
        return isThere
    }

    /// Those that are gone take no more room than those that are there.
    private mutating func tidy() {
        guard order.count > 2 * things.count + 64 else { return }
        order = order[first...].filter { things[$0.key]?.number == $0.number }
        first = 0
    }

    /// The last things of a kind, the oldest first.
    func last(_ count: Int, of kind: Int, in scope: [String]) -> [(id: String, thing: Thing)] {
        let all = things.filter { $0.key.kind == kind && $0.key.name.scope == scope }
        return all.sorted { $0.value.number < $1.value.number }.suffix(count)
            .map { ($0.key.name.id, $0.value) }
    }
}

extension JSONValue {
    /// What a JSON Merge Patch makes of a value (RFC 7396 §2): null takes members away, at any depth.
    fileprivate static func merged(_ target: JSONValue?, with patch: JSONValue) -> JSONValue {
        guard let members = patch.objectValue?.members else { return patch }
        var result = target?.objectValue ?? JSONObject()
        for member in members {
            if member.value == .null {
                result[member.name] = nil
            } else {
                result[member.name] = merged(result[member.name], with: member.value)
            }
        }
        return .object(result)
    }
}
