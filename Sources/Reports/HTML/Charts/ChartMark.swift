/// Dots of a chart that shapes tell apart, too.
enum ChartMark {
    /// A circle, a square, a triangle, a diamond.
    ///
    /// - Parameters:
    ///   - style: Which colour it has; 0 to 3 have shapes of their own.
    ///   - point: Where its middle stands.
    /// - Returns: The dot.
    static func dot(_ style: Int, at point: SVG.Point) -> Markup {
        let outline =
            switch style {
            case 0: "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"
            case 1: "m-5-5h10v10h-10z"
            case 2: "m0-7l7 12h-14z"
            default: "m0-7l6 7l-6 7l-6-7z"
            }
        return SVG.path(
            "M\(SVG.number(point.x)) \(SVG.number(point.y))\(outline)",
            "dot f\(style)"
        )
    }
}
