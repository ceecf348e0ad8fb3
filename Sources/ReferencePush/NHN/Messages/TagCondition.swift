/// A condition on a user's tags: tag ids, `AND`, `OR` and one pair of parentheses.
///
/// `AND` binds more tightly than `OR`.
struct TagCondition: Hashable, Sendable {
    /// Alternatives, each with factors that must all match.
    private var alternatives: [[Factor]]

    private indirect enum Factor: Hashable, Sendable {
        case tag(String)
        case group(TagCondition)
    }

    /// Largest number of `AND` and `OR`.
    private static let operatorLimit = 3

    /// Reads the elements of `target.to`.
    ///
    /// - Returns: `nil` for an invalid condition, or one that is too long.
    init?(_ words: [String]) {
        let operators = words.filter { $0 == "AND" || $0 == "OR" }.count
        let groups = words.filter { $0 == "(" }.count
        guard operators <= Self.operatorLimit, groups <= 1 else { return nil }
        var rest = words[...]
        guard let condition = Self.condition(&rest), rest.isEmpty else { return nil }
        self = condition
    }

    private init(alternatives: [[Factor]]) { self.alternatives = alternatives }

    private static func condition(_ rest: inout ArraySlice<String>) -> TagCondition? {
        var alternatives: [[Factor]] = []
        repeat {
            var factors: [Factor] = []
            repeat {
                guard let factor = factor(&rest) else { return nil }
                factors.append(factor)
            } while take("AND", &rest)
            alternatives.append(factors)
        } while take("OR", &rest)
        return TagCondition(alternatives: alternatives)
    }

    private static func factor(_ rest: inout ArraySlice<String>) -> Factor? {
        if take("(", &rest) {
            guard let inner = condition(&rest), take(")", &rest) else { return nil }
            return .group(inner)
        }
        guard let tag = rest.first, tag.unicodeScalars.count == NHNTag.idLength else { return nil }
        rest.removeFirst()
        return .tag(tag)
    }

    private static func take(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
        guard rest.first == word else { return false }
        rest.removeFirst()
        return true
    }

    /// Whether a user with these tags is meant.
    func holds(for tags: some Collection<String>) -> Bool {
        alternatives.contains { factors in
            factors.allSatisfy { factor in
                switch factor {
                case .tag(let id): tags.contains(id)
                case .group(let condition): condition.holds(for: tags)
                }
            }
        }
    }
}
