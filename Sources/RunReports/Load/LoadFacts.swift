import Base
import LoadModel
package import Measure
import ReportText

/// A result of `assay load` with everything derived from it, computed once for a report.
package final class LoadFacts: Sendable {
    package let result: RunResult
    let figures: RunFigures
    let judgement: RunJudgement

    /// Derives the verdicts, which takes time.
    package init(_ result: RunResult) {
        self.result = result
        figures = RunFigures(result)
        judgement = result.judgement
    }

    /// The outcome of the run.
    package var outcome: LoadConclusion.Outcome { LoadConclusion(self).outcome }

    /// The names of the sends, followed by those of the steps of journeys.
    var sends: [String] { result.recording.plan.sends }

    /// The sends as reports list them: each journey before its steps.
    var rows: [LoadRow] { LoadRow.rows(of: result) }

    /// The sends that never succeeded, and the steps of journeys; a journey only when no single step is to blame.
    var fruitless: [LoadRow] {
        let failed = Set(judgement.fruitless)
        guard !failed.isEmpty else { return [] }
        let groups = rows.reduce(into: [[LoadRow]]()) { groups, row in
            if row.isStep { groups[groups.count - 1].append(row) } else { groups.append([row]) }
        }
        return groups.flatMap { group -> [LoadRow] in
            let steps = group.dropFirst().filter { failed.contains($0.index) }
            return steps.isEmpty ? group.prefix(1).filter { failed.contains($0.index) } : steps
        }
    }

    /// `createPush never succeeded: 404 in 5,712 of 5,712`.
    var fruitlessText: String {
        let rows = fruitless
        guard let first = rows.first else { return "" }
        let cells = result.recording.cells.filter { $0.key.send == first.index && $0.count > 0 }
        let all = cells.reduce(0) { $0 + $1.count }
        let most = cells.max { ($0.count, $1.key.outcome) < ($1.count, $0.key.outcome) }
        let outcome = most.map { cell in
            "\(PrintableText.line(cell.key.outcome, limit: 40)) in \(Count.grouped(cell.count)) of "
                + Count.grouped(all)
        }
        let name = PrintableText.line(sends[first.index], limit: 80)
        let rest = rows.count == 1 ? "" : "; nor did \(Count.grouped(rows.count - 1, "other send"))"
        return "\(name) never succeeded: \(outcome ?? "")\(rest)"
    }

    /// The objective at `index` in words.
    func objective(_ index: Int) -> String {
        guard result.thresholds.indices.contains(index) else { return "threshold \(index + 1)" }
        return PrintableText.line(result.thresholds[index].text(sends: sends))
    }

    /// The number of thresholds with `verdict`.
    func count(_ verdict: ThresholdResult.Verdict) -> Int {
        judgement.thresholds.count { $0.verdict == verdict }
    }

    /// Percentiles over all sends whose true value may differ.
    var unsound: Set<Quantile> {
        let excesses = judgement.generator.flagged
        return Set(
            excesses.filter { $0.send == nil || sends.count == 1 }.map(\.quantile)
        )
    }

    /// The servers, without duplicates: `api http://127.0.0.1:8080`.
    var targets: [String] {
        result.targets.map { target in
            let text = "\(target.name) \(target.url)"
            return PrintableText.line(text) + (target.isReference ? " (built-in reference)" : "")
        }
    }

    /// Processor time of the generator for each request, in nanoseconds; `nil` without requests.
    var timePerRequest: Int64? { perRequest(result.processTime) }

    /// Processor time of the target for each request; `nil` also when it was not measured.
    var targetTimePerRequest: Int64? { result.targetProcessTime.flatMap(perRequest) }

    private func perRequest(_ time: Int64) -> Int64? {
        let settled = result.parts.reduce(UInt64(0)) { $0 + $1.statistics.settled }
        return settled == 0 ? nil : time / Int64(clamping: settled)
    }
}
