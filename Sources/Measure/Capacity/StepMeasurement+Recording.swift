package import LoadModel

extension StepMeasurement {
    /// Measures a step from its recording.
    ///
    /// - Parameters:
    ///   - recording: The whole step, its warm-up before zero.
    ///   - thresholds: Thresholds of the profile.
    ///   - delivery: Results of its deliveries; `nil` when they were not watched.
    ///   - quantile: The percentile of the search.
    ///   - unsentCount: Arrivals not sent although a connection was free.
    ///   - busyShare: Share of the time that the generator was busy.
    ///   - disturbance: Other activity on the generator's machine.
    ///   - arrivals: Distribution of the gaps between arrivals.
    ///   - arrivalsEnd: When the last counted arrival was due, in nanoseconds; earlier than planned when the step
    ///     was ended.
    ///   - measured: Duration of the measurement, in nanoseconds; shorter than planned when the step was ended.
    ///   - isHopeless: Whether the step was ended because of its backlog.
    ///   - noConnection: Why no connection was open for the length of a timeout.
    ///   - elapsed: From opening connections to the end of the drain, in nanoseconds.
    package init(
        _ recording: Recording,
        thresholds: [Threshold],
        delivery: RunDelivery? = nil,
        quantile: Quantile,
        unsentCount: UInt64,
        busyShare: Double,
        disturbance: RunDisturbance? = nil,
        arrivals: LoadShape.Arrivals = .constant,
        arrivalsEnd: Int64,
        measured: Int64,
        isHopeless: Bool = false,
        noConnection: String? = nil,
        elapsed: Int64
    ) {
        let latency = recording.latency()
        let answered = max(Double(recording.answeredCount), 1)
        let goodShare = min(Double(recording.goodCount) / answered, 1)
        let seconds = Double(max(min(measured, recording.plan.span), 1)) / 1e9
        let finding = Self.finding(
            recording,
            thresholds: thresholds,
            delivery: delivery,
            unsentCount: unsentCount
        )
        let end = min(arrivalsEnd, recording.plan.span)
        let flow = Self.flow(recording, until: end, measured: min(measured, recording.plan.span))
        // One arrival in ten does not queue even while the backlog grows.
        let least = latency.good.value(atRank: (latency.good.count + 9) / 10) ?? 0
        let responses = flow.saturation(arrivals, latency: least)
        let hasObjective = thresholds.contains(where: \.metric.isOfDeliveries)
        self.init(
            finding,
            dueCount: recording.dueCount,
            backlogGrowth: recording.backlogGrowth,
            doneRate: Double(recording.completedWithinSpan) * goodShare / seconds,
            saturation: responses
                ?? (hasObjective ? delivery : nil).flatMap {
                    Self.saturation($0, recording, arrivals, until: end)
                },
            rest: flow.rest,
            percentile: latency.looseReading(at: quantile),
            medianLatency: latency.good.value(atRank: Quantile.p50.rank(of: latency.count)),
            meanServiceTime: recording.serviceTime.mean,
            tailLatency: latency.good.value(atRank: Quantile.p99.rank(of: latency.good.count)),
            failures: StepFailures(recording, until: end),
            delivered: delivery.flatMap { Self.delivered($0, thresholds) },
            busyShare: busyShare,
            disturbance: disturbance,
            isHopeless: isHopeless,
            noConnection: noConnection,
            elapsed: elapsed
        )
    }

    private static func flow(
        _ recording: Recording,
        until end: Int64,
        measured: Int64
    ) -> StepFlow {
        guard end > 0 && end < min(recording.plan.sliceWidth, recording.plan.span) else {
            return StepFlow(recording, until: end)
        }
        return StepFlow(
            dueCount: recording.dueCount,
            answeredCount: recording.completedWithinSpan,
            until: end,
            measured: measured
        )
    }

