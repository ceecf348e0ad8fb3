import Measure

/// A rate that was tried, with the step that decides about it.
struct KneePoint {
    let trial: CapacityTrial

    var rate: Double { trial.step.rate }

    /// At the percentile of the search, in nanoseconds; `nil` when it failed.
    var latency: Int64? {
        guard case .value(let value) = trial.measurement.percentile else { return nil }
        return value
    }

    /// One for each rate, from the lowest to the highest.
    static func list(_ result: CapacityResult) -> [KneePoint] {
        var points: [Double: KneePoint] = [:]
        for trial in result.trials where trial.step.purpose != .recovery {
            points[trial.step.rate] = KneePoint(trial: trial)
        }
        return points.values.sorted { $0.rate < $1.rate }
    }
}
