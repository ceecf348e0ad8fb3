/// Statement of a search about the capacity: texts, exit statuses, files and pages all derive from it.
package enum CapacityClaim: Hashable, Sendable {
    /// This rate passes, and a slightly higher one fails.
    case carries(Double)
    /// The capacity lies between a rate that passed and one that failed.
    case between(Double, Double)
    /// No rate failed because of the service.
    case atLeast(Double)
    /// No rate passed reliably.
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
    /// The strongest claim that the steps prove; the ending gives the reason for its limits.
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
        if case .limited = upperCause { true } else { false }
    }

    /// Failed steps at rates up to `rate`, or up to `upper` without one.
    package var breaks: CapacityBreaks {
        CapacityBreaks(trials, below: rate ?? upper ?? .infinity)
    }

    /// Whether the lowest rate that failed is close enough above `rate` to claim that.
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
    /// Whether the search succeeded; decides exit statuses and colours.
    package enum Standing: Hashable, Sendable {
        case known
        /// No rate passes, or the service is down or does not recover.
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

    /// Length of a hold at `rate` needed to claim it, in nanoseconds: long enough to show pauses that failed steps
    /// below.
    package var provingLength: Int64 {
        let index = best.flatMap { trials.lastIndex(of: $0) }
        let breaks = CapacityBreaks(trials, below: rate ?? .infinity, before: index)
        return max(breaks.provingLength, StepLengths.usualHold)
    }

    /// The highest rate that failed twice before any rate passed, and passed later; `nil` for none.
    ///
    /// `broken` and `held` are the moments of the failure and of the pass, in nanoseconds of the search.
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
