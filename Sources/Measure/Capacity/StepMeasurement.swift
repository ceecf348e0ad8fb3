package import Base

/// Measurement of a step.
package struct StepMeasurement: Hashable, Sendable {
    /// Combined result of the thresholds.
    package enum Finding: Hashable, Sendable {
        case passed
        /// The threshold at this index failed, regardless of the generator.
        case failed(threshold: Int)
        /// A threshold changes its result without the generator's own time, or a figure that one names is not
        /// sound.
        case doubtful
        /// The threshold at this index is inconclusive: nothing was counted for it.
        case inconclusive(threshold: Int)
    }

    package internal(set) var finding: Finding
    /// Arrivals that counted.
    package internal(set) var dueCount: UInt64
    /// Growth of the backlog from the beginning to the end of the counted time.
    package internal(set) var backlogGrowth: Int64
    /// Expected responses per second while arrivals came.
    package internal(set) var doneRate: Double
    /// Responses while the backlog grew; `nil` unless it grew up to the end.
    package internal(set) var saturation: Saturation?
    /// Longest time with almost no responses, in nanoseconds; `nil` for an even flow.
    package internal(set) var rest: Int64?
    /// The latency at the percentile of the search, even from few arrivals.
    package internal(set) var percentile: PercentileReading
    /// The median latency in nanoseconds; `nil` when half of the arrivals failed, or without arrivals.
    package internal(set) var medianLatency: Int64?
    /// The mean service time of expected responses in nanoseconds; `nil` without any.
    package internal(set) var meanServiceTime: Int64?
    /// The p99 latency of expected responses, in nanoseconds; `nil` without any.
    package internal(set) var tailLatency: Int64?
    /// Failures; `nil` without any.
    package internal(set) var failures: StepFailures?
    /// Delivery time at the percentile that thresholds name; `nil` for none.
    package internal(set) var delivered: PercentileReading?
    /// Share of the time that the generator was busy.
    package internal(set) var busyShare: Double
    /// Other activity on the generator's machine; `nil` when it was not measured.
    package internal(set) var disturbance: RunDisturbance?
    /// Whether the step was ended because of its backlog.
    package internal(set) var isHopeless: Bool
    /// Why no connection was open for the length of a timeout; `nil` otherwise.
    package internal(set) var noConnection: String?
    /// What prevented connections on the generator's machine; `nil` for nothing.
    package var local: LocalTrouble?
    /// What delayed some connections on that machine, so that arrivals may have waited; `nil` for nothing.
    package var lack: LocalTrouble?
    /// From opening connections to the end of the drain, in nanoseconds.
    package internal(set) var elapsed: Int64

    package init(
        _ finding: Finding,
        dueCount: UInt64,
        backlogGrowth: Int64,
        doneRate: Double,
        saturation: Saturation? = nil,
        rest: Int64? = nil,
        percentile: PercentileReading,
        medianLatency: Int64?,
        meanServiceTime: Int64?,
        tailLatency: Int64? = nil,
        failures: StepFailures? = nil,
        delivered: PercentileReading? = nil,
        busyShare: Double = 0,
        disturbance: RunDisturbance? = nil,
        isHopeless: Bool = false,
        noConnection: String? = nil,
        elapsed: Int64
    ) {
        self.finding = finding
        self.dueCount = dueCount
        self.backlogGrowth = backlogGrowth
        self.doneRate = doneRate
        self.saturation = saturation
        self.rest = rest
        self.percentile = percentile
        self.medianLatency = medianLatency
        self.meanServiceTime = meanServiceTime
        self.tailLatency = tailLatency
        self.failures = failures
        self.delivered = delivered
        self.busyShare = busyShare
        self.disturbance = disturbance
        self.isHopeless = isHopeless
        self.noConnection = noConnection
        self.elapsed = elapsed
    }

    /// A step that could not begin.
    ///
    /// - Parameters:
    ///   - noConnection: Why no connection could be opened.
    ///   - local: Resource missing on the generator's machine; `nil` for another reason.
    ///   - elapsed: Duration of the attempt, in nanoseconds.
    package init(noConnection: String, local: LocalTrouble? = nil, elapsed: Int64) {
        self.init(
            .passed,
            dueCount: 0,
            backlogGrowth: 0,
            doneRate: 0,
            percentile: .failed,
            medianLatency: nil,
            meanServiceTime: nil,
            noConnection: noConnection,
            elapsed: elapsed
        )
        self.local = local
    }
}

extension StepMeasurement {
    /// Whether the service paused, without an overload.
    var hasRested: Bool { rest != nil && !(saturation?.isLasting ?? false) }
}

/// Arrivals of a step that did not end as their send declares.
package struct StepFailures: Hashable, Sendable {
    /// Of all arrivals.
    package internal(set) var share: Double
    /// Expected responses per second in the second half of the step, after a burst is used up.
    package internal(set) var goodRate: Double
    /// Most frequent outcome: `429`, `timeout`.
    package internal(set) var outcome: String

    package init(share: Double, goodRate: Double, outcome: String) {
        self.share = share
        self.goodRate = goodRate
        self.outcome = outcome
    }
}
