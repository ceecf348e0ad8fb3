/// The order in which two targets are measured in turn, so that a machine that changes harms both alike.
package enum InterleavedOrder {
    /// One of the two sides.
    package enum Side: String, Hashable, Sendable {
        case old = "A"
        case new = "B"
    }

    /// A B B A A B B A …, so many runs on each side.
    package static func sides(runsOnEachSide count: Int) -> [Side] {
        (0..<2 * max(count, 0)).map { ($0 + 1) / 2 % 2 == 0 ? .old : .new }
    }
}
