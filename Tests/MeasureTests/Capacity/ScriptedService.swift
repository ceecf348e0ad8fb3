import Measure

/// A service that responds to a search as a test defines, and records the steps.
struct ScriptedService {
    /// The measurement of a step at a rate; `nil` for that of a calm service.
    var response: (CapacityStep) -> StepMeasurement?

    /// A service that carries `capacity` arrivals per second at most.
    static func carrying(_ capacity: Double) -> ScriptedService {
        ScriptedService { $0.rate <= capacity ? nil : .overloaded($0, done: capacity) }
    }

    /// Runs the search to its end.
    ///
    /// - Returns: What it came to, and each step as `doubling 3200/s #2 breached`.
    func run(
        startRate: Double = 100,
        connections: Int = 128,
        warmup: Int64 = 0,
        budget: Int64? = nil
    ) -> (result: CapacityResult, steps: [String]) {
        var search = CapacitySearch(
            CapacitySettings(
                startRate: startRate,
                connections: connections,
                warmup: warmup,
                budget: budget
            )
        )
        while let step = search.next { search.take(response(step) ?? .calm(step)) }
        return (search.result, search.trials.map(\.text))
    }
}

extension StepMeasurement {
    /// All arrivals take 2 ms.
    static func calm(_ step: CapacityStep) -> StepMeasurement {
        StepMeasurement(
            .passed,
            dueCount: UInt64(step.plannedCount),
            backlogGrowth: 0,
            doneRate: step.rate,
            percentile: .value(2_000_000),
            medianLatency: 2_000_000,
            meanServiceTime: 2_000_000,
            elapsed: step.arrivalTime
        )
    }

    /// The first threshold fails: nearly all arrivals wait.
    static func overloaded(
        _ step: CapacityStep,
        done: Double,
        finding: Finding = .failed(threshold: 0),
        growth: Int64 = 0,
        service: Int64 = 60_000_000,
        busyShare: Double = 0,
        saturation: Saturation? = nil,
        elapsed: Int64? = nil
    ) -> StepMeasurement {
        StepMeasurement(
            finding,
            dueCount: UInt64(step.plannedCount),
            backlogGrowth: growth,
            doneRate: done,
            saturation: saturation,
            percentile: .value(600_000_000),
            medianLatency: 300_000_000,
            meanServiceTime: service,
            busyShare: busyShare,
            elapsed: elapsed ?? step.arrivalTime
        )
    }
}

extension CapacityTrial {
    fileprivate var text: String {
        let word =
            switch verdict {
            case .passed: "passed"
            case .breached: "breached"
            case .limited: "limited"
            }
        let rate = step.rate == step.rate.rounded() ? "\(Int(step.rate))" : "\(step.rate)"
        return "\(step.purpose) \(rate)/s #\(step.attempt) \(word)"
    }
}
