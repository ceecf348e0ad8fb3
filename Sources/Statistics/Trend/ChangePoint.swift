/// A place in a series from which on the values are others.
package struct ChangePoint: Hashable, Sendable {
    /// The index of the first value of the new level.
    package let index: Int
    /// The share of shuffled series that show as great a change somewhere.
    package let pValue: Double
}
