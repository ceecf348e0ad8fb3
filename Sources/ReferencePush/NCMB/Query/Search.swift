import JSON

/// An object that a search can return.
protocol NCMBObject: Queryable, Sendable {
    var id: ObjectID { get }
    var acl: AccessControl { get }
    /// As a client gets it.
    var json: JSONObject { get }
}

extension NCMBObject {
    /// - Throws: `E403001` when the session may not read it.
    func readable(by session: NCMBSession?) throws(NCMBError) -> Self {
        guard acl.allowsReading(session) else { throw .accessControl }
        return self
    }

    /// - Throws: `E403001` when the session may not write it.
    func writable(by session: NCMBSession?) throws(NCMBError) -> Self {
        guard acl.allowsWriting(session) else { throw .accessControl }
        return self
    }
}

/// Finds the page of a class that a client requests.
struct Search: Sendable {
    let parameters: SearchParameters
    let condition: Condition
    let session: NCMBSession?

    /// Result of a search.
    struct Found<Object> {
        let page: [Object]
        /// Total number of matches, only if requested.
        let count: Int?
    }

    /// Searches objects sorted from the newest, which is the default order.
    func found<Object: NCMBObject>(in objects: some Sequence<Object>) -> Found<Object> {
        let matches = objects.lazy.filter {
            $0.acl.allowsReading(session) && condition.matches($0)
        }
        guard parameters.order.isEmpty else {
            let all = sorted(Array(matches))
            let page = all.dropFirst(parameters.skip).prefix(parameters.limit)
            return Found(page: Array(page), count: parameters.isCounting ? all.count : nil)
        }
        var page: [Object] = []
        var count = 0
        for object in matches {
            guard parameters.isCounting || page.count < parameters.limit else { break }
            count += 1
            if count > parameters.skip, page.count < parameters.limit { page.append(object) }
        }
        return Found(page: page, count: parameters.isCounting ? count : nil)
    }

    private func sorted<Object: NCMBObject>(_ objects: [Object]) -> [Object] {
        let keyed = objects.enumerated().map { position, object in
            let values = parameters.order.map { object.value(of: $0.field)?.comparable ?? .null }
            return (values: values, position: position)
        }
        return keyed.sorted { left, right in
            for (index, key) in parameters.order.enumerated() {
                let (a, b) = (left.values[index], right.values[index])
                if a.sorts(before: b) { return !key.isDescending }
                if b.sorts(before: a) { return key.isDescending }
            }
            return left.position < right.position
        }.map { objects[$0.position] }
    }
}

extension JSONValue {
    /// Whether this comes first in ascending order: by type, then by value for types with an order.
    fileprivate func sorts(before other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)):
            left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.bool(let left), .bool(let right)): !left && right
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .number: 1
        case .string: 2
        case .object: 3
        case .array: 4
        case .bool: 5
        }
    }
}
