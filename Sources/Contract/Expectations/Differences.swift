/// What a judgement found: the first differences, and how many there are in all.
///
/// An answer can differ in a hundred thousand places; a person reads a hundred.
package struct Differences: Hashable, Sendable {
    /// The first ones, in the order in which they were found; at most `limit`.
    package private(set) var kept: [Difference]
    /// How many there are, those that were not kept too.
    package private(set) var total: Int
    /// The most that are kept.
    package let limit: Int

    /// How many are kept when nobody says otherwise.
    package static let defaultLimit = 100

    /// None yet.
    package init(limit: Int = Self.defaultLimit) {
        self.limit = limit
        kept = []
        total = 0
    }
}

extension Differences {
    /// Whether everything held.
    package var isEmpty: Bool { total == 0 }

    /// How many were counted but not kept.
    package var omitted: Int { total - kept.count }

    /// Counts one; it is only made when it will be kept.
    package mutating func add(_ difference: @autoclosure () -> Difference) {
        total += 1
        if kept.count < limit { kept.append(difference()) }
    }

    /// Counts all of `other`, and keeps its first as far as there is room.
    package mutating func add(contentsOf other: Differences) {
        kept.append(contentsOf: other.kept.prefix(limit - kept.count))
        total += other.total
    }
}
