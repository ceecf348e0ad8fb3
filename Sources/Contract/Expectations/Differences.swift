/// What a judgement found: the first differences, and how many there are in all.
///
/// An answer can differ in a hundred thousand places; a person reads a hundred.
package struct Differences: Equatable, Sendable {
    /// At most `limit`, in the order in which they were found: the first ones, but a surer one
    /// before one that is less sure.
    package private(set) var kept: [Difference]
    /// How many there are, those that were not kept too.
    package private(set) var total: Int
    /// Asserts that are set aside, and whether they held; in the order in which they were judged.
    package private(set) var waivedAsserts: [WaivedAssert] = []
    /// The most that are kept.
    package let limit: Int

    /// The number that is kept by default.
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
    /// Whether everything passed.
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
        waivedAsserts += other.waivedAsserts
        let all = kept + other.kept
        guard all.count > limit else { return kept = all }
        let surest = all.indices.sorted { left, right in
            let (first, second) = (all[left].rank, all[right].rank)
            return (first.standing, first.basis, left) < (second.standing, second.basis, right)
        }
        kept = surest.prefix(limit).sorted().map { all[$0] }
    }

    /// The same differences, set aside as their assert is; as they are without a waiver.
    func waived(with assertion: Assertion) -> Differences {
        guard let reason = assertion.waiver?.description else { return self }
        var waived = self
        waived.kept = kept.map { $0.waived(for: reason) }
        if let location = assertion.location {
            waived.waivedAsserts = [
                WaivedAssert(
                    statement: assertion.description,
                    reason: reason,
                    location: location,
                    holds: isEmpty
                )
            ]
        }
        return waived
    }

    /// The same differences, none surer than `basis`.
    package func weakened(to basis: Basis) -> Differences {
        var weakened = self
        weakened.kept = kept.map { $0.weakened(to: basis) }
        return weakened
    }

    /// Counts differences that were found elsewhere and not kept.
    mutating func addUnkept(_ count: Int) {
        total += count
    }
}

/// What came of an assert that is set aside.
package struct WaivedAssert: Equatable, Sendable {
    /// What is asked: `status at least 400`.
    package var statement: String
    /// Why it is set aside.
    package var reason: String
    /// The line of the contract that asks for it.
    package let location: SourceLocation
    package let holds: Bool

    package init(statement: String, reason: String, location: SourceLocation, holds: Bool) {
        self.statement = statement
        self.reason = reason
        self.location = location
        self.holds = holds
    }
}
