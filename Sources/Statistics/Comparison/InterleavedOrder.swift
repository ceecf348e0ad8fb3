/// The order for measuring two targets in turn, so that drift of the machine affects both equally.
package enum InterleavedOrder {
    /// One of the two sides.
    package enum Side: String, Hashable, Sendable {
        case old = "A"
        case new = "B"
    }

    /// The sequence A B B A A B B A …, with `count` runs on each side.
    package static func sides(runsOnEachSide count: Int) -> [Side] {
        (0..<2 * max(count, 0)).map { ($0 + 1) / 2 % 2 == 0 ? .old : .new }
    }
}
