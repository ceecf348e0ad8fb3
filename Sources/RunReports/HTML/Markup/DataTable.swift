/// A table of figures: the first cell of each row is its heading, the others stand to the right.
struct DataTable: Hashable, Sendable {
    /// One line of it.
    struct Row: Hashable, Sendable {
        let heading: String
        let cells: [Markup]
        /// Where the row stands in the chart that it belongs to, in the chart's own units.
        let position: Double?

        init(_ heading: String, _ cells: [Markup], position: Double? = nil) {
            self.heading = heading
            self.cells = cells
            self.position = position
        }

        init(_ heading: String, _ cells: [String], position: Double? = nil) {
            self.init(heading, cells.map { Markup(text: $0) }, position: position)
        }
    }

    let caption: String
    /// Of all columns, that of the headings included; empty texts make a table without a head.
    let titles: [String]
    let rows: [Row]
    /// Whether the last column holds sentences and not figures.
    var endsWithText = false

    /// The table; where it is too wide for the window every row is a card, with the titles in it.
    var markup: Markup { table(hasCards: titles.count > 2) }

    private func table(hasCards: Bool) -> Markup {
        let head = titles.map { Markup("th", ["scope": "col"], [Markup(text: $0)]) }
        let body = rows.map { row in
            let place = row.position.map(SVG.number) ?? ""
            let heading = Markup("th", ["scope": "row"], [Markup(text: row.heading)])
            let cells = row.cells.enumerated().map { index, cell in
                Markup("td", ["data-title": hasCards ? titles[index + 1] : ""], [cell])
            }
            return Markup("tr", ["data-x": place], [heading] + cells)
        }
        let classes = [endsWithText ? "prose-end" : "", hasCards ? "cards" : ""]
        return Markup(
            "table",
            ["class": classes.filter { !$0.isEmpty }.joined(separator: " ")],
            [
                Markup("caption", [Markup(text: caption)]),
                titles.allSatisfy(\.isEmpty) ? Markup() : Markup("thead", [Markup("tr", head)]),
                Markup("tbody", body),
            ]
        )
    }

    /// The table behind a line that opens it, in a box that scrolls.
    var folded: Markup {
        // Boxes that scroll must be reachable with the keyboard.
        let box = Markup(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": caption],
            [table(hasCards: false)]
        )
        return Markup("details", [Markup("summary", [Markup(text: "Data: \(caption)")]), box])
    }
}

extension DataTable {
    /// Facts, each with its name; without a head.
    init(caption: String, facts: [(String, String)]) {
        self.init(
            caption: caption,
            titles: ["", ""],
            rows: facts.map { Row($0.0, [$0.1]) },
            endsWithText: true
        )
    }
}
