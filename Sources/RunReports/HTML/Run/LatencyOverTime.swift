import Base
import LoadModel
import Measure

/// Percentiles of the latency over time, each in stretches with enough arrivals for it.
struct LatencyOverTime {
    private let run: RunView
    private let lines: [Line]

    /// A percentile, and its value in each stretch.
    private struct Line {
        let quantile: Quantile
        let style: ChartStyle
        /// Whether failed arrivals are left out, because the percentile of all arrivals failed.
        let isOfGood: Bool
        let windows: [Window]

        /// Whether stretches are longer than a slice.
        var isWide: Bool { windows.contains { $0.moments.count > 1 } }
    }

    /// Consecutive slices.
    private struct Window {
        /// The positions of the slices.
        let moments: Range<Int>
        /// In seconds.
        let range: ClosedRange<Double>
        let reading: PercentileReading
    }

    private static let quantiles: [(Quantile, ChartStyle)] = [
        (.p50, .good(1)), (.p90, .good(0)), (.p99, .good(2)),
    ]

    init(_ run: RunView) {
        self.run = run
        lines = Self.quantiles.map { quantile, style in
            let isOfGood = run.figures.latency[quantile] == .failed
            return Line(
                quantile: quantile,
                style: style,
                isOfGood: isOfGood,
                windows: Self.windows(quantile, isOfGood, run.timeline)
            )
        }
    }

    var chart: Chart {
        let moments = run.timeline.moments
        let latencies = moments.map(\.latencySoFar)
        let greatest = latencies.map { $0.good.isEmpty ? nil : $0.good.greatest }
        var chart = Chart(run, "latency", "Latency over time", y: .durations("latency"))
        chart.height = 200
        chart.description = description
        chart.notes = notes
        chart.columns =
            [
                .init("due", latencies.map { Count.grouped($0.count) }),
                .init("failed", latencies.map { Count.grouped($0.failedCount) }),
            ] + lines.map(column) + [
                .init(
                    "greatest",
                    greatest.map(RunView.text),
                    .middle(.plain, greatest.map { $0.map(Double.init) })
                )
            ]
        chart.limits = Chart.Limit.list(
            of: run.result.thresholds,
            sends: run.result.recording.plan.sends
        )
        return chart
    }

    private func column(_ line: Line) -> Chart.Column {
        let readings = run.timeline.moments.indices.map { index in
            line.windows.first { $0.moments.contains(index) }?.reading ?? .tooFew
        }
        return .init(name(of: line), readings.map { RunView.text($0) }, .line(series(line)))
    }

    // MARK: - Stretches

    /// Stretches of as few slices as have ten arrivals above the percentile; the rest at the end belongs to the last
    /// stretch.
    private static func windows(
        _ quantile: Quantile,
        _ isOfGood: Bool,
        _ timeline: RunTimeline
    ) -> [Window] {
        let moments = timeline.moments
        let latencies = moments.map { moment in
            let all = moment.latencySoFar
            return isOfGood ? RankedArrivals(good: all.good, failedCount: 0) : all
        }
        var ranges: [Range<Int>] = []
        var start = 0
        var count: UInt64 = 0
        for index in moments.indices {
            // The warm-up does not count.
            if moments[index].start >= 0, start < index, moments[start].start < 0 {
                (start, count) = (index, 0)
            }
            count += latencies[index].count
            guard count > 0, !quantile.isTooFine(for: count) else { continue }
            ranges.append(start..<index + 1)
            (start, count) = (index + 1, 0)
        }
        if count > 0, let last = ranges.last, last.upperBound == start,
            moments[start].start < timeline.span
        {
            ranges[ranges.count - 1] = last.lowerBound..<moments.count
        }
        return ranges.map { range in
            var latency = RankedArrivals(good: Histogram<UInt64>(.slice), failedCount: 0)
            for part in latencies[range] { latency.merge(part) }
            let end = moments[range.upperBound - 1].start + timeline.width
            return Window(
                moments: range,
                range: moments[range.lowerBound].start...end,
                reading: latency.reading(at: quantile)
            )
        }
    }

    /// A line that is level over a stretch of several slices.
    private func series(_ line: Line) -> ChartSeries {
        var series = ChartSeries(style: line.style, points: [])
        var end = 0
        for window in line.windows {
            let middle = (window.range.lowerBound + window.range.upperBound) / 2
            if window.moments.lowerBound > end { series.points.append(nil) }
            end = window.moments.upperBound
            switch window.reading {
            case .value(let value):
                let places =
                    line.isWide ? [window.range.lowerBound, window.range.upperBound] : [middle]
                series.points += places.map { SVG.Point($0, Double(value)) }
            case .failed:
                series.points.append(nil)
                series.failures.append(middle)
            case .tooFew: series.points.append(nil)
            }
        }
        return series
    }

    private func name(of line: Line) -> String {
        let name = "\(line.quantile)" + (line.isOfGood ? " of good responses" : "")
        let widths = line.windows.map { $0.range.upperBound - $0.range.lowerBound }
        guard line.isWide, let longest = widths.max() else { return name }
        return "\(name), over up to \(LoadNumber.short(longest)) s"
    }

    // MARK: - Words

    private var description: String {
        let stalls = run.timeline.stalls
        guard !stalls.isEmpty else { return "No stall." }
        let span = run.timeline.domain.upperBound - run.timeline.domain.lowerBound
        let places = stalls.prefix(12).map { stall in
            "\(LoadNumber.clock(stall.lowerBound, span: span)) to "
                + LoadNumber.clock(stall.upperBound, span: span)
        }
        let rest = stalls.count > 12 ? " and \(stalls.count - 12) more" : ""
        return "Stalls: \(places.joined(separator: ", "))\(rest)."
    }

    private var notes: [String] {
        var text = "Counted in the second in which an arrival was due."
        if lines.contains(where: \.isWide) {
            text +=
                " A slice with too few arrivals for a percentile is joined with the next ones, so that ten are slower."
        }
        if lines.contains(where: { $0.windows.contains { $0.reading == .failed } }) {
            text += " A cross at the top marks a percentile that failed."
        }
        if run.standing != nil { text += " An arrival without a response yet counts with its age." }
        guard !run.backdrop.stalls.isEmpty else { return [text] }
        text +=
            " Stall: more than one arrival in ten, and at least three, took three times as long as in the "
            + "median slice and at least 10 ms more; or no response came although at least three were due."
        return [text, description]
    }
}
