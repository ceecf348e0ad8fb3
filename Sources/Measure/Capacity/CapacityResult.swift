import Base

/// Result of a search for the highest rate.
package struct CapacityResult: Hashable, Sendable {
    /// Why the search ended.
    package enum Ending: Hashable, Sendable {
        /// The rate passed to the end, and a slightly higher one failed.
        case found
        /// Something other than the service was the limit; its capacity may be higher.
        case limited(StepVerdict.Limit)
        /// Even the lowest rate failed.
        case nothingHolds
        /// After an overload the latency did not recover in time.
        case notRecovered
        case budgetOver
        case interrupted
        /// No connection could be opened.
        case unreachable(String)
    }

    package internal(set) var settings: CapacitySettings
    /// Every step in the order of time.
    package internal(set) var trials: [CapacityTrial]
    package internal(set) var ending: Ending
    /// The highest rate that passed, below all that failed; arrivals per second, `nil` for none.
    package internal(set) var rate: Double?
    /// The lowest rate that failed; arrivals per second, `nil` for none.
    package internal(set) var upper: Double?
    /// Verdict of the step at `upper`.
    package internal(set) var upperCause: StepVerdict?
    /// The highest rate that passed although a lower one failed; `nil` for none.
    package internal(set) var passedAbove: Double?
    /// Capacity estimated from overloads; `nil` when no overload lasted long enough, or the bounds contradict it.
    package internal(set) var estimate: CapacityEstimate?

    /// The longest step that passed at `rate`; `nil` when no rate passed.
    package var best: CapacityTrial? {
        trials.filter { $0.step.rate == rate && $0.verdict.isHeld && $0.step.purpose != .recovery }
            .max { $0.step.duration < $1.step.duration }
    }

    /// Duration of all steps, in nanoseconds.
    package var elapsed: Int64 { trials.map(\.measurement.elapsed).clampedSum }
}

/// The rate that a service may carry by all that is known, in arrivals per second.
package struct CapacityEstimate: Hashable, Sendable {
    package internal(set) var rate: Double
    /// Not above `rate`.
    package internal(set) var low: Double
    /// Not below `rate`.
    package internal(set) var high: Double
}

/// A step with its measurement and verdict.
package struct CapacityTrial: Hashable, Sendable {
    package internal(set) var step: CapacityStep
    package internal(set) var measurement: StepMeasurement
    package internal(set) var verdict: StepVerdict

    package init(step: CapacityStep, measurement: StepMeasurement, verdict: StepVerdict) {
        self.step = step
        self.measurement = measurement
        self.verdict = verdict
    }
}
