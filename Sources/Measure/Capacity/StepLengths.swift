/// Durations of steps, from what is known about the service.
struct StepLengths {
    let settings: CapacitySettings
    /// Every step up to now, in the order of time.
    let trials: [CapacityTrial]
    /// Their total duration, in nanoseconds.
    let elapsed: Int64
    /// Whether short steps missed what longer ones found.
    let needsLongSteps: Bool

    private static let second: Int64 = 1_000_000_000
    private static let shortestWarmup: Int64 = 250_000_000
    private static let longestWarmup: Int64 = 5_000_000_000
    /// Pauses rarer than one in this time are not looked for, and a rate needs a hold of this length for a claim.
    static let usualHold: Int64 = 60_000_000_000
    /// Approximate time for connecting and draining.
    static let overhead: Int64 = 500_000_000

    /// Longest time that an arrival of a service at rest is in flight: the longest think time, or the p99 latency.
    var transit: Int64 {
        let held = trials.filter(\.verdict.isHeld).compactMap(\.measurement.natural).min()
        let short = trials.last { $0.verdict == .limited(.short) }?.measurement.medianLatency
        return max(held ?? short ?? 0, settings.think)
    }

    /// Long enough to reach the usual number of requests in flight.
    var warmup: Int64 {
        let median = trials.filter(\.verdict.isHeld).compactMap(\.measurement.medianLatency).min()
        let usual = min(4 * (median ?? 0), Self.longestWarmup)
        let least = max(usual, transit, Self.shortestWarmup)
        return trials.isEmpty ? max(settings.warmup, least) : least
    }

    /// The step for a purpose, regardless of the budget.
    ///
    /// - Parameters:
    ///   - purpose: Not `recovery`.
    ///   - rate: Arrivals per second.
    ///   - attempt: From 1.
    ///   - isCoarse: Whether no rate has passed yet, so that precision is useless.
    ///   - isLast: Whether it is the hold for a claim.
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

    /// Ten or more arrivals, as no percentile is needed.
    func recovery(at rate: Double, attempt: Int) -> CapacityStep {
        let seconds = Int64((10 / rate).rounded(.up))
        return CapacityStep(
            .recovery,
            rate: rate,
            duration: max(seconds, 1) * Self.second,
            attempt: attempt
        )
    }

    /// The shortest informative hold.
    func shortestHold(at rate: Double) -> Int64 {
        length(rate, tail: 20, least: 5, shortest: 12, usual: 60)
    }

    /// A hold, twice as long where short steps missed an overload, and long enough to show pauses that failed steps
    /// below, if time allows.
    func hold(at rate: Double) -> Int64 {
        let shortest = shortestHold(at: rate)
        let proving = CapacityBreaks(trials, below: rate).provingLength
        let long = needsLongSteps ? max(shortest, 24 * Self.second) : shortest
        guard let budget = settings.budget else { return max(long, proving) }
        let room = budget - elapsed - warmup - Self.overhead
        // Leaves time for another hold if it fails; a hold that looks for pauses takes all of it.
        let most = proving > long ? room : room / 2 - Self.second
        return max(shortest, min(max(long, proving), most / Self.second * Self.second))
    }

    /// A hold long enough for a claim.
    func claimingHold(at rate: Double) -> Int64 {
        let proving = CapacityBreaks(trials, below: rate).provingLength
        return max(shortestHold(at: rate), proving, Self.usualHold)
    }

    /// The last hold: of the usual length, or all the remaining time where steps below failed.
    func lastHold(at rate: Double) -> Int64 {
        let proving = CapacityBreaks(trials, below: rate).provingLength
        let wanted = claimingHold(at: rate)
        guard let budget = settings.budget else { return wanted }
        let room = (budget - elapsed - warmup - Self.overhead) / Self.second * Self.second
        return max(proving > 0 ? room : min(wanted, room), 0)
    }

    /// Whole seconds, at least three times the transit of an arrival.
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
    /// Approximate upper bound of response times, in nanoseconds; `nil` without responses.
    fileprivate var natural: Int64? {
        guard let medianLatency else { return tailLatency }
        return max(medianLatency, tailLatency ?? 0)
    }
}
