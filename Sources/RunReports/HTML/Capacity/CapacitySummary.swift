import Base
import LoadModel
import Measure
import ReportText

/// The result of a search: the verdict, the main figures, the thresholds, and remarks.
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
            PageTile("Highest rate that passed", rate(result.rate), held),
            PageTile("Lowest rate that failed", rate(result.upper), broke),
            estimate, latency,
            PageTile("Steps", Count.grouped(steps), "in \(LoadNumber.length(result.elapsed))"),
        ]
    }

    private func rate(_ value: Double?) -> String { value.map(LoadNumber.rate) ?? "–" }

    private var held: String {
        guard let best = result.best else { return "none" }
        return "for \(LoadNumber.length(best.step.duration))"
    }

    private var broke: String {
        result.upperCause?.reason(thresholds: search.record.objectives) ?? "none"
    }

    private var estimate: PageTile {
        let name = "Responses when overloaded"
        guard let estimate = result.estimate else { return PageTile(name, "–", "unknown") }
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

    /// The thresholds, each with the lowest rate at which it failed.
    private var objectives: DataTable {
        DataTable(
            caption: "Thresholds",
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
            "backlog does not grow",
            [rate(growing.map(\.step.rate).min()), ""]
        )
    }
}
