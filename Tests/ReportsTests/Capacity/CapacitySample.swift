import LoadModel
import Measure

/// Searches that tests report on, without sockets and clocks.
enum CapacitySample {
    /// The measurement of a step: two milliseconds up to `capacity`, and `finding` above it.
    static func measurement(
        of step: CapacityStep,
        capacity: Double,
        finding: StepMeasurement.Finding,
        busyShare: Double,
        failures: StepFailures? = nil
    ) -> StepMeasurement {
        let isCalm = step.rate <= capacity
        let saturation = Saturation(
            length: step.duration,
            rate: capacity,
            low: capacity * 0.985,
            high: capacity * 1.015
        )
        return StepMeasurement(
            isCalm ? .passed : finding,
            dueCount: UInt64(step.plannedCount),
            backlogGrowth: isCalm ? 0 : 1_000,
            doneRate: min(step.rate, capacity),
            saturation: isCalm || capacity == 0 ? nil : saturation,
            percentile: .value(isCalm ? 2_100_000 + Int64(step.rate) * 1_000 : 843_000_000),
            medianLatency: isCalm ? 2_000_000 : 400_000_000,
            meanServiceTime: isCalm ? 2_000_000 : 60_000_000,
            failures: isCalm ? nil : failures,
            busyShare: busyShare,
            elapsed: step.arrivalTime + 50_000_000
        )
    }

    /// A search from 100/s with a threshold on p99.
    static func record(
        capacity: Double,
        finding: StepMeasurement.Finding = .failed(threshold: 0),
        busyShare: Double = 0.3,
        budget: Int64? = nil,
        quantile: Quantile = .p99,
        options: [String] = []
    ) -> CapacityRecord {
        var search = CapacitySearch(
            CapacitySettings(
                startRate: 100,
                quantile: quantile,
                connections: 256,
                budget: budget
            )
        )
        while let step = search.next {
            search.take(
                measurement(of: step, capacity: capacity, finding: finding, busyShare: busyShare)
            )
        }
        return record(search.result, options: options)
    }

    static func record(
        _ result: CapacityResult,
        metric: Threshold.Metric = .latencyPercentile(.p99),
        options: [String] = []
    ) -> CapacityRecord {
        let limit = Threshold(metric, .lt, Fraction(100_000_000), place: "push.yaml:9:5")
        return CapacityRecord(
            result,
            profile: CapacityRecord.Profile(
                file: "push.yaml",
                title: "Push to everybody",
                hash: "sha256:00",
                seed: 42,
                sends: ["createPush"]
            ),
            targets: [RunTarget(name: "api", url: "http://127.0.0.1:8080", isReference: false)],
            thresholds: [limit],
            workers: 1,
            options: options,
            tool: RunTool(version: "1.0.0", libraries: ["libcurl/7.88.1"]),
            environment: RunEnvironment(
                cpu: "A processor",
                cores: 2,
                kernel: "6.1",
                libcurl: "libcurl/7.88.1",
                tls: "OpenSSL/3.0"
            ),
            startedAt: 1_800_000_000_000_000_000
        )
    }
}
