import Base
import Glibc
import LoadModel
import Measure

/// The number of arrivals by latency, by slice.
struct LatencyHeat {
    private let run: RunView

    init(_ run: RunView) { self.run = run }

    /// Rows per power of ten.
    private static let rowsPerDecade = 10
    /// More columns would be indistinguishable.
    private static let largestColumnCount = 220

    /// A column of shades for each stretch of time; in its table a column for each power of ten.
    var chart: Chart {
        let moments = run.timeline.moments
        let histograms = moments.map(\.latency.good)
        let least = histograms.filter { !$0.isEmpty }.map(\.smallest).min() ?? 1_000_000
        let greatest = histograms.map(\.greatest).max() ?? 10_000_000
        let rows = Self.rows(from: Double(max(least, 1_000)), to: Double(greatest))
        let starts = groups.map { moments[$0.lowerBound].start }
        let edges = starts + [run.timeline.edges.last ?? 0]
        let counts = groups.map { Self.counts(histograms[$0], rows) }
        let domain = (rows.first ?? 1)...(rows.last ?? 10)
        var chart = Chart(
            run,
            "heat",
            "Latency × time",
            y: .side(.durations(in: domain, title: "latency"))
        )
        chart.height = 260
        chart.description =
            "Each column is a stretch of time, each row a latency; darker means more good responses. "
            + "A stall of the server is a slope that falls to the right."
        chart.notes = [
            "Good responses by the second in which they were due. A stall of the server is a slope that "
                + "falls to the right: the first arrivals waited longest. Two bands are two kinds of "
                + "responses."
        ]
        // The shades show stalls already.
        chart.backdrop.stalls = []
        chart.heat = HeatGrid(columns: edges, rows: rows, counts: counts)
        chart.places = groups.enumerated().map { index, group in
            Chart.Place(chart.places[group.lowerBound].heading, edges[index]...edges[index + 1])
        }
        chart.columns = Self.decades(of: rows).map { decade, members in
            let start = NanosecondText.exact(Int64(pow(10, Double(decade)).rounded()))
            return Chart.Column(
                "from \(start)",
                counts.map { column in Count.grouped(members.reduce(0) { $0 + column[$1] }) }
            )
        }
        return chart
    }

    /// The rows of each power of ten.
    private static func decades(of rows: [Double]) -> [(decade: Int, rows: [Int])] {
        Dictionary(
            grouping: rows.indices.dropLast(),
            by: { Int((log10(rows[$0]) + 0.001).rounded(.down)) }
        ).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The slices of each column.
    private var groups: [Range<Int>] {
        let count = run.timeline.moments.count
        let size = max((count + Self.largestColumnCount - 1) / Self.largestColumnCount, 1)
        return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    }

    /// The bounds of rows: logarithmic, from a whole tenth of a decade.
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
}
