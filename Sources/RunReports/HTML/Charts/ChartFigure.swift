/// A chart with its heading, what it says in words, what its lines mean, and its figures as a table.
struct ChartFigure {
    /// Unique within the page.
    let id: String
    let title: String
    /// What somebody learns who does not see it.
    let description: String
    let axes: ChartAxes
    let content: Markup
    var legend = Markup()
    /// What a reader must know; below the chart.
    var notes: [Markup] = []
    let table: DataTable

    var markup: Markup {
        let heading = Markup("h3", ["id": "\(id)-heading"], [Markup(text: title)])
        let notes = notes.map { Markup("p", ["class": "note"], [$0]) }
        return Markup(
            "figure",
            [
                "id": id, "data-left": SVG.number(axes.plot.left),
                "data-right": SVG.number(axes.plot.right), "data-top": SVG.number(axes.plot.top),
                "data-bottom": SVG.number(axes.plot.bottom),
            ],
            [Markup("figcaption", [heading, legend]), picture] + notes + [table.folded]
        )
    }

    private var picture: Markup {
        let picture = Markup(
            "svg",
            [
                "viewBox": "0 0 \(SVG.number(axes.size.width)) \(SVG.number(axes.size.height))",
                "role": "img", "aria-labelledby": "\(id)-title \(id)-text",
            ],
            [
                Markup("title", ["id": "\(id)-title"], [Markup(text: title)]),
                Markup("desc", ["id": "\(id)-text"], [Markup(text: description)]), content,
            ]
        )
        return Markup(
            "div",
            [
                "class": "scroll chart", "tabindex": "0", "role": "group",
                "aria-label": "Chart: \(title)",
            ],
            [picture]
        )
    }
}
