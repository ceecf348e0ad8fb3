import LoadModel
import Measure
import ReportText

/// The latency at each tested rate, as bars of text: where they grow is the knee.
struct KneeChart {
    let record: CapacityRecord
    let style: TextStyle
    /// The maximum width of a line, in columns.
    let width: Int

    /// One line for each rate, from the lowest to the highest; empty with fewer than two.
    var lines: [String] {
        let points = KneePoint.list(record)
        guard points.count > 1 else { return [] }
        let known = points.compactMap(\.latency)
        let (least, most) = (known.min() ?? 1, known.max() ?? 1)
        let rates = points.map { LoadNumber.rate($0.rate) }
        let latencies = points.map { $0.latency.map(NanosecondText.short) ?? "failed" }
        let rateWidth = rates.map(\.count).max() ?? 0
        let latencyWidth = latencies.map(\.count).max() ?? 0
        let room = max(width - 2 - rateWidth - latencyWidth - 4 - 8, 10)
        return points.enumerated().map { index, point in
            let length = point.latency.map { Self.share($0, least, most) } ?? 1_000
            let bar = LatencyChart.bar(length, of: 1_000, width: room)
            let role = Self.role(point.trial.verdict)
            let word = point.trial.verdict.isHeld ? "" : " " + point.trial.verdict.word
            return
                "  \(LatencyChart.padded(rates[index], rateWidth))  \(LatencyChart.padded(latencies[index], latencyWidth))  "
                + style.text(bar, role) + style.text(word, role)
        }
    }

    static func role(_ verdict: StepVerdict) -> TextStyle.Role {
        switch verdict {
        case .passed: .good
        case .breached: .bad
        case .limited: .doubtful
        }
    }

    /// Thousandths of the longest bar, logarithmic; the smallest value is visible.
    ///
    /// The longest bar is at least eight times the lowest latency.
    private static func share(_ value: Int64, _ least: Int64, _ most: Int64) -> UInt64 {
        // A latency that is about the same everywhere must not look like a knee.
        let span = max(logarithm(most) - logarithm(least), 3)
        return UInt64(50 + 950 * (logarithm(value) - logarithm(least)) / span)
    }

    /// The logarithm to base 2, linear between powers: close enough for a bar.
    private static func logarithm(_ value: Int64) -> Double {
        let value = Double(max(value, 1))
        return Double(value.exponent) + value.significand - 1
    }
}

/// A tested rate, with the step that decides about it.
struct KneePoint {
    let trial: CapacityTrial
    /// Whether the deciding figure is of deliveries.
    let isOfDeliveries: Bool

    var rate: Double { trial.step.rate }

    /// The deciding figure, in nanoseconds; `nil` when it failed.
    var latency: Int64? {
        let measurement = trial.measurement
        let reading = isOfDeliveries ? measurement.delivered : measurement.percentile
        guard case .value(let value) = reading else { return nil }
        return value
    }

    /// The deciding figure: `latency p99`, `delivered p99`.
    static func title(_ record: CapacityRecord) -> String {
        record.deliveredQuantile.map { "delivered \($0)" }
            ?? "latency \(record.result.settings.quantile)"
    }

    /// One for each rate, from the lowest to the highest.
    static func list(_ record: CapacityRecord) -> [KneePoint] {
        var points: [Double: KneePoint] = [:]
        let isOfDeliveries = record.deliveredQuantile != nil
        for trial in record.result.trials where trial.step.purpose != .recovery {
            points[trial.step.rate] = KneePoint(trial: trial, isOfDeliveries: isOfDeliveries)
        }
        return points.values.sorted { $0.rate < $1.rate }
    }
}
