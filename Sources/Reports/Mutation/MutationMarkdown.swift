import Contract
import ReportText

/// The report of `assay verify --mutants` as a table for a page or a pull request.
struct MutationMarkdown: Sendable {
    /// The whole report, ending with a line end.
    func text(of result: MutationResult) -> String {
        guard result.failuresWithoutDefect.isEmpty else {
            let lines = result.failuresWithoutDefect.map { "- \(MarkdownText.code($0.name))" }
            let title = "## ❌ No defect was tried: these cases do not pass without any"
            return ([title, ""] + lines).joined(separator: "\n") + "\n"
        }
        let holes = result.survivors + result.mistaken
        let mark = holes.isEmpty && result.notJudgedCount == 0 ? "✅" : "❌"
        let lines = [
            "## \(mark) \(result.totals)", "",
            "| Defect | What is wrong | First case that fails | Promises that break |",
            "|---|---|---|---|",
        ]
        return (lines + result.mutants.map(row)).joined(separator: "\n") + "\n"
    }

    private func row(_ mutant: MutationResult.Mutant) -> String {
        let found =
            switch mutant.outcome {
            case .caught(let first, _): MarkdownText.cell(first.name)
            case .survived: "**survived**"
            case .notJudged: "not judged"
            }
        let name = MarkdownText.cell(mutant.name)
        let broken = mutant.broken.map { MarkdownText.cell($0.id) }
        let held = mutant.unbroken.map { "**not** \(MarkdownText.cell($0))" }
        let promises = (held + broken).joined(separator: ", ")
        let cells = [name, MarkdownSpan.escaped(mutant.summary), found, promises]
        return "| \(cells.joined(separator: " | ")) |"
    }
}
