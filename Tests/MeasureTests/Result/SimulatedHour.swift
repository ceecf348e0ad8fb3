import Glibc
import LoadModel

@testable import Measure

/// The recording of a run at a steady rate, without its arrivals: the counters of each slice are drawn around those of
/// a log-normal distribution.
struct SimulatedHour {
    /// Arrivals per second.
    let rate: Int
    /// The recorded part of the counted time.
    let seconds: Int
    let plan: RecordingPlan

    /// The median in nanoseconds, and the spread.
    private static let median = 2e6
    private static let sigma = 0.5
    /// In every minute, all arrivals due within one second wait for its end.
    private static let stallPeriod = 60

    private static let second: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - rate: Arrivals a second.
    ///   - seconds: How much of the counted time is recorded.
    ///   - span: The counted time in seconds.
    ///   - sends: Of which the first has half the arrivals, or all.
    ///   - thresholds: On windows, too.
    init(rate: Int, seconds: Int, span: Int64, sends: [String], thresholds: [Threshold]) {
        self.rate = rate
        self.seconds = seconds
        plan = RecordingPlan(
            sends: sends,
            span: span * Self.second,
            sliceWidth: SliceWidth.narrowest(for: span * Self.second) ?? Self.second,
            thresholds: thresholds
        )
    }

    /// The complete recording.
    var recording: Recording {
        var draw = NormalDraw(state: 42)
        let width = Int(plan.sliceWidth / Self.second)
        let (calm, stalled) = (
            Shape(.slice), Shape(.slice, stall: 1 / Double(min(width, Self.stallPeriod)))
        )
        let slices = stride(from: 0, to: seconds, by: width).map { start in
            let shape = start % Self.stallPeriod < width ? stalled : calm
            return slice(of: UInt64(rate * width), shape, &draw)
        }
        let total = Shape(.total, stall: 1 / Double(Self.stallPeriod))
        let count = slices.reduce(0) { $0 + $1.goodCount }
        var recording = Recording(plan)
        for (index, send) in plan.sends.indices.enumerated() {
            let share = count / UInt64(plan.sends.count)
            let latency: Histogram<UInt64> = total.histogram(of: share, &draw)
            let key = OutcomeCell.Key(send: send, outcome: "201", isGood: true)
            recording.cells.append(OutcomeCell(key))
            recording.cells[index].latency = latency
            recording.cells[index].latencyWithoutOwn = latency
        }
        recording.serviceTime = total.histogram(of: count, &draw)
        recording.connectionWait = total.histogram(of: count, &draw)
        recording.generatorLag = total.histogram(of: count, &draw)
        recording.completedWithinSpan = count
        recording.completedWithoutOwn = count
        recording.answeredCount = count
        recording.sentCount = count
        recording.slices.restore(first: 0, slices)
        return recording
    }

    private func slice(of count: UInt64, _ shape: Shape, _ draw: inout NormalDraw) -> Slice {
        let share = count / UInt64(plan.sends.count)
        var gauge = Slice.Gauge()
        for value in [25_000, 2_345_678] as [Int64] { gauge.record(value) }
        var slice = Slice(plan)
        slice.goodCount = share * UInt64(plan.sends.count)
        slice.cellCounts = plan.sends.map { _ in share }
        slice.connectionWait = gauge
        slice.generatorLag = gauge
        slice.histograms = plan.tracks.map {
            SliceHistogram(shape.histogram(of: $0.send == nil ? count : share, &draw))
        }
        var tally = LimitTally()
        tally.lowCount = share
        tally.sum = UInt128(share) * 2_300_000
        tally.greatest = 9_876_543
        slice.tallies = plan.limits.map { _ in tally }
        slice.completedCount = count
        slice.completedWithoutOwn = count
        slice.bytesSent = count * 300
        slice.bytesReceived = count * 118
        return slice
    }

    /// The distribution of arrivals over the counters of a layout.
    private struct Shape {
        private let layout: HistogramLayout
        /// The shares of all arrivals, by counter; very small ones are left out.
        private let shares: [(index: Int, share: Double)]

        init(_ layout: HistogramLayout, stall: Double = 0) {
            self.layout = layout
            shares = (0..<layout.counterCount).compactMap { index in
                let edges = (layout.lowestValue(at: index), layout.highestValue(at: index) + 1)
                let share = Self.share(below: edges.1, stall) - Self.share(below: edges.0, stall)
                return share > 1e-9 ? (index, share) : nil
            }
        }

        /// The share of arrivals with a lower latency.
        private static func share(below value: Int64, _ stall: Double) -> Double {
            let value = Double(value)
            let calm = value > 0 ? erfc(-log(value / median) / sigma / 2.squareRoot()) / 2 : 0
            let held = min(max((value - median) / Double(second), 0), 1)
            return (1 - stall) * calm + stall * held
        }

        func histogram<Counter>(
            of count: UInt64,
            _ draw: inout NormalDraw
        ) -> Histogram<Counter> {
            var histogram = Histogram<Counter>(layout)
            var rest = count
            // The rest goes to the most frequent counter.
            let usual = shares.max { $0.share < $1.share }?.index ?? 0
            for (index, share) in shares where index != usual {
                let number = min(draw.count(about: share * Double(count)), rest)
                histogram.record(layout.lowestValue(at: index) + 1, times: Counter(number))
                rest -= number
            }
            histogram.record(layout.lowestValue(at: usual) + 1, times: Counter(rest))
            return histogram
        }
    }

    /// Random numbers that depend on a seed only.
    private struct NormalDraw {
        var state: UInt64

        /// From 0 to 1.
        private mutating func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(1 << 31)
        }

        /// A random number of events, `mean` on average.
        mutating func count(about mean: Double) -> UInt64 {
            guard mean < 20 else {
                let normal = (unit() + unit() + unit() + unit() - 2) * 3.squareRoot()
                return UInt64(max(mean + normal * mean.squareRoot(), 0).rounded())
            }
            var (product, count) = (unit(), UInt64(0))
            while product > exp(-mean) {
                product *= unit()
                count += 1
            }
            return count
        }
    }
}
