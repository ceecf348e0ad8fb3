import JSON

/// An object whose fields a condition can look at.
protocol Queryable {
    /// The value of a field; `nil` when it is not there.
    func value(of field: String) -> JSONValue?
}

/// What `where` and `searchCondition` ask of an object, read and checked.
indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case field(String, FieldCondition)
    /// Holds for no object.
    case never
}

extension Condition {
    func matches(_ object: some Queryable) -> Bool {
        switch self {
        case .all(let conditions): conditions.allSatisfy { $0.matches(object) }
        case .any(let conditions): conditions.contains { $0.matches(object) }
        case .field(let name, let predicate): predicate.holds(for: object.value(of: name))
        case .never: false
        }
    }

    /// Whether every object matches.
    var isAlways: Bool {
        guard case .all(let conditions) = self else { return false }
        return conditions.allSatisfy(\.isAlways)
    }

    /// The only strings that a field can have in an object that matches.
    ///
    /// Lets an index stand in for a search; `nil` when the condition does not say.
    func strings(of field: String) -> [String]? {
        switch self {
        case .all(let conditions):
            return conditions.lazy.compactMap { $0.strings(of: field) }.first
        case .field(field, .equals(.string(let text))):
            return [text]
        case .field(field, .isIn(let values)), .field(field, .containsAny(let values)):
            return values.strings
        case .any, .field, .never:
            return nil
        }
    }
}
