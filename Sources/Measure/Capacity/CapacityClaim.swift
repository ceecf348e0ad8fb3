/// What a search may say of the rate that a service carries: the one thing that words, statuses, files and
/// pages are made from.
package enum CapacityClaim: Hashable, Sendable {
    /// This rate holds, and one a little higher does not.
    case carries(Double)
    /// The rate lies between one that held and one that did not.
    case between(Double, Double)
    /// Nothing that is the service's did not hold.
    case atLeast(Double)
    /// No rate held that could be believed.
    case lessThan(Double)
    case nothing

    /// For machines.
    package var name: String {
        switch self {
        case .carries: "carries"
        case .between: "between"
        case .atLeast: "atLeast"
        case .lessThan: "lessThan"
        case .nothing: "nothing"
        }
    }
}

extension CapacityResult {
    /// What the steps prove; the ending says why it is no more.
    package var claim: CapacityClaim {
        switch (rate, upper, ending) {
        case (let rate?, _, .found): .carries(rate)
        case (let rate?, let upper?, _) where !isUpperLimited: .between(rate, upper)
        case (let rate?, _, _): .atLeast(rate)
        case (nil, let upper?, _) where !isUpperLimited: .lessThan(upper)
        case (nil, _, _): .nothing
        }
    }

    private var isUpperLimited: Bool {
        if case .limited = broken { true } else { false }
    }

    /// Steps that did not hold at rates up to the one that is believed to, or at any where none is.
    package var breaks: CapacityBreaks {
        CapacityBreaks(trials, below: rate ?? upper ?? .infinity)
    }

    /// Whether what did not hold is so close above `rate` that it may be claimed.
    package var isNarrow: Bool {
        guard let rate, let upper else { return false }
        return upper <= rate * (1 + CapacitySearch.claimedAccuracy)
    }

    /// Whether the longest hold at `rate` was too short to claim it.
    package var isHoldShort: Bool {
        guard let best else { return false }
        return best.step.duration < provingLength
    }
}

extension CapacityResult {
    /// Whether the search found what it looked for: what statuses and colours follow from.
    package enum Standing: Hashable, Sendable {
        case known
        /// No rate holds, or the service is gone or does not recover.
        case failed
        case open
    }

    package var standing: Standing {
        switch ending {
        case .found: .known
        case .nothingHolds, .notRecovered, .unreachable: .failed
        case .limited, .budgetOver, .interrupted: .open
        }
    }

    /// How long a hold at `rate` has to be to claim it, in nanoseconds: to show what broke below, and rests.
    package var provingLength: Int64 {
        let index = best.flatMap { trials.lastIndex(of: $0) }
        let breaks = CapacityBreaks(trials, below: rate ?? .infinity, before: index)
        return max(breaks.provingLength, StepLengths.usualHold)
    }

    /// The highest rate that did not hold twice before anything did, and held later; `nil` without one.
    ///
    /// `broken` and `held` are when that was seen, in nanoseconds of the search.
    package var warmth: (rate: Double, broken: Int64, held: Int64)? {
        var moment: Int64 = 0
        var cold: [Double: Int64] = [:]
        var hasHeld = false
        var found: (rate: Double, broken: Int64, held: Int64)?
        for trial in trials where trial.step.purpose != .recovery {
            moment += trial.measurement.elapsed
            let rate = trial.step.rate
            if case .breached = trial.verdict, !hasHeld { cold[rate] = moment }
            guard trial.verdict.isHeld else { continue }
            hasHeld = true
            for (low, broken) in cold where low <= rate && low > found?.rate ?? 0 {
                found = (low, broken, moment)
            }
        }
        return found
    }
}
