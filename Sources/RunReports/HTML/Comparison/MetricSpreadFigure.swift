/// A figure in every run of both sides, a dot for each, and the medians.
struct MetricSpreadFigure {
    private let id: String
    private let metric: ComparisonRecord.Metric
    private let sides: (old: String, new: String)
    private let scale: MetricScale
    /// Of both sides, in the units of the axis, without runs in which it failed.
    private let values: (old: [Double], new: [Double])

    /// `nil` when it failed in every run.
    init?(id: String, metric: ComparisonRecord.Metric, sides: (old: String, new: String)) {
        (self.id, self.metric, self.sides) = (id, metric, sides)
        let (old, new) = (metric.old.compactMap(\.self), metric.new.compactMap(\.self))
        guard !old.isEmpty || !new.isEmpty else { return nil }
        values = (old, new)
        scale = MetricScale(metric.unit, for: old + new)
    }

    private static let rowHeight = 56.0

    var markup: Markup {
        let axes = ChartAxes(
            x: scale.side(for: values.old + values.new, title: metric.name),
            y: ChartAxes.Side(form: .linear, domain: 0...2, ticks: [], title: ""),
            height: Self.rowHeight * 2
        )
        let rows = [row(0, sides.old, values.old, axes), row(1, sides.new, values.new, axes)]
        let content = ChartLayers([ChartLayers(fields: axes.grid)] + rows + [axes.frame])
        var legend = ChartLegend()
        legend.addDot(0, sides.old)
        legend.addDot(1, sides.new)
        return ChartFigure(
            id: id,
            title: metric.name,
            description: description,
            axes: axes,
            content: content,
            legend: legend.markup,
            notes: notes,
            table: table
        ).markup
    }

    /// Dots that lie upon each other are moved up and down a little, and a line stands at the median.
    private func row(
        _ index: Int,
        _ name: String,
        _ values: [Double],
        _ axes: ChartAxes
    ) -> ChartLayers {
        let top = axes.plot.top + Double(index) * Self.rowHeight
        let middle = top + Self.rowHeight / 2 + 6
        let title = SVG.text(
            name,
            at: SVG.Point(axes.plot.left, top + 12),
            .start,
            "stage",
            shift: 4
        )
        let dots = values.enumerated().map { number, value in
            let x = axes.x.position(of: value * scale.factor)
            let y = middle + Double(number % 3 - 1) * 8
            return SVG.sign(ChartMark.dot(index), at: SVG.Point(x, y))
        }
        guard let median = Self.median(values) else { return ChartLayers(signs: title) }
        let x = axes.x.position(of: median * scale.factor)
        let line = SVG.line(SVG.Point(x, top + 16), SVG.Point(x, top + Self.rowHeight), "median")
        return ChartLayers(fields: line, signs: Markup([title] + dots))
    }

    private static func median(_ values: [Double]) -> Double? {
        let sorted = values.sorted()
        guard let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        guard sorted.count > 1 else { return last }
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    private var description: String {
        let texts = [(sides.old, values.old), (sides.new, values.new)].map { name, values in
            "\(name) \(Self.median(values).map(scale.text) ?? "–")"
        }
        return "Medians: \(texts.joined(separator: ", "))."
    }

    private var notes: [Markup] {
        let failed = [(sides.old, metric.old), (sides.new, metric.new)].compactMap { name, values in
            let count = values.count { $0 == nil }
            return count == 0 ? nil : "\(count) of \(values.count) of \(name)"
        }
        let rest = failed.isEmpty ? "" : " It failed in \(failed.joined(separator: ", "))."
        return [Markup(text: description + rest)]
    }

    private var table: DataTable {
        let count = max(metric.old.count, metric.new.count)
        func cell(_ values: [Double?], _ index: Int) -> String {
            guard values.indices.contains(index) else { return "" }
            return values[index].map(scale.text) ?? "failed"
        }
        return DataTable(
            caption: "\(metric.name) of each run",
            titles: ["Run", sides.old, sides.new],
            rows: (0..<count).map { index in
                DataTable.Row("\(index + 1)", [cell(metric.old, index), cell(metric.new, index)])
            }
        )
    }
}
