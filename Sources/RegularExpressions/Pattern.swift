/// The tree of a regular expression.
///
/// Preference matters only for groups: among several ways to match, the first determines their ranges.
indirect enum Pattern: Sendable {
    /// One code point from a set.
    case one(ScalarSet)
    /// A concatenation; an empty one matches the empty text.
    case sequence([Pattern])
    case alternatives([Pattern])
    /// `maximum` is `nil` for no limit; a lazy one prefers fewer rounds.
    case repeated(Pattern, minimum: Int, maximum: Int?, isLazy: Bool = false)
    /// Stores the range of its body; groups are numbered from 1.
    case group(Pattern, number: Int)
    case assertion(TextBoundary)
    case look(Pattern, isAhead: Bool, isNegated: Bool)

    static func alternatives(of branches: [Pattern]) -> Pattern {
        guard branches.count == 1, let only = branches.first else {
            return .alternatives(branches)
        }
        return only
    }
}

/// A condition on a place between two code points.
enum TextBoundary: Sendable {
    case start
    case end
    case wordBoundary
    case noWordBoundary

    /// - Parameters:
    ///   - position: Between 0 and the number of code points.
    ///   - text: The complete text.
    /// - Returns: Whether the condition is true there.
    func holds(at position: Int, in text: [Unicode.Scalar]) -> Bool {
        switch self {
        case .start: position == 0
        case .end: position == text.count
        case .wordBoundary: Self.isBoundary(position, in: text)
        case .noWordBoundary: !Self.isBoundary(position, in: text)
        }
    }

    private static func isBoundary(_ position: Int, in text: [Unicode.Scalar]) -> Bool {
        let before = position > 0 && ScalarSet.word.contains(text[position - 1])
        let after = position < text.count && ScalarSet.word.contains(text[position])
        return before != after
    }
}
