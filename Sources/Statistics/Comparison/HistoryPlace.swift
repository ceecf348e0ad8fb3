/// Rank of a value among those of earlier jobs.
///
/// All runs of a job form one sample of its day, so this can only hint at a regression.
package struct HistoryPlace: Hashable, Sendable {
    package let metric: ComparedMetric
    /// The median of the runs of this job.
    package let value: Double
    /// Values of earlier jobs, at least one.
    package let earlier: [Double]
    /// Probability of a value of any metric this bad if nothing had changed: at least 1 ÷ (jobs + 1).
    package let pValue: Double
    package let verdict: ComparisonVerdict

    /// Number of earlier jobs needed for a p-value of 5 %.
    package static let fewestJobs = 19

    /// Ranks a single metric.
    package init(_ metric: ComparedMetric, value: Double, among earlier: [Double]) {
        precondition(!earlier.isEmpty, "\(metric.name): there are no earlier jobs")
        let column = Column(metric: metric, value: value, earlier: earlier)
        self.init(column, extremes: Extremes([column]))
    }

    /// Ranks all metrics of a job; at most one job in twenty is flagged by chance, regardless of the number of
    /// metrics.
    ///
    /// Deviations are measured in spreads of each metric, so that metrics are comparable. The greatest deviation of
    /// this job is ranked among the greatest ones of the others: that needs no more jobs than a single metric,
    /// while Holm's correction would need five times as many for five.
    ///
    /// Source: Westfall and Young, "Resampling-Based Multiple Testing" (1993), with the jobs as the sample.
    package static func all(_ columns: [Column]) -> [HistoryPlace] {
        let extremes = Extremes(columns)
        return columns.map { HistoryPlace($0, extremes: extremes) }
    }

    /// A metric of this job and of earlier ones.
    package struct Column: Hashable, Sendable {
        let metric: ComparedMetric
        let value: Double
        /// One for each earlier job; `nil` for a job without a value.
        let earlier: [Double?]

        /// At least one job must have a value.
        package init(metric: ComparedMetric, value: Double, earlier: [Double?]) {
            (self.metric, self.value, self.earlier) = (metric, value, earlier)
        }

        /// How much worse each job is than the median of all, in spreads; this job is last.
        fileprivate var worsening: [Double?] {
            let all = earlier + [value]
            let known = all.compactMap(\.self)
            let center = known.median
            let distances = known.map { abs($0 == center ? 0 : $0 - center) }.filter(\.isFinite)
            let mean = distances.reduce(0, +) / Double(max(distances.count, 1))
            let median = distances.isEmpty ? 0 : distances.median
            let spread = median > 0 ? median : mean > 0 ? mean : 1
            return all.map { value in
                value.map { metric.worsening($0 == center ? 0 : ($0 - center) / spread) }
            }
        }
    }

    /// The greatest deviations of each job over all metrics.
    private struct Extremes {
        /// The greatest worsening and improvement of each earlier job.
        private var worst: [Double] = []
        private var best: [Double] = []
        private let columns: [Column: Double]

        init(_ columns: [Column]) {
            let table = columns.map(\.worsening)
            let jobs = columns.map(\.earlier.count).max() ?? 0
            for job in 0..<jobs {
                let values = table.compactMap { $0[job] }
                guard let greatest = values.max(), let least = values.min() else { continue }
                worst.append(greatest)
                best.append(-least)
            }
            self.columns = Dictionary(
                zip(columns, table.map { ($0.last ?? nil) ?? 0 }),
                uniquingKeysWith: { first, _ in first }
            )
        }

        var jobCount: Int { worst.count }

        func pValues(of column: Column) -> (worse: Double, better: Double) {
            let own = columns[column] ?? 0
            let places = Double(jobCount + 1)
            return (
                Double(worst.count { $0 >= own } + 1) / places,
                Double(best.count { $0 >= -own } + 1) / places
            )
        }

        /// Significance level: 2.5 % for each direction, or the smallest p-value possible with this number of jobs.
        var level: Double { max(0.025, 1 / Double(jobCount + 1)) }
    }

    private init(_ column: Column, extremes: Extremes) {
        metric = column.metric
        value = column.value
        earlier = column.earlier.compactMap(\.self)
        let pValues = extremes.pValues(of: column)
        pValue = pValues.worse
        let old = earlier.median
        let shift = metric.worsening(value == old ? 0 : value - old)
        let effect = metric.minimumEffect(from: old)
        verdict =
            if earlier.count < Self.fewestJobs {
                .cannotTell
            } else if pValues.worse <= extremes.level && shift > effect {
                .regression
            } else if pValues.better <= extremes.level && -shift > effect {
                .improvement
            } else {
                .noRegression
            }
    }

    /// The median of the earlier jobs.
    package var old: Double { earlier.median }
}
