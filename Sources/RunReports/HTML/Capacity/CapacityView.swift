import LoadModel
import Measure
import ReportText

/// The result of a search with everything that the parts of its page share.
final class CapacityView {
    /// Its name on the page: the name of its file without the common part.
    let name: String
    let record: CapacityRecord
    /// The prefix of identifiers in its part of the page.
    let prefix: String
    /// Whether the search has finished.
    let isOver: Bool

    init(name: String, record: CapacityRecord, number: Int, isOver: Bool = true) {
        self.isOver = isOver
        self.name = name
        self.record = record
        prefix = "capacity\(number)"
    }

    var result: CapacityResult { record.result }
    var quantile: Quantile { record.result.settings.quantile }

    /// The verdict, final or so far.
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

    /// The percentiles shown: the median, and the one in the thresholds, without duplicates.
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

    /// The titles of `texts`, the deciding one first.
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
        /// Whether it needs no heading below that of the search.
        var isOpening = false
    }

    /// The parts, in order.
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

    /// Each part with its own heading.
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
    /// With a sign besides the colour.
    var pageVerdict: PageVerdict {
        switch self {
        case .passed: PageVerdict(.passed, word)
        case .breached: PageVerdict(.failed, word)
        case .limited: PageVerdict(.doubtful, word)
        }
    }
}
