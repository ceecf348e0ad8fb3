/// Rates that passed and failed so far, and the bounds of the capacity that follow.
struct CapacityBracket: Hashable, Sendable {
    /// Verdict on a rate, with its evidence from the steps.
    private struct Decision: Hashable {
        let rate: Double
        let verdict: StepVerdict
        let isHold: Bool
        /// Of the longest agreeing step, in nanoseconds.
        let length: Int64
        /// Of the breached steps; empty for a rate that passed.
        let saturations: [Saturation]
        /// Of the last breached step; `nil` unless arrivals failed there.
        let failures: StepFailures?
        /// When it was decided, in nanoseconds of the search.
        let moment: Int64
        /// Whether the service paused in one of the steps.
        let rested: Bool
        /// Whether the service has changed since.
        var isOld = false

        /// The saturation with the most evidence.
        var saturation: Saturation? {
            // A lasting one first; a pause lowers the rate, so the highest is the most exact.
            saturations.max { ($0.isLasting ? 1 : 0, $0.rate) < ($1.isLasting ? 1 : 0, $1.rate) }
        }

        /// A reliable overload: it lasted, or occurred more than once.
        var evidence: Saturation? {
            guard let saturation, saturation.isLasting || saturations.count > 1 else { return nil }
            return saturation
        }
    }

    private var decisions: [Decision] = []

    /// Distance between rates that count as equal, as a share of the lower one.
    static let accuracy = 0.015
    /// Smallest relative distance of a hold that yields new information.
    private static let leastMove = 0.005
    /// First relative move after a hold that failed without further evidence; doubled each time.
    private static let blindMove = 0.01
    /// Relative distance below a failed rate from which on a rate that passed is trusted.
    private static let distance = 0.05
    /// How long a failure without an overload is trusted, in nanoseconds.
    private static let freshness: Int64 = 20_000_000_000
    /// Share of the rate below which failures limit the rate of expected responses.
    private static let limiting = 0.9

    /// - Parameters:
    ///   - trials: The steps at one rate that led to the verdict, at least one.
    ///   - verdict: Their combined verdict.
    ///   - moment: Duration of the search so far, in nanoseconds.
    mutating func add(_ trials: [CapacityTrial], _ verdict: StepVerdict, at moment: Int64) {
        // Until a rate has passed, the service may have been cold.
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

    /// Drops failures up to a rate that passes now; the other failures need to be confirmed.
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

    /// The lowest rate that failed; it overrides any higher rate that passed.
    var upper: Double? { failures.map(\.rate).min() }

    /// The lowest rate with a failure that needs no confirmation; `nil` for none.
    var claimedUpper: Double? { failures.filter { !$0.isOld }.map(\.rate).min() }

    /// The last failed verdict at a rate.
    func verdict(at rate: Double?) -> StepVerdict? { failures.last { $0.rate == rate }?.verdict }

    /// The last verdict on the lowest rate that failed.
    var upperCause: StepVerdict? { verdict(at: upper) }

    /// Whether every failure is older than the last change of the service.
    var isAllOld: Bool { failures.allSatisfy(\.isOld) }

    /// Whether the lowest rate that failed might pass now.
    func isDoubted(at moment: Int64) -> Bool {
        let deciding = failures.filter { $0.rate == upper }
        guard !deciding.isEmpty else { return false }
        return deciding.allSatisfy { decision in
            decision.isOld || decision.evidence == nil && moment - decision.moment > Self.freshness
        }
    }

    /// The highest rate that passed, below all that failed.
    ///
    /// A longer or later step with a lower capacity refutes a passed step. After a failed hold only holds count,
    /// once one has passed.
    var lower: Double? {
        if failures.contains(where: \.isHold), let proven { return proven }
        return believed.map(\.rate).max()
    }

    /// The highest rate that passed a hold, below all that failed.
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
            // A hold that passed later is trusted.
            if decision.isHold && index > other { return false }
            let rate = decision.rate * (1 - Self.leastMove)
            return isLonger && rate > evidence.low || other > index && rate > evidence.high
        }
    }

    /// The highest rate that passed although a clearly lower one failed.
    var passedAbove: Double? {
        guard let upper else { return nil }
        let limit = upper * (1 + Self.accuracy)
        return decisions.filter { $0.verdict.isHeld && $0.rate > limit }.map(\.rate).max()
    }

    /// Whether the bounds are too close for another step between them.
    var isNarrow: Bool { isClose(lower) }

    private func isClose(_ lower: Double?) -> Bool {
        guard let lower, let upper else { return false }
        return upper - lower <= Self.accuracy * lower
    }

    // MARK: - Evidence

    /// Saturation at the lowest rate with a reliable overload: the smaller the overload, the less it distorts the
    /// service.
    var evidence: Saturation? {
        failures.filter { $0.evidence != nil && !$0.isOld }.min { $0.rate < $1.rate }?.evidence
    }

    /// Expected responses per second of a service that rejects excess load; `nil` when the lowest rate that failed
    /// had few rejections, or an overload.
    var allowance: Double? {
        guard let last = failures.last(where: { $0.rate == upper }), let failures = last.failures,
            last.evidence == nil, failures.goodRate < Self.limiting * last.rate
        else { return nil }
        return failures.goodRate
    }

    /// Whether short steps missed a lower capacity that longer or later ones found.
    var needsLongSteps: Bool {
        failures.contains { $0.isHold && ($0.evidence != nil || $0.failures != nil) }
            || believed.count < held.count
    }

    /// Number of holds that failed because the service paused, without an overload.
    var restCount: Int { failures.count { $0.isHold && $0.rested } }

    /// Whether earlier steps predicted this breach: they found the same lower capacity, or the same kind of
    /// failures.
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

    /// Capacity estimated from overloads, within the bounds; `nil` without an overload, or with one that
    /// contradicts the bounds.
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

    /// The rate of the next hold, after a hold; `nil` when the bounds are close, or no candidate is left.
    ///
    /// Candidates are the low and the high end of an overload's estimate, then the rate of expected responses under
    /// rejections, then the middle.
    ///
    /// - Parameter isBlind: Whether the rates between the bounds, which are far apart, are unknown.
    /// - Returns: A rate; not rounded.
    func nextHold(isBlind: Bool) -> Double? {
        guard let upper, !isClose(proven) else { return nil }
        let floor = proven ?? 0
        // However low the capacity under overload is, this clearly lower rate passed.
        let held = held.map(\.rate).filter { $0 <= upper * (1 - Self.distance) }.max() ?? 0
        var candidates: [Double] = []
        // Otherwise the lowest rate failed for another reason than an overload.
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
