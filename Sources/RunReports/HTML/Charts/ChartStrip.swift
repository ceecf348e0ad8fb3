/// Dots along a separate line, with a name above them.
struct ChartStrip {
    /// A value, and the shape of its dot.
    struct Dot {
        let style: Int
        /// Of the horizontal axis.
        let value: Double
        /// The name of this shape in the legend.
        let name: String
    }

    let name: String
    let dots: [Dot]
    /// The position of a stroke across the strip; `nil` for none, and a line then joins the dots.
    var median: Double?
    /// Whether many dots may overlap, and are moved up and down a little to avoid that.
    var isCrowded = false
    /// Whether it has a background.
    var isShaded = false

    /// The strip; its name is above the dots, so that both fit on a phone.
    func layers(at index: Int, in axes: ChartAxes) -> ChartLayers {
        let height = Self.height(in: axes)
        let top = axes.plot.top + Double(index) * height
        let text = SVG.text(
            name.count > 34 ? "…\(name.suffix(33))" : name,
            at: SVG.Point(axes.plot.left, top + 12),
            .start,
            "stage",
            shift: 4
        )
        let middle = top + (height + 12) / 2
        let signs = dots.enumerated().map { number, dot in
            let shift = isCrowded ? Double(number % 3 - 1) * 8 : 0
            let place = SVG.Point(axes.x.position(of: dot.value), middle + shift)
            return SVG.sign(ChartMark.dot(dot.style), at: place)
        }
        return ChartLayers(fields: stroke(top, middle, axes), signs: Markup([text] + signs))
    }

    private func stroke(_ top: Double, _ middle: Double, _ axes: ChartAxes) -> Markup {
        if let median {
            let x = axes.x.position(of: median)
            let end = top + Self.height(in: axes)
            return SVG.line(SVG.Point(x, top + 16), SVG.Point(x, end), "median")
        }
        let places = dots.map { axes.x.position(of: $0.value) }
        guard let first = places.min(), let last = places.max() else { return Markup() }
        return SVG.line(SVG.Point(first, middle), SVG.Point(last, middle), "axis")
    }

    /// The backgrounds of shaded strips.
    static func bands(_ strips: [ChartStrip], in axes: ChartAxes) -> ChartLayers {
        let height = height(in: axes)
        let bands = strips.enumerated().filter(\.element.isShaded).map { index, _ in
            let box = SVG.Box(
                left: axes.plot.left,
                top: axes.plot.top + Double(index) * height,
                width: axes.plot.width,
                height: height
            )
            return SVG.rectangle(box, "stage-odd")
        }
        return ChartLayers(fields: Markup(bands))
    }

    private static func height(in axes: ChartAxes) -> Double {
        axes.plot.height / axes.y.domain.upperBound
    }

    /// Each shape once.
    static func legend(_ strips: [ChartStrip]) -> [Dot] {
        var seen: Set<Int> = []
        return strips.flatMap(\.dots).filter { seen.insert($0.style).inserted }
            .sorted { $0.style < $1.style }
    }
}
