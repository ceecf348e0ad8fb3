/// All arrivals with the same outcome, over all sends.
package struct RunOutcome: Hashable, Sendable {
    /// `201`, `E403002`, `timeout`.
    package let name: String
    /// One for each send, at least one.
    package let cells: [OutcomeCell]

    package var count: UInt64 { cells.reduce(0) { $0 + $1.count } }

    /// Arrivals whose send declares this outcome.
    package var goodCount: UInt64 { cells.reduce(0) { $0 + ($1.key.isGood ? $1.count : 0) } }

    /// Of those that have an end; for failures the time until they failed.
    package var latency: Histogram<UInt64> {
        // The same outcome may be expected for one send and a failure of another.
        let isGood = cells.allSatisfy(\.key.isGood)
        var sum = Histogram<UInt64>(OutcomeCell.layout(isGood: isGood))
        for cell in cells { sum.mergeRounded(cell.latency) }
        return sum
    }
}

extension RunResult {
    /// Outcomes of arrivals: expected ones first, then by number, then by name.
    package var outcomes: [RunOutcome] {
        var names: [String] = []
        let cells = recording.arrivalCells
        for cell in cells where cell.count > 0 && !names.contains(cell.key.outcome) {
            names.append(cell.key.outcome)
        }
        let outcomes = names.map { name in
            RunOutcome(
                name: name,
                cells: cells.filter { $0.key.outcome == name && $0.count > 0 }
            )
        }
        return outcomes.sorted { left, right in
            let (isGood, isOtherGood) = (left.goodCount > 0, right.goodCount > 0)
            if isGood != isOtherGood { return isGood }
            if left.count != right.count { return left.count > right.count }
            return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
    }
}
