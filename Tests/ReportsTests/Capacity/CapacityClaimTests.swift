import LoadModel
@testable import Measure
@testable import RunReports
@testable import ReportText
import Testing

@testable import Reports

/// The certainty of a result, as shown in reports.
struct CapacityClaimTests {
    /// Carries 2,000/s, and breaks each step that `breaks` lists by its number.
    private static func record(
        budget: Int64 = 300,
        metric: Threshold.Metric = .latencyPercentile(.p99),
        _ change: (Int, CapacityStep, inout StepMeasurement) -> Void
    ) -> CapacityRecord {
        var search = CapacitySearch(
            CapacitySettings(startRate: 100, connections: 256, budget: budget * 1_000_000_000)
        )
        while let step = search.next {
            var measurement = CapacitySample.measurement(
                of: step,
                capacity: 2_000,
                finding: .failed(threshold: 0),
                busyShare: 0.3
            )
            change(search.trials.count, step, &measurement)
            search.take(measurement)
        }
        return CapacitySample.record(search.result, metric: metric)
    }

    private static func slow(
        _ step: CapacityStep,
        disturbance: RunDisturbance? = nil
    ) -> StepMeasurement {
        StepMeasurement(
            .failed(threshold: 0),
            dueCount: UInt64(step.plannedCount),
            backlogGrowth: 0,
            doneRate: step.rate,
            rest: 2_000_000_000,
            percentile: .value(2_000_000_000),
            medianLatency: 2_000_000,
            meanServiceTime: 2_000_000,
            disturbance: disturbance,
            elapsed: step.arrivalTime
        )
    }

    @Test("Breaks below the result are reported, and the last hold is long enough for them")
    func breaks() {
        let record = Self.record { number, step, measurement in
            if number == 2 { measurement = Self.slow(step) }
        }
        let text = CapacityTextReport(style: TextStyle(isColored: false)).text(of: record)
        #expect(record.result.claim == .carries(2_000))
        let hold = record.result.best?.step.duration ?? 0
        #expect(hold >= record.result.provingLength && hold > 60_000_000_000)
        #expect(text.contains("1 step failed unexpectedly"))
    }

    @Test(
        "Without time for such a hold no capacity is claimed, and the required time is reported"
    )
    func tooShort() {
        let record = Self.record(budget: 60) { number, step, measurement in
            if number == 2 { measurement = Self.slow(step) }
        }
        let conclusion = CapacityConclusion(record)
        #expect(record.result.standing == .open)
        #expect(conclusion.headline.hasPrefix("Between "))
        #expect(conclusion.detail.contains("a hold long enough to see that again takes "))
    }

    @Test("If other processes used the machine, the advice is a quieter one, not a longer budget")
    func disturbed() {
        let taken = RunDisturbance(
            available: 10_000_000_000,
            others: 8_000_000_000,
            busiest: "compiler",
            busiestTime: 7_000_000_000
        )
        let record = Self.record(budget: 40) { number, step, measurement in
            if number == 2 { measurement = Self.slow(step, disturbance: taken) }
        }
        let remarks = CapacityRemarks.list(record).joined(separator: " ")
        #expect(remarks.contains("In 1 step other processes used the processors"))
        #expect(remarks.contains("most of it compiler (70 %)"))
        #expect(!remarks.contains("a longer --budget narrows"))
    }

    @Test("If deliveries decide, their figure comes first in table, chart, line and file")
    func delivered() throws {
        let record = Self.record(budget: 40, metric: .deliveredPercentile(.p95)) {
            _,
            _,
            measurement in
            measurement.delivered = .value(321_000_000)
        }
        let text = CapacityTextReport(style: TextStyle(isColored: false)).text(of: record)
        #expect(text.contains("done  delivered p95"))
        #expect(text.contains("Delivered p95 by rate, on a logarithmic scale"))
        #expect(text.contains("321 ms"))
        let trial = try #require(record.result.trials.first)
        let line = CapacityLine.text(trial, .p99, objectives: record.objectives)
        #expect(line.hasPrefix("doubling 100/s passed: delivered 321 ms, done 100/s"))
        #expect(record.fileText.contains("\"delivered\":0.321"))
        let markdown = CapacityMarkdown().text(of: record)
        #expect(markdown.contains("| step | rate | responses | delivered p95 | p99 | verdict |"))
    }

    @Test("Text, status and JUnit agree for each ending")
    func oneThing() {
        for (budget, word, standing) in [
            (300, "carries", CapacityResult.Standing.known), (30, "between", .open),
            (9, "atLeast", .open),
        ] as [(Int64, String, CapacityResult.Standing)] {
            let record = Self.record(budget: budget) { _, _, _ in }
            #expect(record.result.claim.name == word)
            #expect(record.result.standing == standing)
            let text = CapacityConclusion(record).text.lowercased()
            #expect(text.hasPrefix(word == "atLeast" ? "at least" : word))
            let junit = CapacityJUnit().text(of: record)
            #expect(junit.contains("<property name=\"verdict\" value=\"\(word)\"/>"))
            #expect(junit.contains("errors=\"\(standing == .open ? 1 : 0)\""))
        }
    }
}
