import LoadModel
import Measure

/// The four clocks by percentile: how long the fastest so many took.
struct PercentileFigure {
    let run: RunView
    /// Of each clock.
    private let curves: [PercentileCurve]
    private let series: [ChartSeries]

    init(run: RunView) {
        self.run = run
        let clocks = run.figures.clocks
        let curves = clocks.map { PercentileCurve($0.arrivals) }
        self.curves = curves
        series = clocks.indices.map { index in
            ChartSeries(
                name: clocks[index].clock.title,
                style: .kind(index),
                points: curves[index].points
            )
        }
    }

    var markup: Markup {
        let axes = self.axes
        var chart = LineChart(axes: axes, series: series)
        chart.limits = limits
        chart.ending = ending
        var legend = ChartLegend(chart.series)
        if ending != nil { legend.addZone("failed-zone", "failed arrivals") }
        return ChartFigure(
            id: "\(run.prefix)-percentiles",
            title: "Latency by percentile",
            description: description,
            axes: axes,
            content: chart.layers,
            legend: legend.markup,
            notes: notes,
            table: table
        ).markup
    }

    private var latency: ClockFigures { run.figures.latency }

    /// Of the latency, which is the first clock.
    private var finest: Double { curves[0].finest }

    /// Where failed arrivals begin.
    private var ending: (value: Double, label: String)? {
        let arrivals = latency.arrivals
        guard arrivals.count > 0, arrivals.failedCount > 0 else { return nil }
        let share = Double(arrivals.good.count) / Double(arrivals.count)
        guard share < finest else { return nil }
        return (share, "failed: \(LoadNumber.percent(arrivals.failedCount, of: arrivals.count))")
    }

    private var limits: [(value: Double, label: String)] {
        LineChart.limits(of: run.result.thresholds, sends: run.result.recording.plan.sends) {
            $0.windows == nil
        }
    }

    private var axes: ChartAxes {
        let values = series.flatMap(\.values) + limits.map(\.value)
        return ChartAxes(
            x: PercentileCurve.side(upTo: finest),
            // Nothing is told apart below the finest step of the totals.
            y: .durations(for: values.map { max($0, 1_000) }, title: "at most this long"),
            height: 280
        )
    }

    private var description: String {
        let texts = RunView.quantiles.map { "\($0) \(run.text(latency, $0))" }
        return "Latency: \(texts.joined(separator: ", ")), greatest "
            + "\(RunView.text(latency.greatest)). The table below has all four clocks."
    }

    private var notes: [Markup] {
        var notes: [Markup] = [
            Markup(
                text:
                    "Latency counts from the moment an arrival was due; it is the sum of connection "
                    + "wait, generator lag and service time of each arrival. Arrivals that failed "
                    + "rank above every answer. The line ends where fewer than ten arrivals lie "
                    + "above."
            )
        ]
        if run.result.profile.load.isClosed {
            notes.append(
                "Closed model: latency is service time, since nothing is due while the service stalls."
            )
        }
        return notes
    }

    private var table: DataTable {
        DataTable(
            caption: "The four clocks",
            titles: ["Clock", "mean"] + RunView.quantiles.map(\.description) + ["max"],
            rows: run.figures.clocks.map { clock in
                DataTable.Row(
                    clock.clock.title,
                    [RunView.text(clock.mean)] + RunView.quantiles.map { run.text(clock, $0) }
                        + [RunView.text(clock.greatest)]
                )
            }
        )
    }
}

extension ClockFigures.Clock {
    /// As people say it.
    var title: String {
        switch self {
        case .latency: "latency"
        case .serviceTime: "service time"
        case .connectionWait: "connection wait"
        case .generatorLag: "generator lag"
        }
    }
}
