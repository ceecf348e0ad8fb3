/// Where one value stands among those of earlier jobs.
///
/// However many runs a job has, it is one sample of its day, so that this can only hint at a regression.
package struct HistoryPlace: Hashable, Sendable {
    package let metric: ComparedMetric
    /// The median of the runs of this job.
    package let value: Double
    /// One value for each earlier job that has one, at least one.
    package let earlier: [Double]
    /// How likely a job would be with a value of any metric this bad if nothing had changed: at least
    /// 1 ÷ (jobs + 1).
    package let pValue: Double
    package let verdict: ComparisonVerdict

    /// So many earlier jobs are needed for a p-value of 5 %.
    package static let fewestJobs = 19

    /// A metric by itself.
    package init(_ metric: ComparedMetric, value: Double, among earlier: [Double]) {
        precondition(!earlier.isEmpty, "\(metric.name): there are no earlier jobs")
        let column = Column(metric: metric, value: value, earlier: earlier)
        self.init(column, extremes: Extremes([column]))
    }

    /// All metrics of a job, so that however many they are, one job in twenty at most is called another one by
    /// chance.
    ///
    /// How far a job is from all jobs is told in spreads of the metric, so that metrics can be checked against
    /// each other. The greatest deviation of this job is ranked among the greatest ones of the others: that
    /// takes no more jobs than one metric does, where Holm's correction would take five times as many for five.
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
        /// One for each earlier job; `nil` for one that does not have it.
        let earlier: [Double?]

        /// At least one job has it.
        package init(metric: ComparedMetric, value: Double, earlier: [Double?]) {
            (self.metric, self.value, self.earlier) = (metric, value, earlier)
        }

        /// How much worse each job is than all of them, in spreads, and this one last.
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
        /// How much worse and better each earlier job is at most.
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

        /// What a p-value is checked against: 2.5 % for either direction, or as little as so many jobs can show.
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
