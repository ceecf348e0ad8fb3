extension Chart {
    /// The chart with its heading, a description, a legend, and its figures as a table.
    var markup: Markup {
        let axes = axes
        let heading = Markup("h3", ["id": "\(id)-heading"], [Markup(text: title)])
        if let constantText {
            let text = Markup("p", [Markup(text: constantText)])
            return Markup("figure", ["id": id], [heading, text, (table ?? table(of: axes)).folded])
        }
        let notes = notes.map { Markup("p", ["class": "note"], [Markup(text: $0)]) }
        return Markup(
            "figure",
            [
                "id": id, "data-top": SVG.number(axes.plot.top),
                "data-bottom": SVG.number(axes.plot.bottom),
            ],
            [Markup("figcaption", [heading, legend]), picture(axes)] + notes
                + [(table ?? table(of: axes)).folded]
        )
    }

    private func picture(_ axes: ChartAxes) -> Markup {
        let height = SVG.number(axes.height)
        let layers = layers(in: axes)
        let fields = Markup(
            "svg",
            [
                "class": "fields", "viewBox": "0 0 \(SVG.number(ChartAxes.width)) \(height)",
                "width": "100%", "height": height, "preserveAspectRatio": "none",
            ],
            [layers.fields]
        )
        let picture = Markup(
            "svg",
            ["height": height, "role": "img", "aria-labelledby": "\(id)-title \(id)-text"],
            [
                Markup("title", ["id": "\(id)-title"], [Markup(text: title)]),
                Markup("desc", ["id": "\(id)-text"], [Markup(text: description)]), fields,
                layers.signs,
            ]
        )
        return Markup("div", ["class": "chart"], [picture])
    }

    /// A row for each place, with its position in the chart.
    private func table(of axes: ChartAxes) -> DataTable {
        let columns = columns.filter { !$0.cells.isEmpty || places.isEmpty }
        return DataTable(
            caption: title,
            titles: [x.rowTitle] + columns.map(\.name),
            rows: places.enumerated().map { index, place in
                DataTable.Row(
                    place.heading,
                    columns.map { $0.cells[index] },
                    position: axes.x.position(of: place.middle)
                )
            }
        )
    }

    // MARK: - Constant charts

    /// The text in place of a picture that would be empty, or have only level lines.
    private var constantText: String? {
        guard verdicts.isEmpty else { return nil }
        if let heat { return heat.isEmpty ? "There are no values." : nil }
        guard strips.isEmpty else {
            let values = Set(strips.flatMap(\.dots).map(\.value))
            return values.count > 1 ? nil : "All runs have the same value. \(description)"
        }
        typealias Drawn = (name: String, values: Set<Double>, text: String)
        let drawn = columns.compactMap { column -> Drawn? in
            switch column.drawing {
            case .none: return nil
            case .stack(_, let values, let meaning):
                guard let value = values.first(where: { $0 > 0 }) else { return nil }
                let name = "\(column.name) (\(meaning))"
                return (name, Set(values), LoadNumber.short(value))
            default:
                guard let line = series(of: column), !line.isEmpty else { return nil }
                // A cross counts as a value of its own.
                let values = Set(line.values + (line.failures.isEmpty ? [] : [.infinity]))
                return (column.name, values, column.cells.first { $0 != "–" } ?? "")
            }
        }
        guard drawn.allSatisfy({ $0.values.count == 1 }) else { return nil }
        guard !drawn.isEmpty else { return "There are no values." }
        let texts = drawn.map { "\($0.name) \($0.text)" }
        return "Constant throughout: \(texts.joined(separator: ", "))\(y.unit)."
    }

    // MARK: - Legend

    /// The legend; empty when nothing is drawn.
    var legend: Markup {
        if let heat { return heat.legend }
        var items = columns.compactMap(legendItem)
        if !backdrop.stalls.isEmpty { items.append(("stall", .zone("stall"))) }
        if let ending, !ending.name.isEmpty { items.append((ending.name, .zone("failed-zone"))) }
        for kind in [PageVerdict.Kind.passed, .failed, .doubtful, .neutral] {
            guard let verdict = verdicts.first(where: { $0.kind == kind }) else { continue }
            items.append((verdict.name, .verdict(kind)))
        }
        items += ChartStrip.legend(strips).map { ($0.name, .dot($0.style)) }
        guard !items.isEmpty else { return Markup() }
        return Markup(
            "ul",
            ["class": "legend"],
            items.map { Markup("li", [$0.sample.swatch, Markup(text: $0.name)]) }
        )
    }

    private func legendItem(_ column: Column) -> (name: String, sample: ChartSample)? {
        if case .stack(let style, let values, let meaning) = column.drawing {
            guard values.contains(where: { $0 > 0 }) else { return nil }
            return ("\(column.name) (\(meaning))", .field(style))
        }
        guard let line = series(of: column), !line.isEmpty, line.isNamed else { return nil }
        return (column.name, .line(line.style))
    }
}

/// A piece of a chart in a legend.
private enum ChartSample {
    case line(ChartStyle)
    case field(ChartStyle)
    /// A stretch of the chart with its own class: `stall`.
    case zone(String)
    /// A dot of a verdict.
    case verdict(PageVerdict.Kind)
    /// A dot in the shape and the colour of a kind.
    case dot(Int)

    var swatch: Markup {
        Markup(
            "svg",
            ["class": "swatch", "viewBox": "0 0 28 12", "aria-hidden": "true"],
            [content]
        )
    }

    private var content: Markup {
        let box = SVG.Box(left: 1, top: 1, width: 26, height: 10)
        return switch self {
        case .line(let style): SVG.path("M0 6h28", "line s\(style.name)")
        case .field(let style):
            SVG.rectangle(box, "f\(style.name)") + SVG.rectangle(box, "p\(style.name)")
        case .zone(let style): SVG.rectangle(box, style)
        case .verdict(let kind): Self.dot(ChartMark.verdict(kind))
        case .dot(let style): Self.dot(ChartMark.dot(style))
        }
    }

    private static func dot(_ mark: Markup) -> Markup {
        Markup("g", ["transform": "translate(14 6) scale(.8)"], [mark])
    }
}
