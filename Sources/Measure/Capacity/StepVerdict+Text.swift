import Base

extension StepVerdict {
    /// The verdict as a word: `passed`, `failed`, `open`.
    package var word: String {
        switch self {
        case .passed: "passed"
        case .breached: "failed"
        case .limited: "open"
        }
    }

    /// Why, as the rest of a sentence; `nil` when everything passed.
    ///
    /// - Parameter thresholds: In words, in the order of the profile.
    /// - Returns: The reason, without its end.
    package func reason(thresholds: [String]) -> String? {
        func name(_ index: Int) -> String {
            thresholds.indices.contains(index) ? thresholds[index] : "threshold \(index + 1)"
        }
        return switch self {
        case .passed: nil
        case .breached(.threshold(let index)): "\(name(index)) failed"
        case .breached(.backlog): "the backlog grew"
        case .breached(.growing): "the backlog was still growing"
        case .breached(.noConnection(let detail)): "there was no connection: \(detail)"
        case .breached(.recovery): "the latency did not return to normal"
        case .limited(let limit): limit.reason(thresholds: thresholds)
        }
    }
}

extension StepVerdict.Limit {
    /// The limit, as the rest of a sentence.
    ///
    /// - Parameter thresholds: In words, in the order of the profile.
    /// - Returns: The reason, without a full stop.
    package func reason(thresholds: [String]) -> String {
        switch self {
        case .generator: "the generator could not keep up"
        case .late: "the generator was late"
        case .short: "the step was shorter than responses take"
        case .connections: "all connections were busy"
        case .local(let trouble): "\(trouble.text): \(trouble.advice)"
        case .unjudged(let index):
            "nothing was counted for "
                + (thresholds.indices.contains(index)
                    ? thresholds[index] : "threshold \(index + 1)")
        }
    }
}

extension CapacityResult.Ending {
    /// For machines: `found`, `limited`.
    package var name: String {
        switch self {
        case .found: "found"
        case .limited: "limited"
        case .nothingHolds: "nothingHolds"
        case .notRecovered: "notRecovered"
        case .budgetOver: "budgetOver"
        case .interrupted: "interrupted"
        case .unreachable: "unreachable"
        }
    }
}
