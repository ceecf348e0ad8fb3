/// A table of figures: the first cell of each row is its heading, the others are to the right.
struct DataTable: Hashable, Sendable {
    /// One line of it.
    struct Row: Hashable, Sendable {
        let heading: String
        let cells: [Markup]
        /// The position of the row in its chart, in the chart's units.
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
    /// The titles of all columns, including that of the headings; with empty texts the table has no
    /// head.
    let titles: [String]
    let rows: [Row]
    /// Whether the last column has sentences instead of figures.
    var endsWithText = false

    /// The table; if it is too wide for the window every row is a card, with the titles in it.
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

    /// The table in a fold, in a box that scrolls.
    var folded: Markup {
        // Scrolling boxes must be reachable with the keyboard.
        let box = Markup(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": caption],
            [table(hasCards: false)]
        )
        return Markup("details", [Markup("summary", [Markup(text: "Data: \(caption)")]), box])
    }
}

extension DataTable {
    /// Facts with their names, without a head.
    init(caption: String, facts: [(String, String)]) {
        self.init(
            caption: caption,
            titles: ["", ""],
            rows: facts.map { Row($0.0, [$0.1]) },
            endsWithText: true
        )
    }
}
