/// A line of a chart.
struct ChartSeries: Hashable, Sendable {
    let style: ChartStyle
    /// In values of the axes; `nil` interrupts the line.
    var points: [SVG.Point?]
    /// Places without a value because the measured figure failed, on the horizontal axis.
    var failures: [Double] = []
    /// Whether the legend names it.
    var isNamed = true

    /// All values of the line, on the vertical axis.
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
