/// What is decided about rates.
struct CapacityBracket: Hashable, Sendable {
    private struct Decision: Hashable {
        let rate: Double
        let verdict: StepVerdict
    }

    private var decisions: [Decision] = []

    /// So close, as a share of the lower, two rates are the same to the search.
    static let accuracy = 0.015

    mutating func add(_ rate: Double, _ verdict: StepVerdict) {
        decisions.append(Decision(rate: rate, verdict: verdict))
    }

    /// The lowest rate that did not hold: it wins over any higher one that did.
    var upper: Double? {
        decisions.filter { !$0.verdict.isHeld }.map(\.rate).min()
    }

    /// What was decided last about the lowest rate that did not hold.
    var broken: StepVerdict? {
        decisions.last { $0.rate == upper && !$0.verdict.isHeld }?.verdict
    }

    /// The highest rate that held, below all that did not.
    var lower: Double? {
        let upper = upper ?? .infinity
        return decisions.filter { $0.verdict.isHeld && $0.rate < upper }.map(\.rate).max()
    }

    /// The highest rate that held although a clearly lower one did not.
    var heldAbove: Double? {
        guard let upper else { return nil }
        let limit = upper * (1 + Self.accuracy)
        return decisions.filter { $0.verdict.isHeld && $0.rate > limit }.map(\.rate).max()
    }

    /// Whether the two ends are so close that nothing between them is worth a step.
    var isNarrow: Bool {
        guard let lower, let upper else { return false }
        return upper - lower <= Self.accuracy * lower
    }
}
