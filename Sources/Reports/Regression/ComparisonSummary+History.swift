import Base
import JSON
package import Statistics

extension ComparisonSummary {
    /// The comparison of a job with earlier ones.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - branch: The branch of the earlier jobs.
    ///   - version: The version of this tool.
    ///   - facts: The subject of the runs, and their servers; the time is added.
    ///   - extra: Further notes, as sentences without a full stop.
    package init(
        _ comparison: HistoryComparison,
        branch: String,
        version: String,
        facts: [Fact] = [],
        notes extra: [String] = []
    ) {
        let runs = Count.of(comparison.runs.count, "run")
        title = "\(runs) against \(Count.of(comparison.jobs.count, "earlier job")) of \(branch)"
        headline = Self.headline(of: comparison)
        outcome = comparison.conclusion.outcome
        columns =
            comparison.places.isEmpty
            ? [] : ["metric", "earlier", "range", "now", "change", "p", "verdict"]
        rows = comparison.places.map(Self.row)
        self.facts = facts + [Fact(runs: comparison.runs)]
        var notes =
            comparison.refusals.map(\.description) + comparison.doubtful.map(\.sentence)
        if comparison.conclusion == .tooFewJobs {
            notes.append(
                "\(HistoryPlace.fewestJobs) earlier jobs with the same profile on the same machine "
                    + "are needed for a p-value of 5 %"
            )
        }
        if comparison.conclusion == .indicativeRegression {
            notes.append(
                "a job is one sample of its day, and the machine may have changed since; only alternating "
                    + "runs (--interleave) can prove a regression"
            )
        }
        self.notes = notes + extra
        document = Self.document(of: comparison, branch, version, notes: extra)
    }

    private static func headline(of comparison: HistoryComparison) -> String {
        func names(_ verdict: ComparisonVerdict) -> String {
            comparison.places.filter { $0.verdict == verdict }
                .map { "\($0.metric.name) \(change($0))" }.joined(separator: ", ")
        }
        return switch comparison.conclusion {
        case .refused: "These runs cannot be compared"
        case .tooFewJobs:
            comparison.jobs.isEmpty
                ? "No earlier jobs to compare with" : "Too few earlier jobs for a verdict"
        case .indicativeRegression: "Regression, indicative only: \(names(.regression))"
        case .improvement: "Within the usual range or better: \(names(.improvement))"
        case .noRegression: "Within the usual range"
        }
    }

    private static func row(_ place: HistoryPlace) -> Row {
        let text = MetricText(unit: place.metric.unit)
        let (low, high) = (place.earlier.min() ?? 0, place.earlier.max() ?? 0)
        let range = "\(text.value(low)) … \(text.value(high))"
        let pText = MetricFinding.pText(place.pValue)
        let cells = [
            text.value(place.old), range, text.value(place.value), change(place), pText,
            place.verdict.text,
        ]
        let sentence =
            "\(place.metric.name) is \(text.value(place.value)), earlier jobs had \(range) "
            + "(median \(text.value(place.old))), p \(pText)"
        return Row(
            name: place.metric.name,
            cells: cells,
            outcome: place.verdict.outcome,
            sentence: sentence
        )
    }

    private static func change(_ place: HistoryPlace) -> String {
        let shift = place.value == place.old ? 0 : place.value - place.old
        let canBeShare = place.metric.unit != .ratio && place.old != 0
        return canBeShare && shift.isFinite && place.old.isFinite
            ? MetricText.percent(shift / place.old)
            : MetricText(unit: place.metric.unit).change(shift)
    }

    private static func document(
        of comparison: HistoryComparison,
        _ branch: String,
        _ version: String,
        notes: [String]
    ) -> JSONValue {
        var object = RunComparisonJSON.head(
            "history",
            conclusion: comparison.conclusion.rawValue,
            version
        )
        object["branch"] = .string(branch)
        object["new"] = RunComparisonJSON.runs(comparison.runs)
        object["jobs"] = RunComparisonJSON.texts(comparison.jobs.map(\.name))
        object["refusals"] = RunComparisonJSON.texts(comparison.refusals.map(\.description))
        object["metrics"] = .array(
            comparison.places.map { place in
                [
                    "name": .string(place.metric.name),
                    "unit": .string(place.metric.unit.rawValue),
                    "worsens": .string(place.metric.worsensUpward ? "up" : "down"),
                    "verdict": .string(place.verdict.rawValue),
                    "value": RunComparisonJSON.number(place.value),
                    "earlier": .array(place.earlier.map(RunComparisonJSON.number)),
                    "p": RunComparisonJSON.number(place.pValue),
                ]
            }
        )
        object["notes"] = RunComparisonJSON.texts(notes)
        return .object(object)
    }
}

extension HistoryComparison.Conclusion {
    fileprivate var outcome: ComparisonSummary.Outcome {
        switch self {
        case .indicativeRegression: .bad
        case .refused, .tooFewJobs: .doubtful
        case .improvement, .noRegression: .good
        }
    }
}
