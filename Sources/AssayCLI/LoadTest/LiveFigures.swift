import Load
import LoadModel
import Measure

/// The progress of a run in figures for a live display.
struct LiveFigures {
    /// A latency, if there are enough responses.
    enum Latency: Hashable {
        case nothing
        /// Nanoseconds.
        case time(Int64)
        case failed
    }

    /// Nanoseconds since the first stage began; below zero before it.
    var elapsed: Int64
    /// The time in which arrivals are counted, in nanoseconds.
    var span: Int64
    /// Per second, since the last reading.
    var dueRate: Double
    var doneRate: Double
    var inFlight: Int
    var waiting: UInt64
    /// Of the arrivals of the last slice.
    var p50 = Latency.nothing
    var p99 = Latency.nothing
    var greatest = Latency.nothing
    /// Of the whole run.
    var failedCount: UInt64
    /// Deliveries that are still expected; `nil` when they are not watched.
    var undelivered: Int?
    /// The current verdicts of the thresholds; `nil` when unknown.
    var thresholds: Thresholds?

    /// The number of thresholds by current verdict.
    struct Thresholds: Hashable {
        var failed = 0
        /// Those that cannot be decided yet.
        var inconclusive = 0
        var count: Int
    }
}

extension LiveFigures.Thresholds {
    /// From a recording that has not ended.
    init(_ recording: Recording, _ thresholds: [Threshold], delivery: RunDelivery? = nil) {
        let results = RunJudgement(
            recording,
            thresholds: thresholds,
            unsentCount: 0,
            delivery: delivery
        ).thresholds
        self.init(
            failed: results.count { $0.verdict == .failed },
            inconclusive: results.count { $0.verdict == .inconclusive },
            count: results.count
        )
    }
}

extension LiveFigures {
    /// - Parameters:
    ///   - progress: The progress of the run.
    ///   - last: How they stood before; `nil` at the beginning.
    ///   - plan: The plan of the run.
    init(_ progress: LoadProgress, after last: LoadProgress?, of plan: LoadPlan) {
        let start = last?.elapsed ?? -plan.shape.warmup
        let due = Count(progress.dueCount - (last?.dueCount ?? 0))
        let done = Count(
            progress.answeredCount - min(last?.answeredCount ?? 0, progress.answeredCount)
        )
        let latency = progress.latency
        let time = start..<max(progress.elapsed, start + 1_000_000)
        self.init(
            elapsed: progress.elapsed,
            span: plan.shape.span,
            dueRate: due.rate(in: time, of: plan.shape),
            doneRate: done.rate(in: time, of: plan.shape),
            inFlight: progress.inFlight,
            waiting: progress.waiting,
            p50: Self.reading(.p50, of: latency),
            p99: Self.reading(.p99, of: latency),
            greatest: latency.good.isEmpty ? .nothing : .time(latency.good.greatest),
            failedCount: progress.failedCount,
            undelivered: progress.undelivered
        )
    }

    /// As in the report: no percentile from too few arrivals.
    static func reading(_ quantile: Quantile, of latency: RankedArrivals) -> Latency {
        switch latency.reading(at: quantile) {
        case .value(let value): .time(value)
        case .failed: .failed
        case .tooFew: .nothing
        }
    }

    /// A number of arrivals or responses since the last reading.
    private struct Count {
        let number: UInt64

        init(_ number: UInt64) { self.number = number }

        /// Per second; the profile's rate when the number matches it but for one at the edges of the interval.
        func rate(in time: Range<Int64>, of shape: LoadShape) -> Double {
            let seconds = Double(time.upperBound - time.lowerBound) / 1e9
            if time.lowerBound >= 0, let expected = shape.expectedArrivals(in: time),
                abs(expected - Double(number)) <= 1
            {
                return expected / seconds
            }
            return Double(number) / seconds
        }
    }
}
