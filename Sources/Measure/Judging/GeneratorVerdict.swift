package import Base
package import LoadModel

/// Whether the generator measured the service or itself.
///
/// Judged by effect: what matters is not how late the generator was, but whether a figure that somebody
/// relies on would have come out differently without that.
package struct GeneratorVerdict: Hashable, Sendable {
    /// A percentile, and what the generator may have added to it.
    package struct Excess: Hashable, Sendable {
        package let quantile: Quantile
        /// The index of the send; `nil` for all.
        package let send: Int?
        /// In nanoseconds.
        package let excess: Int64
    }

    /// Why the figures cannot be relied on.
    package enum Fault: Hashable, Sendable {
        /// The threshold at this index comes out differently without the generator's own time.
        case verdictDiffers(threshold: Int)
        /// A percentile that a threshold names, or p99 when none does, is not sound.
        case unsound(Excess)
        /// So many arrivals were not sent although a connection was free.
        case unsent(count: UInt64)
        /// The threshold at this index is on a latency, and connections waited for the generator.
        case limited(threshold: Int)
        /// Connections were opened again more often than requests were sent.
        case reconnecting(ConnectionCounts)
        /// Something on the machine of the generator kept connections from being opened.
        case local(LocalTrouble, ConnectionCounts)
        /// Deliveries were not all seen: why.
        case deliveriesUnseen(String)
        /// The sink had so much of a second to do in its busiest that it may have held deliveries back.
        case sinkLimited(share: Double)
        /// This part of the run was not told to its end.
        case silent(Shard)
        /// The clocks of generators may be so far apart, which is too much for windows of this length.
        case clocks(bound: Int64, window: Int64)
    }

    package let faults: [Fault]
    /// Percentiles that are not sound and decide nothing.
    package let flagged: [Excess]
    /// Whether connections waited for the generator; closed model only.
    ///
    /// Then the service could do at least this rate, at no more than these latencies.
    package let isLimited: Bool

    /// Whether the figures can be relied on.
    package var isValid: Bool { faults.isEmpty }

    /// Whether the only fault is that connections ended as fast as they were opened.
    package var onlyReconnected: Bool {
        !isValid
            && faults.allSatisfy { fault in
                if case .reconnecting = fault { true } else { false }
            }
    }

    /// What on the machine of the generator kept connections from being opened; `nil` when nothing did.
    package var localTrouble: LocalTrouble? {
        for case .local(let trouble, _) in faults { return trouble }
        return nil
    }

    /// Whether there are faults, and none but of how deliveries were watched.
    package var isOnlyOfDeliveries: Bool { !isValid && faults.allSatisfy(\.isOfDeliveries) }

    /// The percentiles that reports show.
    package static let reported: [Quantile] = [.p50, .p90, .p95, .p99, .p999]

    /// Judges a recording.
    ///
    /// - Parameters:
    ///   - recording: All shards together.
    ///   - results: What became of the thresholds.
    ///   - unsentCount: Arrivals that were never sent although a connection was free.
    ///   - isLimited: Whether connections waited for the generator.
    ///   - counts: How many connections were opened; `nil` when nobody knows.
    ///   - delivery: What became of the deliveries; `nil` when nobody watched them.
    ///   - silent: Parts of the run that were not told to their end.
    ///   - clockBound: How far the clocks of several generators may be apart, in nanoseconds.
    package init(
        _ recording: Recording,
        results: [ThresholdResult],
        unsentCount: UInt64,
        isLimited: Bool = false,
        counts: ConnectionCounts? = nil,
        delivery: RunDelivery? = nil,
        silent: [Shard] = [],
        clockBound: Int64 = 0
    ) {
        var faults = silent.map { Fault.silent($0) }
        for (index, result) in results.enumerated()
        where result.verdict != result.verdictWithoutOwn
            && !result.threshold.metric.isOfDeliveries
            && (silent.isEmpty || result.threshold.metric != .achievedRatio)
        {
            faults.append(.verdictDiffers(threshold: index))
        }
        let named = Self.named(by: results)
        faults += named.compactMap { Self.excess($0, recording).map { .unsound($0) } }
        if unsentCount > 0 { faults.append(.unsent(count: unsentCount)) }
        for (index, result) in results.enumerated()
        where isLimited && result.threshold.metric.isLatency {
            faults.append(.limited(threshold: index))
        }
        if let counts, counts.wereLoad { faults.append(.reconnecting(counts)) }
        if let counts, let trouble = counts.localLimit { faults.append(.local(trouble, counts)) }
        if let fault = delivery?.fault { faults.append(.deliveriesUnseen(fault)) }
        if let delivery, delivery.isLimitedBySink {
            faults.append(.sinkLimited(share: delivery.sink.busiest))
        }
        let windows = results.compactMap(\.threshold.windows?.length)
        if let window = windows.min(), clockBound > window / 100 {
            faults.append(.clocks(bound: clockBound, window: window))
        }
        self.isLimited = isLimited
        self.faults = faults
        let others = Self.reported.map { Named(quantile: $0, send: nil) }
        flagged = others.filter { !named.contains($0) }.compactMap { Self.excess($0, recording) }
    }

    private struct Named: Hashable {
        let quantile: Quantile
        let send: Int?
    }

    private static func named(by results: [ThresholdResult]) -> [Named] {
        var named: [Named] = []
        for result in results {
            guard case .latencyPercentile(let quantile) = result.threshold.metric else { continue }
            let name = Named(quantile: quantile, send: result.threshold.send)
            if !named.contains(name) { named.append(name) }
        }
        return results.isEmpty ? [Named(quantile: .p99, send: nil)] : named
    }

    /// `nil` when the percentile is sound: own time changes it by at most 5 % or 1 ms.
    private static func excess(_ named: Named, _ recording: Recording) -> Excess? {
        let readings = [false, true].map { withoutOwn in
            recording.latency(ofSend: named.send, withoutOwn: withoutOwn)
                .reading(at: named.quantile)
        }
        guard case .value(let measured) = readings[0], case .value(let cleaned) = readings[1]
        else { return nil }
        let excess = measured - cleaned
        guard excess > max(measured / 20, 1_000_000) else { return nil }
        return Excess(quantile: named.quantile, send: named.send, excess: excess)
    }
}

extension GeneratorVerdict.Fault {
    /// Whether it leaves no figure of the run as it would be otherwise.
    package var touchesEverything: Bool {
        switch self {
        case .reconnecting, .silent, .local: true
        case .verdictDiffers, .unsound, .unsent, .limited, .deliveriesUnseen, .sinkLimited, .clocks:
            false
        }
    }

    /// Whether it is of how deliveries were watched, and not of how requests were sent.
    package var isOfDeliveries: Bool {
        switch self {
        case .deliveriesUnseen, .sinkLimited: true
        case .verdictDiffers, .unsound, .unsent, .limited, .reconnecting, .local, .silent, .clocks:
            false
        }
    }
}
