import LoadModel
import Measure

/// The latency of several runs by percentile: a line for each run, a colour for each side.
struct RunPercentilesFigure {
    let sides: [RunSide]

    private var runs: [RunView] { sides.flatMap(\.runs) }

    var markup: Markup {
        let curves = sides.enumerated().flatMap { number, side in
            side.runs.map { run in
                (PercentileCurve(run.figures.latency.arrivals), ChartStyle.kind(number), run.name)
            }
        }
        let series = curves.map { ChartSeries(name: $0.2, style: $0.1, points: $0.0.points) }
        let finest = curves.map(\.0.finest).max() ?? 0.5
        let axes = ChartAxes(
            x: PercentileCurve.side(upTo: finest),
            y: .durations(for: series.flatMap(\.values), title: "latency")
        )
        var legend = ChartLegend()
        for (number, side) in sides.enumerated() where !side.name.isEmpty {
            let count = side.runs.count > 1 ? " (\(side.runs.count) runs)" : ""
            legend.addLine(.kind(number), side.name + count)
        }
        return ChartFigure(
            id: "percentiles",
            title: "Latency by percentile, run by run",
            description: "A line for each run; the table has the percentiles.",
            axes: axes,
            content: LineChart(axes: axes, series: series).layers,
            legend: legend.markup,
            notes: ["A line ends where failed arrivals begin, or where fewer than ten lie above."],
            table: table
        ).markup
    }

    private var table: DataTable {
        DataTable(
            caption: "Latency by percentile",
            titles: ["Run", "mean"] + RunView.quantiles.map(\.description) + ["max"],
            rows: runs.map { run in
                let latency = run.figures.latency
                return DataTable.Row(
                    run.name,
                    [RunView.text(latency.mean)] + RunView.quantiles.map { run.text(latency, $0) }
                        + [RunView.text(latency.greatest)]
                )
            }
        )
    }
}
