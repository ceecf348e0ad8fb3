import Base

/// What a search for the highest rate came to.
package struct CapacityResult: Hashable, Sendable {
    /// Why the search ended.
    package enum Ending: Hashable, Sendable {
        /// The rate held to the last, and one a little higher did not.
        case found
        /// The service may carry more: something else was at its end.
        case limited(StepVerdict.Limit)
        /// Not even the lowest rate that was tried holds.
        case nothingHolds
        /// After an overload the latency did not come back in time.
        case notRecovered
        case budgetOver
        case interrupted
        /// No connection could be opened at all.
        case unreachable(String)
    }

    package internal(set) var settings: CapacitySettings
    /// Every step in the order of time.
    package internal(set) var trials: [CapacityTrial]
    package internal(set) var ending: Ending
    /// The highest rate that held, below all that did not; arrivals per second, `nil` when none did.
    package internal(set) var rate: Double?
    /// The lowest rate that did not hold; arrivals per second, `nil` when all did.
    package internal(set) var upper: Double?
    /// What the step at `upper` says.
    package internal(set) var broken: StepVerdict?
    /// The highest rate that held although a lower one did not; `nil` when there is none.
    package internal(set) var heldAbove: Double?
    /// What the answers of an overloaded service say, whether a step was tried there or not; `nil` when none
    /// was overloaded for long enough, or what held and what did not speak against it.
    package internal(set) var estimate: CapacityEstimate?

    /// The longest step that held at `rate`; `nil` when no rate held.
    package var best: CapacityTrial? {
        trials.filter { $0.step.rate == rate && $0.verdict.isHeld && $0.step.purpose != .recovery }
            .max { $0.step.duration < $1.step.duration }
    }

    /// How long all steps took, in nanoseconds.
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

/// A step, what it brought and what that says.
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
