import Base

/// Searches for the highest rate at which every threshold passes and no backlog grows.
///
/// The search names the next step and takes its measurement; the caller performs it. One passed step is enough. A
/// failed one is repeated until two of three agree, unless an overload was expected there. After a step with a
/// growing backlog the repetition is a hold, which decides alone; a hold with an overload moves the search to the
/// estimated capacity. Failures before the service was warm, or old ones without an overload, are confirmed before
/// the search claims anything.
package struct CapacitySearch: Sendable {
    private enum Phase: Hashable {
        case doubling
        /// Below and above the rate of the overloaded service, by a share of it.
        case below(Double, share: Double)
        case above(Double, share: Double)
        case bisecting
        /// Whether the lowest rate that failed passes now.
        case checking
        /// No rate has passed yet: the service may be cold.
        case waiting
        case holding
        /// The longest hold at a rate that passed one, within the budget.
        case proving
        case ended(CapacityResult.Ending)
    }

    package let settings: CapacitySettings
    /// Every step up to now, in the order of time.
    package private(set) var trials: [CapacityTrial] = []
    private var phase = Phase.doubling
    /// Rate of the steps of this phase.
    private var rate: Double
    /// Steps at this rate in this phase, in the order of time.
    private var votes: [CapacityTrial] = []
    private var bracket = CapacityBracket()
    /// Number of recovery steps that failed; `nil` when no recovery is needed.
    private var recoveryChecks: Int?
    /// The passed step with the lowest rate.
    private var calm: CapacityTrial?
    /// Whether a low rate was held to look for pauses at any rate.
    private var hasLookedForRests = false

    private static let second: Int64 = 1_000_000_000
    /// Number of recovery steps that may fail.
    private static let recoveryLimit = 10
    /// Relative distance of the first probes from the rate of an overloaded service.
    private static let probeShare = 0.03
    /// The share of the starting rate at which a search without a passed step ends.
    private static let lowestShare = 1.0 / 16
    /// Nanoseconds that a service may stay cold; before that the search does not conclude that no rate passes.
    private static let longestColdness: Int64 = 30_000_000_000
    /// Accuracy of a claim, as a share of the rate.
    static let claimedAccuracy = 0.03
    /// Nanoseconds after which a step shows whether the service failed evenly.
    private static let telling: Int64 = 5_000_000_000
    /// Steps at one rate after which contradicting verdicts are no longer repeated.
    private static let mostVotes = 7
    /// Failed holds with a pause after which the search looks for pauses at any rate.
    private static let mostRests = 2

    package init(_ settings: CapacitySettings) {
        self.settings = settings
        rate = settings.startRate
    }

    /// The next step; `nil` when the search is over.
    package var next: CapacityStep? {
        guard let step = wanted else { return nil }
        if let budget = settings.budget, elapsed + step.arrivalTime > budget { return nil }
        return step
    }

    /// Result so far.
    package var result: CapacityResult {
        let broken = bracket.verdict(at: bracket.claimedUpper)
        let ending: CapacityResult.Ending =
            if case .ended(let ending) = phase {
                ending
            } else if isCloseEnough {
                .found
            } else if case .limited(let limit) = broken, broken?.isLimit ?? false {
                // More time would not get beyond the limit.
                .limited(limit)
            } else {
                .budgetOver
            }
        let rate = ending == .nothingHolds ? nil : bracket.lower.flatMap(claimable)
        return CapacityResult(
            settings: settings,
            trials: trials,
            ending: ending,
            rate: rate,
            upper: bracket.claimedUpper,
            upperCause: broken,
            passedAbove: bracket.passedAbove,
            estimate: bracket.estimate
        )
    }

    /// Whether a rate that passed a sufficient hold is close enough to one that failed, though closer would be
    /// possible with more time.
    private var isCloseEnough: Bool {
        guard let proven = bracket.proven, let upper = bracket.claimedUpper,
            upper == bracket.upper, upper <= proven * (1 + Self.claimedAccuracy),
            case .breached = bracket.upperCause
        else { return false }
        return isProven(proven)
    }

    /// Outstanding arrivals beyond which a step is hopeless; `nil` until a step has passed, as the usual number in
    /// flight is unknown.
    package func hopelessBacklog(of step: CapacityStep) -> UInt64? {
        guard calm != nil else { return nil }
        return step.hopelessBacklog + UInt64(3 * step.rate * Double(lengths.transit) / 1e9)
    }

    /// Ends the search for a reason from outside.
    package mutating func end(_ ending: CapacityResult.Ending) {
        phase = .ended(ending)
    }

    /// Takes the measurement of the next step.
    package mutating func take(_ measurement: StepMeasurement) {
        guard let step = wanted else { preconditionFailure("the search is over") }
        var measurement = measurement
        // A service that takes seconds for each response may send some of them in bursts.
        let usual = trials.filter(\.verdict.isHeld).compactMap(\.measurement.medianLatency).min()
        if let rest = measurement.rest, rest <= usual ?? 0 { measurement.rest = nil }
        let judge = StepJudge(
            settings: settings,
            calm: calm?.measurement,
            mayBeShort: !votes.contains { $0.verdict == .limited(.short) }
        )
        let trial = CapacityTrial(
            step: step,
            measurement: measurement,
            verdict: judge.verdict(measurement, of: step)
        )
        trials.append(trial)
        if step.purpose == .recovery { takeRecovery(trial.verdict) } else { takeVote(trial) }
        saveTimeForHold()
    }

    private mutating func takeVote(_ trial: CapacityTrial) {
        votes.append(trial)
        if trial.verdict.isHeld {
            if trial.step.rate < calm?.step.rate ?? .infinity { calm = trial }
        } else if calm != nil {
            recoveryChecks = 0
        }
        guard let verdict = decision else { return }
        bracket.add(votes, verdict, at: elapsed)
        proceed(verdict)
        votes = []
    }

    private mutating func takeRecovery(_ verdict: StepVerdict) {
        guard !verdict.isHeld, let checks = recoveryChecks else { return recoveryChecks = nil }
        recoveryChecks = checks + 1
        if checks + 1 == Self.recoveryLimit { end(.notRecovered) }
    }

    /// The highest rate up to `rate` with a passed step longer than the time between recurring failures at or below
    /// it.
    private func claimable(_ rate: Double) -> Double? {
        trials.filter { trial in
            guard trial.step.rate <= rate, trial.verdict.isHeld, trial.step.purpose != .recovery
            else { return false }
            let breaks = CapacityBreaks(trials, below: trial.step.rate)
            return !breaks.recur || trial.step.duration >= breaks.longestGap
        }.map(\.step.rate).max()
    }
}

