import Base
import Contract
import ContractDiff
import ReportText

/// The report of `assay diff` as a comment on a pull request.
struct ContractChangeMarkdown: Sendable {
    /// The whole comment, with a final line end.
    func text(of comparison: ContractComparison) -> String {
        let breaking = comparison.count(.breaking)
        let verdict =
            breaking > 0
            ? "❌ \(Count.of(breaking, "breaking change"))" : "✅ no breaking change"
        let others =
            "\(Count.of(comparison.count(.compatible), "compatible change")), "
            + Count.of(comparison.count(.note), "note")
        var lines = [
            "## \(verdict) from \(MarkdownText.code(comparison.oldPath)) to "
                + MarkdownText.code(comparison.newPath), "", "\(others).",
        ]
        for section in ChangeSection.sections(of: comparison.changes, isFolded: true) {
            lines += ["", "### \(MarkdownSpan.escaped(section.title))", ""]
            lines += section.changes.map(item)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func item(_ change: ContractChange) -> String {
        let word = change.severity == .breaking ? "**breaking**" : change.severity.rawValue
        let basis = change.basis == .documented ? "" : " \\[\(change.basis.rawValue)\\]"
        let place = ChangeSection.place(of: change)
        return "- \(word): \(MarkdownSpan.escaped(change.what))\(basis)"
            + (place.isEmpty ? "" : " (\(MarkdownText.code(place)))")
    }
}
