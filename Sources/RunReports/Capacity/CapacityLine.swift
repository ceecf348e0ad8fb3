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
        // The deciding figure comes first.
        let delivered = trial.measurement.delivered.map { "delivered \(text($0)), " } ?? ""
        let latency = text(trial.measurement.percentile)
        return PrintableText.line(
            "\(trial.step.purpose.rawValue) \(rate(trial.step.rate)) \(trial.verdict.word): "
                + "\(delivered)done \(rate(trial.measurement.doneRate)), \(quantile) \(latency)"
                + reason
        )
    }

    static func text(_ reading: PercentileReading) -> String {
        switch reading {
        case .value(let value): NanosecondText.short(value)
        case .failed: "failed"
        case .tooFew: "–"
        }
    }

    /// `2 % failed, most of them 429`; `nil` when a step failed for another reason.
    static func failures(_ trial: CapacityTrial) -> String? {
        guard case .breached = trial.verdict, let failures = trial.measurement.failures,
            failures.share >= 0.001
        else { return nil }
        let share = LoadNumber.decimal(failures.share * 100, failures.share < 0.1 ? 1 : 0)
        return "\(share)% failed, most by \(PrintableText.line(failures.outcome))"
    }

    /// Why a step failed, with what this shows about the service; `nil` when it passed.
    static func reason(_ trial: CapacityTrial, objectives: [String]) -> String? {
        guard var reason = trial.verdict.reason(thresholds: objectives) else { return nil }
        if let failures = failures(trial) { reason += "; \(failures)" }
        guard case .breached = trial.verdict else { return reason }
        if let rest = trial.measurement.rest, rest >= 100_000_000 {
            let tenths = (rest + 50_000_000) / 100_000_000 * 100_000_000
            reason += "; it stalled for about \(NanosecondText.short(tenths))"
        }
        guard let saturation = trial.measurement.saturation else { return reason }
        let word = trial.measurement.delivered == nil ? "responses" : "deliveries"
        return "\(reason); \(word) meanwhile: \(rate(saturation.rate))"
    }

    /// `1,980/s to 2,020/s`.
    static func range(_ estimate: CapacityEstimate) -> String {
        "\(rate(estimate.low)) to \(rate(estimate.high))"
    }

    /// `1,940/s`.
    package static func rate(_ rate: Double) -> String { LoadNumber.rate(rate) }
}
