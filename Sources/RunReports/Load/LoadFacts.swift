import LoadModel
package import Measure
import ReportText

/// A result of `assay load` with what follows from it, worked out once for a report.
package final class LoadFacts: Sendable {
    package let result: RunResult
    let figures: RunFigures
    let judgement: RunJudgement

    /// Judges the result, which takes time.
    package init(_ result: RunResult) {
        self.result = result
        figures = RunFigures(result)
        judgement = result.judgement
    }

    /// What the run came to.
    package var outcome: LoadConclusion.Outcome { LoadConclusion(self).outcome }

    /// The names of the sends, and behind them those of the steps of journeys.
    var sends: [String] { result.recording.plan.sends }

    /// The sends as reports list them: each journey before its steps.
    var rows: [LoadRow] { LoadRow.rows(of: result) }

    /// The objective at `index` in words.
    func objective(_ index: Int) -> String {
        guard result.thresholds.indices.contains(index) else { return "threshold \(index + 1)" }
        return PrintableText.line(result.thresholds[index].text(sends: sends))
    }

    /// How many thresholds came to `verdict`.
    func count(_ verdict: ThresholdResult.Verdict) -> Int {
        judgement.thresholds.count { $0.verdict == verdict }
    }

    /// Percentiles over all sends that the generator may have made higher.
    var unsound: Set<Quantile> {
        let faults = judgement.generator.faults.compactMap { fault in
            if case .unsound(let excess) = fault { excess } else { nil }
        }
        let excesses = faults + judgement.generator.flagged
        return Set(
            excesses.filter { $0.send == nil || sends.count == 1 }.map(\.quantile)
        )
    }

    /// The servers, each once: `api http://127.0.0.1:8080`.
    var targets: [String] {
        result.targets.map { target in
            let text = "\(target.name) \(target.url)"
            return PrintableText.line(text) + (target.isReference ? " (built-in reference)" : "")
        }
    }

    /// Processor time of the generator for each request, in nanoseconds; `nil` without requests.
    var timePerRequest: Int64? { perRequest(result.processTime) }

    /// The same of the target; `nil` also when it was not measured.
    var targetTimePerRequest: Int64? { result.targetProcessTime.flatMap(perRequest) }

    private func perRequest(_ time: Int64) -> Int64? {
        let settled = result.parts.reduce(UInt64(0)) { $0 + $1.statistics.settled }
        return settled == 0 ? nil : time / Int64(clamping: settled)
    }
}
