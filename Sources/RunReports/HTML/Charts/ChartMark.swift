/// Dots of a chart that differ in shape too.
enum ChartMark {
    /// A circle, a square, a triangle, a diamond in the colour of a line.
    ///
    /// - Parameter style: The colour; 0 to 3 also have their own shapes.
    /// - Returns: The dot, around zero.
    static func dot(_ style: Int) -> Markup {
        let outline =
            switch style {
            case 0: circle
            case 1: "m-5-5h10v10h-10z"
            case 2: "m0-7l7 12h-14z"
            default: diamond
            }
        return path(outline, "f\(style)")
    }

    /// A circle for passed, a cross for failed, a diamond for inconclusive.
    static func verdict(_ kind: PageVerdict.Kind) -> Markup {
        let outline =
            switch kind {
            case .passed, .neutral: circle
            case .failed: cross
            case .doubtful: diamond
            }
        return path(outline, kind.rawValue)
    }

    private static let circle = "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"
    private static let cross =
        "m-6-3.5l2.5-2.5l3.5 3.5l3.5-3.5l2.5 2.5l-3.5 3.5l3.5 3.5l-2.5 2.5l-3.5-3.5l-3.5 3.5l-2.5-2.5"
        + "l3.5-3.5z"
    private static let diamond = "m0-7l6 7l-6 7l-6-7z"

    private static func path(_ outline: String, _ style: String) -> Markup {
        SVG.path("M0 0\(outline)", "dot \(style)")
    }
}
