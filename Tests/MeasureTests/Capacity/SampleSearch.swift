import LoadModel
import Measure

/// Searches whose files are tested, with every ending and every cause.
enum SampleSearch: CaseIterable {
    case found, generator, connections, unjudged, backlog, growing, nothing, lost, recovery, budget
    case interrupted, notMonotone, empty

    var record: CapacityRecord { Self.record(result) }

    private var result: CapacityResult {
        switch self {
        case .found: ScriptedService.carrying(2_000).run(warmup: 2_000_000_000).result
        case .generator: over { .overloaded($0, done: 1_000, busyShare: 0.97) }
        case .connections: over { .overloaded($0, done: 62_000, service: 2_000_000) }
        case .unjudged: over { .overloaded($0, done: 1_000, finding: .inconclusive(threshold: 1)) }
        case .backlog: over { .overloaded($0, done: 1_000, finding: .passed, growth: 5_000) }
        case .growing:
            over {
                .overloaded(
                    $0,
                    done: 1_000,
                    finding: .passed,
                    growth: 20,
                    saturation: Saturation(
                        length: 4_000_000_000,
                        rate: 1_000,
                        low: 985,
                        high: 1_015.5
                    )
                )
            }
        case .nothing: ScriptedService.carrying(0).run().result
        case .lost:
            over { _ in StepMeasurement(noConnection: "refused", elapsed: 1_000_000_000) }
        case .recovery:
            ScriptedService { step in
                step.rate > 1_000 || step.purpose == .recovery
                    ? .overloaded(step, done: 1_000) : nil
            }.run().result
        case .budget: ScriptedService.carrying(2_000).run(budget: 30_000_000_000).result
        case .interrupted: ended(.interrupted)
        case .notMonotone:
            // Carries 1,600/s in the doubling, and at most 1,000/s later.
            ScriptedService { step in
                step.purpose == .doubling && step.rate <= 1_600 || step.rate <= 1_000
                    ? nil : .overloaded(step, done: 1_100)
            }.run().result
        case .empty: CapacitySearch(CapacitySettings(startRate: 0.5, connections: 1)).result
        }
    }

    /// Above 1,000/s a step gets the measurement that the test supplies.
    private func over(_ response: @escaping (CapacityStep) -> StepMeasurement) -> CapacityResult {
        ScriptedService { $0.rate <= 1_000 ? nil : response($0) }.run().result
    }

    /// The result after one step.
    private func ended(_ ending: CapacityResult.Ending) -> CapacityResult {
        var search = CapacitySearch(
            CapacitySettings(startRate: 12.5, quantile: .p999, arrivals: .poisson, connections: 8)
        )
        if let step = search.next { search.take(.calm(step)) }
        search.end(ending)
        return search.result
    }

    private static func record(_ result: CapacityResult) -> CapacityRecord {
        let part = SampleRun.part()
        return CapacityRecord(
            result,
            profile: CapacityRecord.Profile(
                file: "push.yaml",
                title: "Push to \"everybody\"",
                hash: "sha256:00",
                seed: .max,
                run: "0a1b2c3d4e5f",
                sends: SampleRun.plan.sends
            ),
            targets: [RunTarget(name: "api", url: "http://127.0.0.1:8080", isReference: false)],
            thresholds: SampleRun.thresholds,
            workers: 2,
            options: ["--budget", "2m"],
            audienceCalls: part.audienceCalls,
            tokens: part.tokens,
            tool: part.tool,
            environment: part.environment,
            startedAt: part.startedAt
        )
    }
}