    /// Delivery time at the finest percentile that a threshold names; `nil` for none.
    private static func delivered(
        _ delivery: RunDelivery,
        _ thresholds: [Threshold]
    ) -> PercentileReading? {
        guard let quantile = CapacitySettings.deliveredQuantile(of: thresholds) else { return nil }
        let ranked = delivery.ranked
        guard ranked.count > 0 else { return nil }
        return ranked.value(at: quantile).map { .value($0) } ?? .failed
    }

    /// Saturation of deliveries, for a service that accepts messages in time and delivers later and later.
    private static func saturation(
        _ delivery: RunDelivery,
        _ recording: Recording,
        _ arrivals: LoadShape.Arrivals,
        until end: Int64
    ) -> Saturation? {
        let times = delivery.clocks.delivered
        let latency = times.value(atRank: (times.count + 9) / 10) ?? 0
        let flow = StepFlow(delivery, width: recording.plan.sliceWidth, until: end, recording)
        return flow?.saturation(arrivals, latency: latency)
    }

    private static func finding(
        _ recording: Recording,
        thresholds: [Threshold],
        delivery: RunDelivery?,
        unsentCount: UInt64
    ) -> Finding {
        let doubts = RunDoubts(unsentCount: unsentCount)
        let results = thresholds.map {
            ThresholdJudge(
                threshold: $0,
                recording: recording,
                delivery: delivery,
                doubts: doubts
            ).looseResult()
        }
        if let missed = results.firstIndex(where: { $0.verdict == .failed }) {
            return .failed(threshold: missed)
        }
        let open = results.firstIndex { $0.verdict == .inconclusive && !$0.isInDoubt }
        if let open { return .inconclusive(threshold: open) }
        return results.contains(where: \.isInDoubt) ? .doubtful : .passed
    }
}

extension StepFailures {
    /// `nil` without failures.
    fileprivate init?(_ recording: Recording, until end: Int64) {
        // Arrivals cut off by the end of the step are not failures of the service.
        let bad = recording.arrivalCells.filter { !$0.key.isGood && $0.latency.count > 0 }
        let failed = bad.reduce(0) { $0 + $1.latency.count }
        guard failed > 0 else { return nil }
        let most = Dictionary(grouping: bad, by: \.key.outcome)
            .mapValues { $0.reduce(0) { $0 + $1.latency.count } }
            .max { ($0.value, $1.key) < ($1.value, $0.key) }
        let width = recording.plan.sliceWidth
        let count = Int(end / width)
        let late = (count / 2..<max(count, count / 2)).map { recording.slices.slice($0) }
        let good = late.reduce(0) { $0 + $1.goodCount }
        let seconds = Double(late.count) * Double(width) / 1e9
        self.init(
            share: Double(failed) / Double(max(recording.dueCount, 1)),
            goodRate: seconds > 0 ? Double(good) / seconds : 0,
            outcome: most?.key ?? ""
        )
    }
}

extension ThresholdJudge {
    /// The result, even from fewer arrivals than a report requires: a step may be short, because a failed one is
    /// repeated.
    fileprivate func looseResult() -> ThresholdResult {
        let strict = result()
        guard strict.verdict == .inconclusive, !strict.isInDoubt else { return strict }
        var judge = self
        judge.isLoose = true
        return judge.result()
    }
}

extension RankedArrivals {
    /// The percentile, even with fewer than ten arrivals above it; `failed` without arrivals.
    fileprivate func looseReading(at quantile: Quantile) -> PercentileReading {
        value(at: quantile).map { .value($0) } ?? .failed
    }
}

extension Recording {
    /// Growth of the backlog from the beginning to the end of the counted time.
    ///
    /// Arrivals that ended without a response are not outstanding; requests left from the warm-up at the beginning
    /// offset those left at the end.
    fileprivate var backlogGrowth: Int64 {
        Int64(answeredCount + unfinishedCount) - Int64(completedWithinSpan)
    }
}
