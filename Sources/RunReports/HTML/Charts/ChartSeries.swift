/// A line of a chart.
struct ChartSeries: Hashable, Sendable {
    let name: String
    let style: ChartStyle
    /// In values of the axes; `nil` interrupts the line.
    var points: [SVG.Point?]
    /// Where there is no value because what was measured failed: values of the horizontal axis.
    var failures: [Double] = []

    /// All that the line goes through, in values of the vertical axis.
    var values: [Double] { points.compactMap { $0?.y } }

    /// The line, and a cross at the top of the chart for each failure.
    func layers(in axes: ChartAxes) -> ChartLayers {
        let places = points.map { $0.map { axes.point($0.x, $0.y) } }
        let crosses = failures.map { value in
            SVG.sign(
                SVG.path("M-4-4l8 8m0-8l-8 8", "cross s\(style.name)"),
                at: SVG.Point(axes.x.position(of: value), axes.plot.top + 5)
            )
        }
        return ChartLayers(
            fields: SVG.path(SVG.commands(through: places), "line s\(style.name)"),
            signs: Markup(crosses)
        )
    }

    /// Whether there is nothing to draw.
    var isEmpty: Bool { failures.isEmpty && points.allSatisfy { $0 == nil } }
}

extension ChartLegend {
    /// What each line of a chart is called that is there, and whether there are stalls behind them.
    init(_ series: [ChartSeries], _ backdrop: TimeBackdrop = TimeBackdrop()) {
        self.init()
        for line in series where !line.isEmpty { addLine(line.style, line.name) }
        if !backdrop.stalls.isEmpty { addZone("stall", "stall") }
    }
}

/// What the lines and fields of a chart mean.
struct ChartLegend: Hashable, Sendable {
    private enum Sample: Hashable {
        case line(ChartStyle), field(ChartStyle), zone(String), mark(PageVerdict.Kind), dot(Int)
    }

    private var items: [(sample: Sample, name: String)] = []

    static func == (left: ChartLegend, right: ChartLegend) -> Bool {
        left.items.elementsEqual(right.items, by: ==)
    }

    func hash(into hasher: inout Hasher) {
        for item in items { hasher.combine(item.name) }
    }

    mutating func addLine(_ style: ChartStyle, _ name: String) {
        items.append((.line(style), name))
    }

    mutating func addField(_ style: ChartStyle, _ name: String) {
        items.append((.field(style), name))
    }

    /// A stretch of the chart with a class of its own: `stall`.
    mutating func addZone(_ style: String, _ name: String) { items.append((.zone(style), name)) }

    /// A dot in the shape and the colour of a kind.
    mutating func addDot(_ style: Int, _ name: String) { items.append((.dot(style), name)) }

    /// A dot of a verdict.
    mutating func addMark(_ kind: PageVerdict.Kind, _ name: String) {
        items.append((.mark(kind), name))
    }

    /// A list; empty without lines.
    var markup: Markup {
        guard !items.isEmpty else { return Markup() }
        return Markup(
            "ul",
            ["class": "legend"],
            items.map { Markup("li", [swatch($0.sample), Markup(text: $0.name)]) }
        )
    }

    private func swatch(_ sample: Sample) -> Markup {
        let box = SVG.Box(left: 1, top: 1, width: 26, height: 10)
        let content =
            switch sample {
            case .line(let style): SVG.path("M0 6h28", "line s\(style.name)")
            case .field(let style):
                SVG.rectangle(box, "f\(style.name)") + SVG.rectangle(box, "p\(style.name)")
            case .zone(let style): SVG.rectangle(box, style)
            case .mark(let kind): Self.dot(ChartMark.verdict(kind))
            case .dot(let style): Self.dot(ChartMark.dot(style))
            }
        return Markup(
            "svg",
            ["class": "swatch", "viewBox": "0 0 28 12", "aria-hidden": "true"],
            [content]
        )
    }

    private static func dot(_ mark: Markup) -> Markup {
        Markup("g", ["transform": "translate(14 6) scale(.8)"], [mark])
    }
}
