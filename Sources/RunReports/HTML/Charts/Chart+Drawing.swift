extension Chart {
    /// The axes, with room for all values and limits.
    var axes: ChartAxes {
        ChartAxes(x: x, y: y.side(for: values + limits.map(\.value)), height: height)
    }

    /// All drawn values, on the vertical axis.
    private var values: [Double] {
        let stacked = places.indices.map { index in
            stack.reduce(0) { $0 + $1.values[index] }
        }
        return lines.flatMap(\.values) + (stack.isEmpty ? [] : stacked)
    }

    /// The columns that are lines.
    var lines: [ChartSeries] { columns.compactMap(series(of:)) }

    /// A column as a line; `nil` for other columns.
    func series(of column: Column) -> ChartSeries? {
        switch column.drawing {
        case .none, .stack: return nil
        case .line(let series): return series
        case .level(let style, let values):
            let points = zip(places, values).flatMap { place, value in
                [place.range.lowerBound, place.range.upperBound].map { x in
                    value.map { SVG.Point(x, $0) }
                }
            }
            return ChartSeries(style: style, points: points)
        case .middle(let style, let values):
            let points = zip(places, values).map { place, value in
                value.map { SVG.Point(place.middle, $0) }
            }
            return ChartSeries(style: style, points: points)
        case .sum(let style, let values):
            let points = zip(places, values).map { SVG.Point($0.range.upperBound, $1) }
            let start = SVG.Point(0, 0)
            return ChartSeries(style: style, points: [start] + points)
        }
    }

    /// A layer of stacked columns.
    private typealias Layer = (style: ChartStyle, values: [Double])

    private var stack: [Layer] {
        columns.compactMap { column in
            guard case .stack(let style, let values, _) = column.drawing else { return nil }
            return (style, values)
        }
    }

    /// All layers, from the bottom up.
    func layers(in axes: ChartAxes) -> ChartLayers {
        ChartLayers(
            [
                backdrop.layers(in: axes), ChartStrip.bands(strips, in: axes),
                ChartLayers(fields: axes.grid), zone(in: axes), limitLines(in: axes),
                ChartLayers(fields: heat?.fields(in: axes) ?? Markup()),
                ChartLayers(fields: stackFields(in: axes)),
            ] + lines.map { $0.layers(in: axes) }
                + strips.enumerated().map { $0.element.layers(at: $0.offset, in: axes) }
                + [axes.frame, verdictDots(in: axes)]
        )
    }

    private func limitLines(in axes: ChartAxes) -> ChartLayers {
        var taken: [Double] = []
        return ChartLayers(
            limits.filter { axes.y.domain.contains($0.value) }.map { limit in
                let y = axes.y.position(of: limit.value)
                let line = SVG.line(
                    SVG.Point(axes.plot.left, y),
                    SVG.Point(axes.plot.right, y),
                    "limit"
                )
                // Above the line, or else below it; a label without room is in the table of
                // thresholds.
                let place = [y - 5, y + 13].first { place in
                    taken.allSatisfy { abs($0 - place) >= 13 } && place < axes.plot.bottom
                }
                guard let place else { return ChartLayers(fields: line) }
                taken.append(place)
                let start = SVG.Point(axes.plot.left, place)
                let text = SVG.text(limit.label, at: start, .start, "limit-text", shift: 8)
                return ChartLayers(fields: line, signs: text)
            }
        )
    }

    private func zone(in axes: ChartAxes) -> ChartLayers {
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

    private func verdictDots(in axes: ChartAxes) -> ChartLayers {
        ChartLayers(
            signs: Markup(
                verdicts.map { verdict in
                    let x = axes.x.position(of: verdict.x)
                    let y = verdict.y.map { axes.y.position(of: $0) } ?? axes.plot.top
                    return SVG.sign(ChartMark.verdict(verdict.kind), at: SVG.Point(x, y))
                }
            )
        )
    }

    // MARK: - Stacks

    /// An area for each layer, with its texture on top.
    private func stackFields(in axes: ChartAxes) -> Markup {
        var base = [Double](repeating: 0, count: places.count)
        return Markup(
            stack.map { layer in
                let top = zip(base, layer.values).map { $0 + $1 }
                defer { base = top }
                let outline = outline(from: base, to: top, axes)
                guard !outline.isEmpty else { return Markup() }
                return SVG.path(outline, "f\(layer.style.name)")
                    + SVG.path(outline, "p\(layer.style.name)")
            }
        )
    }

    /// A closed outline for each stretch in which the layer is above zero.
    private func outline(from base: [Double], to top: [Double], _ axes: ChartAxes) -> String {
        var text = ""
        var column = 0
        while column < base.count {
            guard top[column] > base[column] else {
                column += 1
                continue
            }
            let first = column
            while column < base.count && top[column] > base[column] { column += 1 }
            text += outline(first..<column, base, top, axes)
        }
        return text
    }

    private func outline(
        _ columns: Range<Int>,
        _ base: [Double],
        _ top: [Double],
        _ axes: ChartAxes
    ) -> String {
        let y = { (value: Double) in SVG.number(axes.y.position(of: value)) }
        let start = { SVG.number(axes.x.position(of: places[$0].range.lowerBound)) }
        let end = { SVG.number(axes.x.position(of: places[$0].range.upperBound)) }
        var text = "M\(start(columns.lowerBound)) \(y(base[columns.lowerBound]))"
        for column in columns { text += "V\(y(top[column]))H\(end(column))" }
        for column in columns.reversed() { text += "V\(y(base[column]))H\(start(column))" }
        return text + "Z"
    }
}
