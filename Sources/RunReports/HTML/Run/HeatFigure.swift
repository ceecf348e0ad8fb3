import Base
import Glibc
import LoadModel
import Measure

/// How many arrivals took how long, slice by slice.
struct HeatFigure {
    let run: RunView

    /// Rows for each power of ten.
    private static let rowsPerDecade = 10
    /// More columns than this could not be told apart.
    private static let largestColumnCount = 220

    var markup: Markup {
        let moments = run.timeline.moments
        let histograms = moments.map(\.latency.good)
        let least = histograms.filter { !$0.isEmpty }.map(\.smallest).min() ?? 1_000_000
        let greatest = histograms.map(\.greatest).max() ?? 10_000_000
        let rows = Self.rows(from: Double(max(least, 1_000)), to: Double(greatest))
        let groups = self.groups
        let columns = groups.map { moments[$0.lowerBound].start } + [run.timeline.edges.last ?? 0]
        let axes = axes(rows)
        let counts = groups.map { Self.counts(histograms[$0], rows) }
        let chart = HeatChart(
            axes: axes,
            backdrop: backdrop,
            columns: columns,
            rows: rows,
            counts: counts
        )
        return ChartFigure(
            id: "\(run.prefix)-heat",
            title: "Latency × time",
            description:
                "Each column is a stretch of time, each row a latency; the darker, the more good "
                + "answers. A pause of the server is a slope that falls to the right.",
            axes: axes,
            content: chart.layers,
            legend: chart.legend,
            notes: [
                Markup(
                    text:
                        "Good answers by the second in which they were due. A pause of the server is a "
                        + "slope that falls to the right: who came first waited longest. Two bands are "
                        + "two kinds of answers."
                )
            ],
            table: table(axes, columns, rows, counts)
        ).markup
    }

    /// Without stalls: the shades show them.
    private var backdrop: TimeBackdrop {
        var backdrop = run.backdrop
        backdrop.stalls = []
        return backdrop
    }

    /// The slices of each column.
    private var groups: [Range<Int>] {
        let count = run.timeline.moments.count
        let size = max((count + Self.largestColumnCount - 1) / Self.largestColumnCount, 1)
        return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    }

    /// Where rows begin and end: equal factors, from a whole tenth of a decade on.
    private static func rows(from least: Double, to greatest: Double) -> [Double] {
        let steps = Double(rowsPerDecade)
        let first = (log10(least) * steps).rounded(.down)
        let last = max((log10(greatest * 1.001) * steps).rounded(.up), first + steps)
        return stride(from: first, through: last, by: 1).map { pow(10, $0 / steps) }
    }

    private static func counts(
        _ histograms: ArraySlice<Histogram<UInt64>>,
        _ rows: [Double]
    ) -> [UInt64] {
        var counts = [UInt64](repeating: 0, count: rows.count - 1)
        for histogram in histograms {
            for index in histogram.usedIndices where histogram.counters[index] > 0 {
                let middle =
                    Double(histogram.layout.lowestValue(at: index))
                    + Double(histogram.layout.highestValue(at: index))
                let row = rows.lastIndex { $0 <= middle / 2 } ?? 0
                counts[min(row, counts.count - 1)] += histogram.counters[index]
            }
        }
        return counts
    }

    private func axes(_ rows: [Double]) -> ChartAxes {
        let domain = (rows.first ?? 1)...(rows.last ?? 10)
        return ChartAxes(
            x: run.timeline.side,
            y: .durations(in: domain, title: "latency"),
            height: 260
        )
    }

    /// A row of the table for each column of the chart, a column of it for each power of ten.
    private func table(
        _ axes: ChartAxes,
        _ columns: [Double],
        _ rows: [Double],
        _ counts: [[UInt64]]
    ) -> DataTable {
        let decades = Dictionary(
            grouping: rows.indices.dropLast(),
            by: { Int((log10(rows[$0]) + 0.001).rounded(.down)) }
        ).sorted { $0.key < $1.key }
        let titles = decades.map { decade in
            "from \(NanosecondText.exact(Int64(pow(10, Double(decade.key)).rounded())))"
        }
        let span = run.timeline.domain.upperBound - run.timeline.domain.lowerBound
        return DataTable(
            caption: "Good answers by latency",
            titles: ["from"] + titles,
            rows: counts.enumerated().map { index, column in
                DataTable.Row(
                    LoadNumber.clock(columns[index], span: span),
                    decades.map { decade in
                        Count.grouped(decade.value.reduce(0) { $0 + column[$1] })
                    },
                    position: axes.x.position(of: (columns[index] + columns[index + 1]) / 2)
                )
            }
        )
    }
}
