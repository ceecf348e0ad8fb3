import Base
import Measure

/// How many arrivals were due and how many answers came, slice by slice.
struct ThroughputFigure {
    let run: RunView

    var markup: Markup {
        let rates = run.timeline.moments.flatMap { [due($0), done($0)] }
        let axes = ChartAxes(
            x: run.timeline.side,
            y: .numbers(for: rates, title: "a second"),
            height: 200
        )
        return ChartFigure(
            id: "\(run.prefix)-throughput",
            title: "Throughput over time",
            description: "\(Count.grouped(run.figures.dueCount)) arrivals were due, "
                + "\(LoadNumber.rate(run.figures.dueRate)); "
                + "\(LoadNumber.rate(run.figures.doneRate)) were answered in time.",
            axes: axes,
            content: LineChart(axes: axes, backdrop: run.backdrop, series: series).layers,
            legend: ChartLegend(series, run.backdrop).markup,
            notes: [
                Markup(
                    text:
                        "Arrivals, and those that failed, by the second in which they were due; answers by "
                        + "the second in which they came. Where answers fall below arrivals a backlog "
                        + "grows; above them it shrinks."
                )
            ],
            table: table(axes)
        ).markup
    }

    private var series: [ChartSeries] {
        [
            ChartSeries(name: "due", style: .plain, points: steps(due)),
            ChartSeries(name: "answered", style: .good(0), points: steps(done)),
            ChartSeries(
                name: "failed",
                style: .bad(0),
                points: run.figures.failedCount > 0 ? steps(failed) : []
            ),
        ]
    }

    /// A slice is level from its beginning to its end.
    private func steps(_ value: (RunTimeline.Moment) -> Double) -> [SVG.Point?] {
        run.timeline.moments.flatMap { moment in
            [
                SVG.Point(moment.start, value(moment)),
                SVG.Point(moment.start + run.timeline.width, value(moment)),
            ]
        }
    }

    private func due(_ moment: RunTimeline.Moment) -> Double {
        Double(moment.dueCount) / run.timeline.width
    }

    private func done(_ moment: RunTimeline.Moment) -> Double {
        Double(moment.slice.completedCount) / run.timeline.width
    }

    private func failed(_ moment: RunTimeline.Moment) -> Double {
        Double(moment.slice.failedCount) / run.timeline.width
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "Throughput",
            titles: ["from", "due/s", "answered/s", "failed/s", "sent", "received"],
            rows: run.timeline.rows(axes) { _, moment in
                [
                    LoadNumber.short(due(moment)), LoadNumber.short(done(moment)),
                    LoadNumber.short(failed(moment)),
                    LoadNumber.bytes(moment.slice.bytesSent),
                    LoadNumber.bytes(moment.slice.bytesReceived),
                ]
            }
        )
    }
}
