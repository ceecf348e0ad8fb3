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
        let reason = reason(trial, objectives: objectives).map { "; " + $0 } ?? ""
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

    /// Why a step did not hold, with what it tells of the service; `nil` when it held.
    static func reason(_ trial: CapacityTrial, objectives: [String]) -> String? {
        guard let reason = trial.verdict.reason(thresholds: objectives) else { return nil }
        guard case .breached = trial.verdict, let saturation = trial.measurement.saturation else {
            return reason
        }
        return "\(reason); meanwhile \(rate(saturation.rate)) were answered"
    }

    /// `1,980/s to 2,020/s`.
    static func range(_ estimate: CapacityEstimate) -> String {
        "\(rate(estimate.low)) to \(rate(estimate.high))"
    }

    /// `1,940/s`.
    package static func rate(_ rate: Double) -> String { LoadNumber.rate(rate) }
}
