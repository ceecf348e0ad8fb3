import History
import JSON
import LoadModel
import Measure
import ReportText
import Reports
import Statistics

extension FigureSeries {
    private var metric: ComparedMetric { figure.metric() }

    /// The level as a row of bars, and one line for each change.
    var lines: [String] {
        let text = MetricText(unit: metric.unit)
        let values = points.map(\.value)
        let range =
            values.isEmpty
            ? "failed each time"
            : "\(text.value(values.min() ?? 0)) … \(text.value(values.max() ?? 0))"
        let failed = failedCount > 0 && !values.isEmpty ? ", failed \(failedCount) times" : ""
        let head = "  \(figure.rawValue)  \(Self.bars(values))  \(range)\(failed)"
        return [head.trimmingSpaces] + changes.map { "    " + line($0) }
    }

    /// `worse +10.4 % (2.01 ms → 2.22 ms) since abc1234, result 57 of 2026-11-20 09:41, p 0.005`.
    func line(_ change: Change) -> String {
        let text = MetricText(unit: metric.unit)
        let shift = change.new - change.old
        let isLarge = abs(shift) > metric.minimumEffect(from: change.old)
        let word = !isLarge ? "slightly other" : metric.worsening(shift) > 0 ? "worse" : "better"
        let isShare = metric.unit != .ratio && change.old != 0
        let size = isShare ? MetricText.percent(shift / change.old) : text.change(shift)
        let record = change.point.run.record
        let commit = record.revision.map(KeptRuns.shortened) ?? "an unknown commit"
        return "\(word) \(size) (\(text.value(change.old)) → \(text.value(change.new))) since "
            + "\(PrintableText.line(commit, limit: 60)), result \(change.point.run.number) of "
            + "\(KeptRunText.moment(record)), p \(change.pValue)"
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
        ]
    }

    /// The latest 60 values between their least and greatest.
    private static func bars(_ values: [Double]) -> String {
        let marks = Array("▁▂▃▄▅▆▇█")
        let shown = values.suffix(60)
        guard let least = shown.min(), let greatest = shown.max() else { return "" }
        return String(
            shown.map { value in
                // Halves, as the distance between two great numbers may be none any more.
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
