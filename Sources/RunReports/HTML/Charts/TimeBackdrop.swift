/// What a run was doing at each moment, drawn behind a chart whose horizontal axis is time.
struct TimeBackdrop: Hashable, Sendable {
    /// A stretch of time in seconds, and what stands above it.
    struct Stretch: Hashable, Sendable {
        let range: ClosedRange<Double>
        let label: String
        /// The class that gives it its look; empty for none.
        let style: String
    }

    /// A moment in seconds, and what happened then.
    struct Mark: Hashable, Sendable {
        let moment: Double
        let label: String
    }

    /// Warm-up, stages and drain.
    var stretches: [Stretch] = []
    /// Stretches in which the service was much slower than else.
    var stalls: [ClosedRange<Double>] = []
    var marks: [Mark] = []

    /// Drawn before the values.
    func markup(in axes: ChartAxes) -> Markup {
        Markup(
            stretches.map { fields(of: $0, axes) }
                + stalls.map { SVG.rectangle(box($0, axes), "stall") }
                + marks.map { line(of: $0, axes) }
        )
    }

    private func box(_ range: ClosedRange<Double>, _ axes: ChartAxes) -> SVG.Box {
        let left = axes.x.position(of: range.lowerBound)
        let right = axes.x.position(of: range.upperBound)
        return SVG.Box(
            left: left,
            top: axes.plot.top,
            width: max(right - left, 1),
            height: axes.plot.height
        )
    }

    private func fields(of stretch: Stretch, _ axes: ChartAxes) -> Markup {
        let box = box(stretch.range, axes)
        var parts: [Markup] = []
        if !stretch.style.isEmpty { parts.append(SVG.rectangle(box, stretch.style)) }
        parts.append(
            SVG.line(
                SVG.Point(box.left, axes.plot.top - 14),
                SVG.Point(box.left, axes.plot.bottom),
                "boundary"
            )
        )
        // Letters are about this wide; what does not fit stands in the table of stages.
        if Double(stretch.label.count) * 6.4 < box.width - 4 {
            let point = SVG.Point(box.middle, axes.plot.top - 4)
            parts.append(SVG.text(stretch.label, at: point, .middle, "stage"))
        }
        return Markup(parts)
    }

    private func line(of mark: Mark, _ axes: ChartAxes) -> Markup {
        let x = axes.x.position(of: mark.moment)
        let isRight = x > axes.plot.middle
        let point = SVG.Point(isRight ? x - 5 : x + 5, axes.plot.top + 14)
        return SVG.line(SVG.Point(x, axes.plot.top), SVG.Point(x, axes.plot.bottom), "mark")
            + SVG.text(mark.label, at: point, isRight ? .end : .start, "stage")
    }
}
