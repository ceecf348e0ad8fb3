import Base
import Measure

/// How many deliveries were accepted, tried and made a second.
struct DeliveryPaceFigure {
    let run: RunView
    let delivery: RunDelivery
    let timeline: DeliveryTimeline

    var markup: Markup {
        let rates = timeline.stretches.flatMap { stretch in
            let slice = stretch.slice
            return [slice.accepted, slice.attempted, slice.delivered].map(timeline.rate)
        }
        let axes = ChartAxes(
            x: timeline.side,
            y: .numbers(for: rates, title: "deliveries a second"),
            height: 200
        )
        return ChartFigure(
            id: "\(run.prefix)-delivery-pace",
            title: "Accepted, attempted and delivered",
            description: description,
            axes: axes,
            content: LineChart(axes: axes, backdrop: run.backdrop, series: series).layers,
            legend: ChartLegend(series, run.backdrop).markup,
            notes: [
                Markup(
                    text:
                        "Accepted: the recipients of messages by the moment in which the service accepted "
                        + "them. Attempted: every request that came to the sink. Delivered: those that it "
                        + "took for the first time."
                )
            ],
            table: table(axes)
        ).markup
    }

    private var description: String {
        let pace = DeliveryText(delivery: delivery).pace
        return pace.isEmpty ? "Fewer than two deliveries came." : "\(pace)."
    }

    private var series: [ChartSeries] {
        [
            line("accepted", 0, \.accepted), line("attempted", 2, \.attempted),
            line("delivered", 1, \.delivered),
        ]
    }

    private func line(
        _ name: String,
        _ style: ChartStyle,
        _ count: (DeliveryCourse.Slice) -> UInt64
    ) -> ChartSeries {
        ChartSeries(
            name: name,
            style: style,
            points: timeline.steps { timeline.rate(count($0.slice)) }
        )
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "Accepted, attempted and delivered",
            titles: ["from", "accepted/s", "attempted/s", "delivered/s"],
            rows: timeline.rows(axes) { stretch in
                let slice = stretch.slice
                return [slice.accepted, slice.attempted, slice.delivered].map {
                    LoadNumber.short(timeline.rate($0))
                }
            }
        )
    }
}
