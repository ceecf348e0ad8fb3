import Base
import ReportText
import Trace

/// The report of `assay trace` for people.
struct TraceText: Sendable {
    private let style: TextStyle

    /// The maximum number of characters shown of a document's line.
    private static let excerpt = 100

    init(style: TextStyle = TextStyle(isColored: false)) { self.style = style }

    /// The whole report, with a final line end.
    func text(of facts: TraceFacts) -> String {
        let contradictions = ContradictionTable(facts.contradictions)
            .lines(style, isVerbose: true)
        let lines =
            facts.table.lines(style)
            + (contradictions.isEmpty ? [] : [""] + contradictions)
            + facts.inventories.indices.flatMap { [""] + section($0, of: facts) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ position: Int, of facts: TraceFacts) -> [String] {
        let traced = facts.inventories[position]
        let title = style.text(PrintableText.line(traced.inventory.document.title), .bold)
        var lines = [title + style.text("  \(PrintableText.line(traced.inventory.file))", .dim)]
        lines += document(of: traced).map { "  " + $0 }
        lines += changes(traced)
        if let holding = traced.holding { lines += faults(of: traced, holding) }
        for group in Grouping(facts.unchecked(at: position), by: { $0.word }) {
            lines += list(
                group.key,
                group.members.map { statement, _, reason in
                    "\(PrintableText.line(statement.name)) (\(places(statement.lines))): "
                        + PrintableText.line(reason)
                }
            )
        }
        return lines
    }

    /// A summary of the document, in a sentence or two.
    private func document(of traced: TracedInventory) -> [String] {
        guard let holding = traced.holding, let path = traced.documentPath else {
            let name = PrintableText.line(traced.inventory.document.name)
            return ["the text was not checked: --document \(name)=FILE names it"]
        }
        let size = Count.of(holding.text.lines.count, "line")
        let state =
            if holding.isWhole {
                "every line belongs to a statement or an aside"
            } else if traced.change != nil, !traced.isUpdated {
                "this is not the text that the inventory was written for"
            } else {
                "some lines belong neither to a statement nor to an aside"
            }
        var lines = ["\(PrintableText.line(path)), \(size): \(state)"]
        if traced.isUpdated { lines.append("the inventory was updated to this text") }
        if !holding.undigested.isEmpty {
            let count = holding.undigested.count
            lines.append(
                "\(count) \(count == 1 ? "entry has" : "entries have") no digest; --update writes "
                    + (count == 1 ? "it" : "them")
            )
        }
        return lines
    }

    private func changes(_ traced: TracedInventory) -> [String] {
        guard let change = traced.change else { return [] }
        var moved: [String] = []
        var changed: [String] = []
        var vanished: [String] = []
        for (entry, outcome) in change.outcomes {
            let subject = PrintableText.line(traced.name(of: entry))
            switch outcome {
            case .unmoved: break
            case .moved(let lines): moved.append("\(subject): \(entry.lines) → \(lines)")
            case .changed(let lines):
                changed.append("\(subject): was \(entry.lines), now look at \(lines)")
            case .vanished: vanished.append("\(subject): was \(entry.lines)")
            }
        }
        let still = change.outcomes.count - moved.count - changed.count - vanished.count
        let summary =
            "  the document changed: \(moved.count) moved, \(changed.count) changed, "
            + "\(vanished.count) vanished, \(still) where they were; "
            + Count.of(change.newLines.count, "new line")
        return [summary] + list("moved", moved) + list("changed", changed)
            + list("vanished", vanished)
    }

    private func faults(of traced: TracedInventory, _ holding: DocumentHolding) -> [String] {
        var lines: [String] = []
        if holding.hasOtherLength {
            lines.append(
                "  the document has \(Count.of(holding.text.lines.count, "line")), the inventory "
                    + "names \(traced.inventory.document.lineCount ?? 0); --update writes it"
            )
        }
        lines += list(
            "digests do not match their lines: review them, then run --update",
            holding.misplaced.map { entry in
                "\(PrintableText.line(traced.name(of: entry))) (\(places(entry.lines))): "
                    + "recorded \(entry.digest ?? ""), "
                    + "actual \(holding.text.digest(of: entry.lines))"
            }
        )
        let width = "\(holding.text.lines.count)".count
        let excerpts = holding.unaccounted.map { number in
            let text = PrintableText.line(holding.text.lines[number - 1], limit: Self.excerpt)
            let padding = String(repeating: " ", count: width - "\(number)".count)
            return "\(padding)\(number) | \(text)"
        }
        let count = Count.of(excerpts.count, "line")
        return lines + list("neither in a statement nor in an aside: \(count)", excerpts)
    }

    private func places(_ lines: LineRanges) -> String {
        (lines.count == 1 ? "line " : "lines ") + lines.description
    }

    private func list(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["  " + style.text(title, .doubtful)] + lines.map { "    " + $0 }
    }
}
