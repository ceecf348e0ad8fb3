import Testing

@testable import Statistics

struct PilotPlanTests {
    @Test(
        "The number of runs is the first that finds the shift",
        // Up to 20 runs from a simulation of 20,000 comparisons, which another program made: 5+5 find
        // 3.95 deviations, 6+6 3.20, 7+7 2.70, 9+9 2.29, 10+10 2.11 of one in four metrics. Above
        // that √n is the sum of the normal quantiles at 1 − 0.05/8 and 0.95, times √(2π/3), through
        // the shift: 5.995 ÷ shift; of a single metric 5.217 ÷ shift.
        arguments: [
            (4, .infinity, 5), (4, 10, 5), (4, 4.1, 5), (4, 3.5, 6), (4, 3.0, 7), (4, 2.2, 10),
            (4, 1, 36), (4, 2.0 / 3, 81), (4, 0.59, nil), (1, 4, 4), (1, 2.7, 6), (1, 1, 28),
            (1, 0.53, 97), (1, 0, nil),
        ] as [(Int, Double, Int?)]
    )
    func count(family: Int, deviations: Double, count: Int?) {
        #expect(PilotPlan.count(finding: deviations, familyCount: family) == count)
    }

    /// Six runs that took ten seconds each; both sides of each metric vary by these shares.
    private static func plan(
        _ variations: [Double],
        budget: Int64 = 100_000
    ) -> PilotPlan {
        let samples = variations.enumerated().map { index, variation in
            // The standard deviation of a − d, a, a + d is d.
            let values = [1 - variation, 1, 1 + variation].map { $0 / 10 }
            let metric = ComparedMetric.latency("p\(index)")
            // How far the sides lie apart says nothing about how much they vary.
            return MetricSamples(metric, from: values, to: values.map { $0 + 0.1 })
        }
        return PilotPlan(
            SampleComparison(samples),
            budget: .seconds(budget),
            spent: .seconds(60)
        )
    }

    @Test(
        "The metric that varies most decides; twice 5 % is to be found",
        arguments: [
            // 10 % ÷ 1 % are ten deviations, and so on.
            ([0.01, 0.01, 0.01, 0.01], 5), ([0, 0, 0, 0], 5), ([0.01, 0.1, 0.01, 0.01], 36),
            ([0.15, 0, 0, 0], 81), ([0.2, 0, 0, 0], nil), ([0.1], 28), ([0.01], 4),
        ] as [([Double], Int?)]
    )
    func needed(variations: [Double], count: Int?) {
        #expect(Self.plan(variations).needed == count)
    }

    @Test(
        "The budget bounds the number, the pilot's minute counted; a pair takes twenty seconds",
        arguments: [
            // 36 are needed, and 5 are the fewest.
            (60 + 36 * 20, 36, 36), (60 + 36 * 20 - 1, 35, 35), (60 + 5 * 20, 5, 5),
            (60 + 5 * 20 - 1, 4, nil), (60, 0, nil), (10, 0, nil), (100_000, 100, 36),
        ] as [(Int64, Int, Int?)]
    )
    func budget(seconds: Int64, affordable: Int, count: Int?) {
        let plan = Self.plan([0.1, 0.01, 0.01, 0.01], budget: seconds)
        #expect(plan.runTime == .seconds(10))
        #expect(plan.affordable == affordable)
        #expect(plan.count == count)
        #expect(plan.leastBudget == .seconds(160))
    }

    @Test("When no number is enough the budget is used up")
    func endless() {
        #expect(Self.plan([0.2, 0, 0, 0], budget: 460).count == 20)
        #expect(Self.plan([0.2, 0, 0, 0]).count == PilotPlan.greatestCount)
    }

    @Test("A percentile that failed in the pilot leaves the others to decide")
    func failed() {
        let samples = [
            MetricSamples(.latency("p50"), from: [0.09, 0.1, 0.11], to: [0.09, 0.1, 0.11]),
            MetricSamples(.latency("p99"), from: [1, 2, .infinity], to: [1, 2, 3]),
        ]
        let plan = PilotPlan(SampleComparison(samples), budget: .seconds(9_999), spent: .zero)
        #expect(plan.needed == PilotPlan.count(finding: 1, familyCount: 2))
        #expect(plan.affordable == PilotPlan.greatestCount)
    }

    @Test("Latencies that failed on both sides make no runs; on one side that is what runs show")
    func failedOnBothSides() {
        let failed = [Double.infinity, .infinity, .infinity]
        func plan(_ new: [Double]) -> PilotPlan {
            let samples = [
                MetricSamples(.latency("p50"), from: failed, to: new),
                MetricSamples(.latency("p99"), from: failed, to: new),
                MetricSamples(.failures("failed"), from: [1, 1, 1], to: [1, 1, 1]),
            ]
            return PilotPlan(SampleComparison(samples), budget: .seconds(9_999), spent: .zero)
        }
        #expect(plan(failed).count == nil)
        #expect(plan(failed).failedLatencies.map(\.samples.metric.name) == ["p50", "p99"])
        #expect(plan([1, 2, 3]).count != nil)
    }
}
