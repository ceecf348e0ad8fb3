import Base
import ReportText
import Trace

/// The report of `assay trace` for people.
struct TraceText: Sendable {
    private let style: TextStyle

    /// How many characters of a line of a document are shown.
    private static let excerpt = 100

    init(style: TextStyle = TextStyle(isColored: false)) { self.style = style }

    /// The whole report, ending with a line end.
    func text(of facts: TraceFacts) -> String {
        let lines = overview(of: facts) + facts.inventories.flatMap { [""] + section($0) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func overview(of facts: TraceFacts) -> [String] {
        var table = TextTable()
        let fates = FateCounts.titles
        table.add(["", "statements"] + fates)
        for traced in facts.inventories {
            let counts = FateCounts(of: traced.inventory)
            let title = PrintableText.line(traced.inventory.document.title)
            table.add([title, "\(traced.inventory.statements.count)"] + counts.cells)
        }
        return [style.text("Documents", .bold)] + table.lines
    }

    private func section(_ traced: TracedInventory) -> [String] {
        let title = style.text(PrintableText.line(traced.inventory.document.title), .bold)
        var lines = [title + style.text("  \(PrintableText.line(traced.inventory.file))", .dim)]
        lines += document(of: traced).map { "  " + $0 }
        lines += changes(traced)
        if let holding = traced.holding { lines += faults(of: traced, holding) }
        let open = traced.open.map { statement, reason in
            "\(PrintableText.line(statement.name)) (\(places(statement.lines))): "
                + PrintableText.line(reason)
        }
        return lines + list("open", open)
    }

    /// What was looked at, in a sentence or two.
    private func document(of traced: TracedInventory) -> [String] {
        guard let holding = traced.holding, let path = traced.documentPath else {
            let name = PrintableText.line(traced.inventory.document.name)
            return ["the text was not looked at: --document \(name)=FILE names it"]
        }
        let size = Count.of(holding.text.lines.count, "line")
        let state =
            if holding.isWhole {
                "every line is in a statement or stands aside"
            } else if traced.change != nil, !traced.isUpdated {
                "this is not the text that the inventory was written for"
            } else {
                "the inventory does not say all of it"
            }
        var lines = ["\(PrintableText.line(path)), \(size): \(state)"]
        if traced.isUpdated { lines.append("the inventory was brought up to this text") }
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
            let subject = name(of: entry, traced.inventory)
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
                    + "says \(traced.inventory.document.lineCount ?? 0); --update writes it"
            )
        }
        lines += list(
            "digests of other lines: look at them, then run --update",
            holding.misplaced.map { entry in
                "\(name(of: entry, traced.inventory)) (\(places(entry.lines))): "
                    + "\(entry.digest ?? ""), the lines have \(holding.text.digest(of: entry.lines))"
            }
        )
        let width = "\(holding.text.lines.count)".count
        let excerpts = holding.unaccounted.map { number in
            let text = PrintableText.line(holding.text.lines[number - 1], limit: Self.excerpt)
            let padding = String(repeating: " ", count: width - "\(number)".count)
            return "\(padding)\(number) | \(text)"
        }
        let count = Count.of(excerpts.count, "line")
        return lines + list("neither in a statement nor aside: \(count)", excerpts)
    }

    private func name(of entry: InventoryEntry, _ inventory: Inventory) -> String {
        switch entry.place {
        case .statement(let name): PrintableText.line(name)
        case .aside(let index):
            "aside (\(PrintableText.line(inventory.asides[index].because)))"
        }
    }

    private func places(_ lines: LineRanges) -> String {
        (lines.count == 1 ? "line " : "lines ") + lines.description
    }

    private func list(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["  " + style.text(title, .doubtful)] + lines.map { "    " + $0 }
    }
}

/// How many statements have each fate.
struct FateCounts {
    static let titles = ["promised", "local", "console", "open", "contradicted"]

    private(set) var counts = [0, 0, 0, 0, 0]

    init(of inventory: Inventory) {
        for statement in inventory.statements {
            switch statement.fate {
            case .promised: counts[0] += 1
            case .local: counts[1] += 1
            case .console: counts[2] += 1
            case .open: counts[3] += 1
            case .contradicted: counts[4] += 1
            }
        }
    }

    /// One figure for each title.
    var cells: [String] { counts.map { "\($0)" } }
}
