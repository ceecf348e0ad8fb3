package import LoadModel

/// Result of a threshold.
package struct ThresholdResult: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case passed, failed, inconclusive
    }

    package internal(set) var threshold: Threshold
    /// Passed or failed for every possible value of the figure; otherwise inconclusive.
    package internal(set) var verdict: Verdict
    /// The measured figure of the whole run; for windows that of the worst one.
    package let observation: Observation
    /// Certain bounds of the figure; `nil` for windows, and without a figure.
    package let range: ObservationRange?
    /// Why the figure may differ from its measured value.
    package let doubts: [Doubt]
    /// Results of the windows; `nil` for a threshold on the whole run.
    package let windows: WindowCounts?
    /// Whether it aborted the run; it then counts as failed, whatever the figures of the part that ran.
    package internal(set) var endedRun = false

    /// The result of a threshold that aborted the run.
    var havingEndedRun: ThresholdResult {
        var result = self
        (result.verdict, result.endedRun) = (.failed, true)
        return result
    }

    /// Whether the threshold could be judged but for doubts.
    package var isInDoubt: Bool {
        if verdict != .inconclusive || doubts.isEmpty { return false }
        if case .inconclusive(let obstacle) = observation {
            return obstacle == .generatorSilent || obstacle == .deliveriesUnseen
        }
        return true
    }

    /// Number of windows that passed, failed, or are inconclusive.
    package struct WindowCounts: Hashable, Sendable {
        package internal(set) var passed: UInt64 = 0
        package internal(set) var failed: UInt64 = 0
        package internal(set) var inconclusive: UInt64 = 0
        package var count: UInt64 { passed + failed + inconclusive }
    }
}

/// Evaluates one threshold on a recording; the only place that combines doubts with limits.
struct ThresholdJudge {
    let threshold: Threshold
    let recording: Recording
    /// `nil` when deliveries were not watched.
    var delivery: RunDelivery?
    var doubts = RunDoubts()
    /// Time in which arrivals came, in nanoseconds.
    private let countedTime: Int64
    /// Whether few arrivals are enough for a percentile, and the whole run counts as one window.
    var isLoose = false
    /// Index in each slice of the latencies that the threshold uses, and of its limit.
    private let trackIndex: Int?
    private let limitIndex: Int?

    init(
        threshold: Threshold,
        recording: Recording,
        delivery: RunDelivery? = nil,
        doubts: RunDoubts = RunDoubts(),
        countedTime: Int64? = nil
    ) {
        self.doubts = doubts
        self.countedTime = countedTime ?? recording.plan.span
        self.threshold = threshold
        self.recording = recording
        self.delivery = delivery
        trackIndex = recording.plan.trackIndex(of: threshold)
        limitIndex = recording.plan.limitIndex(of: threshold)
    }

    func result() -> ThresholdResult {
        if threshold.metric.isOfDeliveries { return deliveries() }
        if let windows = threshold.windows, !isLoose { return judged(windows) }
        let sample = wholeRun()
        let observation = sample.value(of: threshold.metric)
        var range = sample.ends(of: threshold.metric)
        if doubts.lostCount == nil {
            // The known maximum is high enough to fail, whatever is missing.
            let isFinal = threshold.metric == .latencyMaximum
            let least = isFinal ? range.lowest : .inconclusive(.generatorSilent)
            range = ObservationRange(lowest: least, highest: .failed)
            if verdict(least) != .failed { range = .init(.inconclusive(.generatorSilent)) }
        }
        return result(observation, range, because: reasons(sample, observation, range))
    }

    /// Evaluates a figure with a lower and an upper bound.
    private func result(
        _ observation: Observation,
        _ range: ObservationRange,
        because doubts: [Doubt]
    ) -> ThresholdResult {
        var verdict = verdict(range)
        var observation = observation
        if case .inconclusive(let obstacle) = observation, !obstacle.isOfFew {
            verdict = .inconclusive
        }
        if case .inconclusive(.generatorSilent) = range.lowest { observation = range.lowest }
        if verdict == .passed, doubts.contains(where: \.coversAll) { verdict = .inconclusive }
        if doubts.contains(where: \.isLocal) { verdict = .inconclusive }
        let isFigure = verdict != .inconclusive || verdict != self.verdict(range.lowest)
        return ThresholdResult(
            threshold: threshold,
            verdict: verdict,
            observation: observation,
            range: isFigure ? range : nil,
            doubts: doubts,
            windows: nil
        )
    }

