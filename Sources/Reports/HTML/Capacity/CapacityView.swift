import LoadModel
import Measure

/// What a search came to with everything that the parts of its page share.
struct CapacityView {
    /// What the page calls it: the name of its file without what is common.
    let name: String
    let record: CapacityRecord
    /// What the identifiers of its parts of the page begin with.
    let prefix: String

    init(name: String, record: CapacityRecord, number: Int) {
        self.name = name
        self.record = record
        prefix = "capacity\(number)"
    }

    var result: CapacityResult { record.result }
    var quantile: Quantile { record.result.settings.quantile }

    /// Where it was done, and when.
    var subtitle: String { RunView.subtitle(record.targets, record.startedAt) }

    /// The percentiles that are shown: the median, and the one that the thresholds name, once.
    var quantiles: [Quantile] { quantile == .p50 ? [.p50] : [.p50, quantile] }

    /// These percentiles of a step in words, in the same order.
    func texts(_ measurement: StepMeasurement) -> [String] {
        let judged = text(measurement)
        return quantile == .p50 ? [judged] : [RunView.text(measurement.medianLatency), judged]
    }

    /// The percentile of a step in words.
    func text(_ measurement: StepMeasurement) -> String {
        RunView.text(measurement.percentile)
    }
}

extension CapacityView {
    /// Each part with a heading of its own.
    var sections: [PageSection] {
        let facts = CapacityFacts(search: self)
        return [
            PageSection(id: "summary", title: "Summary", content: summary),
            PageSection(id: "knee", title: "Latency by rate", content: knee),
            PageSection(id: "steps", title: "Steps", content: steps),
            PageSection(id: "environment", title: "Environment", content: facts.environment),
            PageSection(id: "repeat", title: "How to repeat", content: facts.repetition),
        ]
    }

    /// All parts under one heading.
    var whole: Markup {
        let facts = CapacityFacts(search: self)
        func inner(_ name: String, _ title: String, _ content: Markup) -> Markup {
            PageSection(
                id: "\(prefix)-\(name)",
                title: title,
                content: content,
                isInner: true
            ).markup
        }
        return Markup([
            summary, knee, inner("steps", "Steps", steps),
            inner("environment", "Environment", facts.environment),
            inner("repeat", "How to repeat", facts.repetition),
        ])
    }

    private var summary: Markup { CapacitySummary(search: self).markup }

    private var knee: Markup {
        Markup(KneeFigure.Extent.allCases.map { KneeFigure(search: self, extent: $0).markup })
    }

    private var steps: Markup { CapacitySteps(search: self).markup }
}

extension StepVerdict {
    /// With its sign beside the colour.
    var pageVerdict: PageVerdict {
        switch self {
        case .held: PageVerdict(.held, word)
        case .breached: PageVerdict(.missed, word)
        case .limited: PageVerdict(.doubtful, word)
        }
    }
}
