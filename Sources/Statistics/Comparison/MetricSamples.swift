/// A metric with its value in each of the runs that are compared; the run is the sample.
package struct MetricSamples: Hashable, Sendable {
    package let metric: ComparedMetric
    /// One value a run, at least one; infinite for a percentile that failed.
    package let old: [Double]
    /// One value a run, at least one; infinite for a percentile that failed.
    package let new: [Double]

    package init(_ metric: ComparedMetric, from old: [Double], to new: [Double]) {
        precondition(!old.isEmpty && !new.isEmpty, "\(metric.name): a side has no runs")
        self.metric = metric
        self.old = old
        self.new = new
    }
}
