import Testing

@testable import Statistics

struct PilotPlanTests {
    @Test(
        "The number of runs is the first that finds the shift",
        // From a simulation of 20,000 comparisons in blocks of A B B A, which another program made: of one
        // in four metrics 5+5, as one block, find 3.94 deviations, 6+6 3.65, 8+8 3.02, 10+10 2.59, 44+44 1.06,
        // 60+60 0.91, 80+80 0.76, 100+100 0.69; of a single one 4+4 3.77, 5+5 3.55, 6+6 2.85, 36+36 1.03,
        // 40+40 0.94, 100+100 0.60.
        arguments: [
            (4, .infinity, 5...5), (4, 10, 5...5), (4, 4.1, 5...5), (4, 3.8, 6...6),
            (4, 3.3, 8...8),
            (4, 2.8, 10...10), (4, 1, 44...60), (4, 0.8, 60...80), (4, 0.6, nil), (1, 4, 4...4),
            (1, 3.65, 4...5), (1, 3.2, 6...6), (1, 1, 36...40), (1, 0.53, nil), (1, 0, nil),
        ] as [(Int, Double, ClosedRange<Int>?)]
    )
    func count(family: Int, deviations: Double, range: ClosedRange<Int>?) {
        let count = PilotPlan.count(finding: deviations, familyCount: family)
        #expect(count == nil ? range == nil : range?.contains(count ?? 0) == true, "\(count ?? 0)")
    }

    /// Six runs that took ten seconds each; both sides of each metric vary by these shares.
    private static func plan(
        _ variations: [Double],
        budget: Int64 = 100_000
    ) -> PilotPlan {
        let samples = variations.enumerated().map { index, variation in
            // The standard deviation of a − d, a, a + d is d.
            let values = [1 - variation, 1, 1 + variation].map { $0 / 10 }
            let metric = ComparedMetric.latency("p\(index)", relativeFloor: 0.05)
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
            // 10 % ÷ 1 % are ten deviations, and so on; with fewer than six runs, of a single metric five,
            // nothing is shown within blocks.
            ([0.01, 0.01, 0.01, 0.01], 6...6), ([0, 0, 0, 0], 6...6),
            ([0.01, 0.1, 0.01, 0.01], 44...60), ([0.2, 0, 0, 0], nil), ([0.1], 36...40),
            ([0.01], 5...5),
        ] as [([Double], ClosedRange<Int>?)]
    )
    func needed(variations: [Double], range: ClosedRange<Int>?) {
        let count = Self.plan(variations).needed
        #expect(count == nil ? range == nil : range?.contains(count ?? 0) == true, "\(count ?? 0)")
    }

    @Test(
        "The budget bounds the number, the pilot's minute counted; a pair takes twenty seconds",
        arguments: [
            // More than 44 are needed, and 5 are the fewest.
            (60 + 36 * 20, 36, 36), (60 + 36 * 20 - 1, 35, 35), (60 + 5 * 20, 5, 5),
            (60 + 5 * 20 - 1, 4, nil), (60, 0, nil), (10, 0, nil),
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
            MetricSamples(
                .latency("p50", relativeFloor: 0.05),
                from: [0.09, 0.1, 0.11],
                to: [0.09, 0.1, 0.11]
            ),
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
