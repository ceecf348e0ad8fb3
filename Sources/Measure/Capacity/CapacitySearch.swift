import Base

/// Looks for the highest rate at which every threshold holds and nothing piles up.
///
/// Tells the next step and takes what it brought; somebody else performs it. A step that holds is
/// believed; one that does not is repeated, and two of three decide, unless an overload was expected
/// there. Where more was outstanding to the last, the repetition is a hold. A hold decides by itself, and
/// one that breaks moves the search as far as it tells. What broke before the service was warm, or long ago
/// without an overload, is checked before anything is claimed of it.
package struct CapacitySearch: Sendable {
    private enum Phase: Hashable {
        case doubling
        /// Below and above the rate that the overloaded service did, by a share of it.
        case below(Double, share: Double)
        case above(Double, share: Double)
        case bisecting
        /// Whether the lowest rate that did not hold does by now.
        case checking
        /// For a service that may be cold: nothing has held yet.
        case waiting
        case holding
        /// What held is held for as long as there is time, or is usual.
        case proving
        case ended(CapacityResult.Ending)
    }

    package let settings: CapacitySettings
    /// Every step up to now, in the order of time.
    package private(set) var trials: [CapacityTrial] = []
    private var phase = Phase.doubling
    /// Of the steps of this phase.
    private var rate: Double
    /// At this rate in this phase, in the order of time.
    private var votes: [CapacityTrial] = []
    private var bracket = CapacityBracket()
    /// How often the service was found not to be back; `nil` when nobody needs to look.
    private var recoveryChecks: Int?
    /// The step at the lowest rate that held.
    private var calm: CapacityTrial?
    /// Whether a low rate was held to see whether the service rests at any.
    private var hasLookedForRests = false

    private static let second: Int64 = 1_000_000_000
    /// So often the service may be found not to be back.
    private static let recoveryLimit = 10
    /// How far from the rate that an overloaded service did the search looks first.
    private static let probeShare = 0.03
    /// A search that finds nothing ends at this part of the rate that it began with.
    private static let lowestShare = 1.0 / 16
    /// Before this time nobody says that nothing holds: a service may be cold for as long.
    private static let longestColdness: Int64 = 30_000_000_000
    /// What a claim is to be within, as a share of the rate.
    static let claimedAccuracy = 0.03
    /// So long a step shows whether it broke evenly.
    private static let telling: Int64 = 5_000_000_000
    /// Of several causes of no importance a search stops asking after so many steps at one rate.
    private static let mostVotes = 7
    /// So many holds that broke because the service stood still speak for rests at any rate.
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

    /// What is known up to now.
    package var result: CapacityResult {
        let broken = bracket.verdict(at: bracket.claimedUpper)
        let ending: CapacityResult.Ending =
            if case .ended(let ending) = phase {
                ending
            } else if isCloseEnough {
                .found
            } else if case .limited(let limit) = broken, broken?.isLimit ?? false {
                // A longer budget would not get beyond it.
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
            broken: broken,
            heldAbove: bracket.heldAbove,
            estimate: bracket.estimate
        )
    }

    /// Whether what was held for long enough is close enough to what did not hold, though not as close as it
    /// would be with more time.
    private var isCloseEnough: Bool {
        guard let proven = bracket.proven, let upper = bracket.claimedUpper,
            upper == bracket.upper, upper <= proven * (1 + Self.claimedAccuracy),
            case .breached = bracket.broken
        else { return false }
        return isProven(proven)
    }

    /// With so many arrivals outstanding there is no use in going on; `nil` before anything held, as then
    /// nobody knows how many are under way all the time.
    package func hopelessBacklog(of step: CapacityStep) -> UInt64? {
        guard calm != nil else { return nil }
        return step.hopelessBacklog + UInt64(3 * step.rate * Double(lengths.transit) / 1e9)
    }

    /// Ends the search for a reason from outside.
    package mutating func end(_ ending: CapacityResult.Ending) {
        phase = .ended(ending)
    }

    /// Takes what the next step brought.
    package mutating func take(_ measurement: StepMeasurement) {
        guard let step = wanted else { preconditionFailure("the search is over") }
        var measurement = measurement
        // Who takes seconds for each answer may answer some at once.
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

    /// The highest rate up to `rate` that held for longer than what came again at it, or below, takes to come.
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
        // Where nothing holds there is nothing to be exact about.
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

    /// What the attempts at this rate come to; `nil` when another one is needed.
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
        // Late in two steps of equal rate: it is this rate that the generator does not keep up with.
        if late + (limited.contains(.limited(.generator)) ? 1 : 0) >= 2, held.isEmpty {
            return .limited(.generator)
        }
        guard votes.count >= Self.mostVotes else { return nil }
        return held.first?.verdict ?? breached.first?.verdict ?? .limited(.generator)
    }

    /// Whether a hold need not be repeated: it was a lasting overload, or no pause that ended it soon.
    private func isSure(of trial: CapacityTrial) -> Bool {
        let measurement = trial.measurement
        if measurement.saturation?.isLasting ?? false { return true }
        // What goes on evenly for some seconds goes on, and so does what rests at the lowest rate, too.
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

    /// Whether this is the first rate that held, below what did not.
    private var checksCold: Bool {
        // An overload spoke for it.
        if case .below(_, Self.probeShare) = phase { return false }
        guard let lower = bracket.lower, bracket.upper != nil else { return false }
        return bracket.isAllOld && phase != .checking && settings.startRate > lower
    }

    /// What did not hold before does now: forgets that, and goes up again.
    private mutating func climb() {
        bracket.overturn(rate)
        if bracket.upper == nil {
            (phase, rate) = (.doubling, rate * 2)
        } else if !checkUpper() {
            bisect()
        }
    }

    /// Looks at once whether what did not hold, but was no overload for sure or is long ago, does now.
    ///
    /// - Returns: Whether there is such a rate, not too far above.
    private mutating func checkUpper() -> Bool {
        guard let upper = bracket.upper, let lower = bracket.lower, bracket.isDoubted(at: elapsed)
        else { return false }
        let isNear = upper <= 2 * lower * (1 + CapacityBracket.accuracy)
        // A service that was cold is warm at the first rate, too.
        if checksCold, settings.startRate >= upper {
            (phase, rate) = (.checking, settings.startRate)
            return true
        }
        guard isNear else { return false }
        (phase, rate) = (.checking, upper)
        return true
    }

    /// Goes to what an overloaded service did, which is about what it can do.
    ///
    /// The most of it, as a pause makes it less. Where answers failed in time, good ones say so only if something
    /// limits them.
    private mutating func leaveDoubling() {
        let broken = votes.filter { !$0.verdict.isHeld }.map(\.measurement)
        let saturated = broken.compactMap(\.saturation?.rate)
        let guess = saturated.isEmpty ? broken.map(\.doneRate).max() : saturated.max()
        // What was answered as fast as it came says nothing of where it is not.
        if saturated.isEmpty, guess ?? 0 >= rate * (1 - Self.probeShare) { return bisect() }
        if saturated.isEmpty, broken.contains(where: { $0.failures != nil }) {
            guard let allowance = bracket.allowance else { return bisect() }
            return probeBelow(min(allowance, rate), share: Self.probeShare)
        }
        probeBelow(min(guess ?? 0, rate), share: Self.probeShare)
    }

    /// After a hold: holds where it tells, until one has held and what did not is close above it.
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

    /// Holds what held for longer, if there is time; a claim needs a hold that shows what broke steps below.
    private mutating func conclude(_ proven: Double) {
        let best = longestHold(at: proven)
        let longest = best.map { trials[$0].step.duration } ?? 0
        let breaks = CapacityBreaks(trials, below: proven, before: best)
        let proving = max(breaks.provingLength, StepLengths.usualHold)
        let isOpen = longest < proving
        // A hold that is hardly longer tells nothing new, unless it is long enough for a claim.
        let telling = min(max(breaks.provingLength, longest * 3 / 2), proving)
        if isOpen, lengths.lastHold(at: proven) >= telling {
            (phase, rate) = (.proving, proven)
        } else if case .limited(let limit) = bracket.broken, longest >= breaks.provingLength {
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

    /// Holds a low rate where holds break as other steps below did: whether the service rests at any rate.
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

    /// Where the budget has room for a hold and for no step before that, holds what held up to now: for long
    /// enough to claim it if what did not hold is close above it, else for long enough to tell anything.
    private mutating func saveTimeForHold() {
        if case .ended = phase { return }
        let isHolding = purpose == .hold
        guard let budget = settings.budget, let upper = bracket.upper, phase != .proving,
            !isHolding || votes.isEmpty, let rate = isHolding ? self.rate : bracket.lower
        else { return }
        let lengths = lengths
        var holds: [(Phase, Int64)] = []
        if upper <= rate * (1 + Self.claimedAccuracy), upper == bracket.claimedUpper,
            case .breached = bracket.broken, !isProven(rate)
        {
            holds.append((.proving, lengths.claimingHold(at: rate)))
        }
        if !isHolding, bracket.proven == nil {
            holds.append((.holding, lengths.shortestHold(at: rate)))
        }
        let recovery = recoveryChecks == nil ? 0 : Self.second + StepLengths.overhead
        // If the next step does not hold, there is a recovery before the hold.
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
        // The first time also below a rate that held: overload may have shown what that one hid.
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

    /// No rate held: waits for a service that may be cold, or ends.
    private mutating func endWithoutRate() {
        if case .limited(let limit) = bracket.broken { return end(.limited(limit)) }
        let isCold = calm == nil && elapsed < Self.longestColdness
        guard isCold, let lowest = bracket.upper else { return end(.nothingHolds) }
        // Steps at a low rate are long.
        let waits = trials.count { $0.step.purpose == .check }
        (phase, rate) = (.waiting, waits % 4 == 3 ? lowest : settings.startRate)
    }
}

extension StepVerdict {
    /// Whether it is of something else than the service, for sure.
    fileprivate var isLimit: Bool {
        switch self {
        case .limited(.generator), .limited(.connections), .limited(.local), .limited(.unjudged):
            true
        case .limited(.late), .limited(.short), .passed, .breached: false
        }
    }
}
