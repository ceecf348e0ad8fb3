package import Base
package import LoadModel

/// Whether the generator measured the service or its own delays.
///
/// Decided by effect: whether a threshold would have had another result without the generator's delay, not by the
/// size of the delay.
package struct GeneratorVerdict: Hashable, Sendable {
    /// A percentile that may differ from its measured value.
    package struct Excess: Hashable, Sendable {
        package let quantile: Quantile
        /// The index of the send; `nil` for all.
        package let send: Int?
        /// Possible share of the generator in it, in nanoseconds; zero when negligible.
        package let excess: Int64
        /// Whether it has no upper bound, as arrivals were cut off.
        package let isOpen: Bool
    }

    /// Why thresholds could not be judged.
    package let faults: [Doubt]
    /// Other doubts about figures; they do not affect the verdict.
    package let harmless: [Doubt]
    /// Percentiles that are not sound; they do not decide the verdict alone.
    package let flagged: [Excess]
    /// Whether connections waited for the generator; closed model only.
    ///
    /// If so, the service could reach at least this rate, with at most these latencies.
    package let isLimited: Bool

    /// Whether no threshold is inconclusive because of the generator.
    package var isValid: Bool { faults.isEmpty }

    /// A doubt that makes every figure unreliable; `nil` for none.
    package var coveringDoubt: Doubt? { (faults + harmless).first(where: \.touchesEverything) }

    /// What prevented connections on the generator's machine; `nil` for nothing.
    package var localTrouble: LocalTrouble? {
        for case .local(let trouble, _) in faults + harmless { return trouble }
        return nil
    }

    /// The percentiles that reports show.
    package static let reported: [Quantile] = [.p50, .p90, .p95, .p99, .p999]

    /// - Parameters:
    ///   - recording: All shards together.
    ///   - results: Results of the thresholds.
    ///   - doubts: Other facts about the run.
    ///   - delivery: Results of the deliveries; `nil` when they were not watched.
    package init(
        _ recording: Recording,
        results: [ThresholdResult],
        doubts: RunDoubts,
        delivery: RunDelivery? = nil
    ) {
        var faults: [Doubt] = []
        for doubt in results.filter(\.isInDoubt).flatMap(\.doubts) where !faults.contains(doubt) {
            faults.append(doubt)
        }
        self.faults = faults
        isLimited = doubts.isLimited
        // Own time is reported for each percentile that it changes.
        harmless = Self.all(recording, doubts, delivery).filter { !faults.contains($0) }
        flagged = Self.named(by: results).compactMap { Self.excess($0, recording) }
    }

    private static func all(
        _ recording: Recording,
        _ doubts: RunDoubts,
        _ delivery: RunDelivery?
    ) -> [Doubt] {
        var list = doubts.gaps.map { Doubt.silent($0.shard) }
        if recording.cutOffCount > 0 { list.append(.cutOff(recording.cutOffCount)) }
        if doubts.unsentCount > 0 { list.append(.unsent(doubts.unsentCount)) }
        if doubts.isLimited { list.append(.limited) }
        if recording.unjudgedCount > 0 { list.append(.unjudged(recording.unjudgedCount)) }
        if let counts = doubts.counts, counts.wereLoad { list.append(.reconnecting(counts)) }
        if let counts = doubts.counts, let trouble = counts.localLimit {
            list.append(.local(trouble, counts))
        }
        if let fault = delivery?.fault { list.append(.deliveriesUnseen(fault)) }
        if let delivery, delivery.isLimitedBySink {
            list.append(.sinkLimited(delivery.sink.busiest))
        }
        return list
    }

    private struct Named: Hashable {
        let quantile: Quantile
        let send: Int?
    }

    /// The percentiles of reports, and those that thresholds name.
    private static func named(by results: [ThresholdResult]) -> [Named] {
        var named = reported.map { Named(quantile: $0, send: nil) }
        for result in results {
            guard case .latencyPercentile(let quantile) = result.threshold.metric else { continue }
            let name = Named(quantile: quantile, send: result.threshold.send)
            if !named.contains(name) { named.append(name) }
        }
        return named
    }

    /// `nil` when the percentile is sound: it differs by at most 5 % or 1 ms.
    private static func excess(_ named: Named, _ recording: Recording) -> Excess? {
        let measured = recording.latency(ofSend: named.send)
        let cleaned = recording.latency(ofSend: named.send, withoutOwn: true)
        guard case .value(let value) = measured.reading(at: named.quantile),
            case .value(let least) = cleaned.reading(at: named.quantile)
        else { return nil }
        let small = max(value / 20, 1_000_000)
        let worst = measured.atWorst.value(at: named.quantile)
        let isOpen = worst.map { $0 - value > small } ?? true
        let excess = value - least > small ? value - least : 0
        guard excess > 0 || isOpen else { return nil }
        return Excess(quantile: named.quantile, send: named.send, excess: excess, isOpen: isOpen)
    }
}
