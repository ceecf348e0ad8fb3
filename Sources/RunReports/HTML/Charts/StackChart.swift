/// Quantities on top of each other, a column for each stretch of time.
struct StackChart {
    let axes: ChartAxes
    var backdrop = TimeBackdrop()
    /// Values of the horizontal axis: where each column begins, and where the last one ends.
    let edges: [Double]
    /// From the bottom up, each with one value for each column.
    let quantities: [(style: ChartStyle, values: [Double])]

    var layers: ChartLayers {
        var base = [Double](repeating: 0, count: max(edges.count - 1, 0))
        var parts = [axes.grid]
        for layer in quantities {
            let top = zip(base, layer.values).map { $0 + $1 }
            let outline = outline(from: base, to: top)
            if !outline.isEmpty {
                parts.append(SVG.path(outline, "f\(layer.style.name)"))
                parts.append(SVG.path(outline, "p\(layer.style.name)"))
            }
            base = top
        }
        return backdrop.layers(in: axes) + ChartLayers(fields: Markup(parts)) + axes.frame
    }

    /// One closed outline for each stretch in which the layer is more than nothing.
    private func outline(from base: [Double], to top: [Double]) -> String {
        var text = ""
        var column = 0
        while column < base.count {
            guard top[column] > base[column] else {
                column += 1
                continue
            }
            let first = column
            while column < base.count && top[column] > base[column] { column += 1 }
            text += outline(first..<column, base, top)
        }
        return text
    }

    private func outline(_ columns: Range<Int>, _ base: [Double], _ top: [Double]) -> String {
        let y = { (value: Double) in SVG.number(axes.y.position(of: value)) }
        let x = { (edge: Int) in SVG.number(axes.x.position(of: edges[edge])) }
        var text = "M\(x(columns.lowerBound)) \(y(base[columns.lowerBound]))"
        for column in columns { text += "V\(y(top[column]))H\(x(column + 1))" }
        for column in columns.reversed() { text += "V\(y(base[column]))H\(x(column))" }
        return text + "Z"
    }
}
