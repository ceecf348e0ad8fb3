import Base
import LoadModel
import Measure
import ReportText

/// The latencies of all arrivals as bars of text.
struct LatencyChart {
    let facts: LoadFacts
    let style: TextStyle
    /// The maximum width of a line, in columns.
    let width: Int

    private static let marked: [Quantile] = [.p50, .p90, .p99, .p999]

    private struct Row {
        let label: String
        let count: UInt64
        var marks: [String] = []
        var isFailed = false
    }

    /// One line for each bin, and one for failures; empty when no arrival succeeded.
    var lines: [String] {
        let arrivals = facts.figures.latency.arrivals
        guard !arrivals.good.isEmpty else { return [] }
        let rows = rows(of: arrivals)
        let labelWidth = rows.map(\.label.count).max() ?? 0
        let counts = rows.map { Count.grouped($0.count) }
        let shares = rows.map { LoadNumber.percent($0.count, of: arrivals.count) }
        let countWidth = counts.map(\.count).max() ?? 0
        let shareWidth = shares.map(\.count).max() ?? 0
        let markWidth = rows.map { $0.marks.joined(separator: " ").count }.max() ?? 0
        let room = width - 2 - labelWidth - countWidth - shareWidth - markWidth - 8
        let greatest = rows.map(\.count).max() ?? 1
        return rows.enumerated().map { index, row in
            let bar = Self.bar(row.count, of: greatest, width: max(room, 10))
            let columns = [
                Self.padded(row.label, labelWidth), Self.padded(counts[index], countWidth),
                Self.padded(shares[index], shareWidth),
            ]
            let marks =
                row.marks.isEmpty ? "" : " " + style.text(row.marks.joined(separator: " "), .dim)
            let line = "  " + columns.joined(separator: "  ") + "  "
            return Self.trimmed(line + style.text(bar, row.isFailed ? .bad : .good) + marks)
        }
    }

    private func rows(of arrivals: RankedArrivals) -> [Row] {
        let bins = LatencyBins(arrivals.good)
        var rows = bins.bins.map { bin in
            Row(label: "≤ \(NanosecondText.exact(bin.upper))", count: bin.count)
        }
        if arrivals.unfinishedCount > 0 {
            rows.append(Row(label: "not finished", count: arrivals.unfinishedCount))
        }
        if arrivals.failedCount > 0 {
            rows.append(Row(label: "failed", count: arrivals.failedCount, isFailed: true))
        }
        for quantile in Self.marked {
            switch arrivals.reading(at: quantile) {
            case .value(let value):
                guard let index = bins.index(of: value) else { continue }
                rows[index].marks.append(quantile.description)
            case .failed: rows[rows.count - 1].marks.append(quantile.description)
            case .tooFew: continue
            }
        }
        return rows
    }

    /// A bar in eighths of a character; any value above zero is visible.
    static func bar(_ count: UInt64, of greatest: UInt64, width: Int) -> String {
        guard count > 0, greatest > 0 else { return "" }
        let eighths = UInt128(count) * UInt128(width * 8) / UInt128(greatest)
        let length = max(Int(eighths), 1)
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: length / 8) + parts[length % 8]
    }

    /// The text after spaces that fill the width.
    static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: width - text.count) + text
    }

    private static func trimmed(_ line: String) -> String {
        var line = Substring(line)
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
