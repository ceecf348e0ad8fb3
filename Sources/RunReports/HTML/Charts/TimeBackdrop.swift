/// The state of a run at each moment, drawn behind a chart over time.
struct TimeBackdrop: Hashable, Sendable {
    /// A stretch of time in seconds, with its label.
    struct Stretch: Hashable, Sendable {
        let range: ClosedRange<Double>
        let label: String
        /// The class of its style; empty for none.
        let style: String
    }

    /// A moment in seconds, and the event at it.
    struct Mark: Hashable, Sendable {
        let moment: Double
        let label: String
    }

    /// Warm-up, stages and drain.
    var stretches: [Stretch] = []
    /// Stretches in which the service was much slower than usual.
    var stalls: [ClosedRange<Double>] = []
    var marks: [Mark] = []

    /// Drawn before the values.
    func layers(in axes: ChartAxes) -> ChartLayers {
        ChartLayers(
            stretches.map { layers(of: $0, axes) }
                + stalls.map { ChartLayers(fields: SVG.rectangle(box($0, axes), "stall")) }
                + marks.enumerated().map { layers(of: $0.element, $0.offset, axes) }
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

    private func layers(of stretch: Stretch, _ axes: ChartAxes) -> ChartLayers {
        let box = box(stretch.range, axes)
        var layers = ChartLayers()
        if !stretch.style.isEmpty { layers.fields = SVG.rectangle(box, stretch.style) }
        layers.fields =
            layers.fields
            + SVG.line(
                SVG.Point(box.left, axes.plot.top - 14),
                SVG.Point(box.left, axes.plot.bottom),
                "boundary"
            )
        // A label that does not fit is in the table of stages.
        let share = box.width / ChartAxes.width
        if let room = ChartRoom.style(of: stretch.label, within: share) {
            let point = SVG.Point(box.middle, axes.plot.top - 4)
            layers.signs = SVG.text(stretch.label, at: point, .middle, "stage \(room)")
        }
        return layers
    }

    /// Labels of adjacent marks are one below the other.
    private func layers(of mark: Mark, _ index: Int, _ axes: ChartAxes) -> ChartLayers {
        let x = axes.x.position(of: mark.moment)
        let isRight = x > axes.plot.middle
        return ChartLayers(
            fields: SVG.line(
                SVG.Point(x, axes.plot.top),
                SVG.Point(x, axes.plot.bottom),
                "mark"
            ),
            signs: SVG.text(
                mark.label,
                at: SVG.Point(x, axes.plot.top + 14 + Double(index % 4) * 14),
                isRight ? .end : .start,
                "stage",
                shift: isRight ? -5 : 5
            )
        )
    }
}
