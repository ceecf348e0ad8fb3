import Measure

/// A figure of a run for monitoring systems.
struct LoadMetric {
    enum Unit {
        case seconds, bytes
        /// A count, a share, a truth value.
        case none
    }

    /// Names and values that distinguish the series of a metric.
    typealias Labels = [(name: String, value: String)]

    enum Series {
        /// Grows only, while the run lasts.
        case counter([(labels: Labels, value: UInt64)])
        case gauge([(labels: Labels, value: Double)])
        /// Nanoseconds.
        case histogram([(labels: Labels, value: Histogram<UInt64>)])
    }

    /// In words: `["service", "time"]`.
    let name: [String]
    let unit: Unit
    /// One sentence.
    let help: String
    let series: Series

    init(_ name: [String], _ unit: Unit = .none, _ help: String, _ series: Series) {
        self.name = name
        self.unit = unit
        self.help = help
        self.series = series
    }

    /// The bounds of histograms in nanoseconds; monitoring systems have no finer ones.
    static let bounds: [Int64] = {
        let powers: [Int64] = [100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000]
        return powers.flatMap { [$0, $0 * 5 / 2, $0 * 5] } + [10_000_000_000, 30_000_000_000]
    }()

    /// The number of values above the previous bound, and up to each bound.
    ///
    /// - Returns: One more than there are bounds: the last is for all above.
    static func counts(_ histogram: Histogram<UInt64>) -> [UInt64] {
        var counts = [UInt64](repeating: 0, count: bounds.count + 1)
        for index in histogram.usedIndices where histogram.counters[index] > 0 {
            let value = histogram.layout.highestValue(at: index)
            counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += histogram.counters[index]
        }
        return counts
    }
}
