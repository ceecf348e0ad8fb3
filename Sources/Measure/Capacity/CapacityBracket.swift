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
        /// Of the last step that agrees; `nil` unless arrivals failed there.
        let failures: StepFailures?
        /// When it was decided, in nanoseconds of the search.
        let moment: Int64
        /// Whether the service stood still in one of the steps.
        let rested: Bool
        /// Whether the service has changed since.
        var isOld = false

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
    /// What did not hold, and was no overload, is believed for so long.
    private static let freshness: Int64 = 20_000_000_000
    /// Good answers are less than this share of all where failures limit the rate of good ones.
    private static let limiting = 0.9

    /// - Parameters:
    ///   - trials: The steps at one rate that were decided by, at least one.
    ///   - verdict: What they come to.
    ///   - moment: How long the search has lasted, in nanoseconds.
    mutating func add(_ trials: [CapacityTrial], _ verdict: StepVerdict, at moment: Int64) {
        // Before anything held, the service may have been cold.
        if verdict.isHeld, !decisions.contains(where: \.verdict.isHeld) { age() }
        let agreeing = trials.filter { $0.verdict.isHeld == verdict.isHeld }
        let breaches = trials.filter { if case .breached = $0.verdict { true } else { false } }
        decisions.append(
            Decision(
                rate: trials[0].step.rate,
                verdict: verdict,
                isHold: agreeing.contains { $0.step.purpose == .hold },
                length: agreeing.map { min($0.step.duration, $0.measurement.elapsed) }.max() ?? 0,
                saturations: verdict.isHeld ? [] : breaches.compactMap(\.measurement.saturation),
                failures: verdict.isHeld ? nil : breaches.last?.measurement.failures,
                moment: moment,
                rested: breaches.contains(where: \.measurement.hasRested)
            )
        )
    }

    /// Forgets that a rate did not hold, as it does now; what else did not is to be seen again.
    mutating func overturn(_ rate: Double) {
        decisions.removeAll { !$0.verdict.isHeld && $0.rate <= rate }
        age()
    }

    private mutating func age() {
        for index in decisions.indices where !decisions[index].verdict.isHeld {
            decisions[index].isOld = true
        }
    }

    private var failures: [Decision] { decisions.filter { !$0.verdict.isHeld } }

    // MARK: - Ends

    /// The lowest rate that did not hold: it wins over any higher one that did.
    var upper: Double? { failures.map(\.rate).min() }

    /// The lowest rate that did not hold and that nobody would have to check; `nil` without one.
    var claimedUpper: Double? { failures.filter { !$0.isOld }.map(\.rate).min() }

    /// What was decided last about a rate that did not hold.
    func verdict(at rate: Double?) -> StepVerdict? { failures.last { $0.rate == rate }?.verdict }

    /// What was decided last about the lowest rate that did not hold.
    var broken: StepVerdict? { verdict(at: upper) }

    /// Whether nothing that did not hold has done so since something held.
    var isAllOld: Bool { failures.allSatisfy(\.isOld) }

    /// Whether an overload spoke for about this rate.
    func isGuessed(_ rate: Double) -> Bool {
        failures.contains { failure in
            guard let saturation = failure.saturation else { return false }
            return rate >= saturation.rate / 2 && rate <= saturation.rate * (1 + Self.distance)
        }
    }

    /// Whether the lowest rate that did not hold may hold by now.
    func isDoubted(at moment: Int64) -> Bool {
        let deciding = failures.filter { $0.rate == upper }
        guard !deciding.isEmpty else { return false }
        return deciding.allSatisfy { decision in
            decision.isOld || decision.evidence == nil && moment - decision.moment > Self.freshness
        }
    }

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
            guard let evidence = failure.evidence, !failure.isOld else { return false }
            let isLonger = failure.length > decision.length && evidence.isLasting
            // What was held since then, for long, is believed.
            if decision.isHold && index > other { return false }
            let rate = decision.rate * (1 - Self.leastMove)
            return isLonger && rate > evidence.low || other > index && rate > evidence.high
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
        failures.filter { $0.evidence != nil && !$0.isOld }.min { $0.rate < $1.rate }?.evidence
    }

    /// What a service answers that refuses the rest; `nil` where hardly anything was refused at the lowest
    /// rate that did not hold, or the rest was answered late.
    var allowance: Double? {
        guard let last = failures.last(where: { $0.rate == upper }), let failures = last.failures,
            last.evidence == nil, failures.goodRate < Self.limiting * last.rate
        else { return nil }
        return failures.goodRate
    }

    /// Whether steps were too short to show what longer or later ones found: that the service answers less.
    var needsLongSteps: Bool {
        failures.contains { $0.isHold && ($0.evidence != nil || $0.failures != nil) }
            || believed.count < held.count
    }

    /// How many holds did not hold because the service stood still in them, and was not overloaded.
    var restCount: Int { failures.count { $0.isHold && $0.rested } }

    /// Whether earlier steps found already that the service answers less than this, and just about as much as
    /// in this step, or that it fails for the same reason.
    func expects(_ trial: CapacityTrial) -> Bool {
        failures.contains { failure in
            if let saturation = trial.measurement.saturation, let earlier = failure.saturation {
                return earlier.rate * (1 + Self.accuracy) <= trial.step.rate
                    && earlier.low <= saturation.high && saturation.low <= earlier.high
            }
            guard let failures = trial.measurement.failures, !failure.isOld else { return false }
            return failures.outcome == failure.failures?.outcome
                && failure.verdict == trial.verdict
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
    /// First what an overload says for sure, then the most that it speaks for, or what a service answers that
    /// refuses the rest; then halfway.
    ///
    /// - Parameter isBlind: Whether nothing is known of the rates between the ends, which are far apart.
    /// - Returns: A rate; not rounded.
    func nextHold(isBlind: Bool) -> Double? {
        guard let upper, !isClose(proven) else { return nil }
        let floor = proven ?? 0
        // However little an overloaded service does: at a clearly lower rate this one held.
        let held = held.map(\.rate).filter { $0 <= upper * (1 - Self.distance) }.max() ?? 0
        var candidates: [Double] = []
        // Else it was no overload that broke the lowest rate.
        if let evidence, evidence.rate <= upper * (1 - Self.leastMove) {
            candidates = [max(evidence.low, held), evidence.high]
        }
        if let allowance { candidates.append(max(allowance, held)) }
        if proven == nil || isBlind { candidates.append(max(upper * (1 - blindShare), held)) }
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