    /// Equal verdicts at both bounds hold in between too, as every limit is one-sided.
    private func verdict(_ range: ObservationRange) -> ThresholdResult.Verdict {
        let ends = (verdict(range.lowest), verdict(range.highest))
        // Without bound above it may also be as high as a limit from below wants it.
        let isOpen = range.highest == .failed && range.lowest != .failed
        if isOpen && !threshold.relation.isUpperLimit { return .inconclusive }
        return ends.0 == ends.1 ? ends.0 : .inconclusive
    }

    func verdict(_ observation: Observation) -> ThresholdResult.Verdict {
        switch observation {
        case .value(let value): threshold.relation.holds(value, threshold.limit) ? .passed : .failed
        case .failed: .failed
        case .inconclusive: .inconclusive
        }
    }

    /// Why a figure of the whole run may be inexact; empty for an exact one.
    private func reasons(
        _ sample: Sample,
        _ observation: Observation,
        _ range: ObservationRange
    ) -> [Doubt] {
        var list: [Doubt] = []
        let metric = threshold.metric
        let isWide = range.lowest != range.highest
        if isWide, metric.isLatency {
            if doubts.isLimited { list.append(.limited) }
            if sample.cleaned?.good != sample.latency.good { list.append(.ownTime) }
        }
        if metric == .achievedRatio {
            if sample.completedCount != sample.completedWithoutOwn { list.append(.ownTime) }
            if doubts.unsentCount > 0 { list.append(.unsent(doubts.unsentCount)) }
        }
        let cutOff = sample.latency.unfinishedCount - sample.openUnjudgedCount
        if isWide, cutOff > 0, metric != .achievedRatio || doubts.isCut {
            list.append(.cutOff(cutOff))
        }
        if sample.unnamedCount > 0 { list.append(.unnamed(sample.unnamedCount)) }
        if isWide, sample.unjudgedCount > 0 { list.append(.unjudged(sample.unjudgedCount)) }
        return list + doubts.gaps.map { .silent($0.shard) } + reconnecting
    }

    private var reconnecting: [Doubt] {
        guard let counts = doubts.counts else { return [] }
        return (counts.wereLoad ? [.reconnecting(counts)] : [])
            + (counts.localLimit.map { [.local($0, counts)] } ?? [])
    }

    // MARK: - Samples

    func wholeRun() -> Sample {
        var sample = Sample(
            latency: recording.latency(ofSend: threshold.send),
            completedCount: recording.completedWithinSpan,
            completedWithoutOwn: recording.completedWithoutOwn
        )
        if threshold.metric.isLatency {
            sample.cleaned = recording.latency(ofSend: threshold.send, withoutOwn: true)
        }
        for cell in recording.cells { count(cell.key, cell.count, in: &sample) }
        sample.achievableCount = max(
            doubts.unsentCount,
            doubts.isCut ? sample.latency.unfinishedCount : 0
        )
        sample.lostCount = doubts.lostCount ?? 0
        sample.eventRate = recording.eventRate(ofSend: threshold.send, in: countedTime)
        sample.isLimited = doubts.isLimited
        sample.isLoose = isLoose
        return sample
    }

    /// Arrivals due in a stretch that begins and ends with slices.
    func window(_ stretch: Range<Int64>) -> Sample {
        var sample = Sample(
            latency: RankedArrivals(good: Histogram(.slice), failedCount: 0),
            completedCount: 0
        )
        let series = recording.slices
        let numbers =
            series.number(of: stretch.lowerBound)...series.number(of: stretch.upperBound - 1)
        for number in numbers {
            let slice = series.slice(number)
            add(slice, to: &sample)
            sample.completedCount += slice.completedCount
            sample.completedWithoutOwn += slice.completedWithoutOwn
            if let limitIndex { sample.tally.merge(slice.tallies[limitIndex]) }
        }
        sample.achievableCount = min(doubts.unsentCount, sample.latency.unfinishedCount)
        sample.slip = slip(at: numbers)
        sample.isLimited = doubts.isLimited
        return sample
    }

    /// Arrivals due near the edges of a window, which differing clocks may have put on the other side.
    private func slip(at numbers: ClosedRange<Int>) -> UInt64 {
        guard doubts.clockBound > 0 else { return 0 }
        let series = recording.slices
        let edges = [numbers.lowerBound, numbers.upperBound + 1]
        let near = edges.flatMap { [$0 - 1, $0] }.reduce(UInt64(0)) {
            $0 + series.slice($1).dueCount
        }
        let share = min(Double(doubts.clockBound) / Double(series.width), 1)
        return UInt64(Double(near) * share)
    }