extension CapacitySearch {
    private var elapsed: Int64 { trials.map(\.measurement.elapsed).clampedSum }

    private var lengths: StepLengths {
        StepLengths(
            settings: settings,
            trials: trials,
            elapsed: elapsed,
            needsLongSteps: bracket.needsLongSteps
        )
    }

    private var wanted: CapacityStep? {
        if case .ended = phase { return nil }
        if let calm, recoveryChecks != nil {
            return lengths.recovery(
                at: min(calm.step.rate, (bracket.upper ?? rate) / 2),
                attempt: (recoveryChecks ?? 0) + 1
            )
        }
        // Steps may be coarse while no rate has passed.
        let isCoarse = bracket.upper != nil && bracket.lower == nil
        return lengths.step(
            purpose,
            rate: rate,
            attempt: votes.count + 1,
            isCoarse: isCoarse,
            isLast: phase == .proving
        )
    }

    private var purpose: CapacityStep.Purpose {
        switch phase {
        case _ where votes.contains { $0.verdict == .breached(.growing) }: .hold
        case .doubling: .doubling
        case .below, .above: .probe
        case .bisecting: .bisection
        case .checking, .waiting: .check
        case .holding, .proving, .ended: .hold
        }
    }

    /// Combined verdict of the steps at this rate; `nil` while another step is needed.
    private var decision: StepVerdict? {
        guard let trial = votes.last else { return nil }
        let last = trial.verdict
        let isHold = trial.step.purpose == .hold
        let held = votes.filter(\.verdict.isHeld)
        let breached = votes.filter { if case .breached = $0.verdict { true } else { false } }
        if last.isHeld && (breached.isEmpty || isHold) { return last }
        if case .breached = last, isHold ? isSure(of: trial) : isExpected(trial) { return last }
        for agreeing in [held, breached] where agreeing.count >= 2 { return agreeing[0].verdict }
        let late = votes.count { $0.verdict == .limited(.late) }
        let limited = votes.map(\.verdict).filter(\.isLimit)
        for limit in limited where limited.count(where: { $0 == limit }) >= 2 { return limit }
        // Late in two steps of the same rate: the generator cannot keep up with this rate.
        if late + (limited.contains(.limited(.generator)) ? 1 : 0) >= 2, held.isEmpty {
            return .limited(.generator)
        }
        guard votes.count >= Self.mostVotes else { return nil }
        return held.first?.verdict ?? breached.first?.verdict ?? .limited(.generator)
    }

