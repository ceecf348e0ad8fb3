import Statistics

/// Texts about one metric.
extension MetricFinding {
    private var metric: ComparedMetric { samples.metric }
    private var text: MetricText { MetricText(unit: metric.unit) }

    /// The cells after the name, as many as there are columns.
    var cells: [String] {
        [
            text.value(old), text.value(new), medianChangeText, intervalText,
            Self.pText(adjustedPValue), verdict.text,
        ]
    }

    static let columns = ["metric", "old", "new", "change", "shift, 95 %", "p", "verdict"]

    /// From the old median to the new one, which are shown next to it.
    var medianChange: Double { new == old ? 0 : new - old }

    /// `+9.2 %`.
    var medianChangeText: String { change(medianChange) }

    /// A change as a share of the old median if that is meaningful, else in the unit.
    func change(_ value: Double) -> String {
        if metric.unit == .ratio { return text.change(value) }
        return relative(value).map(MetricText.percent) ?? text.change(value)
    }

    private var intervalText: String {
        shift.interval.map { "\(change($0.lowerBound)) … \(change($0.upperBound))" } ?? "–"
    }

    /// `0.032`; values below a thousandth are `< 0.001`.
    package static func pText(_ value: Double) -> String {
        value < 0.001 ? "< 0.001" : MetricText.digits((value * 1000).rounded() / 1000)
    }

    /// `p99 is worse: +10.4 %, from 2.01 ms to 2.22 ms, shift +9.8 % … +11 % (95 %), p 0.032`.
    var sentence: String {
        let values = "from \(text.value(old)) to \(text.value(new))"
        let interval = shift.interval == nil ? "" : ", shift \(intervalText) (95 %)"
        let numbers = "\(medianChangeText), \(values)\(interval)"
        return switch verdict {
        case .regression:
            "\(metric.name) is worse: \(numbers), p \(Self.pText(adjustedPValue))"
        case .improvement:
            "\(metric.name) is better: \(numbers), p \(Self.pText(adjustedPValue))"
        case .noRegression: "\(metric.name) is not worse: \(numbers)"
        case .cannotTell: "\(metric.name): cannot tell from these runs: \(numbers)"
        }
    }

    /// The smallest change that the runs could show: `p99 8.1 %`; `nil` for none.
    func detectableText(_ shift: Double?) -> String? {
        // Runs that do not vary at all could show any change.
        shift.flatMap { $0 > 0 ? "\(metric.name) \(sizeText($0))" : nil }
    }

    /// Why it is inconclusive, when the generator's own time would decide; a sentence without a full stop.
    var swayedText: String? {
        swayed.map { swayed in
            "\(metric.name): \(swayed.measured.text) as measured, \(swayed.withoutOwn.text) without the "
                + "generator's own delay"
        }
    }

    /// The size of a change in either direction: `8.1 %`, `0.3 points`.
    func sizeText(_ size: Double) -> String {
        guard size > 0 else { return "0" }
        let share = metric.unit == .ratio ? nil : relative(size)
        return share.map { "\(MetricText.digits($0 * 100)) %" }
            ?? String(text.change(size).dropFirst())
    }
}

extension ComparisonVerdict {
    /// The text of a cell.
    var text: String {
        switch self {
        case .regression: "regression"
        case .improvement: "improvement"
        case .noRegression: "no regression"
        case .cannotTell: "cannot tell"
        }
    }

    var outcome: ComparisonSummary.Outcome {
        switch self {
        case .regression: .bad
        case .improvement, .noRegression: .good
        case .cannotTell: .doubtful
        }
    }
}
