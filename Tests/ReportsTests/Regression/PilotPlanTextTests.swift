import Statistics
import Testing

@testable import Reports

struct PilotPlanTextTests {
    /// Six runs of ten seconds each; the p99 varies by a share of 100 ms.
    private static func plan(_ variation: Double, budget: Int64) -> PilotPlan {
        let values = [1 - variation, 1, 1 + variation].map { $0 / 10 }
        let samples = [
            MetricSamples(.latency("p99", relativeFloor: 0.05), from: values, to: values),
            MetricSamples(.failures("failed"), from: [0, 0, 0], to: [0, 0, 0]),
        ]
        return PilotPlan(
            SampleComparison(samples),
            budget: .seconds(budget),
            spent: .seconds(60)
        )
    }

    @Test("Before the runs the variation, their number, their time and what they show is told")
    func enough() {
        let plan = Self.plan(0.01, budget: 600)
        #expect(
            plan.sentences.prefix(2) == [
                "variation from run to run in the pilot: p99 1 %, failed 0",
                "6 runs on each side, about 2 min, find changes 2 times as large as the smallest that "
                    + "counts",
            ]
        )
        let last = plan.sentences[2]
        #expect(
            last.hasPrefix("the smallest changes they show 95 times in 100: p99 3."),
            "\(last)"
        )
        #expect(plan.obstacle == nil)
    }

    @Test("A budget that is too small for what is wanted says what it would take")
    func bounded() {
        let plan = Self.plan(0.1, budget: 600)
        let sentences = plan.sentences
        #expect(
            sentences[1]
                == "27 runs on each side, about 9 min, is what the budget of 10 min is enough for; it "
                + "would take \(plan.needed ?? 0) to find changes 2 times as large as the smallest that "
                + "counts"
        )
        #expect(sentences[2].hasPrefix("the smallest changes they show 95 times in 100: p99 1"))
        #expect(Self.plan(0.5, budget: 600).sentences[1].contains("take more than 100 to find"))
    }

    @Test("A pilot in which everything failed on both sides ends with that")
    func failed() {
        let failed = [Double.infinity, .infinity, .infinity]
        let samples = [
            MetricSamples(.latency("p50"), from: failed, to: failed),
            MetricSamples(.failures("failed"), from: [1, 1, 1], to: [1, 1, 1]),
        ]
        let plan = PilotPlan(SampleComparison(samples), budget: .seconds(600), spent: .seconds(60))
        #expect(
            plan.sentences == ["variation from run to run in the pilot: p50 failed, failed 0"]
        )
        #expect(
            plan.obstacle
                == "in the pilot too many arrivals failed on both sides for p50 to say anything; "
                + "\"assay load\" shows what they ended with"
        )
    }

    @Test("A budget that is too small for anything is refused with one that would do")
    func obstacle() {
        let plan = Self.plan(0.01, budget: 120)
        #expect(plan.sentences == ["variation from run to run in the pilot: p99 1 %, failed 0"])
        #expect(
            plan.obstacle
                == "after the pilot the budget of 2 min is enough for 3 runs on each side, and 5 are "
                + "the fewest for 2 metrics; a budget of 2 min 40 s would do"
        )
    }
}
