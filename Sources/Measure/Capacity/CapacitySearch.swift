import Base

/// Looks for the highest rate at which every threshold holds and nothing piles up.
///
/// Tells the next step and takes what it brought; somebody else performs it. A step that holds is
/// believed; one that does not is repeated, and two of three decide, unless an overload was expected
/// there. Where more was outstanding to the last, the repetition is a hold. A hold decides by itself, and
/// one that breaks moves the search as far as it tells.
package struct CapacitySearch: Sendable {
    private enum Phase: Hashable {
        case doubling
        /// Below and above the rate that the overloaded service did, by a share of it.
        case below(Double, share: Double)
        case above(Double, share: Double)
        case bisecting
        case holding
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

    private static let second: Int64 = 1_000_000_000
    private static let shortestWarmup: Int64 = 250_000_000
    private static let longestWarmup: Int64 = 5_000_000_000
    /// So often the service may be found not to be back.
    private static let recoveryLimit = 10
    /// How far from the rate that an overloaded service did the search looks first.
    private static let probeShare = 0.03
    /// A search that finds nothing ends at this part of the rate that it began with.
    private static let lowestShare = 1.0 / 16
    /// What connecting and draining add to a step, about.
    private static let overhead: Int64 = 500_000_000

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
        let ending: CapacityResult.Ending =
            if case .ended(let ending) = phase { ending } else { .budgetOver }
        return CapacityResult(
            settings: settings,
            trials: trials,
            ending: ending,
            rate: bracket.lower,
            upper: bracket.upper,
            broken: bracket.broken,
            heldAbove: bracket.heldAbove,
            estimate: bracket.estimate
        )
    }

    /// With so many arrivals outstanding there is no use in going on; `nil` before anything held, as then
    /// nobody knows how many are under way all the time.
    package func hopelessBacklog(of step: CapacityStep) -> UInt64? {
        guard let latency = calm?.measurement.medianLatency else { return nil }
        return step.hopelessBacklog + UInt64(3 * step.rate * Double(latency) / 1e9)
    }

    /// Ends the search for a reason from outside.
    package mutating func end(_ ending: CapacityResult.Ending) {
        phase = .ended(ending)
    }

    /// Takes what the next step brought.
    package mutating func take(_ measurement: StepMeasurement) {
        guard let step = wanted else { preconditionFailure("the search is over") }
        let judge = StepJudge(settings: settings, calm: calm?.measurement)
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
        bracket.add(votes, verdict)
        proceed(verdict)
        votes = []
    }

    private mutating func takeRecovery(_ verdict: StepVerdict) {
        guard !verdict.isHeld, let checks = recoveryChecks else { return recoveryChecks = nil }
        recoveryChecks = checks + 1
        if checks + 1 == Self.recoveryLimit { end(.notRecovered) }
    }
}

extension CapacitySearch {
    private var elapsed: Int64 { trials.map(\.measurement.elapsed).clampedSum }

    private var wanted: CapacityStep? {
        if case .ended = phase { return nil }
        if let calm, recoveryChecks != nil { return recoveryStep(calm) }
        return CapacityStep(
            purpose,
            rate: rate,
            duration: duration,
            warmup: warmup,
            attempt: votes.count + 1
        )
    }

    private var duration: Int64 {
        switch purpose {
        case .hold: return holdDuration(at: rate)
        case .doubling: break
        // Where nothing holds there is nothing to be exact about.
        case _ where bracket.upper != nil && bracket.lower == nil: break
        default: return settings.duration(tail: 20, rate: rate, shortest: 5 * Self.second)
        }
        return settings.duration(tail: 3, rate: rate, shortest: 2 * Self.second)
    }

    /// Twice as long where shorter steps did not show an overload, if there is time.
    private func holdDuration(at rate: Double) -> Int64 {
        let usual = settings.duration(tail: 20, rate: rate, shortest: 12 * Self.second)
        guard bracket.needsLongSteps else { return usual }
        let long = max(usual, 24 * Self.second)
        guard let budget = settings.budget else { return long }
        // If it does not hold there is time for another one.
        let room = (budget - elapsed) / 2 - warmup - Self.second - Self.overhead
        return max(usual, min(long, room / Self.second * Self.second))
    }

    private func recoveryStep(_ calm: CapacityTrial) -> CapacityStep {
        let low = min(calm.step.rate, (bracket.upper ?? rate) / 2)
        let seconds = Int64((10 / low).rounded(.up))
        return CapacityStep(
            .recovery,
            rate: low,
            duration: max(seconds, 1) * Self.second,
            attempt: (recoveryChecks ?? 0) + 1
        )
    }

    private var purpose: CapacityStep.Purpose {
        switch phase {
        case _ where votes.contains { $0.verdict == .breached(.growing) }: .hold
        case .doubling: .doubling
        case .below, .above: .probe
        case .bisecting: .bisection
        case .holding, .ended: .hold
        }
    }

    /// Long enough for as much to be under way as will be all the time.
    private var warmup: Int64 {
        let latency = calm?.measurement.medianLatency ?? Self.shortestWarmup
        let usual = min(max(4 * latency, Self.shortestWarmup), Self.longestWarmup)
        return trials.isEmpty ? max(settings.warmup, usual) : usual
    }

    /// What the attempts at this rate come to; `nil` when another one is needed.
    private var decision: StepVerdict? {
        guard let trial = votes.last else { return nil }
        let last = trial.verdict
        let isHold = trial.step.purpose == .hold
        if last.isHeld && (votes.count == 1 || isHold) { return last }
        if case .breached = last, isHold ? isSure(of: trial) : isExpected(trial) {
            return last
        }
        let held = votes.filter(\.verdict.isHeld)
        let breached = votes.filter { if case .breached = $0.verdict { true } else { false } }
        let limited = votes.filter { if case .limited = $0.verdict { true } else { false } }
        for agreeing in [held, breached, limited] where agreeing.count >= 2 {
            return agreeing[0].verdict
        }
        return votes.count < 3 ? nil : limited.first?.verdict
    }

