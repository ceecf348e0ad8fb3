import Base
import JSON
import Measure
package import Statistics

extension ComparisonSummary {
    /// The comparison of load runs.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - version: The version of this tool.
    ///   - facts: The subject of the runs; their servers and the time are added.
    ///   - targets: The servers of each side, as they are named.
    ///   - notes: Further notes, as sentences without a full stop.
    package init(
        _ comparison: RunComparison,
        version: String,
        facts: [Fact] = [],
        targets: (old: [String], new: [String]) = ([], []),
        notes: [String] = []
    ) {
        let findings = comparison.judged?.findings ?? []
        title =
            "\(Count.of(comparison.old.count, "old run")) against "
            + "\(Count.of(comparison.new.count, "new run"))"
            + (comparison.turnObstacle.map { ", \($0.title)" } ?? "")
        headline = Self.headline(of: comparison)
        outcome = comparison.conclusion.outcome
        let sides = [("old", targets.old), ("new", targets.new)].compactMap { name, targets in
            targets.isEmpty ? nil : Fact(name, targets.joined(separator: ", "))
        }
        self.facts = sides + facts + [Fact(runs: comparison.old + comparison.new)]
        columns = findings.isEmpty ? [] : MetricFinding.columns
        let judged = findings.map { finding in
            Row(
                name: finding.samples.metric.name,
                cells: finding.cells,
                outcome: finding.verdict.outcome,
                sentence: finding.sentence
            )
        }
        let unjudged = findings.isEmpty ? [] : comparison.unjudged
        rows = judged + unjudged.map(Self.row)
        self.notes = Self.notes(on: comparison) + notes
        document = RunComparisonJSON(version: version, targets: targets)
            .document(of: comparison, notes: notes)
    }

    private static func row(_ figure: DoubtfulFigure) -> Row {
        Row(
            name: figure.metric.name,
            cells: figure.cells,
            outcome: .doubtful,
            sentence: figure.sentence
        )
    }

    private static func headline(of comparison: RunComparison) -> String {
        let findings = comparison.judged?.findings ?? []
        func names(_ verdict: ComparisonVerdict) -> String {
            findings.filter { $0.verdict == verdict }
                .map { "\($0.samples.metric.name) \($0.medianChangeText)" }
                .joined(separator: ", ")
        }
        let open = comparison.unjudged.map(\.metric.name).joined(separator: ", ")
        let rest = open.isEmpty ? "" : " (not judged: \(open))"
        return switch comparison.conclusion {
        case .refused: "These runs cannot be compared"
        case .tooFewRuns: "Too few runs for a verdict"
        case .regression: "Regression: \(names(.regression))"
        case .indicativeRegression: "Regression, indicative only: \(names(.regression))"
        case .notJudged: "Cannot judge \(open), which --metric names"
        case .cannotTell: openHeadline(findings) + rest
        case .improvement: "No regression; improvement: \(names(.improvement))\(rest)"
        case .noRegression: "No regression\(rest)"
        }
    }

    /// The figures without a regression, and those that are inconclusive.
    private static func openHeadline(_ findings: [MetricFinding]) -> String {
        func names(_ isOpen: Bool) -> String {
            findings.filter { ($0.verdict == .cannotTell) == isOpen }
                .map(\.samples.metric.name).joined(separator: ", ")
        }
        guard !names(false).isEmpty else { return "Cannot tell whether anything got worse" }
        return "No regression in \(names(false)); cannot tell for \(names(true))"
    }

    private static func notes(on comparison: RunComparison) -> [String] {
        var notes = comparison.refusals.map(\.description)
        let doubts = comparison.doubtful.map(\.sentence)
        guard let judged = comparison.judged else {
            return comparison.refusals.contains(.nothingSound) ? notes + doubts : notes
        }
        notes += doubts + judged.findings.compactMap(\.swayedText)
        if !comparison.canBeSignificant {
            let fewest = SampleComparison.fewestRuns(familyCount: judged.findings.count)
            notes.append(
                "too few runs for a significant p-value: \(Count.of(judged.findings.count, "metric")) "
                    + "need at least \(Count.of(fewest, "run")) on each side"
            )
        }
        if comparison.conclusion == .indicativeRegression,
            let obstacle = comparison.turnObstacle
        {
            notes.append(
                "\(obstacle.reason), so a change of the machine may be the cause; only alternating runs "
                    + "(--interleave) can prove a regression"
            )
        }
        let detectable = zip(judged.findings, judged.detectableShifts).compactMap {
            $0.detectableText($1)
        }
        if !detectable.isEmpty {
            notes.append(
                "smallest changes that these runs would detect with 95 % probability: "
                    + detectable.joined(separator: ", ")
            )
        }
        let described = comparison.described.map { description in
            let text = MetricText(unit: description.metric.unit)
            return "\(description.metric.name) \(text.value(description.old)) → "
                + text.value(description.new)
        }
        if !described.isEmpty {
            notes.append("for information, without a verdict: \(described.joined(separator: ", "))")
        }
        return notes + comparison.remarks.map(\.description)
    }
}

extension ComparisonSummary.Fact {
    /// The time of the runs: `2026-11-27 22:30 to 22:41 UTC`.
    init(runs: [ComparedRun]) {
        let first = runs.map(\.startedAt).min() ?? 0
        let last = runs.map { $0.startedAt &+ $0.elapsed }.max() ?? 0
        let (start, end) = (WallClockText.minute(first), WallClockText.minute(last))
        let isOfOneDay = start.prefix(10) == end.prefix(10)
        let rest = start == end ? "" : " to \(isOfOneDay ? end.dropFirst(11) : end[...])"
        self.init("measured", "\(start)\(rest) UTC")
    }
}

extension TurnObstacle {
    /// The words after the number of runs.
    fileprivate var title: String {
        switch self {
        case .overlap: "which overlap in time"
        case .order: "one side after the other"
        case .gap: "in sessions far apart"
        }
    }

    /// A sentence without a full stop.
    fileprivate var reason: String {
        switch self {
        case .overlap(let first, let second):
            "\(second) began before \(first) had ended"
        case .order(let order):
            "the runs were made in the order \(order) (A old, B new)"
        case .gap(let after, let before, let nanoseconds):
            "there are \(Self.text(nanoseconds)) between \(after) and \(before)"
        }
    }

    private static func text(_ nanoseconds: Int64) -> String {
        let hours = nanoseconds / 3_600_000_000_000
        return hours < 48 ? Count.of(Int(hours), "hour") : Count.of(Int(hours / 24), "day")
    }
}

extension RunComparison.Conclusion {
    fileprivate var outcome: ComparisonSummary.Outcome {
        switch self {
        case .regression, .indicativeRegression: .bad
        case .refused, .tooFewRuns, .notJudged, .cannotTell: .doubtful
        case .improvement, .noRegression: .good
        }
    }
}
