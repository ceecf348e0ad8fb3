import Base

/// A history on a page: the changes, each figure over time, and the latest results.
struct TrendSection {
    let record: TrendRecord
    /// Prefix of identifiers on the page.
    let prefix: String
    /// Whether the page has no other result.
    let isAlone: Bool

    /// Each part with its own heading.
    var list: [PageSection] {
        let summary = part("summary", "Changes", changes)
        let trends = groups.enumerated().map { index, group in
            let figures = record.series.enumerated().filter { $0.element.group == group }
                .map { number, series in
                    TrendFigure(id: "\(prefix)trend\(number + 1)", series: series).chart.markup
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
        let worse = found.count { $0.kind == .failed }
        let text =
            record.series.isEmpty
            ? "There are no runs under load in this history."
            : found.isEmpty
                ? "No figure changed its level." : "\(Count.of(found.count, "change")) of a level."
        let verdict =
            worse > 0
            ? PageVerdict(.failed, "\(Count.of(worse, "figure")) got worse")
            : PageVerdict(record.series.isEmpty ? .neutral : .passed, "Nothing got worse")
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
        case .better: .passed
        case .worse: .failed
        case .slight: .neutral
        }
    }

    /// The name in a legend.
    var name: String {
        switch self {
        case .better: "better"
        case .worse: "worse"
        case .slight: "slight"
        }
    }
}

/// A figure over the jobs of a history, with its levels and the places where they change.
struct TrendFigure {
    let id: String
    let series: TrendRecord.Series

    var chart: Chart {
        let scale = self.scale
        let values = series.points.map { $0.value * scale.factor }
        var chart = Chart(
            id: id,
            title: series.figure,
            x: side,
            y: .side(scale.side(for: series.points.map(\.value), title: series.figure))
        )
        chart.height = 160
        chart.description = description
        chart.notes = notes
        chart.backdrop.marks = series.changes.map { change in
            TimeBackdrop.Mark(moment: Double(change.index) + 0.5, label: "")
        }
        chart.places = values.indices.map { index in
            Chart.Place("\(index + 1)", Double(index + 1)...Double(index + 1))
        }
        let level = ChartSeries(style: .plain, points: levels(scale))
        chart.columns = [
            .init("level", [], .line(level)), .init("of", series.points.map(\.name)),
            .init("time (UTC)", series.points.map(\.moment)),
            .init(
                series.figure,
                series.points.map { scale.text($0.value) },
                .middle(.good(1), values)
            ),
        ]
        chart.verdicts = series.changes.map { change in
            Chart.Verdict(
                x: Double(change.index + 1),
                y: values.indices.contains(change.index) ? values[change.index] : nil,
                kind: change.kind.verdict,
                name: change.kind.name
            )
        }
        return chart
    }

    private var scale: MetricScale { MetricScale(series.unit, for: series.points.map(\.value)) }

    /// Jobs by their number, each with half a place on both sides.
    private var side: ChartAxes.Side {
        let domain = 0.5...(Double(max(series.points.count, 1)) + 0.5)
        let ticks = ChartTicks.numbers(in: domain, count: 8).filter {
            $0.value == $0.value.rounded() && $0.value >= 1
        }
        return ChartAxes.Side(
            form: .linear,
            domain: domain,
            ticks: ticks,
            title: "job",
            rowTitle: "job"
        )
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

    private var notes: [String] {
        let failed =
            series.failedCount > 0 ? " It failed in \(Count.of(series.failedCount, "job"))." : ""
        return [description + failed] + series.changes.map { "\($0.sentence)." }
    }
}
