import Base
import Measure

/// The deliveries of a run: a sentence, tables, and charts.
struct DeliverySection {
    let run: RunView
    let delivery: RunDelivery
    private let text: DeliveryText
    private let tables: DeliveryTables

    /// `nil` for a run without watched deliveries.
    init?(run: RunView) {
        guard let delivery = run.result.delivery else { return nil }
        self.run = run
        self.delivery = delivery
        text = DeliveryText(delivery: delivery, isRunning: run.standing != nil)
        tables = DeliveryTables(delivery: delivery)
    }

    var markup: Markup {
        let lead = Markup("p", ["class": "lead"], [Markup(text: "\(text.headline).")])
        let refusals = text.refusals.map {
            Markup("p", ["class": "lead"], [Markup(text: "\($0).")])
        }
        let list = Markup("ul", text.notes.map { Markup("li", [Markup(text: "\($0).")]) })
        return Markup(refusals + [lead, deadlines, clocks, faults, list, figures])
    }

    private var figures: Markup {
        guard !delivery.ranked.good.isEmpty else { return Markup() }
        return Markup(DeliveryCharts(run: run, delivery: delivery).list.map(\.markup))
    }

    private var deadlines: Markup {
        let rows = tables.deadlines
        guard !rows.isEmpty else { return Markup() }
        return DataTable(
            caption: "Deliveries by their deadline",
            titles: ["Deadline", "count", "share"],
            rows: rows.map { DataTable.Row($0.within, [$0.count, $0.share]) }
        ).markup
    }

    private var clocks: Markup {
        guard !delivery.ranked.good.isEmpty else { return Markup() }
        let legend = tables.legend.map { Markup("p", ["class": "note"], [Markup(text: "\($0).")]) }
        return DataTable(
            caption: "Where the time of deliveries went",
            titles: ["Clock", "count"] + DeliveryTables.clockTitles,
            rows: tables.clocks.map { row in
                DataTable.Row(row.name, [row.count] + row.figures.map(\.text))
            }
        ).markup + Markup(legend)
    }

    private var faults: Markup {
        let rows = tables.faults
        guard !rows.isEmpty else { return Markup() }
        return DataTable(
            caption: "Faulty deliveries",
            titles: ["Fault", "count", "meaning", "first examples"],
            rows: rows.map { row in
                DataTable.Row(
                    row.name,
                    [row.count, row.meaning, row.examples.joined(separator: "; ")]
                )
            },
            endsWithText: true
        ).markup
    }
}

extension PageTile {
    /// The share delivered in time; `nil` when deliveries were not watched, or none was expected.
    init?(_ delivery: RunDelivery?) {
        guard let delivery, delivery.counts.expected > 0 else { return nil }
        let text = DeliveryText(delivery: delivery)
        let counts = delivery.counts
        self.init(
            "Delivered",
            LoadNumber.percent(counts.inTime, of: counts.expected),
            "within \(text.within); \(Count.grouped(counts.missing)) \(text.missingWord), "
                + "\(Count.grouped(counts.twice)) twice"
        )
    }
}
