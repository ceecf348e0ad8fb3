import Base
import ReportText
import Trace

/// The report of `assay trace` as tables for a page or a pull request.
struct TraceMarkdown: Sendable {
    /// The maximum number of characters shown of a document's line.
    private static let excerpt = 100

    /// The whole report, with a final line end.
    func text(of facts: TraceFacts) -> String {
        var blocks = [facts.table.markdown]
        for (position, traced) in facts.inventories.enumerated() {
            let uncovered = facts.unchecked(at: position).map { statement, word, reason in
                "- \(word): \(MarkdownText.code(statement.name)) (\(statement.lines)): "
                    + MarkdownSpan.escaped(PrintableText.line(reason))
            }
            let sections = [uncovered, changes(traced), unaccounted(traced)]
            guard sections.contains(where: { !$0.isEmpty }) else { continue }
            blocks.append(["### \(MarkdownSpan.escaped(traced.inventory.document.title))"])
            blocks += sections
        }
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    private func changes(_ traced: TracedInventory) -> [String] {
        let entries = (traced.change?.outcomes ?? []).compactMap { entry, outcome -> String? in
            let name = MarkdownText.code(traced.name(of: entry))
            switch outcome {
            case .unmoved: return nil
            case .moved(let lines): return "- moved: \(name): \(entry.lines) → \(lines)"
            case .changed(let lines):
                return "- changed: \(name): was \(entry.lines), now look at \(lines)"
            case .vanished: return "- vanished: \(name): was \(entry.lines)"
            }
        }
        return traced.change == nil ? [] : ["The document changed:", ""] + entries
    }

    private func unaccounted(_ traced: TracedInventory) -> [String] {
        guard let holding = traced.holding, !holding.unaccounted.isEmpty else { return [] }
        let count = Count.of(holding.unaccounted.count, "line")
        return ["Neither in a statement nor in an aside: \(count):", ""]
            + holding.unaccounted.map { line in
                "- \(line): \(MarkdownText.code(holding.text.lines[line - 1], limit: Self.excerpt))"
            }
    }
}
