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

    /// The table in a box that scrolls when the window is narrow.
    var markup: Markup {
        let head = titles.map { Markup("th", ["scope": "col"], [Markup(text: $0)]) }
        let body = rows.map { row in
            let place = row.position.map(SVG.number) ?? ""
            let heading = Markup("th", ["scope": "row"], [Markup(text: row.heading)])
            let cells = row.cells.map { Markup("td", [$0]) }
            return Markup("tr", ["data-x": place], [heading] + cells)
        }
        let table = Markup(
            "table",
            ["class": endsWithText ? "prose-end" : ""],
            [
                Markup("caption", [Markup(text: caption)]),
                titles.allSatisfy(\.isEmpty) ? Markup() : Markup("thead", [Markup("tr", head)]),
                Markup("tbody", body),
            ]
        )
        // Boxes that scroll must be reachable with the keyboard.
        return Markup(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": caption],
            [table]
        )
    }

    /// The table behind a line that opens it.
    var folded: Markup {
        Markup("details", [Markup("summary", [Markup(text: "Data: \(caption)")]), markup])
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
