import LoadModel
import Measure

/// The latency of several runs by percentile, a line for each run.
struct RunPercentilesFigure {
    /// All of the page.
    let runs: [RunView]

    /// More lines could not be told apart.
    private static let largestRunCount = 8

    var markup: Markup {
        let shown = Array(runs.prefix(Self.largestRunCount))
        let curves = shown.map { PercentileCurve($0.figures.latency.arrivals) }
        let series = shown.indices.map { index in
            ChartSeries(name: shown[index].name, style: index, points: curves[index].points)
        }
        let finest = curves.map(\.finest).max() ?? 0.5
        let axes = ChartAxes(
            x: PercentileCurve.side(upTo: finest),
            y: .durations(for: series.flatMap(\.values), title: "latency")
        )
        let left = runs.count - shown.count
        return ChartFigure(
            id: "percentiles",
            title: "Latency by percentile, run by run",
            description: "A line for each run; the table has the percentiles.",
            axes: axes,
            content: LineChart(axes: axes, series: series).markup,
            legend: ChartLegend(series).markup,
            notes: ["A line ends where failed arrivals begin, or where fewer than ten lie above."]
                + (left > 0
                    ? [
                        Markup(
                            text: "The first \(shown.count) runs; \(left) more stand in the table."
                        )
                    ]
                    : []),
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
