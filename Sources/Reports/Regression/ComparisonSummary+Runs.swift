import Base
import JSON
package import Statistics

extension ComparisonSummary {
    /// What comparing runs under load says.
    ///
    /// - Parameters:
    ///   - comparison: What was compared.
    ///   - version: That of this tool.
    ///   - notes: What else the reader must know, as sentences without their ends.
    package init(_ comparison: RunComparison, version: String, notes: [String] = []) {
        let findings = comparison.judged?.findings ?? []
        title =
            "\(Count.of(comparison.old.count, "old run")) against "
            + "\(Count.of(comparison.new.count, "new run"))"
            + (comparison.isInterleaved ? "" : ", one side after the other")
        headline = Self.headline(of: comparison)
        outcome = comparison.conclusion.outcome
        columns = findings.isEmpty ? [] : MetricFinding.columns
        rows = findings.map { finding in
            Row(
                name: finding.samples.metric.name,
                cells: finding.cells,
                outcome: finding.verdict.outcome,
                sentence: finding.sentence
            )
        }
        self.notes = Self.notes(on: comparison) + notes
        document = RunComparisonJSON(version: version).document(of: comparison, notes: notes)
    }

    private static func headline(of comparison: RunComparison) -> String {
        let findings = comparison.judged?.findings ?? []
        func names(_ verdict: ComparisonVerdict) -> String {
            findings.filter { $0.verdict == verdict }
                .map { "\($0.samples.metric.name) \($0.change($0.shift.estimate))" }
                .joined(separator: ", ")
        }
        return switch comparison.conclusion {
        case .refused: "These runs cannot be compared"
        case .tooFewRuns: "Too few runs to tell"
        case .regression: "Regression: \(names(.regression))"
        case .indicativeRegression: "Regression, indicative only: \(names(.regression))"
        case .cannotTell: "Cannot tell whether anything got worse"
        case .improvement: "No regression; improvement: \(names(.improvement))"
        case .noRegression: "No regression"
        }
    }

    private static func notes(on comparison: RunComparison) -> [String] {
        var notes = comparison.refusals.map(\.description)
        guard let judged = comparison.judged else { return notes }
        if !comparison.canBeSignificant {
            let fewest = SampleComparison.fewestRuns(familyCount: judged.findings.count)
            notes.append(
                "with so few runs no p-value can be small enough to show a change; "
                    + "\(Count.of(fewest, "run")) on each side are the fewest for "
                    + Count.of(judged.findings.count, "metric")
            )
        }
        if comparison.conclusion == .indicativeRegression {
            notes.append(
                "the machine may have changed between the old runs and the new ones; only runs "
                    + "that take turns (--interleave) can show a regression"
            )
        }
        let shift = judged.detectableShift
        let detectable = judged.findings.compactMap { $0.detectableText(shift) }
        if !detectable.isEmpty {
            notes.append(
                "the smallest changes these runs would have shown 95 times in 100: "
                    + detectable.joined(separator: ", ")
            )
        }
        let omitted = comparison.omitted.map(\.rawValue)
        if !omitted.isEmpty {
            notes.append("not measured in every run: \(omitted.joined(separator: ", "))")
        }
        let described = comparison.described.map { description in
            let text = MetricText(unit: description.metric.unit)
            return "\(description.metric.name) \(text.value(description.old)) → "
                + text.value(description.new)
        }
        if !described.isEmpty {
            notes.append("not judged: \(described.joined(separator: ", "))")
        }
        return notes + comparison.remarks.map(\.description)
    }
}

extension RunComparison.Conclusion {
    fileprivate var outcome: ComparisonSummary.Outcome {
        switch self {
        case .regression, .indicativeRegression: .bad
        case .refused, .tooFewRuns, .cannotTell: .doubtful
        case .improvement, .noRegression: .good
        }
    }
}
