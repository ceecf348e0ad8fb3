import LoadModel
import Statistics

/// Influence of the generator on the figures of a run.
///
/// For each figure this is the difference between the measurement and that of a perfect generator; a result
/// contains both.
struct FigureDoubts {
    private let result: RunResult
    /// Whether connections waited for the generator, so that its time for each arrival is incomplete.
    private let isLimited: Bool
    /// Arrivals that never reached the service because of the generator.
    private let unsentCount: UInt64
    private let cause: String?
    /// The measured latencies; `sent` excludes the generator's own time.
    private let measured: RankedArrivals
    private let sent: RankedArrivals

    /// The percentiles that are compared.
    static let quantiles: [(figure: RunFigure, quantile: Quantile)] = [
        (.p50, .p50), (.p90, .p90), (.p95, .p95), (.p99, .p99), (.p999, .p999),
    ]

    init(_ result: RunResult) {
        self.result = result
        isLimited = result.isLimitedByGenerator
        unsentCount = result.unsentThoughFree
        cause = result.disturbanceText
        measured = result.recording.latency()
        sent = result.recording.latency(withoutOwn: true)
    }

    /// The doubts by figure; reliable figures have none.
    var all: [RunFigure: FigureDoubt] {
        latencies.merging(shares) { $1 }.merging(deliveries) { $1 }
    }

    private var latencies: [RunFigure: FigureDoubt] {
        Self.quantiles.reduce(into: [:]) { doubts, pair in
            if isLimited {
                doubts[pair.figure] = limit
                return
            }
            let amount = Self.amount(measured.atWorst, sent, pair.quantile)
            if amount > 0 { doubts[pair.figure] = lateness(amount) }
        }
    }

    /// Figures with a generator that is never late and sends everything.
    var withoutOwn: [RunFigure: Double] {
        var figures: [RunFigure: Double] = [:]
        for (figure, quantile) in Self.quantiles {
            guard case .value(let value) = sent.reading(at: quantile) else { continue }
            figures[figure] = Double(value) / 1e9
        }
        let recording = result.recording
        let due = Double(recording.dueCount)
        guard !result.profile.load.isClosed, due > 0 else { return figures }
        figures[.achieved] = Double(recording.completedWithoutOwn + unsentCount) / due
        let ended = recording.dueCount - recording.cutOffCount
        if ended > 0 { figures[.failed] = Double(recording.failedCount) / Double(ended) }
        return figures
    }

    /// Difference of two readings, in seconds.
    private static func amount(
        _ measured: RankedArrivals,
        _ cleaned: RankedArrivals,
        _ quantile: Quantile
    ) -> Double {
        switch (measured.reading(at: quantile), cleaned.reading(at: quantile)) {
        case (.value(let measured), .value(let cleaned)): Double(abs(measured - cleaned)) / 1e9
        case (.tooFew, _), (.failed, .failed): 0
        // Arrivals that were not sent count as failures, and decide the percentile.
        case (.failed, _), (.value, _): .infinity
        }
    }

    private func lateness(_ amount: Double) -> FigureDoubt {
        let reason =
            unsentCount > 0
            ? "not every arrival was sent although a connection was free" : "the generator was late"
        return FigureDoubt(amount, reason, cause: cause)
    }

    private var limit: FigureDoubt {
        FigureDoubt(.infinity, "connections waited for the generator, not the server", cause: cause)
    }

    private var shares: [RunFigure: FigureDoubt] {
        let recording = result.recording
        let due = Double(recording.dueCount)
        guard !result.profile.load.isClosed else { return isLimited ? [.rate: limit] : [:] }
        guard due > 0 else { return [:] }
        let (measured, cleaned) = (recording.completedWithinSpan, recording.completedWithoutOwn)
        let moved = max(measured, cleaned) - min(measured, cleaned)
        var doubts: [RunFigure: FigureDoubt] = [:]
        if moved + unsentCount > 0 {
            doubts[.achieved] = lateness(Double(moved + unsentCount) / due)
        }
        if unsentCount > 0 { doubts[.failed] = lateness(Double(unsentCount) / due) }
        return doubts
    }

    private var deliveries: [RunFigure: FigureDoubt] {
        guard let delivery = result.delivery else { return [:] }
        func all(_ figures: [RunFigure], _ reason: String) -> [RunFigure: FigureDoubt] {
            figures.reduce(into: [:]) { $0[$1] = FigureDoubt(.infinity, reason) }
        }
        if let fault = delivery.fault {
            return all(RunFigure.ofDeliveries, "not all deliveries were seen: \(fault)")
        }
        let times: [RunFigure] = [.deliveredP50, .deliveredP99]
        return delivery.isLimitedBySink
            ? all(times, "the sink was the limit and may have held deliveries back") : [:]
    }
}