    /// Whether a failed hold need not be repeated: the overload lasted, or no pause ended it early.
    private func isSure(of trial: CapacityTrial) -> Bool {
        let measurement = trial.measurement
        if measurement.saturation?.isLasting ?? false { return true }
        // An even failure for some seconds persists, and so does a pause that occurs at the lowest rate too.
        if measurement.hasRested { return rate == calm?.step.rate && hasLookedForRests }
        return 2 * measurement.elapsed > trial.step.arrivalTime
            || measurement.elapsed >= Self.telling
    }

    /// Whether earlier steps spoke for a breach, or all of the step did.
    private func isExpected(_ trial: CapacityTrial) -> Bool {
        if phase == .checking { return true }
        guard phase != .doubling else { return false }
        if bracket.expects(trial) { return true }
        guard let saturation = trial.measurement.saturation else { return false }
        return saturation.isLasting && saturation.length >= trial.step.duration
    }
}

// MARK: - Where to go

extension CapacitySearch {
    private mutating func proceed(_ verdict: StepVerdict) {
        switch (phase, verdict) {
        case (.checking, .passed), (.waiting, .passed): climb()
        case (.below, .passed) where checkUpper(),
            (.bisecting, .passed) where checksCold && checkUpper():
            break
        case (.waiting, _): endWithoutRate()
        case (.checking, _): bisect()
        case (.holding, _), (.proving, _): settle()
        case (_, .breached) where votes.last?.step.purpose == .hold: settle()
        case (.doubling, .passed): rate *= 2
        case (.doubling, _): leaveDoubling()
        case (.below(let guess, _), .passed): probeAbove(guess, share: Self.probeShare)
        case (.below(let guess, let share), _):
            // The service may have become slower.
            if let evidence = bracket.evidence, evidence.high < guess {
                probeBelow(evidence.rate, share: Self.probeShare)
            } else {
                probeBelow(guess, share: 3 * share)
            }
        case (.above(let guess, let share), .passed): probeAbove(guess, share: 3 * share)
        case (.above, _), (.bisecting, _): bisect()
        case (.ended, _): break
        }
    }

    /// Whether this is the first rate that passed, below one that failed.
    private var checksCold: Bool {
        // An overload predicted this rate.
        if case .below(_, Self.probeShare) = phase { return false }
        guard let lower = bracket.lower, bracket.upper != nil else { return false }
        return bracket.isAllOld && phase != .checking && settings.startRate > lower
    }

    /// A rate that failed before passes now: drops the failure, and goes up again.
    private mutating func climb() {
        bracket.overturn(rate)
        if bracket.upper == nil {
            (phase, rate) = (.doubling, rate * 2)
        } else if !checkUpper() {
            bisect()
        }
    }

