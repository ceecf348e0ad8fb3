package import LoadModel

/// What became of a threshold.
package struct ThresholdResult: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case held, missed, undetermined
    }

    package internal(set) var threshold: Threshold
    package let verdict: Verdict
    /// The verdict with the generator's own time taken off every latency.
    let verdictWithoutOwn: Verdict
    /// The figure of the whole run; for windows that of the worst one.
    package let observation: Observation
    /// How the windows stand; `nil` for a threshold on the whole run.
    package let windows: WindowCounts?
    /// Whether it ended the run, as it could not be met any more; then it is missed, whatever the figures of the
    /// part that ran say.
    package private(set) var endedRun = false

    init(
        threshold: Threshold,
        verdict: Verdict,
        verdictWithoutOwn: Verdict,
        observation: Observation,
        windows: WindowCounts?
    ) {
        (self.threshold, self.observation, self.windows) = (threshold, observation, windows)
        (self.verdict, self.verdictWithoutOwn) = (verdict, verdictWithoutOwn)
    }

    /// The same of one that ended the run.
    var havingEndedRun: ThresholdResult {
        var result = ThresholdResult(
            threshold: threshold,
            verdict: .missed,
            verdictWithoutOwn: .missed,
            observation: observation,
            windows: windows
        )
        result.endedRun = true
        return result
    }

    /// How many windows held, missed, or could not be judged.
    package struct WindowCounts: Hashable, Sendable {
        package internal(set) var held: UInt64 = 0
        package internal(set) var missed: UInt64 = 0
        package internal(set) var undetermined: UInt64 = 0
        package var count: UInt64 { held + missed + undetermined }
    }
}

/// Judges one threshold on what was recorded.
struct ThresholdJudge {
    let threshold: Threshold
    let recording: Recording
    /// `nil` when nobody watched deliveries.
    let delivery: RunDelivery?
    /// What is not known of parts of the run.
    let gaps: [RunGap]
    /// Where slices keep the latencies that the threshold looks at, and its limit.
    private let trackIndex: Int?
    private let limitIndex: Int?

    init(
        threshold: Threshold,
        recording: Recording,
        delivery: RunDelivery? = nil,
        gaps: [RunGap] = []
    ) {
        self.gaps = gaps
        self.threshold = threshold
        self.recording = recording
        self.delivery = delivery
        trackIndex = recording.plan.trackIndex(of: threshold)
        limitIndex = recording.plan.limitIndex(of: threshold)
    }

    func result() -> ThresholdResult {
        let measured = judgement(withoutOwn: false)
        // A late generator sends late, so answers come behind the end of the time that would have come
        // within it: `achieved` is as little the service's alone as a latency, and one that only the
        // generator missed must not be called missed. Errors and outcomes have no moment.
        let dependsOnOwnTime =
            threshold.metric.isLatency || threshold.metric == .achievedRatio
            || threshold.metric.isOfDeliveries
        let cleaned = dependsOnOwnTime ? judgement(withoutOwn: true) : measured
        return ThresholdResult(
            threshold: threshold,
            verdict: measured.verdict,
            verdictWithoutOwn: cleaned.verdict,
            observation: measured.observation,
            windows: measured.windows
        )
    }

    private typealias Judgement = (
        verdict: ThresholdResult.Verdict, observation: Observation,
        windows: ThresholdResult.WindowCounts?
    )

    private func judgement(withoutOwn: Bool) -> Judgement {
        if threshold.metric.isOfDeliveries {
            let observation =
                delivery?.observation(of: threshold.metric) ?? .undetermined(.noDeliveries)
            // What the sink held back, the service may have sent in time.
            let isDoubtful =
                withoutOwn && delivery?.isLimitedBySink == true
                && threshold.metric.dependsOnTime
            return (isDoubtful ? .undetermined : verdict(observation), observation, nil)
        }
        guard let windows = threshold.windows else {
            let observation = observation(withoutOwn: withoutOwn)
            return (verdict(observation), observation, nil)
        }
        var counts = ThresholdResult.WindowCounts()
        var worst = Observation.undetermined(.nothingCounted)
        for start in stride(from: 0, to: recording.plan.span, by: Int(windows.length)) {
            let end = min(start + windows.length, recording.plan.span)
            guard !gaps.contains(where: { $0.settledBefore < end }) else {
                counts.add(.undetermined)
                continue
            }
            let sample = window(start..<end, withoutOwn: withoutOwn)
            let observation = sample.value(of: threshold.metric)
            counts.add(withoutOwn ? verdictWithoutOwn(sample) : verdict(observation))
            if isWorse(observation, than: worst) { worst = observation }
        }
        let verdict = counts.verdict(share: windows.share)
        if verdict == .undetermined {
            let reason =
                gaps.isEmpty
                ? Observation.Obstacle.windows(counts.undetermined) : .generatorSilent
            worst = .undetermined(reason)
        }
        return (verdict, worst, counts)
    }

