/// What comparing one figure came to.
package enum ComparisonVerdict: String, Hashable, Sendable, CaseIterable {
    /// Worse, by more than the minimum effect, and not by chance.
    case regression
    /// Better, by more than the minimum effect, and not by chance.
    case improvement
    /// If it is worse at all, then by less than the minimum effect.
    case noRegression
    /// The runs vary too much, or are too few.
    case cannotTell
}
