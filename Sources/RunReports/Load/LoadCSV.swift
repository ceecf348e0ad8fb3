import LoadModel
package import Measure

/// The time series of a run as a table for spreadsheets and scripts: one line for each slice.
///
/// Arrivals belong to the slice in which they were due; completed ones, events and bytes to the one in which they came. A
/// percentile is empty when fewer than ten arrivals are above it, and `inf` when it falls on a failed arrival.
///
/// Source: RFC 4180, with line feeds.
package struct LoadCSV: Sendable {
    private static let quantiles: [Quantile] = [.p50, .p90, .p99]

    package init() {}

    /// The whole table with its header, with a final line end.
    package func text(of result: RunResult) -> String {
        let outcomes = result.outcomes.map(\.name)
        let series = result.recording.slices
        let hasEvents = series.slices.contains { $0.eventCount > 0 }
        var lines = [header(outcomes, hasEvents)]
        for (position, slice) in series.slices.enumerated() {
            let number = series.first + position
            lines.append(line(number, slice, outcomes, result.recording, hasEvents))
        }
        return lines.map { $0.map(Self.field).joined(separator: ",") }.joined(separator: "\n")
            + "\n"
    }

    private func header(_ outcomes: [String], _ hasEvents: Bool) -> [String] {
        let percentiles = ["latency", "service_time"].flatMap { name in
            Self.quantiles.map { "\(name)_\($0)_ms" } + ["\(name)_max_ms"]
        }
        return [
            "start_s", "length_s", "phase", "due", "good", "failed", "completed", "bytes_sent",
            "bytes_received",
        ] + (hasEvents ? ["events"] : []) + percentiles + [
            "connection_wait_mean_ms", "connection_wait_max_ms", "generator_lag_mean_ms",
            "generator_lag_max_ms",
        ] + outcomes.map { "outcome_\($0)" }
    }

    private func line(
        _ number: Int,
        _ slice: Slice,
        _ outcomes: [String],
        _ recording: Recording,
        _ hasEvents: Bool
    ) -> [String] {
        let width = recording.plan.sliceWidth
        let start = Int64(number) * width
        let phase = start < 0 ? "warm-up" : start < recording.plan.span ? "counted" : "drain"
        let counts =
            [
                slice.dueCount, slice.goodCount, slice.failedCount, slice.completedCount,
                slice.bytesSent, slice.bytesReceived,
            ] + (hasEvents ? [slice.eventCount] : [])
        return [Self.decimal(start, unit: 1_000_000_000), "\(width / 1_000_000_000)", phase]
            + counts.map { "\($0)" } + percentiles(slice.ranked(0)) + percentiles(slice.ranked(1))
            + gauge(slice.connectionWait) + gauge(slice.generatorLag)
            + outcomes.map { "\(count($0, slice, recording))" }
    }

    private func count(_ outcome: String, _ slice: Slice, _ recording: Recording) -> UInt64 {
        zip(slice.cellCounts, recording.cells).reduce(0) { sum, cell in
            let key = cell.1.key
            return sum
                + (key.outcome == outcome && !recording.plan.isStep(key.send) ? cell.0 : 0)
        }
    }

    private func percentiles(_ arrivals: RankedArrivals) -> [String] {
        Self.quantiles.map { quantile in
            switch arrivals.reading(at: quantile) {
            case .value(let value): Self.milliseconds(value)
            case .failed: "inf"
            case .tooFew: ""
            }
        } + [arrivals.good.isEmpty ? "" : Self.milliseconds(arrivals.good.greatest)]
    }

    private func gauge(_ gauge: Slice.Gauge) -> [String] {
        guard gauge.count > 0 else { return ["", ""] }
        let mean = Int64(clamping: gauge.sum / UInt128(gauge.count))
        return [Self.milliseconds(mean), Self.milliseconds(gauge.greatest)]
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        decimal(nanoseconds, unit: 1_000_000)
    }

    /// `value / unit` with all its decimals, without trailing zeros.
    private static func decimal(_ value: Int64, unit: Int64) -> String {
        let magnitude = value.magnitude
        let rest = magnitude % unit.magnitude
        let whole = (value < 0 ? "-" : "") + "\(magnitude / unit.magnitude)"
        guard rest > 0 else { return whole }
        // One more digit keeps the leading zeros.
        var digits = String(unit.magnitude + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    /// In quotes when it contains a separator.
    private static func field(_ text: String) -> String {
        let needsQuotes = text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}
