import Measure

/// What share of the deliveries was accepted, and had come, as the run went on.
struct DeliveryProgressFigure {
    let run: RunView
    let delivery: RunDelivery
    let timeline: DeliveryTimeline

    var markup: Markup {
        let axes = ChartAxes(
            x: timeline.side,
            y: .shares(title: "share of those that were to come")
        )
        return ChartFigure(
            id: "\(run.prefix)-delivery-progress",
            title: "Share accepted and delivered since the run began",
            description: description,
            axes: axes,
            content: LineChart(axes: axes, backdrop: run.backdrop, series: series).layers,
            legend: ChartLegend(series, run.backdrop).markup,
            notes: [
                Markup(
                    text:
                        "The lines are as far apart, from left to right, as deliveries come after they "
                        + "were accepted, and from top to bottom as the backlog is large."
                )
            ],
            table: table(axes)
        ).markup
    }

    /// All that was to come, and what may still come.
    private var all: Double { Double(max(delivery.counts.expected + delivery.counts.pending, 1)) }

    private var description: String {
        guard let last = timeline.stretches.last else { return "Nothing was accepted." }
        return "At the end \(text(last.sum.delivered)) were delivered."
    }

    private func share(_ count: UInt64) -> Double { min(Double(count) / all, 1) }

    private func text(_ count: UInt64) -> String {
        LoadNumber.percent(min(count, UInt64(all)), of: UInt64(all))
    }

    private var series: [ChartSeries] {
        [line("accepted", 0, \.accepted), line("delivered", 1, \.delivered)]
    }

    private func line(
        _ name: String,
        _ style: ChartStyle,
        _ count: (DeliveryCourse.Slice) -> UInt64
    ) -> ChartSeries {
        let points = timeline.stretches.map { stretch in
            SVG.Point(stretch.start + timeline.width, share(count(stretch.sum)))
        }
        return ChartSeries(name: name, style: style, points: [SVG.Point(0, 0)] + points)
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "Share accepted and delivered since the run began",
            titles: ["from", "accepted", "delivered"],
            rows: timeline.rows(axes) { [text($0.sum.accepted), text($0.sum.delivered)] }
        )
    }
}

extension ChartAxes.Side {
    /// Shares from nothing to the whole.
    static func shares(title: String) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .linear,
            domain: 0...1,
            ticks: (0...5).map { .init(value: Double($0) / 5, label: "\($0 * 20) %") },
            title: title
        )
    }
}
