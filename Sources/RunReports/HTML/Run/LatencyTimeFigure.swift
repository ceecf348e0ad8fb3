import Base
import LoadModel
import Measure

/// Percentiles of the latency, slice by slice.
struct LatencyTimeFigure {
    let run: RunView
    private let quantiles: [Quantile]

    init(run: RunView) {
        self.run = run
        let counts = run.timeline.moments.map(\.dueCount).filter { $0 > 0 }.sorted()
        let usual = counts.isEmpty ? 0 : counts[counts.count / 2]
        // The finest percentile that an ordinary slice can tell.
        let finest = [Quantile.p99, .p95].first { !$0.isTooFine(for: usual) }
        quantiles = [.p50, .p90] + (finest.map { [$0] } ?? [])
    }

    var markup: Markup {
        let series = self.series
        let axes = ChartAxes(
            x: run.timeline.side,
            y: .durations(for: series.flatMap(\.values), title: "latency")
        )
        return ChartFigure(
            id: "\(run.prefix)-latency",
            title: "Latency over time",
            description: description,
            axes: axes,
            content: LineChart(axes: axes, backdrop: run.backdrop, series: series).markup,
            legend: ChartLegend(series, run.backdrop).markup,
            notes: notes,
            table: table(axes)
        ).markup
    }

    private var series: [ChartSeries] {
        let half = run.timeline.width / 2
        let lines = quantiles.enumerated().map { style, quantile in
            var series = ChartSeries(name: "\(quantile)", style: style, points: [])
            for moment in run.timeline.moments {
                switch moment.latencySoFar.reading(at: quantile) {
                case .value(let value):
                    series.points.append(SVG.Point(moment.start + half, Double(value)))
                case .failed:
                    series.points.append(nil)
                    series.failures.append(moment.start + half)
                case .tooFew: series.points.append(nil)
                }
            }
            return series
        }
        let greatest = run.timeline.moments.map { moment -> SVG.Point? in
            let good = moment.latencySoFar.good
            return good.isEmpty ? nil : SVG.Point(moment.start + half, Double(good.greatest))
        }
        return lines + [ChartSeries(name: "greatest", style: 3, points: greatest)]
    }

    private var description: String {
        let stalls = run.timeline.stalls
        guard !stalls.isEmpty else { return "No stretch of the run was much slower than the rest." }
        let span = run.timeline.domain.upperBound - run.timeline.domain.lowerBound
        let places = stalls.prefix(12).map { stall in
            "\(LoadNumber.clock(stall.lowerBound, span: span)) to "
                + LoadNumber.clock(stall.upperBound, span: span)
        }
        let rest = stalls.count > 12 ? " and \(stalls.count - 12) more" : ""
        return "Stalls: \(places.joined(separator: ", "))\(rest)."
    }

    private var notes: [Markup] {
        var text =
            "By the second in which an arrival was due, \(LoadNumber.decimal(run.timeline.width, 1)) s to a "
            + "slice. A percentile is left out where fewer than ten arrivals of the slice lie above it; "
            + "a cross at the top marks one that failed."
        if run.standing != nil {
            text += " What has no answer yet counts with its age."
        }
        if !run.backdrop.stalls.isEmpty {
            text +=
                " Stall: nine of ten arrivals took three times as long as in an ordinary slice and 10 ms "
                + "more, or nothing was answered."
        }
        return [Markup(text: text)]
            + (run.backdrop.stalls.isEmpty ? [] : [Markup(text: description)])
    }

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "Latency over time",
            titles: ["from", "due", "failed"] + quantiles.map(\.description) + ["greatest"],
            rows: run.timeline.rows(axes) { _, moment in
                let latency = moment.latencySoFar
                let counts = [latency.count, latency.failedCount].map(Count.grouped)
                let greatest = latency.good.isEmpty ? nil : latency.good.greatest
                return counts + quantiles.map { RunView.text(latency.reading(at: $0)) }
                    + [RunView.text(greatest)]
            }
        )
    }
}
