/// A chart with its heading, what it says in words, what its lines mean, and its figures as a table.
struct ChartFigure {
    /// Unique within the page.
    let id: String
    let title: String
    /// What somebody learns who does not see it.
    let description: String
    let axes: ChartAxes
    let content: ChartLayers
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
                "id": id, "data-top": SVG.number(axes.plot.top),
                "data-bottom": SVG.number(axes.plot.bottom),
            ],
            [Markup("figcaption", [heading, legend]), picture] + notes + [table.folded]
        )
    }

    private var picture: Markup {
        let height = SVG.number(axes.height)
        let fields = Markup(
            "svg",
            [
                "class": "fields", "viewBox": "0 0 \(SVG.number(ChartAxes.width)) \(height)",
                "width": "100%", "height": height, "preserveAspectRatio": "none",
            ],
            [content.fields]
        )
        let picture = Markup(
            "svg",
            ["height": height, "role": "img", "aria-labelledby": "\(id)-title \(id)-text"],
            [
                Markup("title", ["id": "\(id)-title"], [Markup(text: title)]),
                Markup("desc", ["id": "\(id)-text"], [Markup(text: description)]), fields,
                content.signs,
            ]
        )
        return Markup("div", ["class": "chart"], [picture])
    }
}
