import Base
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

    /// The sends of which not one succeeded, and of journeys the steps; a journey only when it is nobody
    /// step's fault alone.
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

    /// How many thresholds came to `verdict`.
    func count(_ verdict: ThresholdResult.Verdict) -> Int {
        judgement.thresholds.count { $0.verdict == verdict }
    }

    /// Percentiles over all sends that may be others than they read.
    var unsound: Set<Quantile> {
        let excesses = judgement.generator.flagged
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
