/// A comparison on a page: the verdict, the table of compared figures, and every run of both sides.
struct ComparisonSection {
    let record: ComparisonRecord
    /// Prefix of identifiers on the page.
    let prefix: String
    /// Whether the page has no other result.
    let isAlone: Bool

    /// Each part with its own heading.
    var list: [PageSection] {
        let verdict = part("verdict", "Verdict", Markup([lead, facts, table, notes]))
        let figures = record.metrics.enumerated().compactMap { index, metric in
            Chart.spread(
                of: metric,
                id: "\(prefix)metric\(index + 1)",
                sides: record.sides
            )?.markup
        }
        guard !figures.isEmpty else { return [verdict] }
        let pair = Markup("div", ["class": "pair"], figures)
        return [verdict, part("runs", "Run by run", pair)]
    }

    /// All parts under one heading.
    var markup: Markup { Markup(list.map(\.markup)) }

    private func part(_ id: String, _ title: String, _ content: Markup) -> PageSection {
        PageSection(id: prefix + id, title: title, content: content, isInner: !isAlone)
    }

    private var lead: Markup {
        PageVerdict(record.outcome, record.headline).lead("\(record.title).")
    }

    private var facts: Markup {
        guard !record.facts.isEmpty else { return Markup() }
        let list = DataTable(
            caption: "What was compared",
            facts: record.facts.map { ($0.name, $0.text) }
        )
        return Markup("div", ["class": "facts"], [list.markup])
    }

    private var table: Markup {
        guard !record.rows.isEmpty, record.columns.count > 1 else { return Markup() }
        let rows = record.rows.map { row in
            let cells = row.cells.dropLast().map { Markup(text: $0) }
            let verdict = PageVerdict(row.outcome, row.cells.last ?? "").badge
            return DataTable.Row(row.name, cells + [verdict])
        }
        return DataTable(caption: "Metrics", titles: record.columns, rows: rows).markup
    }

    /// The note with a capital and a full stop; a name such as `p99` keeps its letters.
    private static func sentence(_ note: String) -> String {
        let isName = note.prefix { $0 != " " }.contains(where: \.isNumber)
        return (isName ? note : note.prefix(1).uppercased() + note.dropFirst()) + "."
    }

    private var notes: Markup {
        PageVerdict.list(
            record.notes.map { note in
                PageVerdict(.neutral, Self.sentence(note))
            }
        )
    }
}
