/// Where one value stands among those of earlier jobs.
///
/// However many runs a job has, it is one sample of its day, so that this can only hint at a regression.
package struct HistoryPlace: Hashable, Sendable {
    package let metric: ComparedMetric
    /// The median of the runs of this job.
    package let value: Double
    /// One value for each earlier job, at least one.
    package let earlier: [Double]
    /// How likely a value this bad would be if nothing had changed: at least 1 ÷ (jobs + 1).
    package let pValue: Double
    package let verdict: ComparisonVerdict

    /// So many earlier jobs are needed for a p-value of 5 %.
    package static let fewestJobs = 19

    package init(_ metric: ComparedMetric, value: Double, among earlier: [Double]) {
        precondition(!earlier.isEmpty, "\(metric.name): there are no earlier jobs")
        self.metric = metric
        self.value = value
        self.earlier = earlier
        let worse = earlier.count { metric.worsening($0) >= metric.worsening(value) }
        let better = earlier.count { metric.worsening($0) <= metric.worsening(value) }
        let places = Double(earlier.count + 1)
        pValue = Double(worse + 1) / places
        let old = earlier.median
        let shift = metric.worsening(value == old ? 0 : value - old)
        let effect = metric.minimumEffect(from: old)
        verdict =
            if earlier.count < Self.fewestJobs {
                .cannotTell
            } else if pValue <= 0.05 && shift > effect {
                .regression
            } else if Double(better + 1) / places <= 0.05 && -shift > effect {
                .improvement
            } else {
                .noRegression
            }
    }

    /// The median of the earlier jobs.
    package var old: Double { earlier.median }
}
