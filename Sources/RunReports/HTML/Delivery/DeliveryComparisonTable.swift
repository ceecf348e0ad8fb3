import Base
import LoadModel
import Measure

/// The deliveries of several runs side by side, of those in which they were watched.
struct DeliveryComparisonTable {
    let runs: [RunView]

    /// Empty when no run has any.
    var markup: Markup {
        let rows = runs.compactMap { run in
            run.result.delivery.map { DataTable.Row(run.name, cells(of: $0)) }
        }
        guard !rows.isEmpty else { return Markup() }
        return DataTable(
            caption: "Deliveries",
            titles: ["Run", "in time", "within", "lost", "twice"] + DeliveryTables.clockTitles
                + ["a second"],
            rows: rows
        ).markup
    }

    private func cells(of delivery: RunDelivery) -> [String] {
        let text = DeliveryText(delivery: delivery)
        let counts = delivery.counts
        let unseen = delivery.fault == nil ? "" : " (not seen)"
        let clock = DeliveryTables(delivery: delivery).clocks.first?.figures ?? []
        return [
            LoadNumber.percent(counts.inTime, of: counts.expected), text.within,
            Count.grouped(counts.missing) + unseen, Count.grouped(counts.twice),
        ] + clock.map(\.text) + [delivery.sustainedRate.map { LoadNumber.rate($0) } ?? "–"]
    }
}
