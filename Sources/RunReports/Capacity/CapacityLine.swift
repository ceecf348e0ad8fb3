package import LoadModel
package import Measure
import ReportText

/// A step of a search in one line.
package enum CapacityLine {
    /// `probe 1,940/s held: done 1,940/s, p99 2.31 ms`.
    ///
    /// - Parameters:
    ///   - trial: The step, which has ended.
    ///   - quantile: The percentile of the search.
    ///   - objectives: The thresholds in words, in the order of the profile.
    /// - Returns: The line without its end.
    package static func text(
        _ trial: CapacityTrial,
        _ quantile: Quantile,
        objectives: [String]
    ) -> String {
        let reason = trial.verdict.reason(thresholds: objectives).map { "; " + $0 } ?? ""
        let latency =
            switch trial.measurement.percentile {
            case .value(let value): NanosecondText.short(value)
            case .failed: "failed"
            case .tooFew: "–"
            }
        return PrintableText.line(
            "\(trial.step.purpose.rawValue) \(rate(trial.step.rate)) \(trial.verdict.word): "
                + "done \(rate(trial.measurement.doneRate)), \(quantile) \(latency)\(reason)"
        )
    }

    /// `1,940/s`.
    package static func rate(_ rate: Double) -> String { LoadNumber.rate(rate) }
}