    private func add(_ slice: Slice, to sample: inout Sample) {
        var (good, failed, cutOff) = (UInt64(0), UInt64(0), UInt64(0))
        for (index, cellCount) in slice.cellCounts.enumerated() {
            let key = recording.cells[index].key
            count(key, cellCount, in: &sample)
            guard recording.concerns(threshold.send, key) else { continue }
            if key.isGood {
                good += cellCount
            } else if key.isCutOff || key.unjudged != nil {
                cutOff += cellCount
            } else {
                failed += cellCount
            }
        }
        var latency = Histogram<UInt64>(.slice)
        if let trackIndex {
            latency.merge(slice.histograms[trackIndex].histogram)
        } else {
            // Ratios use only the number.
            latency.record(0, times: good)
        }
        var arrivals = RankedArrivals(good: latency, failedCount: failed)
        // Their ages are in the tally.
        arrivals.add(unfinished: Histogram<UInt64>(.slice), count: cutOff)
        sample.latency.merge(arrivals)
    }

    /// Counts arrivals that had, or may have had, the outcome of the threshold.
    private func count(_ key: OutcomeCell.Key, _ count: UInt64, in sample: inout Sample) {
        guard recording.concerns(threshold.send, key) else { return }
        if key.unjudged != nil {
            sample.unjudgedCount += count
            sample.openUnjudgedCount += count
        }
        guard case .outcomeRatio(let name) = threshold.metric else { return }
        if key.unjudged == nil, key.unknownCode != nil {
            sample.unjudgedCount += count
            sample.codelessCount += count
        }
        if key.outcome == name { sample.outcomeCount += count }
        if key.outcome == OutcomeCell.Key.unnamed, !recording.plan.outcomes.contains(name) {
            sample.unnamedCount += count
        }
    }
}

// MARK: - Windows

extension ThresholdJudge {
    private func judged(_ windows: Threshold.Windows) -> ThresholdResult {
        var counts = ThresholdResult.WindowCounts()
        var worst = Observation.inconclusive(.nothingCounted)
        var found: [Doubt] = []
        for start in stride(from: 0, to: recording.plan.span, by: Int(windows.length)) {
            let end = min(start + windows.length, recording.plan.span)
            guard !doubts.gaps.contains(where: { $0.gap.settledBefore < end }) else {
                counts.add(.inconclusive)
                continue
            }
            let sample = window(start..<end)
            // By its schedule nothing was due, so there is nothing to check; in a closed model or a shortened run
            // this can be the effect of a stall or of the cut.
            if sample.latency.count == 0, !doubts.isClosed, !doubts.isCut { continue }
            let observation = sample.value(of: threshold.metric)
            let verdict = verdict(ofWindow: sample)
            counts.add(verdict)
            if isWorse(observation, than: worst) { worst = observation }
            if verdict == .inconclusive, self.verdict(observation) != .inconclusive {
                for doubt in reasons(ofWindow: sample) where !found.contains(doubt) {
                    found.append(doubt)
                }
            }
        }
        found += doubts.gaps.map { .silent($0.shard) } + reconnecting
        var verdict = counts.verdict(share: windows.share)
        if verdict == .passed, found.contains(where: \.coversAll) { verdict = .inconclusive }
        if found.contains(where: \.isLocal) { verdict = .inconclusive }
        if verdict == .inconclusive, found.isEmpty {
            worst = .inconclusive(
                counts.count > 0 ? .windows(counts.inconclusive) : .nothingCounted
            )
        }
        return ThresholdResult(
            threshold: threshold,
            verdict: verdict,
            observation: worst,
            range: nil,
            doubts: found,
            windows: counts
        )
    }

    /// Verdict on a window that is the same for every possible value of its figure; otherwise inconclusive.
    func verdict(ofWindow sample: Sample) -> ThresholdResult.Verdict {
        let measured = verdict(sample.value(of: threshold.metric))
        guard sample.latency.count > 0 else { return .inconclusive }
        guard threshold.metric.isLatency else { return verdict(sample.ends(of: threshold.metric)) }
        let highest = verdict(sample.ends(of: threshold.metric).highest)
        return lowest(sample, measured) == highest ? highest : .inconclusive
    }

