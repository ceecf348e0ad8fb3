import JSON

/// An object with fields for conditions.
protocol Queryable {
    /// The value of a field; `nil` for a missing one.
    func value(of field: String) -> JSONValue?
}

/// A parsed `where` or `searchCondition`.
indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case field(String, FieldCondition)
    /// Matches no object.
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

    /// The only possible texts of a field in matching objects.
    ///
    /// Allows an index in place of a search; `nil` when the condition does not determine them.
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
