/// The field of a chart with its two axes, in units of about a pixel.
struct ChartAxes: Hashable, Sendable {
    /// The whole picture.
    let size: SVG.Box
    /// The part in which values are drawn.
    let plot: SVG.Box
    let x: ChartScale
    let y: ChartScale
    private let xTicks: [ChartTicks.Tick]
    private let yTicks: [ChartTicks.Tick]
    private let xTitle: String
    private let yTitle: String

    /// One side: how values are laid out, the lines across the chart, and what it shows.
    struct Side {
        let form: ChartScale.Form
        let domain: ClosedRange<Double>
        let ticks: [ChartTicks.Tick]
        let title: String
    }

    /// - Parameters:
    ///   - x: From left to right.
    ///   - y: From the bottom up.
    ///   - height: Of the part in which values are drawn.
    ///   - left: The room for the texts of the vertical axis.
    init(x: Side, y: Side, height: Double = 240, left: Double = 64) {
        // Above the values stand the axis title and, below it, the names of stages.
        let top = 38.0
        plot = SVG.Box(left: left, top: top, width: Self.width - left - 16, height: height)
        size = SVG.Box(left: 0, top: 0, width: Self.width, height: top + height + 44)
        self.x = ChartScale(x.form, x.domain, from: plot.left, to: plot.right)
        self.y = ChartScale(y.form, y.domain, from: plot.bottom, to: plot.top)
        (xTicks, yTicks, xTitle, yTitle) = (x.ticks, y.ticks, x.title, y.title)
    }

    private static let width = 900.0

    /// Where a pair of values stands.
    func point(_ x: Double, _ y: Double) -> SVG.Point {
        SVG.Point(self.x.position(of: x), self.y.position(of: y))
    }

    /// Lines across the chart; drawn before the values.
    var grid: Markup {
        let vertical = xTicks.map { tick in
            let x = x.position(of: tick.value)
            return SVG.line(
                SVG.Point(x, plot.top),
                SVG.Point(x, plot.bottom),
                tick.label == nil ? "grid faint" : "grid"
            )
        }
        let horizontal = yTicks.map { tick in
            let y = y.position(of: tick.value)
            return SVG.line(
                SVG.Point(plot.left, y),
                SVG.Point(plot.right, y),
                tick.label == nil ? "grid faint" : "grid"
            )
        }
        return Markup(vertical + horizontal)
    }

    /// The lines at the left and below, and all texts; drawn after the values.
    var frame: Markup {
        let corner = SVG.Point(plot.left, plot.bottom)
        let lines = [
            SVG.line(corner, SVG.Point(plot.right, plot.bottom), "axis"),
            SVG.line(corner, SVG.Point(plot.left, plot.top), "axis"),
        ]
        let titles = [
            SVG.text(yTitle, at: SVG.Point(4, 13), .start, "axis-title"),
            SVG.text(
                xTitle,
                at: SVG.Point(plot.right, plot.bottom + 36),
                .end,
                "axis-title"
            ),
        ]
        return Markup(lines + xTexts + yTexts + titles)
    }

    private var xTexts: [Markup] {
        xTicks.compactMap { tick in
            tick.label.map { label in
                let x = x.position(of: tick.value)
                return SVG.text(label, at: SVG.Point(x, plot.bottom + 17), .middle)
            }
        }
    }

    private var yTexts: [Markup] {
        yTicks.compactMap { tick in
            tick.label.map { label in
                let y = y.position(of: tick.value) + 4
                return SVG.text(label, at: SVG.Point(plot.left - 7, y), .end)
            }
        }
    }
}
