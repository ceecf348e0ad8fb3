import Base

extension Chart {
    /// A figure in every run of both sides, a dot for each, and the medians; `nil` when it failed in each.
    static func spread(
        of metric: ComparisonRecord.Metric,
        id: String,
        sides names: (old: String, new: String)
    ) -> Chart? {
        let sides = [(names.old, metric.old), (names.new, metric.new)]
        let all = (metric.old + metric.new).compactMap(\.self)
        guard !all.isEmpty else { return nil }
        let scale = MetricScale(metric.unit, for: all)
        let medians = sides.map { median($0.1.compactMap(\.self)) }
        let failed = sides.compactMap { name, values in
            let count = values.count { $0 == nil }
            return count == 0 ? nil : "\(count) of \(values.count) of \(name)"
        }
        let rest = failed.isEmpty ? "" : " It failed in \(failed.joined(separator: ", "))."
        var chart = Chart(
            id: id,
            title: metric.name,
            x: scale.side(for: all, title: metric.name),
            y: .strips(2)
        )
        chart.height = 112
        let texts = zip(sides, medians).map { "\($0.0) \($1.map(scale.text) ?? "–")" }
        chart.description = "Medians: \(texts.joined(separator: ", "))."
        chart.notes = [chart.description + rest]
        chart.strips = zip(sides, medians).enumerated().map { style, pair in
            let ((name, values), median) = pair
            return ChartStrip(
                name: name,
                dots: values.compactMap { value in
                    value.map { .init(style: style, value: $0 * scale.factor, name: name) }
                },
                median: median.map { $0 * scale.factor },
                isCrowded: true
            )
        }
        chart.table = DataTable(
            caption: "\(metric.name) of each run",
            titles: ["Run"] + sides.map(\.0),
            rows: (0..<max(metric.old.count, metric.new.count)).map { index in
                let cells = sides.map { _, values in
                    guard values.indices.contains(index) else { return "" }
                    return values[index].map(scale.text) ?? "failed"
                }
                return DataTable.Row("\(index + 1)", cells)
            }
        )
        return chart
    }

    private static func median(_ values: [Double]) -> Double? {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return nil }
        let (low, high) = ((sorted.count - 1) / 2, sorted.count / 2)
        return (sorted[low] + sorted[high]) / 2
    }
}