    /// Verdict without the generator's own time, which slices record only as counts against the limit.
    private func lowest(
        _ sample: Sample,
        _ measured: ThresholdResult.Verdict
    ) -> ThresholdResult.Verdict {
        guard let limitIndex else { return measured }
        let limit = recording.plan.limits[limitIndex]
        let isLow = sample.isLimited || sample.tally.isLow(threshold.metric, limit, sample)
        return isLow == threshold.relation.isUpperLimit ? .passed : .failed
    }

    /// Verdict on a window with outstanding arrivals, each with a lower bound of its latency.
    func verdict(
        ofWindow sample: Sample,
        ages: [(age: Int64, count: UInt64)]
    ) -> ThresholdResult.Verdict {
        guard !ages.isEmpty else { return verdict(ofWindow: sample) }
        var sample = sample
        sample.add(ages: ages)
        if threshold.metric.isLatency, let limitIndex {
            let limit = recording.plan.limits[limitIndex]
            for (age, count) in ages where age > limit.greatestLow {
                sample.tally.oldCount += count
            }
        }
        return verdict(ofWindow: sample)
    }

    private func reasons(ofWindow sample: Sample) -> [Doubt] {
        var list: [Doubt] = []
        let metric = threshold.metric
        if metric.isLatency { list.append(sample.isLimited ? .limited : .ownTime) }
        if metric == .achievedRatio {
            if sample.completedCount != sample.completedWithoutOwn { list.append(.ownTime) }
            if sample.achievableCount > 0 { list.append(.unsent(doubts.unsentCount)) }
        }
        // Doubts of the whole run, so that all windows have the same.
        if recording.cutOffCount > 0, sample.latency.unfinishedCount > sample.openUnjudgedCount {
            list.append(.cutOff(recording.cutOffCount))
        }
        if sample.unjudgedCount > 0 { list.append(.unjudged(recording.unjudgedCount)) }
        if sample.slip > 0 { list.append(.clocks(doubts.clockBound)) }
        if sample.unnamedCount > 0 { list.append(.unnamed(sample.unnamedCount)) }
        return list
    }

    private func isWorse(_ observation: Observation, than other: Observation) -> Bool {
        switch (observation, other) {
        case (.inconclusive, _): false
        case (_, .inconclusive): true
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
        case .passed: passed += 1
        case .failed: failed += 1
        case .inconclusive: inconclusive += 1
        }
    }

    /// Verdict if the conclusive windows decide, whatever the others are.
    func verdict(share: Fraction) -> ThresholdResult.Verdict {
        let needed = Fraction(share.numerator, of: share.denominator)
        guard count > 0, passed + failed > 0 else { return .inconclusive }
        if Fraction(passed, of: count) >= needed { return .passed }
        return Fraction(passed + inconclusive, of: count) < needed ? .failed : .inconclusive
    }
}

// MARK: - Deliveries

extension ThresholdJudge {
    private func deliveries() -> ThresholdResult {
        guard let delivery else {
            let nothing = Observation.inconclusive(.noDeliveries)
            return result(nothing, ObservationRange(nothing), because: [])
        }
        let metric = threshold.metric
        let observation = delivery.observation(of: metric, isLoose: isLoose)
        guard delivery.fault == nil else {
            let unseen = [Doubt.deliveriesUnseen(delivery.fault ?? "")]
            return result(observation, ObservationRange(observation), because: unseen)
        }
        var list: [Doubt] = []
        if metric.dependsOnTime, delivery.isLimitedBySink {
            list.append(.sinkLimited(delivery.sink.busiest))
        }
        if metric.dependsOnTime, delivery.counts.pending > 0 {
            list.append(.pending(delivery.counts.pending))
        }
        return result(
            observation,
            list.isEmpty && !observation.isOfFew
                ? ObservationRange(observation) : delivery.range(of: metric, isLoose: isLoose),
            because: list
        )
    }
}

extension Observation {
    /// Whether a percentile is not known because there are few values.
    fileprivate var isOfFew: Bool {
        if case .inconclusive(let obstacle) = self { obstacle.isOfFew } else { false }
    }
}

extension Doubt {
    /// Whether every figure is unreliable by an unknown amount.
    fileprivate var coversAll: Bool {
        if case .reconnecting = self { true } else { false }
    }

    /// Whether the service was not asked, so that its behaviour is unknown.
    fileprivate var isLocal: Bool {
        if case .local = self { true } else { false }
    }
}
