import JSON

/// A query within a condition, over its own class.
struct Subquery: Sendable {
    /// `installation` or `push`; any other class has no objects here.
    let className: String
    let condition: Condition
}

extension Condition {
    /// The condition with its subqueries replaced by the objects that `find` gives for them.
    func resolved(by find: (Subquery) -> [any Queryable]) -> Condition {
        guard hasSubquery else { return self }
        switch self {
        case .all(let conditions): return .all(conditions.map { $0.resolved(by: find) })
        case .any(let conditions): return .any(conditions.map { $0.resolved(by: find) })
        case .field(let name, let predicate): return .field(name, predicate.resolved(by: find))
        case .never: return self
        }
    }

    private var hasSubquery: Bool {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.hasSubquery)
        case .field(_, .isSelected), .field(_, .pointsInto): true
        case .field, .never: false
        }
    }
}

extension FieldCondition {
    fileprivate func resolved(by find: (Subquery) -> [any Queryable]) -> FieldCondition {
        switch self {
        case .isSelected(let subquery, let key):
            let found = find(subquery.resolved(by: find)).compactMap { $0.value(of: key) }
            return .isIn(ValueSet(found.filter { $0 != .null }))
        case .pointsInto(let subquery):
            let found = find(subquery.resolved(by: find))
            let ids = found.compactMap { $0.value(of: "objectId")?.stringValue }
            return .pointsTo(className: subquery.className, ids: Set(ids))
        default:
            return self
        }
    }
}

extension Subquery {
    fileprivate func resolved(by find: (Subquery) -> [any Queryable]) -> Subquery {
        Subquery(className: className, condition: condition.resolved(by: find))
    }
}
