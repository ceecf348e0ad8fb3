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

    var layers: ChartLayers {
        let below = [backdrop.layers(in: axes), ChartLayers(fields: axes.grid), zone, limitLines]
        return ChartLayers(below + series.map { $0.layers(in: axes) } + [axes.frame])
    }

    private var limitLines: ChartLayers {
        var taken: [Double] = []
        return ChartLayers(
            limits.filter { axes.y.domain.contains($0.value) }.map { limit in
                let y = axes.y.position(of: limit.value)
                let line = SVG.line(
                    SVG.Point(axes.plot.left, y),
                    SVG.Point(axes.plot.right, y),
                    "limit"
                )
                // Above the line, or else below it; what has no room is in the table of thresholds.
                let place = [y - 5, y + 13].first { place in
                    taken.allSatisfy { abs($0 - place) >= 13 } && place < axes.plot.bottom
                }
                guard let place else { return ChartLayers(fields: line) }
                taken.append(place)
                return ChartLayers(
                    fields: line,
                    signs: SVG.text(
                        limit.label,
                        at: SVG.Point(axes.plot.left, place),
                        .start,
                        "limit-text",
                        shift: 8
                    )
                )
            }
        )
    }

    private var zone: ChartLayers {
        guard let ending else { return ChartLayers() }
        let left = axes.x.position(of: ending.value)
        let box = SVG.Box(
            left: left,
            top: axes.plot.top,
            width: max(axes.plot.right - left, 0),
            height: axes.plot.height
        )
        let text = SVG.Point(box.right, axes.plot.bottom - 9)
        return ChartLayers(
            fields: SVG.rectangle(box, "failed-zone"),
            signs: SVG.text(ending.label, at: text, .end, "zone-text", shift: -6)
        )
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
