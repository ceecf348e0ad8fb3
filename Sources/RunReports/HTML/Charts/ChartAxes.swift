/// The area of a chart with its two axes: as wide as the page, with a fixed height in pixels.
struct ChartAxes: Hashable, Sendable {
    /// The height of the whole picture, in pixels.
    let height: Double
    /// The area of the values: the full width, whatever that is in pixels.
    let plot: SVG.Box
    let x: ChartScale
    let y: ChartScale
    private let xTicks: [ChartTicks.Tick]
    private let yTicks: [ChartTicks.Tick]
    private let xTitle: String
    private let yTitle: String

    /// One side: its scale, its grid lines, and its title.
    struct Side {
        let form: ChartScale.Form
        let domain: ClosedRange<Double>
        let ticks: [ChartTicks.Tick]
        let title: String
        /// The title of the places in the table; empty for none.
        var rowTitle = ""
    }

    /// - Parameters:
    ///   - x: From left to right.
    ///   - y: From the bottom up.
    ///   - height: Of the part in which values are drawn.
    init(x: Side, y: Side, height: Double = 240) {
        // Room for the axis title and, below it, the names of stages.
        let top = 38.0
        plot = SVG.Box(left: 0, top: top, width: Self.width, height: height)
        self.height = top + height + 44
        self.x = ChartScale(x.form, x.domain, from: plot.left, to: plot.right)
        self.y = ChartScale(y.form, y.domain, from: plot.bottom, to: plot.top)
        (xTicks, yTicks, xTitle, yTitle) = (x.ticks, y.ticks, x.title, y.title)
    }

    /// The width, in units.
    static let width = 1000.0
    /// Pixels next to a chart for the texts of its vertical axis.
    private static let margin = 56.0

    /// The position of a pair of values.
    func point(_ x: Double, _ y: Double) -> SVG.Point {
        SVG.Point(self.x.position(of: x), self.y.position(of: y))
    }

    /// Grid lines; drawn before the values.
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
    var frame: ChartLayers {
        let corner = SVG.Point(plot.left, plot.bottom)
        let lines = [
            SVG.line(corner, SVG.Point(plot.right, plot.bottom), "axis"),
            SVG.line(corner, SVG.Point(plot.left, plot.top), "axis"),
        ]
        let titles = [
            SVG.text(
                yTitle,
                at: SVG.Point(plot.left, 13),
                .start,
                "axis-title",
                shift: -Self.margin
            ),
            SVG.text(
                xTitle,
                at: SVG.Point(plot.right, plot.bottom + 36),
                .end,
                "axis-title"
            ),
        ]
        return ChartLayers(fields: Markup(lines), signs: Markup(xTexts + yTexts + titles))
    }

    private var xTexts: [Markup] {
        let texts = xTicks.compactMap { tick in
            tick.label.map { ($0, x.position(of: tick.value)) }
        }
        let styles = ChartRoom.styles(of: texts.map { ($0.0, $0.1 / Self.width) })
        return zip(texts, styles).compactMap { text, style in
            style.map {
                SVG.text(text.0, at: SVG.Point(text.1, plot.bottom + 17), .middle, $0)
            }
        }
    }

    private var yTexts: [Markup] {
        yTicks.compactMap { tick in
            tick.label.map { label in
                let y = y.position(of: tick.value) + 4
                return SVG.text(label, at: SVG.Point(plot.left, y), .end, shift: -7)
            }
        }
    }
}
