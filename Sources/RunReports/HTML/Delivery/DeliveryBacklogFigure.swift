import Base
import Measure

/// How many deliveries were accepted and not made yet.
struct DeliveryBacklogFigure {
    let run: RunView
    let delivery: RunDelivery
    let timeline: DeliveryTimeline

    var markup: Markup {
        let axes = ChartAxes(x: timeline.side, y: side, height: 160)
        return ChartFigure(
            id: "\(run.prefix)-delivery-backlog",
            title: "Backlog of deliveries",
            description: description,
            axes: axes,
            content: LineChart(axes: axes, backdrop: run.backdrop, series: [series]).layers,
            legend: ChartLegend([series], run.backdrop).markup,
            notes: [note],
            table: table(axes)
        ).markup
    }

    private var side: ChartAxes.Side {
        let title = "accepted and not delivered yet"
        let values = timeline.stretches.map { Double($0.backlog) }
        guard let least = values.min(), least < 0 else {
            return .numbers(for: values, title: title)
        }
        let domain = least...ChartTicks.end(for: max(values.max() ?? 0, 0))
        return ChartAxes.Side(
            form: .linear,
            domain: domain,
            ticks: ChartTicks.numbers(in: domain, count: 5),
            title: title
        )
    }

    private var description: String {
        let text = DeliveryText(delivery: delivery).backlog
        return text.isEmpty ? "There never was one." : "\(text)."
    }

    private var note: Markup {
        let lost = DeliveryText(delivery: delivery).lostWord
        return Markup(
            text:
                "As it falls the service catches up. What is \(lost) stays in it to the end; below zero "
                + "it is where deliveries come before the service has answered."
        )
    }

    private var series: ChartSeries {
        let points = timeline.stretches.map { stretch in
            SVG.Point(stretch.start + timeline.width, Double(stretch.backlog))
        }
        return ChartSeries(name: "backlog", style: 3, points: [SVG.Point(0, 0)] + points)
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "Backlog of deliveries",
            titles: ["from", "accepted so far", "delivered so far", "of all", "backlog"],
            rows: timeline.rows(axes) { stretch in
                let sign = stretch.backlog < 0 ? "−" : ""
                return [
                    Count.grouped(stretch.sum.accepted), Count.grouped(stretch.sum.delivered),
                    LoadNumber.percent(
                        min(stretch.sum.delivered, delivery.counts.expected),
                        of: delivery.counts.expected
                    ), sign + Count.grouped(stretch.backlog.magnitude),
                ]
            }
        )
    }
}
