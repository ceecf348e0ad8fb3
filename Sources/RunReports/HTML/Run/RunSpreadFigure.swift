import LoadModel
import Measure

/// Percentiles of each run as dots on one line, side by side.
struct RunSpreadFigure {
    let sides: [RunSide]

    private static let quantiles: [Quantile] = [.p50, .p90, .p99]
    private static let rowHeight = 32.0

    private var runs: [RunView] { sides.flatMap(\.runs) }

    var markup: Markup {
        let values = runs.flatMap { marks(of: $0).compactMap(\.self) }
        let axes = ChartAxes(
            x: .durations(for: values, title: "latency"),
            y: ChartAxes.Side(
                form: .linear,
                domain: 0...Double(runs.count),
                ticks: [],
                title: ""
            ),
            height: Self.rowHeight * Double(runs.count)
        )
        var legend = ChartLegend()
        for (style, name) in names.enumerated()
        where runs.contains(where: { marks(of: $0)[style] != nil }) {
            legend.addDot(style, name)
        }
        let rows = runs.enumerated().map { row($0.offset, $0.element, axes) }
        return ChartFigure(
            id: "spread",
            title: "Latency of each run",
            description: "The table has the same figures.",
            axes: axes,
            content: ChartLayers(
                [ChartLayers(fields: Markup([bands(axes), axes.grid]))] + rows + [axes.frame]
            ),
            legend: legend.markup,
            table: table
        ).markup
    }

    private var names: [String] { Self.quantiles.map(\.description) + ["greatest"] }

    /// In the order of the names; `nil` for what failed or says nothing.
    private func marks(of run: RunView) -> [Double?] {
        let latency = run.figures.latency
        let values = Self.quantiles.map { quantile -> Double? in
            guard case .value(let value) = latency[quantile] else { return nil }
            return Double(value)
        }
        return values + [latency.greatest.map { Double($0) }]
    }

    /// Every second side stands on a field of its own.
    private func bands(_ axes: ChartAxes) -> Markup {
        var first = 0
        var bands: [Markup] = []
        for (number, side) in sides.enumerated() {
            let box = SVG.Box(
                left: axes.plot.left,
                top: axes.plot.top + Double(first) * Self.rowHeight,
                width: axes.plot.width,
                height: Double(side.runs.count) * Self.rowHeight
            )
            if !number.isMultiple(of: 2) { bands.append(SVG.rectangle(box, "stage-odd")) }
            first += side.runs.count
        }
        return Markup(bands)
    }

    /// The name above the dots, so that both have room on a phone.
    private func row(_ index: Int, _ run: RunView, _ axes: ChartAxes) -> ChartLayers {
        let top = axes.plot.top + Double(index) * Self.rowHeight
        let name = run.name.count > 34 ? "…\(run.name.suffix(33))" : run.name
        let text = SVG.text(
            name,
            at: SVG.Point(axes.plot.left, top + 11),
            .start,
            "stage",
            shift: 4
        )
        let y = top + 22
        let places = marks(of: run).map { $0.map { axes.x.position(of: $0) } }
        let known = places.compactMap(\.self)
        let line = SVG.line(
            SVG.Point(known.min() ?? axes.plot.left, y),
            SVG.Point(known.max() ?? axes.plot.left, y),
            "axis"
        )
        let dots = places.enumerated().map { style, x in
            x.map { SVG.sign(ChartMark.dot(style), at: SVG.Point($0, y)) } ?? Markup()
        }
        return ChartLayers(fields: line, signs: Markup([text] + dots))
    }

    private var table: DataTable {
        DataTable(
            caption: "Latency of each run",
            titles: ["Run"] + names,
            rows: runs.map { run in
                let latency = run.figures.latency
                return DataTable.Row(
                    run.name,
                    Self.quantiles.map { run.text(latency, $0) }
                        + [RunView.text(latency.greatest)]
                )
            }
        )
    }
}
