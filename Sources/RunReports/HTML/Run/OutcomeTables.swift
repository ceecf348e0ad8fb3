import Base
import LoadModel
import Measure

/// Every outcome with its latencies, and every send if there are several.
struct OutcomeTables {
    let run: RunView

    var markup: Markup { outcomes.markup + sends }

    private var outcomes: DataTable {
        let due = max(run.figures.dueCount, 1)
        return DataTable(
            caption: "Outcomes of the counted arrivals",
            titles: ["Outcome", "as declared", "count", "share", "p50", "p99", "max"],
            rows: run.result.outcomes.map { outcome in
                let latency = RankedArrivals(good: outcome.latency, failedCount: 0)
                return DataTable.Row(
                    outcome.name,
                    [
                        declared(outcome), Count.grouped(outcome.count),
                        LoadNumber.percent(outcome.count, of: due),
                        RunView.text(latency.reading(at: .p50)),
                        RunView.text(latency.reading(at: .p99)),
                        RunView.text(latency.good.isEmpty ? nil : latency.good.greatest),
                    ]
                )
            }
        )
    }

    private func declared(_ outcome: RunOutcome) -> String {
        outcome.goodCount == 0 ? "✗ no" : outcome.goodCount == outcome.count ? "✓ yes" : "✓ in part"
    }

    private var sends: Markup {
        let plan = run.result.recording.plan
        guard plan.sends.count > 1 else { return Markup() }
        return DataTable(
            caption: "Sends",
            titles: ["Send", "weight", "due", "failed", "p50", "p90", "p99", "max"],
            rows: plan.sends.enumerated().map { index, name in
                let latency = run.result.recording.latency(ofSend: index)
                let weight = run.result.profile.sends[index].weight
                return DataTable.Row(
                    name,
                    [
                        Count.grouped(weight), Count.grouped(latency.count),
                        LoadNumber.percent(latency.failedCount, of: latency.count),
                    ]
                        + [Quantile.p50, .p90, .p99].map { RunView.text(latency.reading(at: $0)) }
                        + [RunView.text(latency.good.isEmpty ? nil : latency.good.greatest)]
                )
            }
        ).markup
    }
}
