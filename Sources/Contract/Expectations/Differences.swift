/// The differences of a check: the first ones, and the total number.
///
/// A response can differ in a hundred thousand places; a person reads a hundred.
package struct Differences: Equatable, Sendable {
    /// At most `limit`, in the order in which they were found: the first ones, but more certain
    /// ones take precedence.
    package private(set) var kept: [Difference]
    /// Their number, including those not kept.
    package private(set) var total: Int
    /// Waived asserts, and whether they passed; in the order of the checks.
    package private(set) var waivedAsserts: [WaivedAssert] = []
    /// The maximum number kept.
    package let limit: Int

    /// The number that is kept by default.
    package static let defaultLimit = 100

    /// No differences.
    package init(limit: Int = Self.defaultLimit) {
        precondition(limit >= 0, "limit must not be negative: \(limit)")
        self.limit = limit
        kept = []
        total = 0
    }

    /// A single difference.
    init(_ difference: Difference, limit: Int = Self.defaultLimit) {
        self.init(limit: limit)
        add(difference)
    }
}

extension Differences {
    /// Whether everything passed.
    package var isEmpty: Bool { total == 0 }

    /// The number of those not kept.
    package var omitted: Int { total - kept.count }

    /// Counts one; it is only created if it is kept.
    package mutating func add(_ difference: @autoclosure () -> Difference) {
        total += 1
        if kept.count < limit { kept.append(difference()) }
    }

    /// Counts all of `other`, and keeps those for which there is room.
    ///
    /// If there is not enough room, the most certain stay: differences that count must not be
    /// displaced by others.
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

    /// The differences, waived like their assert; unchanged without a waiver.
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

    /// The differences, none more certain than `basis`.
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

/// The result of a waived assert.
package struct WaivedAssert: Equatable, Sendable {
    /// The assert in words: `status at least 400`.
    package var statement: String
    /// Why it is waived.
    package var reason: String
    /// The line of the contract with the assert.
    package let location: SourceLocation
    package let holds: Bool

    package init(statement: String, reason: String, location: SourceLocation, holds: Bool) {
        self.statement = statement
        self.reason = reason
        self.location = location
        self.holds = holds
    }
}