    /// Looks whether a rate passes now that failed long ago, or without a certain overload.
    ///
    /// - Returns: Whether there is such a rate, not too far above.
    private mutating func checkUpper() -> Bool {
        guard let upper = bracket.upper, let lower = bracket.lower, bracket.isDoubted(at: elapsed)
        else { return false }
        let isNear = upper <= 2 * lower * (1 + CapacityBracket.accuracy)
        // A service that was cold is now warm at the first rate too.
        if checksCold, settings.startRate >= upper {
            (phase, rate) = (.checking, settings.startRate)
            return true
        }
        guard isNear else { return false }
        (phase, rate) = (.checking, upper)
        return true
    }

    /// Moves to the rate of the overloaded service, which is about its capacity.
    ///
    /// The highest such rate, as a pause lowers it. With early failures, expected responses show the capacity only
    /// if failures limit them.
    private mutating func leaveDoubling() {
        let broken = votes.filter { !$0.verdict.isHeld }.map(\.measurement)
        let saturated = broken.compactMap(\.saturation?.rate)
        let guess = saturated.isEmpty ? broken.map(\.doneRate).max() : saturated.max()
        // Responses as fast as arrivals do not locate the capacity.
        if saturated.isEmpty, guess ?? 0 >= rate * (1 - Self.probeShare) { return bisect() }
        if saturated.isEmpty, broken.contains(where: { $0.failures != nil }) {
            guard let allowance = bracket.allowance else { return bisect() }
            return probeBelow(min(allowance, rate), share: Self.probeShare)
        }
        probeBelow(min(guess ?? 0, rate), share: Self.probeShare)
    }

    /// After a hold: chooses further holds, until one has passed close below a rate that failed.
    private mutating func settle() {
        if looksForRests() { return }
        let next = bracket.nextHold(isBlind: hasLookedForRests).map(CapacityStep.rounded)
        if let next, next > bracket.proven ?? 0, next < bracket.upper ?? 0 {
            (phase, rate) = (.holding, next)
            if next < settings.startRate * Self.lowestShare { endWithoutRate() }
        } else if let proven = bracket.proven {
            conclude(proven)
        } else {
            endWithoutRate()
        }
    }

    /// Holds the rate for longer, if time allows; a claim needs a hold long enough to show pauses that failed steps
    /// below.
    private mutating func conclude(_ proven: Double) {
        let best = longestHold(at: proven)
        let longest = best.map { trials[$0].step.duration } ?? 0
        let breaks = CapacityBreaks(trials, below: proven, before: best)
        let proving = max(breaks.provingLength, StepLengths.usualHold)
        let isOpen = longest < proving
        // A slightly longer hold yields no information, unless it is long enough for a claim.
        let telling = min(max(breaks.provingLength, longest * 3 / 2), proving)
        if isOpen, lengths.lastHold(at: proven) >= telling {
            (phase, rate) = (.proving, proven)
        } else if case .limited(let limit) = bracket.upperCause, longest >= breaks.provingLength {
            end(.limited(limit))
        } else if isOpen {
            end(.budgetOver)
        } else {
            end(.found)
        }
    }

    private func isProven(_ rate: Double) -> Bool {
        guard let best = longestHold(at: rate) else { return false }
        let breaks = CapacityBreaks(trials, below: rate, before: best)
        return trials[best].step.duration >= max(breaks.provingLength, StepLengths.usualHold)
    }

    /// Its place among the steps.
    private func longestHold(at rate: Double) -> Int? {
        let holds = trials.indices.filter { index in
            let trial = trials[index]
            return trial.step.rate == rate && trial.step.purpose == .hold && trial.verdict.isHeld
        }
        return holds.max { trials[$0].step.duration < trials[$1].step.duration }
    }

    /// Holds a low rate when holds fail in the same way as steps below: shows whether the service pauses at any
    /// rate.
    private mutating func looksForRests() -> Bool {
        guard let upper = bracket.upper, bracket.restCount > 0, let calm else { return false }
        if hasLookedForRests, bracket.proven == nil, upper <= calm.step.rate {
            endWithoutRate()
            return true
        }
        let isBroken = !CapacityBreaks(trials, below: upper * 0.95).moments.isEmpty
        guard !hasLookedForRests, bracket.proven == nil, calm.step.rate < upper,
            isBroken || bracket.restCount >= Self.mostRests
        else { return false }
        hasLookedForRests = true
        (phase, rate) = (.holding, calm.step.rate)
        return true
    }

