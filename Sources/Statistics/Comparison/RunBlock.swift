/// Runs of both sides that are close in time, and are compared within the block only.
package struct RunBlock: Hashable, Sendable {
    /// One value for each run, at least one; infinite for a failed percentile.
    package let old: [Double]
    package let new: [Double]

    package init(old: [Double], new: [Double]) {
        precondition(!old.isEmpty && !new.isEmpty, "a sample is empty")
        self.old = old
        self.new = new
    }

    /// Number of runs of each side.
    package struct Size: Hashable, Sendable {
        package let old: Int
        package let new: Int

        package init(old: Int, new: Int) { (self.old, self.new) = (old, new) }
    }

    package var size: Size { Size(old: old.count, new: new.count) }
}

/// Divides runs that took turns into blocks of neighbours, so that changes of the machine between blocks have no
/// effect.
///
/// Smaller blocks let a changing machine hide or mimic less, but raise the smallest p-value. Blocks of two runs on
/// each side are joined with their neighbours until it is small enough; the division depends only on the order of
/// the turns.
struct TurnBlocks {
    /// Positions of each block in the order of time.
    private(set) var ranges: [Range<Int>]
    private let order: [InterleavedOrder.Side]

    /// The fewest runs on each side of a block, as far as there are enough.
    private static let leastCount = 2

    /// The smallest blocks of runs that took turns in this order.
    init(_ order: [InterleavedOrder.Side]) {
        self.order = order
        ranges = []
        var start = 0
        for end in order.indices.map({ $0 + 1 }) {
            let size = Self.size(order[start..<end])
            guard size.old == size.new, size.old >= Self.leastCount || end == order.count else {
                continue
            }
            ranges.append(start..<end)
            start = end
        }
        guard start < order.count else { return }
        // The rest has too few runs of one side.
        let last = ranges.popLast()
        ranges.append((last?.lowerBound ?? start)..<order.count)
    }

    var sizes: [RunBlock.Size] { ranges.map { Self.size(order[$0]) } }

    /// Whether anything is left to join.
    var canJoin: Bool { ranges.count > 1 }

    /// Joins the smallest pair of neighbours, the last one among equals.
    mutating func join() {
        let pairs = ranges.indices.dropLast()
        guard let first = pairs.min(by: { (length($0), -$0) < (length($1), -$1) }) else { return }
        ranges[first] = ranges[first].lowerBound..<ranges[first + 1].upperBound
        ranges.remove(at: first + 1)
    }

    private func length(_ first: Int) -> Int { ranges[first].count + ranges[first + 1].count }

    private static func size(_ sides: ArraySlice<InterleavedOrder.Side>) -> RunBlock.Size {
        let old = sides.count { $0 == .old }
        return RunBlock.Size(old: old, new: sides.count - old)
    }
}
