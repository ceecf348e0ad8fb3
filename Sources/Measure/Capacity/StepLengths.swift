/// How long steps last, by what is known of the service.
struct StepLengths {
    let settings: CapacitySettings
    /// Every step up to now, in the order of time.
    let trials: [CapacityTrial]
    /// How long they took, in nanoseconds.
    let elapsed: Int64
    /// Whether steps were too short to show what longer ones found.
    let needsLongSteps: Bool

    private static let second: Int64 = 1_000_000_000
    private static let shortestWarmup: Int64 = 250_000_000
    private static let longestWarmup: Int64 = 5_000_000_000
    /// What rests less often than once in this time is not looked for, and nothing is claimed of a rate that
    /// was held for less.
    static let usualHold: Int64 = 60_000_000_000
    /// What connecting and draining add to a step, about.
    static let overhead: Int64 = 500_000_000

    /// How long an arrival of a service at rest is under way at most, about: the longest think time, or the
    /// latency that one in a hundred reaches.
    var transit: Int64 {
        let held = trials.filter(\.verdict.isHeld).compactMap(\.measurement.natural).min()
        let short = trials.last { $0.verdict == .limited(.short) }?.measurement.medianLatency
        return max(held ?? short ?? 0, settings.think)
    }

    /// Long enough for as much to be under way as will be all the time.
    var warmup: Int64 {
        let median = trials.filter(\.verdict.isHeld).compactMap(\.measurement.medianLatency).min()
        let usual = min(4 * (median ?? 0), Self.longestWarmup)
        let least = max(usual, transit, Self.shortestWarmup)
        return trials.isEmpty ? max(settings.warmup, least) : least
    }

    /// What the search asks for, as long as it takes.
    ///
    /// - Parameters:
    ///   - purpose: Not `recovery`.
    ///   - rate: Arrivals a second.
    ///   - attempt: From 1.
    ///   - isCoarse: Whether nothing has held yet, so that there is nothing to be exact about.
    ///   - isLast: Whether it is the hold that a claim rests on.
    /// - Returns: The step.
    func step(
        _ purpose: CapacityStep.Purpose,
        rate: Double,
        attempt: Int,
        isCoarse: Bool = false,
        isLast: Bool = false
    ) -> CapacityStep {
        let duration =
            if purpose == .hold {
                isLast ? lastHold(at: rate) : hold(at: rate)
            } else if purpose == .doubling || isCoarse {
                length(rate, tail: 3, least: 1, shortest: 2, usual: 5)
            } else { length(rate, tail: 20, least: 5, shortest: 5, usual: 15) }
        return CapacityStep(
            purpose,
            rate: rate,
            duration: duration,
            warmup: warmup,
            attempt: attempt
        )
    }

    /// Ten arrivals or more, which nobody judges by a percentile.
    func recovery(at rate: Double, attempt: Int) -> CapacityStep {
        let seconds = Int64((10 / rate).rounded(.up))
        return CapacityStep(
            .recovery,
            rate: rate,
            duration: max(seconds, 1) * Self.second,
            attempt: attempt
        )
    }

    /// A hold that tells anything.
    func shortestHold(at rate: Double) -> Int64 {
        length(rate, tail: 20, least: 5, shortest: 12, usual: 60)
    }

    /// Twice as long where shorter steps did not show an overload, and long enough to show what broke steps
    /// below, if there is time.
    func hold(at rate: Double) -> Int64 {
        let shortest = shortestHold(at: rate)
        let proving = CapacityBreaks(trials, below: rate).provingLength
        let long = needsLongSteps ? max(shortest, 24 * Self.second) : shortest
        guard let budget = settings.budget else { return max(long, proving) }
        let room = budget - elapsed - warmup - Self.overhead
        // If it does not hold there is time for another one; but what breaks now and then takes all.
        let most = proving > long ? room : room / 2 - Self.second
        return max(shortest, min(max(long, proving), most / Self.second * Self.second))
    }

    /// A hold that a claim may rest on.
    func claimingHold(at rate: Double) -> Int64 {
        let proving = CapacityBreaks(trials, below: rate).provingLength
        return max(shortestHold(at: rate), proving, Self.usualHold)
    }

    /// The last hold: as long as is usual, or all that is left where steps below broke.
    func lastHold(at rate: Double) -> Int64 {
        let proving = CapacityBreaks(trials, below: rate).provingLength
        let wanted = claimingHold(at: rate)
        guard let budget = settings.budget else { return wanted }
        let room = (budget - elapsed - warmup - Self.overhead) / Self.second * Self.second
        return max(proving > 0 ? room : min(wanted, room), 0)
    }

    /// Whole seconds, and no fewer than three times what an arrival takes.
    private func length(
        _ rate: Double,
        tail: Double,
        least: Double,
        shortest: Int64,
        usual: Int64
    ) -> Int64 {
        let transits = (3 * transit + Self.second - 1) / Self.second
        return settings.duration(
            tail: tail,
            least: least,
            rate: rate,
            shortest: max(shortest, transits) * Self.second,
            usual: usual * Self.second
        )
    }
}

extension StepMeasurement {
    /// How long answers took at most, about, in nanoseconds; `nil` without any.
    fileprivate var natural: Int64? {
        guard let medianLatency else { return tailLatency }
        return max(medianLatency, tailLatency ?? 0)
    }
}