    /// When the budget is enough for a hold but not for another step before it, holds the highest rate so far: long
    /// enough for a claim if a rate that failed is close above, otherwise for the shortest hold.
    private mutating func saveTimeForHold() {
        if case .ended = phase { return }
        let isHolding = purpose == .hold
        guard let budget = settings.budget, let upper = bracket.upper, phase != .proving,
            !isHolding || votes.isEmpty, let rate = isHolding ? self.rate : bracket.lower
        else { return }
        let lengths = lengths
        var holds: [(Phase, Int64)] = []
        if upper <= rate * (1 + Self.claimedAccuracy), upper == bracket.claimedUpper,
            case .breached = bracket.upperCause, !isProven(rate)
        {
            holds.append((.proving, lengths.claimingHold(at: rate)))
        }
        if !isHolding, bracket.proven == nil {
            holds.append((.holding, lengths.shortestHold(at: rate)))
        }
        let recovery = recoveryChecks == nil ? 0 : Self.second + StepLengths.overhead
        // If the next step fails, a recovery step precedes the hold.
        let step = lengths.step(purpose, rate: self.rate, attempt: 1)
        let before = step.arrivalTime + Self.second + 2 * StepLengths.overhead
        for (phase, length) in holds {
            let hold = recovery + lengths.warmup + length
            guard elapsed + hold <= budget, elapsed + before + hold > budget else { continue }
            return (self.phase, self.rate, votes) = (phase, rate, [])
        }
    }

    private mutating func probeBelow(_ guess: Double, share: Double) {
        let below = CapacityStep.rounded((1 - share) * guess)
        // The first probe may be below a rate that passed: overload may have revealed what that step missed.
        let isFirst = share == Self.probeShare
        guard below > (isFirst ? 0 : bracket.lower ?? 0), below < bracket.upper ?? 0, share < 1
        else { return bisect() }
        (phase, rate) = (.below(guess, share: share), below)
    }

    private mutating func probeAbove(_ guess: Double, share: Double) {
        let above = CapacityStep.rounded((1 + share) * guess)
        guard let upper = bracket.upper, above < upper, above > bracket.lower ?? 0,
            !bracket.isNarrow
        else { return bisect() }
        (phase, rate) = (.above(guess, share: share), above)
    }

    private mutating func bisect() {
        guard let upper = bracket.upper else { return }
        guard let lower = bracket.lower else {
            (phase, rate) = (.bisecting, CapacityStep.rounded(upper / 2))
            if rate < settings.startRate * Self.lowestShare { endWithoutRate() }
            return
        }
        if bracket.needsLongSteps { return settle() }
        if let evidence = bracket.evidence {
            let below = CapacityStep.rounded((1 - Self.probeShare) * evidence.rate)
            if below > lower * (1 + Self.probeShare) && below < upper {
                return (phase, rate) = (.bisecting, below)
            }
        }
        let middle = CapacityStep.rounded((lower + upper) / 2)
        if !bracket.isNarrow && middle > lower && middle < upper {
            (phase, rate) = (.bisecting, middle)
        } else if !checkUpper() {
            (phase, rate) = (.holding, lower)
        }
    }

    /// Without a rate that passed: waits for a service that may be cold, or ends the search.
    private mutating func endWithoutRate() {
        if case .limited(let limit) = bracket.upperCause { return end(.limited(limit)) }
        let isCold = calm == nil && elapsed < Self.longestColdness
        guard isCold, let lowest = bracket.upper else { return end(.nothingHolds) }
        // Steps at a low rate are long.
        let waits = trials.count { $0.step.purpose == .check }
        (phase, rate) = (.waiting, waits % 4 == 3 ? lowest : settings.startRate)
    }
}

extension StepVerdict {
    /// Whether the limit is certainly not the service.
    fileprivate var isLimit: Bool {
        switch self {
        case .limited(.generator), .limited(.connections), .limited(.local), .limited(.unjudged):
            true
        case .limited(.late), .limited(.short), .passed, .breached: false
        }
    }
}
