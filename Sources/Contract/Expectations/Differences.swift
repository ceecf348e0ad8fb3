/// What a judgement found: the first differences, and how many there are in all.
///
/// An answer can differ in a hundred thousand places; a person reads a hundred.
package struct Differences: Equatable, Sendable {
    /// At most `limit`, in the order in which they were found: the first ones, but a surer one
    /// before one that is less sure.
    package private(set) var kept: [Difference]
    /// How many there are, those that were not kept too.
    package private(set) var total: Int
    /// The most that are kept.
    package let limit: Int

    /// How many are kept when nobody says otherwise.
    package static let defaultLimit = 100

    /// None yet.
    package init(limit: Int = Self.defaultLimit) {
        precondition(limit >= 0, "limit must not be negative: \(limit)")
        self.limit = limit
        kept = []
        total = 0
    }

    /// One alone.
    init(_ difference: Difference, limit: Int = Self.defaultLimit) {
        self.init(limit: limit)
        add(difference)
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

    /// Counts all of `other`, and keeps as many as there is room for.
    ///
    /// When there is not enough, the surest stay: what counts at some level must not be crowded
    /// out by what does not.
    package mutating func add(contentsOf other: Differences) {
        total += other.total
        let all = kept + other.kept
        guard all.count > limit else { return kept = all }
        let surest = all.indices.sorted { left, right in
            let (first, second) = (all[left].rank, all[right].rank)
            return (first.standing, first.basis, left) < (second.standing, second.basis, right)
        }
        kept = surest.prefix(limit).sorted().map { all[$0] }
    }

    /// The same differences, set aside for a reason; as they are without one.
    func waived(for reason: String?) -> Differences {
        guard let reason else { return self }
        var waived = self
        waived.kept = kept.map { $0.waived(for: reason) }
        return waived
    }

    /// The same differences, none surer than `basis`.
    package func weakened(to basis: Basis) -> Differences {
        var weakened = self
        weakened.kept = kept.map { $0.weakened(to: basis) }
        return weakened
    }

    /// Counts differences that somebody else found and did not keep.
    mutating func addUnkept(_ count: Int) {
        total += count
    }
}