    /// Whether a hold need not be repeated: it was a lasting overload, or no pause that ended it soon.
    private func isSure(of trial: CapacityTrial) -> Bool {
        let measurement = trial.measurement
        return measurement.saturation?.isLasting ?? false
            || 2 * measurement.elapsed > trial.step.arrivalTime
    }

    /// Whether earlier steps spoke for a breach, or all of the step did.
    private func isExpected(_ trial: CapacityTrial) -> Bool {
        guard phase != .doubling, let saturation = trial.measurement.saturation else {
            return false
        }
        return bracket.expects(trial)
            || saturation.isLasting && saturation.length >= trial.step.duration
    }

    private mutating func proceed(_ verdict: StepVerdict) {
        switch (phase, verdict) {
        case (.holding, .limited): end(at: verdict)
        case (.holding, _): settle()
        case (_, .breached) where votes.last?.step.purpose == .hold: settle()
        case (.doubling, .held): rate *= 2
        case (.doubling, _): leaveDoubling()
        case (.below, .limited): end(at: verdict)
        case (.below(let guess, _), .held): probeAbove(guess, share: Self.probeShare)
        case (.below(let guess, let share), .breached):
            // The service may have become slower.
            if let evidence = bracket.evidence, evidence.high < guess {
                probeBelow(evidence.rate, share: Self.probeShare)
            } else {
                probeBelow(guess, share: 3 * share)
            }
        case (.above(let guess, let share), .held): probeAbove(guess, share: 3 * share)
        case (.above, _), (.bisecting, _): bisect()
        case (.ended, _): break
        }
    }

    /// What an overloaded service did is about what it can do; the most of it, as a pause makes it less.
    private mutating func leaveDoubling() {
        let done = votes.filter { !$0.verdict.isHeld }.map(\.measurement)
            .map { $0.saturation?.rate ?? $0.doneRate }
        probeBelow(min(done.max() ?? 0, rate), share: Self.probeShare)
    }

    /// After a hold: holds where it tells, until one has held and what did not is close above it.
    private mutating func settle() {
        if bracket.proven != nil, case .limited = bracket.broken { return end(at: bracket.broken) }
        let next = bracket.nextHold.map(Self.rounded)
        if let next, next > bracket.proven ?? 0, next < bracket.upper ?? 0 {
            (phase, rate) = (.holding, next)
            if next < settings.startRate * Self.lowestShare { end(at: bracket.broken) }
        } else if bracket.proven != nil {
            end(.found)
        } else {
            end(at: bracket.broken)
        }
    }

    /// Where the budget has room for a hold and for no step before that, holds what held up to now.
    private mutating func saveTimeForHold() {
        guard let budget = settings.budget, let rate = bracket.lower, bracket.upper != nil,
            bracket.proven == nil, purpose != .hold
        else { return }
        let recovery = recoveryChecks == nil ? 0 : Self.second + Self.overhead
        let hold = recovery + warmup + holdDuration(at: rate)
        // If the next step does not hold, there is a recovery before the hold.
        let before = warmup + duration + Self.second + 2 * Self.overhead
        guard elapsed + hold <= budget, elapsed + before + hold > budget else { return }
        (phase, self.rate, votes) = (.holding, rate, [])
    }

    private mutating func probeBelow(_ guess: Double, share: Double) {
        let below = Self.rounded((1 - share) * guess)
        // The first time also below a rate that held: overload may have shown what that one hid.
        let isFirst = share == Self.probeShare
        guard below > (isFirst ? 0 : bracket.lower ?? 0), below < bracket.upper ?? 0, share < 1
        else { return bisect() }
        (phase, rate) = (.below(guess, share: share), below)
    }

    private mutating func probeAbove(_ guess: Double, share: Double) {
        if case .limited = bracket.broken { return end(at: bracket.broken) }
        let above = Self.rounded((1 + share) * guess)
        guard let upper = bracket.upper, above < upper, above > bracket.lower ?? 0,
            !bracket.isNarrow
        else { return bisect() }
        (phase, rate) = (.above(guess, share: share), above)
    }

    private mutating func bisect() {
        guard let upper = bracket.upper else { return }
        if bracket.needsLongSteps { return settle() }
        guard let lower = bracket.lower else {
            (phase, rate) = (.bisecting, Self.rounded(upper / 2))
            if rate < settings.startRate * Self.lowestShare { end(at: bracket.broken) }
            return
        }
        if let evidence = bracket.evidence {
            let below = Self.rounded((1 - Self.probeShare) * evidence.rate)
            if below > lower * (1 + Self.probeShare) && below < upper {
                return (phase, rate) = (.bisecting, below)
            }
        }
        let middle = Self.rounded((lower + upper) / 2)
        if !bracket.isNarrow && middle > lower && middle < upper {
            (phase, rate) = (.bisecting, middle)
        } else if case .limited = bracket.broken {
            end(at: bracket.broken)
        } else {
            (phase, rate) = (.holding, lower)
        }
    }

    private mutating func end(at verdict: StepVerdict?) {
        if case .limited(let limit) = verdict { end(.limited(limit)) } else { end(.nothingHolds) }
    }

    /// Whole arrivals per second, or enough digits of a low rate.
    private static func rounded(_ rate: Double) -> Double {
        let unit = rate >= 100 ? 1.0 : rate >= 10 ? 10 : 1000
        return (rate * unit).rounded() / unit
    }
}
