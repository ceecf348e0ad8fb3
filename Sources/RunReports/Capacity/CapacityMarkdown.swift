import Base
import LoadModel
package import Measure
import ReportText

/// The result of a search as a comment on a pull request.
package struct CapacityMarkdown: Sendable {
    package init() {}

    /// The whole comment, with a final line end.
    package func text(of record: CapacityRecord) -> String {
        let conclusion = CapacityConclusion(record)
        let symbol =
            switch conclusion.role {
            case .good: "✅"
            case .bad: "❌"
            default: "⚠️"
            }
        var lines = [
            "## \(symbol) assay capacity: \(MarkdownSpan.escaped(record.profile.title))", "",
            "**\(MarkdownSpan.escaped(conclusion.text))**", "",
        ]
        let targets = record.targets.map { target in
            // The reference listens on a different port each time.
            target.isReference ? "the built-in reference" : MarkdownText.code(target.url)
        }
        if !targets.isEmpty {
            lines.append("To \(targets.joined(separator: ", ")); thresholds:")
        }
        lines += record.objectives.map { "- \(MarkdownText.code($0))" }
        lines += [""] + table(record)
        let remarks = CapacityRemarks.list(record)
        if !remarks.isEmpty { lines += [""] + remarks.map { "- " + MarkdownSpan.escaped($0) } }
        lines += ["", "Again with \(MarkdownText.code(RepeatedCommand(record).line))."]
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(_ record: CapacityRecord) -> [String] {
        let quantile = record.result.settings.quantile
        let delivered = record.deliveredQuantile
        let rows = record.result.trials.map { trial in
            let measurement = trial.measurement
            let reason = CapacityLine.reason(trial, objectives: record.objectives) ?? ""
            return [
                trial.step.purpose.rawValue, LoadNumber.rate(trial.step.rate),
                LoadNumber.rate(measurement.doneRate),
            ] + (delivered == nil ? [] : [RunView.text(measurement.delivered ?? .tooFew)]) + [
                RunView.text(measurement.percentile),
                trial.verdict.word + (reason.isEmpty ? "" : ": \(MarkdownSpan.escaped(reason))"),
            ]
        }
        guard !rows.isEmpty else { return ["No step was made."] }
        let head = [
            ["step", "rate", "responses"] + (delivered.map { ["delivered \($0)"] } ?? [])
                + ["\(quantile)", "verdict"],
            ["---", "--:", "--:"] + (delivered == nil ? [] : ["--:"]) + ["--:", "---"],
        ]
        return (head + rows).map { "| " + $0.joined(separator: " | ") + " |" }
    }
}
