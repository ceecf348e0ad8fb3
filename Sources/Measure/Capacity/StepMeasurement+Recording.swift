package import LoadModel

extension StepMeasurement {
    /// Reads a step off what was recorded of it.
    ///
    /// - Parameters:
    ///   - recording: The whole step, its warm-up before zero.
    ///   - thresholds: Those of the profile.
    ///   - delivery: What became of its deliveries; `nil` when nobody watched them.
    ///   - quantile: The percentile of the search.
    ///   - unsentCount: Arrivals that were never sent although a connection was free.
    ///   - busyShare: The part of the time that the generator was busy.
    ///   - arrivals: How the gaps between arrivals vary.
    ///   - arrivalsEnd: When the last counted arrival was due, in nanoseconds; earlier than planned when the
    ///     step was ended.
    ///   - measured: How long the step was measured, in nanoseconds; shorter than planned when it was ended.
    ///   - isHopeless: Whether it was ended because too much had piled up.
    ///   - noConnection: Why there was no connection at all for the length of a timeout.
    ///   - elapsed: From opening connections to the end of the drain, in nanoseconds.
    package init(
        _ recording: Recording,
        thresholds: [Threshold],
        delivery: RunDelivery? = nil,
        quantile: Quantile,
        unsentCount: UInt64,
        busyShare: Double,
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
        let answers = Self.saturation(
            recording,
            finding,
            arrivals,
            until: end,
            measured: min(measured, recording.plan.span)
        )
        let hasObjective = thresholds.contains(where: \.metric.isOfDeliveries)
        self.init(
            finding,
            dueCount: recording.dueCount,
            backlogGrowth: recording.backlogGrowth,
            doneRate: Double(recording.completedWithinSpan) * goodShare / seconds,
            saturation: answers
                ?? (hasObjective ? delivery : nil).flatMap {
                    Self.saturation($0, recording, arrivals, until: end)
                },
            percentile: latency.looseReading(at: quantile),
            medianLatency: latency.good.value(atRank: Quantile.p50.rank(of: latency.count)),
            meanServiceTime: recording.serviceTime.mean,
            busyShare: busyShare,
            isHopeless: isHopeless,
            noConnection: noConnection,
            elapsed: elapsed
        )
    }

    /// Of a service that answers everything in time but not well, good answers tell.
    private static func saturation(
        _ recording: Recording,
        _ finding: Finding,
        _ arrivals: LoadShape.Arrivals,
        until end: Int64,
        measured: Int64
    ) -> Saturation? {
        let good = recording.latency().good
        // One arrival in ten waits less, also when ever more wait.
        let latency = good.value(atRank: (good.count + 9) / 10) ?? 0
        func saturation(_ flow: StepFlow) -> Saturation? {
            flow.saturation(arrivals, latency: latency)
        }
        if end > 0 && end < min(recording.plan.sliceWidth, recording.plan.span) {
            let answered = recording.completedWithinSpan
            return saturation(
                StepFlow(
                    dueCount: recording.dueCount,
                    answeredCount: answered,
                    until: end,
                    measured: measured
                )
            )
        }
        let answers = saturation(StepFlow(recording, until: end))
        guard answers == nil, case .missed = finding else { return answers }
        return saturation(StepFlow(recording, until: end, isGood: true))
    }

    /// Of a service that accepts everything in time and delivers later and later, deliveries tell.
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
        if let missed = results.firstIndex(where: { $0.verdict == .missed }) {
            return .missed(threshold: missed)
        }
        let open = results.firstIndex { $0.verdict == .undetermined && !$0.isInDoubt }
        if let open { return .undetermined(threshold: open) }
        return results.contains(where: \.isInDoubt) ? .doubtful : .held
    }
}

extension ThresholdJudge {
    /// The result, also when it rests on fewer arrivals than a report would: a step may be short, because
    /// one that does not hold is repeated.
    fileprivate func looseResult() -> ThresholdResult {
        let strict = result()
        guard strict.verdict == .undetermined, !strict.isInDoubt else { return strict }
        var judge = self
        judge.isLoose = true
        return judge.result()
    }
}

extension RankedArrivals {
    /// The percentile, also when fewer than ten arrivals lie above; `failed` when there are none.
    fileprivate func looseReading(at quantile: Quantile) -> PercentileReading {
        value(at: quantile).map { .value($0) } ?? .failed
    }
}

extension Recording {
    /// How many more arrivals were outstanding at the end of the counted time than at its beginning.
    ///
    /// Those that ended without an answer are not outstanding; what the warm-up left enters at one edge
    /// as the tail leaves at the other.
    fileprivate var backlogGrowth: Int64 {
        Int64(answeredCount + unfinishedCount) - Int64(completedWithinSpan)
    }
}
