/// What the runs say about one metric.
package struct MetricFinding: Hashable, Sendable {
    package let samples: MetricSamples
    package let test: MannWhitney
    /// The p-value after Holm's correction for all metrics of the comparison.
    package let adjustedPValue: Double
    package let shift: Shift
    /// A smaller change does not count; in the unit of the metric.
    package let minimumEffect: Double
    package let verdict: ComparisonVerdict

    init(
        _ samples: MetricSamples,
        test: MannWhitney,
        adjustedPValue: Double,
        shift: Shift,
        level: Double
    ) {
        self.samples = samples
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

    /// The median of the old runs.
    package var old: Double { samples.old.median }
    /// The median of the new runs.
    package var new: Double { samples.new.median }

    /// The shift as a share of the old median; `nil` when that is zero or failed.
    package var relativeShift: Double? { relative(shift.estimate) }

    /// `value`, in the unit of the metric, as a share of the old median; `nil` when that is zero or failed.
    package func relative(_ value: Double) -> Double? {
        old.isFinite && old != 0 && value.isFinite ? value / abs(old) : nil
    }

    /// The worst change that the interval still allows, positive when worse; `nil` without an interval.
    package var worstCase: Double? {
        shift.interval.map {
            Swift.max(
                samples.metric.worsening($0.lowerBound),
                samples.metric.worsening($0.upperBound)
            )
        }
    }

    /// The smallest shift these runs would have shown, in the unit of the metric.
    ///
    /// - Parameter detectable: What so many runs can show.
    /// - Returns: `nil` when no p-value can be small enough, or a value failed.
    package func detectable(_ detectable: DetectableShift) -> Double? {
        guard let deviations = detectable.deviations, let deviation else { return nil }
        return deviations * deviation
    }

    /// The standard deviation from run to run within a side, in the unit of the metric.
    ///
    /// `nil` when a value failed, or each side has only one.
    package var deviation: Double? {
        [Double].pooledDeviation(samples.old, samples.new).flatMap { $0.isFinite ? $0 : nil }
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
        // Two sides that failed are equally bad, which is not to say that nothing got worse.
        guard samples.old.median.isFinite, let interval = shift.interval else { return .cannotTell }
        let worst = Swift.max(
            metric.worsening(interval.lowerBound),
            metric.worsening(interval.upperBound)
        )
        return worst < minimumEffect ? .noRegression : .cannotTell
    }
}
