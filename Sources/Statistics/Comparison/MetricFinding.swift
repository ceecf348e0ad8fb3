/// Result of comparing one metric.
package struct MetricFinding: Hashable, Sendable {
    package let samples: MetricSamples
    /// Number of compared runs of each side in each block, in the order of time; one block when the sides did not
    /// take turns, or when several blocks could not show a change.
    package let blocks: [RunBlock.Size]
    package let test: MannWhitney
    /// The p-value after Holm's correction for all metrics of the comparison.
    package let adjustedPValue: Double
    package let shift: Shift
    /// The standard deviation between runs of the same side and block, in the unit of the metric.
    ///
    /// `nil` for an infinite value, or with one value on each side.
    package let deviation: Double?
    /// Smallest relevant change, in the unit of the metric.
    package let minimumEffect: Double
    package private(set) var verdict: ComparisonVerdict
    /// Verdicts with and without the generator's own time, when they differ; otherwise `nil`.
    package private(set) var swayed: Swayed?

    /// Two verdicts that differ only by the generator's own time.
    package struct Swayed: Hashable, Sendable {
        package let measured: ComparisonVerdict
        package let withoutOwn: ComparisonVerdict
    }

    init(
        _ samples: MetricSamples,
        blocks: [RunBlock],
        test: MannWhitney,
        adjustedPValue: Double,
        level: Double
    ) {
        self.samples = samples
        self.blocks = blocks.map(\.size)
        let deviation =
            [Double].pooledDeviation(blocks.flatMap { [$0.old, $0.new] })
            ?? [Double].pooledDeviation([samples.old, samples.new])
        self.deviation = deviation.flatMap { $0.isFinite ? $0 : nil }
        let shift = Shift(blocks, level: level)
        self.test = test
        self.adjustedPValue = adjustedPValue
        self.shift = shift
        minimumEffect = samples.metric.minimumEffect(from: samples.old.median)
        verdict = Self.verdict(
            samples,
            isSignificant: adjustedPValue <= level,
            shift,
            minimumEffect
        )
    }

    /// The finding itself if the verdicts agree; otherwise one that cannot tell.
    func agreeing(with other: MetricFinding) -> MetricFinding {
        guard other.verdict != verdict else { return self }
        var finding = self
        finding.swayed = Swayed(measured: verdict, withoutOwn: other.verdict)
        finding.verdict = .cannotTell
        return finding
    }

    /// The median of the old runs.
    package var old: Double { samples.old.median }
    /// The median of the new runs.
    package var new: Double { samples.new.median }

    /// `value`, in the unit of the metric, as a share of the old median; `nil` when that is zero or failed.
    package func relative(_ value: Double) -> Double? {
        old.isFinite && old != 0 && value.isFinite ? value / abs(old) : nil
    }

    /// The smallest shift that these runs would have shown, in the unit of the metric.
    ///
    /// - Parameter detectable: What this number of runs can show.
    /// - Returns: `nil` when no p-value can be small enough, or for an infinite value.
    package func detectable(_ detectable: DetectableShift) -> Double? {
        guard let deviations = detectable.deviations, let deviation else { return nil }
        return deviations * deviation
    }

    private static func verdict(
        _ samples: MetricSamples,
        isSignificant: Bool,
        _ shift: Shift,
        _ minimumEffect: Double
    ) -> ComparisonVerdict {
        let metric = samples.metric
        let worsening = metric.worsening(shift.estimate)
        if isSignificant && worsening > minimumEffect { return .regression }
        if isSignificant && -worsening > minimumEffect { return .improvement }
        // Two failed sides are equally bad, which does not rule out a regression.
        guard samples.old.median.isFinite, let interval = shift.interval else { return .cannotTell }
        let worst = Swift.max(
            metric.worsening(interval.lowerBound),
            metric.worsening(interval.upperBound)
        )
        // Zero has no relative minimum effect; a value that is not worse has not regressed.
        return worst <= 0 || worst < minimumEffect ? .noRegression : .cannotTell
    }
}

/// A metric with its value in each of the runs that are compared; the run is the sample.
package struct MetricSamples: Hashable, Sendable {
    package let metric: ComparedMetric
    /// One value for each run, at least one; infinite for a failed percentile.
    package let old: [Double]
    /// One value for each run, at least one; infinite for a failed percentile.
    package let new: [Double]
    /// The sides in the order of time, which is also the order of the values; `nil` when they did not take turns.
    package let turns: [InterleavedOrder.Side]?

    package init(
        _ metric: ComparedMetric,
        from old: [Double],
        to new: [Double],
        turns: [InterleavedOrder.Side]? = nil
    ) {
        precondition(!old.isEmpty && !new.isEmpty, "\(metric.name): a side has no runs")
        let count = turns?.count { $0 == .old } ?? old.count
        precondition(
            count == old.count && turns?.count ?? (old + new).count == old.count + new.count,
            "\(metric.name): the turns are others"
        )
        self.metric = metric
        self.old = old
        self.new = new
        self.turns = turns
    }

    /// All runs as one block.
    var whole: [RunBlock] { [RunBlock(old: old, new: new)] }

    /// The values of each block.
    func blocks(_ blocks: TurnBlocks) -> [RunBlock] {
        var (old, new) = (old[...], new[...])
        return blocks.sizes.map { size in
            defer {
                old = old.dropFirst(size.old)
                new = new.dropFirst(size.new)
            }
            return RunBlock(old: Array(old.prefix(size.old)), new: Array(new.prefix(size.new)))
        }
    }
}

/// Verdict on one metric.
package enum ComparisonVerdict: String, Hashable, Sendable, CaseIterable {
    /// Worse by more than the minimum effect, and not by chance.
    case regression
    /// Better, by more than the minimum effect, and not by chance.
    case improvement
    /// Not worse, or worse by less than the minimum effect.
    case noRegression
    /// The runs vary too much, or are too few.
    case cannotTell
}
