import LoadModel
import Measure

/// Lines over a common axis.
struct LineChart {
    let axes: ChartAxes
    var backdrop = TimeBackdrop()
    var series: [ChartSeries]
    /// Values of the vertical axis that must not be crossed, each with its text.
    var limits: [(value: Double, label: String)] = []
    /// From this value of the horizontal axis on there is nothing to draw, and why.
    var ending: (value: Double, label: String)?

    var markup: Markup {
        let body = [backdrop.markup(in: axes), axes.grid, zone, limitLines]
        return Markup(body + series.map { $0.markup(in: axes) } + [axes.frame])
    }

    private var limitLines: Markup {
        Markup(
            limits.filter { axes.y.domain.contains($0.value) }.map { limit in
                let y = axes.y.position(of: limit.value)
                let line = SVG.line(
                    SVG.Point(axes.plot.left, y),
                    SVG.Point(axes.plot.right, y),
                    "limit"
                )
                let point = SVG.Point(axes.plot.left + 8, y - 5)
                return line + SVG.text(limit.label, at: point, .start, "limit-text")
            }
        )
    }

    private var zone: Markup {
        guard let ending else { return Markup() }
        let left = axes.x.position(of: ending.value)
        let box = SVG.Box(
            left: left,
            top: axes.plot.top,
            width: max(axes.plot.right - left, 0),
            height: axes.plot.height
        )
        let text = SVG.Point(box.right - 6, axes.plot.bottom - 9)
        return SVG.rectangle(box, "failed-zone")
            + SVG.text(ending.label, at: text, .end, "zone-text")
    }
}

extension LineChart {
    /// The limits of percentiles of the latency, each with its text.
    ///
    /// - Parameters:
    ///   - rows: Of a profile.
    ///   - sends: Their names.
    ///   - isMeant: Which rows a chart can show.
    /// - Returns: In nanoseconds, in the order of the profile.
    static func limits(
        of rows: [Threshold],
        sends: [String],
        where isMeant: (Threshold) -> Bool = { _ in true }
    ) -> [(value: Double, label: String)] {
        rows.compactMap { threshold in
            guard case .latencyPercentile = threshold.metric, isMeant(threshold) else {
                return nil
            }
            return (threshold.limit.doubleValue, threshold.text(sends: sends))
        }
    }
}
