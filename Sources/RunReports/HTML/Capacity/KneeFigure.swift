import LoadModel
import Measure

/// The latency at each rate that was tried: where it bends is the knee.
struct KneeFigure {
    /// Which rates are shown.
    enum Extent: String, CaseIterable {
        case all
        /// Those near the highest rate that held.
        case near
    }

    let search: CapacityView
    let extent: Extent
    private let points: [KneePoint]

    init(search: CapacityView, extent: Extent) {
        (self.search, self.extent) = (search, extent)
        let all = KneePoint.list(search.record)
        switch extent {
        case .all: points = all
        case .near:
            let middle = search.result.rate ?? search.result.upper ?? 0
            points = all.filter { abs($0.rate - middle) <= Self.nearness * middle }
        }
    }

    /// So far, as a share of the highest rate that held, a rate is near it.
    private static let nearness = 0.1

    /// Nothing where fewer than two rates were tried, and where all are near.
    var markup: Markup {
        let isWorthIt =
            extent == .all || points.count > 2 && points.count < KneePoint.list(search.record).count
        guard points.count > 1, isWorthIt else { return Markup() }
        let axes = axes
        var chart = LineChart(axes: axes, series: series)
        chart.limits = limits
        chart.ending = search.result.upper.map { ($0, "did not hold") }
        return ChartFigure(
            id: "\(search.prefix)-knee-\(extent.rawValue)",
            title: extent == .all
                ? (search.isOfDeliveries ? "Delivery time at each rate" : "Latency at each rate")
                : "Latency near the highest rate that held",
            description: description,
            axes: axes,
            content: chart.layers
                + ChartLayers(signs: Markup(points.map { mark(of: $0, axes) })),
            legend: legend,
            notes: notes,
            table: table(axes)
        ).markup
    }

    // MARK: - Chart

    private var axes: ChartAxes {
        let values = series.flatMap(\.values) + limits.map(\.value)
        return ChartAxes(
            x: side,
            y: .durations(for: values, title: "latency"),
            height: extent == .all ? 280 : 220
        )
    }

    private var side: ChartAxes.Side {
        let title = "arrivals a second"
        let rates = points.map(\.rate)
        guard extent == .near, let least = rates.min(), let most = rates.max() else {
            return .numbers(for: rates, title: title)
        }
        let margin = (most - least) / 10
        let domain = (least - margin)...(most + margin)
        return ChartAxes.Side(
            form: .linear,
            domain: domain,
            ticks: ChartTicks.numbers(in: domain),
            title: title
        )
    }

    /// The percentile of the thresholds, and the median unless it is that.
    private var series: [ChartSeries] {
        let judged = ChartSeries(
            name: search.isOfDeliveries
                ? KneePoint.title(search.record) : "\(search.quantile)",
            style: .good(2),
            points: points.map { point in
                point.latency.map { SVG.Point(point.rate, Double($0)) }
            }
        )
        guard search.quantile != .p50 || search.isOfDeliveries else { return [judged] }
        let median = ChartSeries(
            name: "p50",
            style: .good(1),
            points: points.map { point in
                point.trial.measurement.medianLatency.map { SVG.Point(point.rate, Double($0)) }
            }
        )
        return [judged, median]
    }

    private var limits: [(value: Double, label: String)] {
        LineChart.limits(of: search.record.thresholds, sends: search.record.profile.sends)
    }

    /// At the top where the percentile failed.
    private func mark(of point: KneePoint, _ axes: ChartAxes) -> Markup {
        let place = point.latency.map { axes.point(point.rate, Double($0)) }
        let top = SVG.Point(axes.x.position(of: point.rate), axes.plot.top)
        let mark = ChartMark.verdict(point.trial.verdict.pageVerdict.kind)
        return SVG.sign(mark, at: place ?? top)
    }

    private var legend: Markup {
        var legend = ChartLegend(series)
        let kinds = Set(points.map { $0.trial.verdict.pageVerdict })
        for kind in [PageVerdict.Kind.held, .missed, .doubtful] {
            guard let verdict = kinds.first(where: { $0.kind == kind }) else { continue }
            legend.addMark(kind, verdict.text)
        }
        return legend.markup
    }

    // MARK: - Words

    private var description: String {
        let texts = points.map { point in
            "\(LoadNumber.rate(point.rate)) \(point.latency.map(NanosecondText.short) ?? "failed"), "
                + point.trial.verdict.word
        }
        let figure =
            search.isOfDeliveries
            ? KneePoint.title(search.record) : "\(search.quantile) of the latency"
        return "\(figure): \(texts.joined(separator: "; "))."
    }

    private var notes: [Markup] {
        guard extent == .all else { return [] }
        return [
            Markup(
                text:
                    "Of several steps at a rate the last one, which decided. Latency counts from the "
                    + "moment an arrival was due; a mark at the top edge means that the percentile "
                    + "failed, because too many arrivals did. How long latencies get beyond what the "
                    + "service carries depends on how long a step lasts."
            )
        ]
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "Latency at each rate",
            titles: ["Rate", "answered"] + search.titles + ["Verdict"],
            rows: points.map { point in
                let measurement = point.trial.measurement
                return DataTable.Row(
                    LoadNumber.rate(point.rate),
                    [LoadNumber.rate(measurement.doneRate)] + search.texts(measurement)
                        + [point.trial.verdict.word],
                    position: axes.x.position(of: point.rate)
                )
            }
        )
    }
}