    func verdict(_ observation: Observation) -> ThresholdResult.Verdict {
        switch observation {
        case .value(let value): threshold.relation.holds(value, threshold.limit) ? .held : .missed
        case .failed: .missed
        case .undetermined: .undetermined
        }
    }

    /// The figure of the whole run.
    ///
    /// What was due and is not known was not achieved, which is not the service's doing; nothing else can be
    /// said of a run that is not known as a whole.
    private func observation(withoutOwn: Bool) -> Observation {
        var sample = wholeRun(withoutOwn: withoutOwn)
        guard !gaps.isEmpty else { return sample.value(of: threshold.metric) }
        let missing = gaps.reduce(0) { $0 + $1.missing }
        // In the closed model nobody knows what would have been due, and hardly anything is under way.
        guard threshold.metric == .achievedRatio, !withoutOwn, missing > 0 else {
            return .undetermined(.generatorSilent)
        }
        sample.missingCount = missing
        return sample.value(of: threshold.metric)
    }

    func wholeRun(withoutOwn: Bool) -> Sample {
        var sample = Sample(
            latency: recording.latency(ofSend: threshold.send, withoutOwn: withoutOwn),
            completedCount: withoutOwn
                ? recording.completedWithoutOwn : recording.completedWithinSpan
        )
        if case .outcomeRatio(let name) = threshold.metric {
            sample.outcomeCount = recording.cells.reduce(0) { count, cell in
                let isMeant = cell.key.outcome == name && concerns(cell.key)
                return count + (isMeant ? cell.count : 0)
            }
        }
        return sample
    }

    /// How a window of a latency comes out without the generator's own time.
    private func verdictWithoutOwn(_ sample: Sample) -> ThresholdResult.Verdict {
        let observation = sample.value(of: threshold.metric)
        // With failures and too few arrivals it makes no difference.
        guard case .value = observation, let limitIndex else { return verdict(observation) }
        let isLow = sample.tally.isLow(
            threshold.metric,
            recording.plan.limits[limitIndex],
            good: sample.latency.good.count,
            of: sample.latency.count
        )
        return isLow == threshold.relation.isUpperLimit ? .held : .missed
    }

    /// What was due in a stretch that begins and ends with slices.
    func window(_ stretch: Range<Int64>, withoutOwn: Bool = false) -> Sample {
        var sample = Sample(
            latency: RankedArrivals(good: Histogram(.slice), failedCount: 0),
            completedCount: 0
        )
        let series = recording.slices
        for number in series.number(
            of: stretch.lowerBound
        )...series.number(of: stretch.upperBound - 1) {
            let slice = series.slice(number)
            add(slice, to: &sample)
            sample.completedCount += withoutOwn ? slice.completedWithoutOwn : slice.completedCount
            if let limitIndex { sample.tally.merge(slice.tallies[limitIndex]) }
        }
        return sample
    }

    private func add(_ slice: Slice, to sample: inout Sample) {
        var (good, failed) = (UInt64(0), UInt64(0))
        for (index, count) in slice.cellCounts.enumerated() {
            let key = recording.cells[index].key
            guard concerns(key) else { continue }
            if key.isGood { good += count } else { failed += count }
            if threshold.metric == .outcomeRatio(key.outcome) { sample.outcomeCount += count }
        }
        var latency = Histogram<UInt64>(.slice)
        if let trackIndex {
            latency.merge(slice.histograms[trackIndex].histogram)
        } else {
            // Only the number matters to ratios.
            latency.record(0, times: good)
        }
        sample.latency.merge(RankedArrivals(good: latency, failedCount: failed))
    }

    private func concerns(_ key: OutcomeCell.Key) -> Bool {
        recording.concerns(threshold.send, key)
    }

    private func isWorse(_ observation: Observation, than other: Observation) -> Bool {
        switch (observation, other) {
        case (.undetermined, _): false
        case (_, .undetermined): true
        case (_, .failed): false
        case (.failed, _): true
        case (.value(let value), .value(let worst)):
            threshold.relation.isUpperLimit ? value > worst : value < worst
        }
    }
}

extension ThresholdResult.WindowCounts {
    mutating func add(_ verdict: ThresholdResult.Verdict) {
        switch verdict {
        case .held: held += 1
        case .missed: missed += 1
        case .undetermined: undetermined += 1
        }
    }

    /// Whether the windows that can be judged decide, whatever the others would have shown.
    func verdict(share: Fraction) -> ThresholdResult.Verdict {
        let needed = Fraction(share.numerator, of: share.denominator)
        guard count > 0, held + missed > 0 else { return .undetermined }
        if Fraction(held, of: count) >= needed { return .held }
        return Fraction(held + undetermined, of: count) < needed ? .missed : .undetermined
    }
}
