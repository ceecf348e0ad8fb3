/// What is decided about rates.
struct CapacityBracket: Hashable, Sendable {
    /// What the steps at a rate came to.
    private struct Decision: Hashable {
        let rate: Double
        let verdict: StepVerdict
        let isHold: Bool
        /// Of the longest of the steps, in nanoseconds.
        let length: Int64
        /// Those of the steps that agree; empty unless they were breaches.
        let saturations: [Saturation]

        /// Of the step that tells most.
        var saturation: Saturation? {
            // A pause makes it less.
            saturations.max { ($0.isLasting ? 1 : 0, $0.rate) < ($1.isLasting ? 1 : 0, $1.rate) }
        }

        /// What can be relied upon of an overload: it lasted, or came again.
        var evidence: Saturation? {
            guard let saturation, saturation.isLasting || saturations.count > 1 else { return nil }
            return saturation
        }
    }

    private var decisions: [Decision] = []

    /// So close, as a share of the lower, two rates are the same to the search.
    static let accuracy = 0.015
    /// A hold this share away from what is known tells something new.
    private static let leastMove = 0.005
    /// The first move after a hold that tells no more than that it did not hold; then twice as much each time.
    private static let blindMove = 0.01
    /// Rates this share below one that did not hold are not of its kind.
    private static let distance = 0.05

    /// - Parameters:
    ///   - trials: The steps at one rate that were decided by, at least one.
    ///   - verdict: What they come to.
    mutating func add(_ trials: [CapacityTrial], _ verdict: StepVerdict) {
        let agreeing = trials.filter { $0.verdict.isHeld == verdict.isHeld }
        let breaches = trials.filter { if case .breached = $0.verdict { true } else { false } }
        decisions.append(
            Decision(
                rate: trials[0].step.rate,
                verdict: verdict,
                isHold: agreeing.contains { $0.step.purpose == .hold },
                length: agreeing.map(\.step.duration).max() ?? 0,
                saturations: verdict.isHeld ? [] : breaches.compactMap(\.measurement.saturation)
            )
        )
    }

    private var failures: [Decision] { decisions.filter { !$0.verdict.isHeld } }

    // MARK: - Ends

    /// The lowest rate that did not hold: it wins over any higher one that did.
    var upper: Double? { failures.map(\.rate).min() }

    /// What was decided last about the lowest rate that did not hold.
    var broken: StepVerdict? { failures.last { $0.rate == upper }?.verdict }

    /// The highest rate that held, below all that did not.
    ///
    /// A step says nothing where a longer or a later one found that the service answers less. Where a hold
    /// failed, only holds count as soon as there is one.
    var lower: Double? {
        if failures.contains(where: \.isHold), let proven { return proven }
        return believed.map(\.rate).max()
    }

    /// The highest rate that was held to the end of a hold, below all that did not hold.
    var proven: Double? { believed.filter(\.isHold).map(\.rate).max() }

    private var believed: [Decision] {
        decisions.indices.filter { isHeld(decisions[$0]) && !isRefuted($0) }.map { decisions[$0] }
    }

    private var held: [Decision] { decisions.filter(isHeld) }

    private func isHeld(_ decision: Decision) -> Bool {
        decision.verdict.isHeld && decision.rate < upper ?? .infinity
    }

    private func isRefuted(_ index: Int) -> Bool {
        let decision = decisions[index]
        return decisions.enumerated().contains { other, failure in
            guard let evidence = failure.evidence else { return false }
            let isLonger = failure.length > decision.length && evidence.isLasting
            return isLonger && decision.rate > evidence.low
                || other > index && decision.rate > evidence.high
        }
    }

    /// The highest rate that held although a clearly lower one did not.
    var heldAbove: Double? {
        guard let upper else { return nil }
        let limit = upper * (1 + Self.accuracy)
        return decisions.filter { $0.verdict.isHeld && $0.rate > limit }.map(\.rate).max()
    }

    /// Whether the two ends are so close that nothing between them is worth a step.
    var isNarrow: Bool { isClose(lower) }

    private func isClose(_ lower: Double?) -> Bool {
        guard let lower, let upper else { return false }
        return upper - lower <= Self.accuracy * lower
    }

    // MARK: - Evidence

    /// Of the lowest rate at which the service was overloaded for sure: the less too much it is, the less it
    /// changes what the service does.
    var evidence: Saturation? {
        failures.filter { $0.evidence != nil }.min { $0.rate < $1.rate }?.evidence
    }

    /// Whether steps were too short to show what longer or later ones found: that the service answers less.
    var needsLongSteps: Bool {
        failures.contains { $0.isHold && $0.evidence != nil } || believed.count < held.count
    }

    /// Whether earlier steps found already that the service answers less than this, and just about as much as
    /// in this step.
    func expects(_ trial: CapacityTrial) -> Bool {
        guard let saturation = trial.measurement.saturation else { return false }
        return failures.contains { failure in
            guard let earlier = failure.saturation else { return false }
            return earlier.rate * (1 + Self.accuracy) <= trial.step.rate
                && earlier.low <= saturation.high && saturation.low <= earlier.high
        }
    }

    /// What overloads say of the rate that the service carries, within what held and what did not; `nil`
    /// without any, or when it does not lie there.
    var estimate: CapacityEstimate? {
        let (least, most) = (lower ?? 0, upper ?? .infinity)
        guard let evidence, evidence.rate >= least * (1 - Self.accuracy),
            evidence.rate <= most * (1 + Self.accuracy)
        else { return nil }
        func within(_ rate: Double) -> Double { min(max(rate, least), most) }
        return CapacityEstimate(
            rate: within(evidence.rate),
            low: within(evidence.low),
            high: within(evidence.high)
        )
    }

    /// Where to hold next, after a hold; `nil` when the ends are close together, or nothing is left to try.
    ///
    /// First what an overload says for sure, then the most that it speaks for, then halfway.
    var nextHold: Double? {
        guard let upper, !isClose(proven) else { return nil }
        let floor = proven ?? 0
        // However little an overloaded service does: at a clearly lower rate this one held.
        let held = held.map(\.rate).filter { $0 <= upper * (1 - Self.distance) }.max() ?? 0
        var candidates: [Double] = []
        // Else it was no overload that broke the lowest rate.
        if let evidence, evidence.rate <= upper * (1 - Self.leastMove) {
            candidates = [max(evidence.low, held), evidence.high]
        }
        if proven == nil { candidates.append(max(upper * (1 - blindShare), held)) }
        candidates.append((floor + upper) / 2)
        return candidates.first {
            $0 >= floor * (1 + Self.leastMove) && $0 <= upper * (1 - Self.leastMove)
        }
    }

    private var blindShare: Double {
        let count = failures.count { $0.isHold && $0.evidence == nil }
        return min(Self.blindMove * Double(1 << min(max(count - 1, 0), 10)), 0.5)
    }
}
