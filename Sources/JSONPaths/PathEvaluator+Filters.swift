import JSON

extension PathEvaluator {
    /// Whether a condition holds for a node.
    func holds(_ condition: PathCondition, for node: Node) -> Bool {
        switch condition {
        case .any(let parts): parts.contains { holds($0, for: node) }
        case .all(let parts): parts.allSatisfy { holds($0, for: node) }
        case .not(let part): !holds(part, for: node)
        case .exists(let query): finds(query, from: node)
        case .function(let call): isTrue(call, for: node)
        case .comparison(let left, let comparison, let right):
            Self.compare(value(of: left, for: node), comparison, value(of: right, for: node))
        }
    }

    private func finds(_ query: PathQuery, from node: Node) -> Bool {
        query.isSingular
            ? singleValue(of: query, from: node) != nil
            : !nodes(of: query, from: node).isEmpty
    }

    /// The value of an operand; `nil` is the special result Nothing of RFC 9535 §2.4.1.
    func value(of operand: PathOperand, for node: Node) -> JSONValue? {
        switch operand {
        case .literal(let value): value
        case .query(let query): singleValue(of: query, from: node)
        case .function(let call): value(of: call, for: node)
        }
    }

    /// What a singular query finds, without the bookkeeping of locations.
    private func singleValue(of query: PathQuery, from node: Node) -> JSONValue? {
        var value = query.isRelative ? node.value : root.value
        for segment in query.segments {
            switch segment.selectors[0] {
            case .name(let name):
                guard let member = value[name] else { return nil }
                value = member
            case .index(let index):
                guard let elements = value.arrayValue else { return nil }
                let position = index >= 0 ? index : elements.count + index
                guard elements.indices.contains(position) else { return nil }
                value = elements[position]
            case .wildcard, .slice, .filter:
                return nil
            }
        }
        return value
    }

    /// Source: RFC 9535 §2.3.5.2.2.
    private static func compare(
        _ left: JSONValue?,
        _ comparison: PathComparison,
        _ right: JSONValue?
    ) -> Bool {
        switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: isLess(left, right)
        case .greater: isLess(right, left)
        case .lessOrEqual: isLess(left, right) || left == right
        case .greaterOrEqual: isLess(right, left) || left == right
        }
    }

    private static func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number(let a)?, .number(let b)?): a < b
        // The order of UTF-8 bytes is the order of code points.
        case (.string(let a)?, .string(let b)?): a.utf8.lexicographicallyPrecedes(b.utf8)
        default: false
        }
    }
}
