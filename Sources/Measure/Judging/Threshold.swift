/// An objective of a load profile: what must hold for the run to be good.
package struct Threshold: Hashable, Sendable {
    /// What is looked at.
    package enum Metric: Hashable, Sendable {
        /// A percentile of the latency over all arrivals, in nanoseconds.
        case latencyPercentile(Quantile)
        /// The mean latency of good answers, in nanoseconds.
        case latencyMean
        /// The greatest latency, in nanoseconds; failed as soon as one arrival failed.
        case latencyMaximum
        /// Arrivals that did not end as declared, of all that were due.
        case errorRatio
        /// Arrivals with this outcome, of all that were due.
        case outcomeRatio(String)
        /// Answers that came in the time, of all arrivals that were due in it.
        case achievedRatio
    }

    /// How the metric must stand to the limit, in the words of contracts.
    package enum Relation: String, Hashable, Sendable, CaseIterable {
        case lt, lte, gt, gte

        func holds(_ value: Fraction, _ limit: Fraction) -> Bool {
            switch self {
            case .lt: value < limit
            case .lte: value <= limit
            case .gt: value > limit
            case .gte: value >= limit
            }
        }

        /// Whether smaller values are better.
        var isUpperLimit: Bool { self == .lt || self == .lte }
    }

    /// Stretches of the run that are judged each for itself.
    package struct Windows: Hashable, Sendable {
        /// In nanoseconds; a multiple of the slices' width.
        package let length: Int64
        /// How many of them must hold.
        package let share: Fraction

        package init(length: Int64, share: Fraction = Fraction(1)) {
            self.length = length
            self.share = share
        }
    }

    package let metric: Metric
    package let relation: Relation
    /// Nanoseconds for latencies, else a share of one.
    package let limit: Fraction
    /// The index of the send that is looked at; `nil` for all.
    package let send: Int?
    /// `nil` judges the run as a whole.
    package let windows: Windows?
    /// Whether the run ends as soon as this cannot be met any more.
    package let aborts: Bool

    package init(
        _ metric: Metric,
        _ relation: Relation,
        _ limit: Fraction,
        send: Int? = nil,
        windows: Windows? = nil,
        aborts: Bool = false
    ) {
        self.metric = metric
        self.relation = relation
        self.limit = limit
        self.send = send
        self.windows = windows
        self.aborts = aborts
    }

    /// Whether it is on a latency.
    var dependsOnTime: Bool {
        switch metric {
        case .latencyPercentile, .latencyMean, .latencyMaximum: true
        case .errorRatio, .outcomeRatio, .achievedRatio: false
        }
    }
}
