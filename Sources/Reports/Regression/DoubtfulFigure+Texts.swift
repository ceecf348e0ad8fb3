package import Statistics

/// Texts about a figure that is not reliable in every run.
extension DoubtfulFigure {
    private var text: MetricText { MetricText(unit: metric.unit) }

    /// The cells after the name, for a figure without a verdict.
    var cells: [String] {
        let medians = [old, new].map { $0.map(text.value) ?? "–" }
        return medians + ["–", "–", "–", "not judged"]
    }

    /// `p99 is not judged: in 4 of 10 runs the generator was late, which may have moved it by up to 2.3 ms`.
    var sentence: String {
        var reasons = doubts.isEmpty ? [] : ["in \(share(doubts.count)) \(doubtText)"]
        if missingCount > 0 { reasons.append("it was not measured in \(share(missingCount))") }
        guard isJudged else {
            if missingCount == 0, doubts.count < runCount {
                reasons.append("the remaining runs are too few to show a change")
            }
            return "\(metric.name) is not judged: \(reasons.joined(separator: "; "))"
        }
        return "\(metric.name) is judged from the other runs: \(reasons.joined(separator: "; "))"
    }

    private func share(_ count: Int) -> String {
        count == runCount
            ? runCount == 1 ? "the run" : "all \(runCount) runs" : "\(count) of \(runCount) runs"
    }

    private var doubtText: String { greatest.map { $0.text(metric, isGreatest: true) } ?? "" }
}

extension FigureDoubt {
    /// `the generator was late, which may have moved it by 2.3 ms (the host took the processors …)`.
    ///
    /// - Parameters:
    ///   - metric: The metric of the figure.
    ///   - isGreatest: Whether it represents doubts in other runs too.
    /// - Returns: A sentence without its end.
    package func text(_ metric: ComparedMetric, isGreatest: Bool = false) -> String {
        let upTo = isGreatest ? "up to " : ""
        let effect = sizeText(metric).map { ", which may have moved it by \(upTo)\($0)" } ?? ""
        return reason + effect + causeText
    }

    /// The doubts of one run together: `p50 (200 µs), p90 (510 µs): the generator was late (…)`.
    package static func text(_ doubts: [(metric: ComparedMetric, doubt: FigureDoubt)]) -> String {
        var reasons: [String] = []
        for doubt in doubts.map(\.doubt) {
            let reason = doubt.reason + doubt.causeText
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        return reasons.map { reason in
            let figures = doubts.filter { $0.doubt.reason + $0.doubt.causeText == reason }.map {
                $0.metric.name + ($0.doubt.sizeText($0.metric).map { " (\($0))" } ?? "")
            }
            return "\(figures.joined(separator: ", ")): \(reason)"
        }.joined(separator: "; ")
    }

    private var causeText: String { cause.map { " (\($0))" } ?? "" }

    /// `nil` when unknown.
    private func sizeText(_ metric: ComparedMetric) -> String? {
        guard amount.isFinite else { return nil }
        return String(MetricText(unit: metric.unit).change(amount).dropFirst())
    }
}
