import Contract
import ReportText
import Trace

/// The report of `assay verify --mutants` as a table for a page or a pull request.
struct MutationMarkdown: Sendable {
    /// The whole report, with a final line end.
    func text(of facts: MutationFacts) -> String {
        let (result, contradictions) = (facts.result, facts.contradictions)
        let failures = result.failuresWithoutDefect
        guard failures.isEmpty || result.alterations != nil else {
            let lines = result.failuresWithoutDefect.map { "- \(MarkdownText.code($0.name))" }
            let title = "## ❌ No defect was tested: these cases fail without one"
            return ([title, ""] + lines).joined(separator: "\n") + "\n"
        }
        let holes = result.survivors + result.mistaken
        let isProven =
            holes.isEmpty && failures.isEmpty && !result.lacksProof
            && contradictions.allSatisfy(\.unnoticed.isEmpty)
        let mark = isProven && result.notJudgedCount == 0 ? "✅" : "❌"
        let title = result.mutants.isEmpty ? result.alterations?.totals : nil
        var lines = ["## \(mark) \(title ?? result.totals)"]
        if !result.mutants.isEmpty {
            lines += [
                "", "| Defect | Summary | First failing case | Failing promises |",
                "|---|---|---|---|",
            ]
            lines += result.mutants.map(row)
        }
        let table = DocumentTable(facts.documents).markdown
        if !table.isEmpty { lines += [""] + table }
        let made = ContradictionTable(contradictions).markdown
        if !made.isEmpty { lines += [""] + made }
        return (lines + proof(of: result)).joined(separator: "\n") + "\n"
    }

    private func proof(of result: MutationResult) -> [String] {
        guard !result.held.isEmpty else { return [] }
        let responses = result.mutants.isEmpty ? nil : result.alterations?.totals
        let sums = [responses, result.proofTotals, result.requiredProofText].compactMap(\.self)
        let lines = [""] + sums.map { "- \($0)" }
        guard !result.unproven.isEmpty else { return lines }
        let rows = result.unproven.map {
            "| \(MarkdownText.cell($0.id)) | \($0.basis.rawValue) "
                + "| \($0.noDefect.map { MarkdownSpan.escaped($0) } ?? "") |"
        }
        return lines + [
            "", "| Passed but not proven | Basis | No defect possible |", "|---|---|---|",
        ]
            + rows
    }

    private func row(_ mutant: MutationResult.Mutant) -> String {
        let found =
            switch mutant.outcome {
            case .caught(let first, _): MarkdownText.cell(first.name)
            case .survived: "**survived**"
            case .notJudged: "not tested"
            }
        let name = MarkdownText.cell(mutant.name)
        let broken = mutant.broken.map { MarkdownText.cell($0.id) }
        let held = mutant.unbroken.map { "**not** \(MarkdownText.cell($0))" }
        let promises = (held + broken).joined(separator: ", ")
        let cells = [name, MarkdownSpan.escaped(mutant.summary), found, promises]
        return "| \(cells.joined(separator: " | ")) |"
    }
}
