import LoadModel
import Measure
import ReportText

/// A threshold and what it came to.
struct LoadThresholdRow {
    let objective: String
    let verdict: ThresholdResult.Verdict
    /// `12.3 ms`, `failed`, or why nothing can be said; with windows the worst one and how many held.
    let observed: String
    let place: String?

    static func rows(_ facts: LoadFacts) -> [LoadThresholdRow] {
        zip(facts.result.thresholds, facts.judgement.thresholds).enumerated().map { index, pair in
            LoadThresholdRow(
                objective: facts.objective(index),
                verdict: pair.1.verdict,
                observed: observed(pair.1),
                place: pair.0.place.map { PrintableText.line($0) }
            )
        }
    }

    private static func observed(_ result: ThresholdResult) -> String {
        measured(result) + result.endingText
    }

    private static func measured(_ result: ThresholdResult) -> String {
        let value =
            switch result.observation {
            case .value(let value): text(of: value, result.threshold)
            case .failed: "failed"
            case .undetermined(let obstacle): obstacle.description
            }
        guard let windows = result.windows else { return value }
        let held = "\(windows.held) of \(windows.count) windows held"
        return result.verdict == .undetermined ? "\(held); \(value)" : "\(held); worst: \(value)"
    }

    /// Close to the limit with as many digits as tell the two apart.
    private static func text(of value: Fraction, _ threshold: Threshold) -> String {
        guard threshold.metric.unit == .time else { return threshold.metric.text(of: value) }
        let (time, limit) = (nanoseconds(value), nanoseconds(threshold.limit))
        let text = NanosecondText.short(time)
        guard text == NanosecondText.short(limit), time != limit else { return text }
        return NanosecondText.exact(time / 1000 * 1000)
    }

    private static func nanoseconds(_ value: Fraction) -> Int64 {
        Int64(clamping: value.numerator / value.denominator)
    }
}

extension ThresholdResult {
    /// What is said behind the value of a threshold that ended the run.
    var endingText: String {
        endedRun ? " when the run ended: it could not be met any more" : ""
    }
}

extension ThresholdResult.Verdict {
    /// How text shows it.
    var role: TextStyle.Role {
        switch self {
        case .held: .good
        case .missed: .bad
        case .undetermined: .doubtful
        }
    }
}
