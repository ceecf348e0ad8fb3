/// A line of a chart.
struct ChartSeries: Hashable, Sendable {
    let style: ChartStyle
    /// In values of the axes; `nil` interrupts the line.
    var points: [SVG.Point?]
    /// Where there is no value because what was measured failed: values of the horizontal axis.
    var failures: [Double] = []
    /// Whether the legend says what it is.
    var isNamed = true

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
