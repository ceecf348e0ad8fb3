import Base
import LoadModel
import Measure

/// Every outcome with its latencies, the first failed responses, and every send if there are several.
struct OutcomeTables {
    let run: RunView

    var markup: Markup { outcomes.markup + failedResponses + sends }

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
        outcome.missingResponse == .notFinished
            ? "cut off"
            : outcome.goodCount == 0
                ? "✗ no" : outcome.goodCount == outcome.count ? "✓ yes" : "✓ in part"
    }

    /// In a fold, as they are long.
    private var failedResponses: Markup {
        let lines = FailedResponseText.lines(run.result)
        guard !lines.isEmpty else { return Markup() }
        return Markup(
            "details",
            [
                Markup("summary", ["The first failed response of each kind"]),
                Markup("pre", [Markup(lines: lines)]),
            ]
        )
    }

    private var sends: Markup {
        let rows = LoadRow.rows(of: run.result)
        guard rows.count > 1 else { return Markup() }
        let hasSteps = rows.contains(where: \.isStep)
        let hasEvents = run.figures.eventCount > 0
        return DataTable(
            caption: "Sends",
            titles: ["Send", "weight", "due", "failed", "p50", "p90", "p99", "max"]
                + (hasEvents ? ["events/s"] : []) + (hasSteps ? ["not reached"] : []),
            rows: rows.map {
                DataTable.Row(
                    $0.isStep ? "→ \($0.name)" : $0.name,
                    cells(of: $0, hasEvents, hasSteps)
                )
            }
        ).markup
    }

    private func cells(of row: LoadRow, _ hasEvents: Bool, _ hasSteps: Bool) -> [String] {
        let latency = run.result.recording.latency(ofSend: row.index)
        var cells = [
            row.weight.map { Count.grouped($0) } ?? "", Count.grouped(latency.count),
            LoadNumber.percent(
                latency.failedCount,
                of: latency.count - latency.unfinishedCount
            ),
        ]
        for quantile in [Quantile.p50, .p90, .p99] {
            cells.append(RunView.text(latency.reading(at: quantile)))
        }
        cells.append(RunView.text(latency.good.isEmpty ? nil : latency.good.greatest))
        if hasEvents {
            let rate = run.result.recording.eventRate(
                ofSend: row.index,
                in: run.figures.countedTime
            )
            cells.append(rate == Fraction(0) ? "" : LoadNumber.short(rate.doubleValue))
        }
        if hasSteps { cells.append(row.isStep ? Count.grouped(row.notReached) : "") }
        return cells
    }
}
