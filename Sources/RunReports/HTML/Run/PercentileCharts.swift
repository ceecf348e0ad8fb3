import Base
import Glibc
import LoadModel
import Measure

/// Latency by share of arrivals, as points of a line.
struct PercentileCurve {
    /// In shares of all arrivals and nanoseconds; ends at the share of failed arrivals.
    let points: [SVG.Point?]
    /// The highest share with a reliable percentile: ten arrivals are above.
    let finest: Double

    /// Points from one nine to the next.
    private static let stepsPerNine = 24.0

    init(_ arrivals: RankedArrivals) {
        let count = Double(arrivals.count)
        finest = count > 20 ? 1 - 10 / count : 0.5
        var shares: [Double] = []
        while let share = Optional(1 - pow(10, -Double(shares.count) / Self.stepsPerNine)),
            share < finest
        {
            shares.append(share)
        }
        shares.append(finest)
        let ranks = shares.map { max(UInt64(($0 * count).rounded(.up)), 1) }
        points = zip(shares, arrivals.good.values(atRanks: ranks)).map { share, value in
            // The finest resolution of the totals.
            value.map { SVG.Point(share, max(Double($0), 1_000)) }
        }
    }

    /// An axis of shares.
    static func side(upTo finest: Double) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .nines,
            domain: 0...finest,
            ticks: ChartTicks.percentiles(upTo: finest),
            title: "share of arrivals, each nine as wide as the last"
        )
    }
}

extension Chart {
    /// The four clocks by percentile.
    static func percentiles(_ run: RunView) -> Chart {
        let (clocks, latency) = (run.figures.clocks, run.figures.latency)
        let curves = clocks.map { PercentileCurve($0.arrivals) }
        var chart = Chart(
            id: "\(run.prefix)-percentiles",
            title: "Latency by percentile",
            x: PercentileCurve.side(upTo: curves[0].finest),
            y: .durations("at most this long")
        )
        chart.height = 280
        chart.description = "\(description(of: latency, run)) The table below has all four clocks."
        chart.notes = [
            "Latency counts from the moment an arrival was due; it is the sum of connection wait, "
                + "generator lag and service time of each arrival. Failed arrivals rank as slower than "
                + "any response. The line ends where fewer than ten arrivals are slower."
        ]
        if run.result.profile.load.isClosed {
            chart.notes.append(
                "Closed model: latency is service time, since nothing is due while the service stalls."
            )
        }
        chart.columns = zip(clocks, curves).enumerated().map { index, pair in
            let series = ChartSeries(style: .kind(index), points: pair.1.points)
            return Column(pair.0.clock.title, [], .line(series))
        }
        let sends = run.result.recording.plan.sends
        chart.limits = Limit.list(of: run.result.thresholds, sends: sends) { $0.windows == nil }
        chart.ending = failedShare(latency.arrivals, below: curves[0].finest)
        chart.table = table(
            "The four clocks",
            "Clock",
            clocks.map { ($0.clock.title, $0, run) }
        )
        return chart
    }

    private static func description(of latency: ClockFigures, _ run: RunView) -> String {
        let texts = RunView.quantiles.map { "\($0) \(run.text(latency, $0))" }
        return
            "Latency: \(texts.joined(separator: ", ")), greatest \(RunView.text(latency.greatest))."
    }

    /// The share at which failed arrivals begin.
    private static func failedShare(_ arrivals: RankedArrivals, below finest: Double) -> Ending? {
        guard arrivals.count > 0, arrivals.failedCount > 0 else { return nil }
        let share = Double(arrivals.good.count) / Double(arrivals.count)
        guard share < finest else { return nil }
        let label = "failed: \(LoadNumber.percent(arrivals.failedCount, of: arrivals.count))"
        return Ending(value: share, label: label, name: "failed arrivals")
    }

    /// Mean, percentiles and maximum, a row for each clock.
    private static func table(
        _ caption: String,
        _ title: String,
        _ rows: [(name: String, clock: ClockFigures, run: RunView)]
    ) -> DataTable {
        DataTable(
            caption: caption,
            titles: [title, "mean"] + RunView.quantiles.map(\.description) + ["max"],
            rows: rows.map { name, clock, run in
                DataTable.Row(
                    name,
                    [RunView.text(clock.mean)] + RunView.quantiles.map { run.text(clock, $0) }
                        + [RunView.text(clock.greatest)]
                )
            }
        )
    }

    // MARK: - Several runs

    /// The latency of several runs by percentile: a line for each run, a colour for each side.
    static func percentiles(of sides: [RunSide]) -> Chart {
        let runs = sides.flatMap(\.runs)
        let curves = sides.map { side in
            side.runs.map { PercentileCurve($0.figures.latency.arrivals) }
        }
        let finest = curves.joined().map(\.finest).max() ?? 0.5
        var chart = Chart(
            id: "percentiles",
            title: "Latency by percentile, run by run",
            x: PercentileCurve.side(upTo: finest),
            y: .durations("latency")
        )
        chart.description = "A line for each run; the table has the percentiles."
        chart.notes = [
            "A line ends where failed arrivals begin, or where fewer than ten are slower."
        ]
        chart.columns = zip(sides, curves).enumerated().flatMap { number, pair in
            let count = pair.1.count > 1 ? " (\(pair.1.count) runs)" : ""
            return pair.1.enumerated().map { index, curve in
                var series = ChartSeries(style: .kind(number), points: curve.points)
                series.isNamed = index == 0 && !pair.0.name.isEmpty
                return Column(pair.0.name + count, [], .line(series))
            }
        }
        chart.table = table(
            "Latency by percentile",
            "Run",
            runs.map { ($0.name, $0.figures.latency, $0) }
        )
        return chart
    }

    /// Percentiles of each run as dots on one line, side by side.
    static func spread(of sides: [RunSide]) -> Chart {
        let quantiles: [Quantile] = [.p50, .p90, .p99]
        let names = quantiles.map(\.description) + ["greatest"]
        let runs = sides.flatMap(\.runs)
        func values(_ latency: ClockFigures) -> [Int64?] {
            let readings = quantiles.map { quantile -> Int64? in
                guard case .value(let value) = latency[quantile] else { return nil }
                return value
            }
            return readings + [latency.greatest]
        }
        let strips = sides.enumerated().flatMap { number, side in
            side.runs.map { run in
                let values = values(run.figures.latency)
                let dots = zip(values, names).enumerated().compactMap { style, pair in
                    pair.0.map { ChartStrip.Dot(style: style, value: Double($0), name: pair.1) }
                }
                return ChartStrip(
                    name: run.name,
                    dots: dots,
                    isShaded: !number.isMultiple(of: 2)
                )
            }
        }
        let drawn = strips.flatMap(\.dots).map(\.value)
        var chart = Chart(
            id: "spread",
            title: "Latency of each run",
            x: .durations(for: drawn, title: "latency"),
            y: .strips(strips.count)
        )
        chart.height = 32 * Double(strips.count)
        chart.description = "The table has the same figures."
        chart.strips = strips
        chart.table = DataTable(
            caption: chart.title,
            titles: ["Run"] + names,
            rows: runs.map { run in
                let latency = run.figures.latency
                let texts = quantiles.map { run.text(latency, $0) }
                return DataTable.Row(run.name, texts + [RunView.text(latency.greatest)])
            }
        )
        return chart
    }
}
