import Base
import LoadModel
import Measure
import ReportText

/// What a search found: the verdict, the main figures, what was asked for, and what must be known.
struct CapacitySummary {
    let search: CapacityView

    var markup: Markup {
        let remarks = (search.isOver ? CapacityRemarks.list(search.record) : [])
            .map { PageVerdict(.doubtful, $0) }
        return Markup([
            lead, PageTile.list(tiles), objectives.markup, PageVerdict.list(remarks),
        ])
    }

    private var result: CapacityResult { search.result }

    private var lead: Markup {
        guard search.isOver else { return Markup() }
        let detail = CapacityConclusion(search.record).detail
        return search.verdict.lead("\(detail.prefix(1).uppercased() + detail.dropFirst()).")
    }

    // MARK: - Tiles

    private var tiles: [PageTile] {
        let steps = UInt64(result.trials.count)
        return [
            PageTile("Highest rate that held", rate(result.rate), held),
            PageTile("Lowest rate that did not", rate(result.upper), broke),
            estimate, latency,
            PageTile("Steps", Count.grouped(steps), "in \(LoadNumber.length(result.elapsed))"),
        ]
    }

    private func rate(_ value: Double?) -> String { value.map(LoadNumber.rate) ?? "–" }

    private var held: String {
        guard let best = result.best else { return "none did" }
        return "for \(LoadNumber.length(best.step.duration))"
    }

    private var broke: String {
        result.broken?.reason(thresholds: search.record.objectives) ?? "none was found"
    }

    private var estimate: PageTile {
        let name = "Answered when overloaded"
        guard let estimate = result.estimate else { return PageTile(name, "–", "nothing is known") }
        return PageTile(name, rate(estimate.rate), CapacityLine.range(estimate))
    }

    private var latency: PageTile {
        let title = KneePoint.title(search.record)
        let name = "\(title.prefix(1).uppercased() + title.dropFirst()) at that rate"
        guard let best = result.best else { return PageTile(name, "–", "") }
        if search.isOfDeliveries {
            let text = RunView.text(best.measurement.delivered ?? .tooFew)
            return PageTile(name, text, "\(search.quantile) \(search.text(best.measurement))")
        }
        let median = RunView.text(best.measurement.medianLatency)
        let note = search.quantile == .p50 ? "" : "p50 \(median)"
        return PageTile(name, search.text(best.measurement), note)
    }

    // MARK: - Thresholds

    /// What had to hold, and from which rate on it did not.
    private var objectives: DataTable {
        DataTable(
            caption: "What had to hold",
            titles: ["Objective", "First failed at", "Place"],
            rows: zip(search.record.objectives, search.record.thresholds).enumerated().map {
                index,
                row in
                let missed = result.trials.filter {
                    $0.measurement.finding == .failed(threshold: index)
                        && $0.step.purpose != .recovery
                }
                return DataTable.Row(
                    row.0,
                    [
                        rate(missed.map(\.step.rate).min()), row.1.place ?? "",
                    ]
                )
            } + [backlog],
            endsWithText: true
        )
    }

    private var backlog: DataTable.Row {
        let growing = result.trials.filter {
            [.breached(.backlog), .breached(.growing)].contains($0.verdict)
        }
        return DataTable.Row(
            "no more arrivals outstanding at the end than at the beginning",
            [rate(growing.map(\.step.rate).min()), ""]
        )
    }
}
