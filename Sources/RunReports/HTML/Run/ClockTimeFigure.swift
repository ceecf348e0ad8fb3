import Measure

/// The four clocks slice by slice, by mean or by the greatest.
struct ClockTimeFigure {
    enum Statistic: String {
        case mean, greatest
    }

    let run: RunView
    let statistic: Statistic

    /// Values below this stand at the bottom: they are mostly zero.
    private static let floor = 1_000.0

    var markup: Markup {
        let series = self.series
        let axes = ChartAxes(
            x: run.timeline.side,
            y: .durations(
                for: series.flatMap(\.values),
                title: "\(statistic.rawValue) of each slice"
            )
        )
        return ChartFigure(
            id: "\(run.prefix)-clocks-\(statistic.rawValue)",
            title: statistic == .mean
                ? "The four clocks over time: means" : "The four clocks over time: the slowest",
            description: description,
            axes: axes,
            content: LineChart(axes: axes, backdrop: run.backdrop, series: series).layers,
            legend: ChartLegend(series, run.backdrop).markup,
            notes: notes,
            table: table(axes)
        ).markup
    }

    private var series: [ChartSeries] {
        let half = run.timeline.width / 2
        return ClockFigures.Clock.allCases.enumerated().map { style, clock in
            let points = run.timeline.moments.map { moment in
                value(of: clock, moment).map {
                    SVG.Point(moment.start + half, max(Double($0), Self.floor))
                }
            }
            return ChartSeries(name: clock.title, style: .kind(style), points: points)
        }
    }

    /// Nanoseconds; `nil` where nothing was recorded.
    private func value(of clock: ClockFigures.Clock, _ moment: RunTimeline.Moment) -> Int64? {
        switch clock {
        case .latency: value(of: moment.latency.good)
        case .serviceTime: value(of: moment.serviceTime)
        case .connectionWait: value(of: moment.slice.connectionWait)
        case .generatorLag: value(of: moment.slice.generatorLag)
        }
    }

    private func value(of histogram: Histogram<UInt64>) -> Int64? {
        guard !histogram.isEmpty else { return nil }
        return statistic == .mean ? histogram.mean : histogram.greatest
    }

    private func value(of gauge: Slice.Gauge) -> Int64? {
        guard gauge.count > 0 else { return nil }
        guard statistic == .mean else { return gauge.greatest }
        return Int64(clamping: gauge.sum / UInt128(gauge.count))
    }

    private var description: String {
        let parts = run.figures.clocks.map { clock in
            let value = statistic == .mean ? clock.mean : clock.greatest
            return "\(clock.clock.title) \(RunView.text(value))"
        }
        return "Of the whole run: \(parts.joined(separator: ", "))."
    }

    private var notes: [Markup] {
        guard statistic == .mean else { return [] }
        return [
            Markup(
                text: "Where the time goes: connection wait is the time no connection was free, "
                    + "generator lag is this program's own, service time is the server's and the "
                    + "network's. What is below 1 µs stands at the bottom. Latency and service time "
                    + "are of good answers, the others of all that was sent."
            )
        ]
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        let clocks = ClockFigures.Clock.allCases
        return DataTable(
            caption: statistic == .mean ? "Means over time" : "Greatest over time",
            titles: ["from"] + clocks.map(\.title),
            rows: run.timeline.rows(axes) { _, moment in
                clocks.map { RunView.text(value(of: $0, moment)) }
            }
        )
    }
}
