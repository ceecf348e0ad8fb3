import Base
import Contract
import LoadModel
import RunReports
package import Statistics

extension PilotPlan {
    /// What is to be known before the runs begin, as sentences without their ends.
    ///
    /// - Returns: The variation that was found; the number of runs with what they take; the smallest
    ///   changes that they show. Only the first when no runs are made.
    package var sentences: [String] {
        guard let count else { return [variation] }
        let shift = PilotPlan.shift(
            of: count,
            familyCount: pilot.findings.count,
            level: pilot.level
        )
        let shown = pilot.findings.compactMap { $0.detectableText($0.detectable(shift)) }
        guard !shown.isEmpty else { return [variation, number(count)] }
        let list = shown.joined(separator: ", ")
        return [
            variation, number(count), "the smallest changes they show 95 times in 100: \(list)",
        ]
    }

    /// Why no runs are made at all, as a sentence without its end; `nil` when there are some.
    package var obstacle: String? {
        guard count == nil else { return nil }
        let failed = failedLatencies.map(\.samples.metric.name)
        guard failed.isEmpty else {
            return "in the pilot too many arrivals failed on both sides for "
                + "\(failed.joined(separator: " and ")) to say anything; \"assay load\" shows what "
                + "they ended with"
        }
        return "after the pilot the budget of \(Self.text(budget)) is enough for "
            + "\(Count.of(affordable, "run")) on each side, and \(fewest) are the "
            + "fewest for \(Count.of(pilot.findings.count, "metric")); a budget of "
            + "\(Self.text(leastBudget)) would do"
    }

    private var variation: String {
        let found = pilot.findings.map { finding in
            "\(finding.samples.metric.name) \(finding.deviation.map(finding.sizeText) ?? "failed")"
        }
        return "variation from run to run in the pilot: \(found.joined(separator: ", "))"
    }

    private func number(_ count: Int) -> String {
        let time = "about \(Self.text(runTime * 2 * count))"
        let goal = "changes \(Int(Self.wantedEffects)) times as large as the smallest that counts"
        guard let needed, needed <= count else {
            let all = needed.map { "\($0)" } ?? "more than \(Self.greatestCount)"
            return "\(count) runs on each side, \(time), is what the budget of "
                + "\(Self.text(budget)) is enough for; it would take \(all) to find \(goal)"
        }
        return "\(count) runs on each side, \(time), find \(goal)"
    }

    private static func text(_ duration: Duration) -> String {
        LoadNumber.length(duration.wholeNanoseconds)
    }
}
