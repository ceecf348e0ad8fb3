import LoadModel
import Measure
import ReportText

/// A threshold and its result.
struct LoadThresholdRow {
    let objective: String
    let verdict: ThresholdResult.Verdict
    /// `12.3 ms`, `failed`, or why it has no value; with windows the worst one and how many passed.
    let observed: String
    let place: String?

    static func rows(_ facts: LoadFacts) -> [LoadThresholdRow] {
        zip(facts.result.thresholds, facts.judgement.thresholds).enumerated().map { index, pair in
            LoadThresholdRow(
                objective: facts.objective(index),
                verdict: pair.1.verdict,
                observed: observed(pair.1, in: facts.result),
                place: pair.0.place.map { PrintableText.line($0) }
            )
        }
    }

    /// The observed value of a threshold; if it is inconclusive, the range of possible values, and the limit between
    /// them.
    static func observed(_ result: ThresholdResult, in run: RunResult) -> String {
        guard result.isInDoubt else { return observed(result) }
        var reasons: [String] = []
        for doubt in result.doubts {
            reasons.append(PrintableText.line(doubt.text(in: run), limit: 400))
        }
        let reason = reasons.joined(separator: "; ")
        if let windows = result.windows {
            return "\(windows.text(showsAll: true)): \(reason)"
        }
        guard let range = result.range else { return reason }
        if result.doubts.contains(where: \.isUnbounded) {
            return
                "measured \(observed(result)), which says too little about the service: \(reason)"
        }
        let limit = text(of: result.threshold.limit, result.threshold)
        let ends = ends(of: range, result.threshold)
        return "measured \(observed(result)), may be \(ends), and the limit is \(limit): \(reason)"
    }

    private static func ends(of range: ObservationRange, _ threshold: Threshold) -> String {
        let lowest = observed(range.lowest, threshold)
        return range.highest == .failed
            ? "at least \(lowest), without an upper bound"
            : "from \(lowest) to \(observed(range.highest, threshold))"
    }

    private static func observed(_ observation: Observation, _ threshold: Threshold) -> String {
        switch observation {
        case .value(let value): text(of: value, threshold)
        case .failed: "failed"
        case .inconclusive(let obstacle): obstacle.description
        }
    }

    private static func observed(_ result: ThresholdResult) -> String {
        measured(result) + result.endingText
    }

    private static func measured(_ result: ThresholdResult) -> String {
        var value = observed(result.observation, result.threshold)
        if case .inconclusive = result.observation, result.verdict != .inconclusive,
            let range = result.range
        {
            // Too few arrivals for a figure, but enough for a verdict.
            let isLow = (result.verdict == .passed) == result.threshold.relation.isUpperLimit
            let end = isLow ? range.highest : range.lowest
            let bound = "\(isLow ? "at most" : "at least") \(observed(end, result.threshold))"
            value = end == .failed ? "too many arrivals failed" : "\(bound); \(value)"
        }
        if case .inconclusive = result.observation, result.verdict == .inconclusive,
            let range = result.range, case .value = range.lowest
        {
            let limit = text(of: result.threshold.limit, result.threshold)
            value = "\(ends(of: range, result.threshold)), and the limit is \(limit); \(value)"
        }
        guard let windows = result.windows else { return value }
        let held = windows.text(
            showsAll: windows.inconclusive > 0 && result.verdict != .inconclusive
        )
        if case .inconclusive = result.observation, result.verdict != .inconclusive { return held }
        return result.verdict == .inconclusive ? "\(held); \(value)" : "\(held); worst: \(value)"
    }

    /// A value near the limit has as many digits as distinguish the two.
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

extension ThresholdResult.WindowCounts {
    /// `4 of 5 windows passed`, with the numbers of the others on request.
    func text(showsAll: Bool) -> String {
        let rest = showsAll ? ", \(failed) failed, \(inconclusive) inconclusive" : ""
        return "\(passed) of \(count) windows passed\(rest)"
    }
}

extension ThresholdResult {
    /// The text after the value of a threshold that ended the run.
    var endingText: String {
        endedRun ? " when the run ended: it could no longer pass" : ""
    }
}

extension ThresholdResult.Verdict {
    /// The style in text.
    var role: TextStyle.Role {
        switch self {
        case .passed: .good
        case .failed: .bad
        case .inconclusive: .doubtful
        }
    }
}
