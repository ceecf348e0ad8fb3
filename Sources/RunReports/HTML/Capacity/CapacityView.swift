import LoadModel
import Measure
import ReportText

/// What a search came to with everything that the parts of its page share.
final class CapacityView {
    /// What the page calls it: the name of its file without what is common.
    let name: String
    let record: CapacityRecord
    /// What the identifiers of its parts of the page begin with.
    let prefix: String
    /// Whether it has come to its end.
    let isOver: Bool

    init(name: String, record: CapacityRecord, number: Int, isOver: Bool = true) {
        self.isOver = isOver
        self.name = name
        self.record = record
        prefix = "capacity\(number)"
    }

    var result: CapacityResult { record.result }
    var quantile: Quantile { record.result.settings.quantile }

    /// What it came to, or comes to up to now.
    var verdict: PageVerdict {
        guard isOver else {
            let (rate, upper) = (
                result.rate.map(LoadNumber.rate), result.upper.map(LoadNumber.rate)
            )
            let found =
                switch (rate, upper) {
                case (let rate?, let upper?): ": between \(rate) and \(upper) so far"
                case (let rate?, nil): ": at least \(rate) so far"
                case (nil, let upper?): ": less than \(upper) so far"
                case (nil, nil): ""
                }
            return PageVerdict(.neutral, "Searching\(found)")
        }
        let conclusion = CapacityConclusion(record)
        let kind: PageVerdict.Kind =
            switch conclusion.role {
            case .good: .passed
            case .bad: .failed
            default: .doubtful
            }
        return PageVerdict(kind, conclusion.headline)
    }

    /// Profile, servers, time and machine.
    var origin: PageOrigin {
        PageOrigin(
            subject: record.profile.file,
            targets: record.targets,
            startedAt: record.startedAt,
            machines: [record.environment.machineText]
        )
    }

    /// The percentiles that are shown: the median, and the one that the thresholds name, once.
    var quantiles: [Quantile] { quantile == .p50 ? [.p50] : [.p50, quantile] }

    /// These percentiles of a step in words, in the same order.
    func texts(_ measurement: StepMeasurement) -> [String] {
        let judged = text(measurement)
        let latencies =
            quantile == .p50 ? [judged] : [RunView.text(measurement.medianLatency), judged]
        guard isOfDeliveries else { return latencies }
        return [RunView.text(measurement.delivered ?? .tooFew)] + latencies
    }

    /// Whether a percentile of deliveries decides.
    var isOfDeliveries: Bool { record.deliveredQuantile != nil }

    /// Of `texts`: what decides stands first.
    var titles: [String] {
        let delivered = record.deliveredQuantile.map { ["delivered \($0)"] } ?? []
        return delivered + quantiles.map(\.description)
    }

    /// The percentile of a step in words.
    func text(_ measurement: StepMeasurement) -> String {
        RunView.text(measurement.percentile)
    }
}

extension CapacityView {
    /// A part of the page about a search.
    private struct Part {
        let name: String
        let title: String
        let content: Markup
        /// Whether it needs no heading below the one of the search.
        var isOpening = false
    }

    /// In order.
    private var parts: [Part] {
        let facts = CapacityFacts(search: self)
        let charts = Chart.knee(self).map(\.markup)
        let summary = CapacitySummary(search: self).markup
        return [
            Part(name: "summary", title: "Summary", content: summary, isOpening: true),
            Part(name: "knee", title: "Latency by rate", content: Markup(charts), isOpening: true),
            Part(name: "steps", title: "Steps", content: CapacitySteps(search: self).markup),
            Part(name: "environment", title: "Environment", content: facts.environment),
            Part(name: "repeat", title: "How to repeat", content: facts.repetition),
        ]
    }

    /// Each part with a heading of its own.
    var sections: [PageSection] {
        parts.map { PageSection(id: $0.name, title: $0.title, content: $0.content) }
    }

    /// All parts under one heading.
    var whole: Markup {
        Markup(
            parts.map { part in
                guard !part.isOpening else { return part.content }
                return PageSection(
                    id: "\(prefix)-\(part.name)",
                    title: part.title,
                    content: part.content,
                    isInner: true
                ).markup
            }
        )
    }
}

extension StepVerdict {
    /// With its sign beside the colour.
    var pageVerdict: PageVerdict {
        switch self {
        case .passed: PageVerdict(.passed, word)
        case .breached: PageVerdict(.failed, word)
        case .limited: PageVerdict(.doubtful, word)
        }
    }
}
