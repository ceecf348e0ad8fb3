import History
import JSON
import LoadModel
import Measure
import ReportText
import Reports
import Statistics

extension FigureSeries {
    private var metric: ComparedMetric { figure.metric() }

    /// The levels as a row of bars, and one line for each change.
    var lines: [String] {
        let text = MetricText(unit: metric.unit)
        let values = points.map(\.value)
        let range =
            values.isEmpty
            ? "failed each time"
            : "\(text.value(values.min() ?? 0)) … \(text.value(values.max() ?? 0))"
        let failed = failedCount > 0 && !values.isEmpty ? ", failed \(failedCount) times" : ""
        let head = "  \(figure.rawValue)  \(Self.bars(values))  \(range)\(failed)"
        let found = drift.map { [line($0)] } ?? changes.map(line)
        return [head.trimmingSpaces] + found.map { "    " + $0 }
    }

    /// `worse since abc1234, result 57 of 2026-11-20 09:41: +30 % in all (5.1 ms → 6.6 ms), +0.3 % a job, p < 0.001`.
    func line(_ drift: SeriesTrend.Drift) -> String {
        let shift = drift.new - drift.old
        let each = size(of: drift.slope, from: drift.old)
        return "\(word(for: shift, from: drift.old)) since \(place(of: points[drift.start])): "
            + "\(size(of: shift, from: drift.old)) in all (\(values(drift.old, drift.new))), "
            + "\(each) a job, p \(MetricFinding.pText(drift.pValue))"
    }

    private func word(for shift: Double, from old: Double) -> String {
        guard abs(shift) > metric.minimumEffect(from: old) else { return "slightly different" }
        return metric.worsening(shift) > 0 ? "worse" : "better"
    }

    private func size(of shift: Double, from old: Double) -> String {
        metric.unit != .ratio && old != 0
            ? MetricText.percent(shift / old) : MetricText(unit: metric.unit).change(shift)
    }

    private func values(_ old: Double, _ new: Double) -> String {
        let text = MetricText(unit: metric.unit)
        return "\(text.value(old)) → \(text.value(new))"
    }

    private func place(of point: Point) -> String {
        let record = point.run.record
        let commit = record.revision.map(KeptRuns.shortened) ?? "an unknown commit"
        return "\(PrintableText.line(commit, limit: 60)), result \(point.run.number) of "
            + KeptRunText.moment(record)
    }

    /// `worse +10.4 % (2.01 ms → 2.22 ms) since abc1234, result 57 of 2026-11-20 09:41, p 0.005`.
    func line(_ change: Change) -> String {
        let shift = change.new - change.old
        return "\(word(for: shift, from: change.old)) \(size(of: shift, from: change.old)) "
            + "(\(values(change.old, change.new))) since \(place(of: change.point)), "
            + "p \(change.pValue)"
    }

    var json: JSONValue {
        [
            "title": .string(title), "branch": branch.map(JSONValue.string) ?? .null,
            "likeness": .string(likeness), "figure": .string(figure.rawValue),
            "unit": .string(metric.unit.rawValue), "failed": .integer(failedCount),
            "values": .array(
                points.map { point in
                    [
                        "result": .number(.integer(point.run.number)),
                        "commit": point.run.record.revision.map(JSONValue.string) ?? .null,
                        "value": .number(.real(point.value)),
                    ]
                }
            ),
            "changes": .array(
                changes.map { change in
                    [
                        "result": .number(.integer(change.point.run.number)),
                        "commit": change.point.run.record.revision.map(JSONValue.string) ?? .null,
                        "old": .number(.real(change.old)), "new": .number(.real(change.new)),
                        "p": .number(.real(change.pValue)),
                    ]
                }
            ),
            "drift": drift.map { drift in
                [
                    "result": .number(.integer(points[drift.start].run.number)),
                    "commit": points[drift.start].run.record.revision.map(JSONValue.string)
                        ?? .null,
                    "old": .number(.real(drift.old)), "new": .number(.real(drift.new)),
                    "eachJob": .number(.real(drift.slope)), "p": .number(.real(drift.pValue)),
                ]
            } ?? .null,
        ]
    }

    /// The latest 60 values between their least and greatest.
    private static func bars(_ values: [Double]) -> String {
        let marks = Array("▁▂▃▄▅▆▇█")
        let shown = values.suffix(60)
        guard let least = shown.min(), let greatest = shown.max() else { return "" }
        return String(
            shown.map { value in
                // Halved, as the distance between two large numbers could overflow.
                let (place, span) = (value / 2 - least / 2, greatest / 2 - least / 2)
                let share = span > 0 ? place / span : 0
                return marks[min(Int(share * Double(marks.count)), marks.count - 1)]
            }
        )
    }
}

extension String {
    /// Without spaces at the end.
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
