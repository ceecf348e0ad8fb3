/// The few shapes of charts.
enum SVG {
    /// A coordinate with at most one decimal.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }

    static func line(_ from: Point, _ to: Point, _ style: String) -> Markup {
        Markup(
            "line",
            [
                "x1": number(from.x), "y1": number(from.y), "x2": number(to.x), "y2": number(to.y),
                "class": style,
            ]
        )
    }

    static func rectangle(_ box: Box, _ style: String) -> Markup {
        Markup(
            "rect",
            [
                "x": number(box.left), "y": number(box.top), "width": number(box.width),
                "height": number(box.height), "class": style,
            ]
        )
    }

    /// A text with one end, or its middle, at a point of the chart.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - point: In the units of the chart.
    ///   - anchor: The part of the text at the point.
    ///   - style: Its classes.
    ///   - shift: Pixels that it is moved to the right, however wide the chart is.
    /// - Returns: The text.
    static func text(
        _ text: String,
        at point: Point,
        _ anchor: Anchor = .start,
        _ style: String = "",
        shift: Double = 0
    ) -> Markup {
        Markup(
            "text",
            [
                "x": place(point.x), "y": number(point.y), "dx": shift == 0 ? "" : number(shift),
                "text-anchor": anchor == .start ? "" : anchor.rawValue, "class": style,
            ],
            [Markup(text: text)]
        )
    }

    /// A drawing around zero, at a point of a chart.
    static func sign(_ content: Markup, at point: Point) -> Markup {
        Markup(
            "svg",
            [
                "x": place(point.x), "y": number(point.y), "width": "1", "height": "1",
                "overflow": "visible",
            ],
            [content]
        )
    }

    /// The horizontal position, as a share of the width of the chart.
    private static func place(_ x: Double) -> String { "\(number(x / ChartAxes.width * 100))%" }

    /// A path from the text of its commands.
    static func path(_ commands: String, _ style: String) -> Markup {
        Markup("path", ["d": commands, "class": style])
    }

    /// Straight lines through points; `nil` interrupts them, and a single point becomes a dot.
    static func commands(through points: [Point?]) -> String {
        var text = ""
        for (index, point) in points.enumerated() {
            guard let point else { continue }
            let before = index > 0 ? points[index - 1] : nil
            let after = index + 1 < points.count ? points[index + 1] : nil
            text += "\(before == nil ? "M" : "L")\(number(point.x)) \(number(point.y))"
            if before == nil && after == nil { text += "h.1" }
        }
        return text
    }

    enum Anchor: String {
        case start, middle, end
    }

    struct Point: Hashable {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    struct Box: Hashable {
        var left: Double
        var top: Double
        var width: Double
        var height: Double

        var right: Double { left + width }
        var bottom: Double { top + height }
        var middle: Double { left + width / 2 }
    }
}
