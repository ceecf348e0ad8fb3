import Base

/// A history on a page: what changed, each figure over time, and the latest results.
struct TrendSection {
    let record: TrendRecord
    /// Stands before the names of places on the page.
    let prefix: String
    /// Whether the page is about nothing else.
    let isAlone: Bool

    /// Each part with a heading of its own.
    var list: [PageSection] {
        let summary = part("summary", "Changes", changes)
        let trends = groups.enumerated().map { index, group in
            let figures = record.series.enumerated().filter { $0.element.group == group }
                .map { number, series in
                    TrendFigure(id: "\(prefix)trend\(number + 1)", series: series).markup
                }
            let content = Markup("div", ["class": "pair"], figures)
            return part("group\(index + 1)", group, content)
        }
        return [summary] + trends + [part("results", "Results", results)]
    }

    /// All parts under one heading.
    var markup: Markup { Markup(list.map(\.markup)) }

    private var groups: [String] {
        var groups: [String] = []
        for series in record.series where !groups.contains(series.group) {
            groups.append(series.group)
        }
        return groups
    }

    private func part(_ id: String, _ title: String, _ content: Markup) -> PageSection {
        PageSection(id: prefix + id, title: title, content: content, isInner: !isAlone)
    }

    private var changes: Markup {
        let found = record.series.flatMap { series in
            series.changes.map { change in
                PageVerdict(
                    change.kind.verdict,
                    "\(series.group), \(series.figure): \(change.sentence)."
                )
            }
        }
        let worse = found.count { $0.kind == .missed }
        let text =
            record.series.isEmpty
            ? "There are no runs under load in this history."
            : found.isEmpty
                ? "No figure changed its level." : "\(Count.of(found.count, "change")) of a level."
        let verdict =
            worse > 0
            ? PageVerdict(.missed, "\(Count.of(worse, "figure")) got worse")
            : PageVerdict(record.series.isEmpty ? .neutral : .held, "Nothing got worse")
        return verdict.lead(text) + PageVerdict.list(found)
    }

    private var results: Markup {
        DataTable(
            caption: "The latest results",
            titles: record.titles,
            rows: record.results.map { cells in
                DataTable.Row(cells.first ?? "", Array(cells.dropFirst()))
            },
            endsWithText: true
        ).markup
    }
}

extension TrendRecord.Series.Change.Kind {
    var verdict: PageVerdict.Kind {
        switch self {
        case .better: .held
        case .worse: .missed
        case .slight: .neutral
        }
    }
}

/// A figure over the jobs of a history, with its levels and the places where they changed.
struct TrendFigure {
    let id: String
    let series: TrendRecord.Series

    var markup: Markup {
        let scale = self.scale
        let values = series.points.map { $0.value * scale.factor }
        let side = scale.side(for: series.points.map(\.value), title: series.figure)
        let axes = ChartAxes(x: self.side, y: side, height: 160)
        let line = ChartSeries(
            name: "each job",
            style: .good(1),
            points: values.enumerated().map { SVG.Point(Double($0.offset + 1), $0.element) }
        )
        let levels = ChartSeries(name: "level", style: .plain, points: levels(scale))
        var backdrop = TimeBackdrop()
        backdrop.marks = series.changes.map { change in
            TimeBackdrop.Mark(moment: Double(change.index) + 0.5, label: "")
        }
        let marks = zip(series.points, values).enumerated().map { index, point in
            let change = series.changes.first { $0.index == index }
            let place = axes.point(Double(index + 1), point.1)
            return change.map { SVG.sign(ChartMark.verdict($0.kind.verdict), at: place) }
                ?? Markup()
        }
        var legend = ChartLegend([line, levels])
        let kinds = Set(series.changes.map { $0.kind.verdict })
        if kinds.contains(.missed) { legend.addMark(.missed, "worse") }
        if kinds.contains(.held) { legend.addMark(.held, "better") }
        let chart = LineChart(axes: axes, backdrop: backdrop, series: [levels, line])
        return ChartFigure(
            id: id,
            title: series.figure,
            description: description,
            axes: axes,
            content: chart.layers + ChartLayers(signs: Markup(marks)),
            legend: legend.markup,
            notes: notes,
            table: table(axes)
        ).markup
    }

    private var scale: MetricScale { MetricScale(series.unit, for: series.points.map(\.value)) }

    /// Jobs by their number, each with half a place at both sides.
    private var side: ChartAxes.Side {
        let domain = 0.5...(Double(max(series.points.count, 1)) + 0.5)
        let ticks = ChartTicks.numbers(in: domain, count: 8).filter {
            $0.value == $0.value.rounded() && $0.value >= 1
        }
        return ChartAxes.Side(form: .linear, domain: domain, ticks: ticks, title: "job")
    }

    /// The median between changes.
    private func levels(_ scale: MetricScale) -> [SVG.Point?] {
        guard let first = series.changes.first else { return [] }
        var points: [SVG.Point?] = []
        var (start, level) = (0.5, first.old)
        for change in series.changes {
            let end = Double(change.index) + 0.5
            points += [
                SVG.Point(start, level * scale.factor), SVG.Point(end, level * scale.factor), nil,
            ]
            (start, level) = (end, change.new)
        }
        let end = Double(series.points.count) + 0.5
        if first.isGradual {
            return [
                SVG.Point(0.5, first.old * scale.factor),
                SVG.Point(Double(first.index + 1), first.old * scale.factor),
                SVG.Point(end, first.new * scale.factor),
            ]
        }
        return points + [
            SVG.Point(start, level * scale.factor), SVG.Point(end, level * scale.factor),
        ]
    }

    private var description: String {
        guard let last = series.points.last else { return "It failed each time." }
        let values = series.points.map(\.value)
        let range = "\(scale.text(values.min() ?? 0)) … \(scale.text(values.max() ?? 0))"
        return
            "\(Count.of(series.points.count, "job")), \(range), the latest \(scale.text(last.value))."
    }

    private var notes: [Markup] {
        let failed =
            series.failedCount > 0 ? " It failed in \(Count.of(series.failedCount, "job"))." : ""
        return [Markup(text: description + failed)]
            + series.changes.map { Markup(text: "\($0.sentence).") }
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "\(series.figure), job by job",
            titles: ["job", "of", "time (UTC)", series.figure],
            rows: series.points.enumerated().map { index, point in
                DataTable.Row(
                    "\(index + 1)",
                    [point.name, point.moment, scale.text(point.value)],
                    position: axes.x.position(of: Double(index + 1))
                )
            }
        )
    }
}
