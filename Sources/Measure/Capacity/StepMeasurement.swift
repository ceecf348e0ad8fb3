package import Base

/// What a step brought.
package struct StepMeasurement: Hashable, Sendable {
    /// How the thresholds stand.
    package enum Finding: Hashable, Sendable {
        case passed
        /// The threshold at this index was missed, whatever the generator did.
        case failed(threshold: Int)
        /// A threshold comes out differently without the generator's own time, or a figure that one
        /// names is not sound.
        case doubtful
        /// The threshold at this index cannot be judged: nothing was counted for it.
        case inconclusive(threshold: Int)
    }

    package internal(set) var finding: Finding
    /// Arrivals that counted.
    package internal(set) var dueCount: UInt64
    /// How many more arrivals were outstanding at the end of the counted time than at its beginning.
    package internal(set) var backlogGrowth: Int64
    /// Good answers per second while arrivals came.
    package internal(set) var doneRate: Double
    /// What was answered while ever more arrivals were outstanding; `nil` when that was not so at the end.
    package internal(set) var saturation: Saturation?
    /// How long next to nothing was answered at once, in nanoseconds; `nil` when answers came evenly.
    package internal(set) var rest: Int64?
    /// The latency at the percentile of the search; also when it rests on few arrivals.
    package internal(set) var percentile: PercentileReading
    /// The median latency in nanoseconds; `nil` when half of the arrivals failed, or nothing came.
    package internal(set) var medianLatency: Int64?
    /// The mean service time of good answers in nanoseconds; `nil` without any.
    package internal(set) var meanServiceTime: Int64?
    /// The latency that one good arrival in a hundred reaches, in nanoseconds; `nil` without any.
    package internal(set) var tailLatency: Int64?
    /// What failed; `nil` when nothing did.
    package internal(set) var failures: StepFailures?
    /// How long deliveries took at the percentile that thresholds name; `nil` when none names one.
    package internal(set) var delivered: PercentileReading?
    /// The part of the time that the generator was busy.
    package internal(set) var busyShare: Double
    /// What else went on on the machine of the generator; `nil` when nobody knows.
    package internal(set) var disturbance: RunDisturbance?
    /// Whether the step was ended because too much had piled up.
    package internal(set) var isHopeless: Bool
    /// Why there was no connection at all for the length of a timeout; `nil` when there was.
    package internal(set) var noConnection: String?
    /// What on the machine of the generator kept connections from being opened; `nil` when nothing did.
    package var local: LocalTrouble?
    /// What on that machine kept some of them from being opened at once, so that arrivals may have waited; `nil`
    /// when nothing did.
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

    /// A step that could not even begin.
    ///
    /// - Parameters:
    ///   - noConnection: Why no connection could be opened.
    ///   - local: What on the machine of the generator was missing for it; `nil` when nothing was.
    ///   - elapsed: How long that took, in nanoseconds.
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
    /// Whether the service stood still, and was not overloaded beside that.
    var hasRested: Bool { rest != nil && !(saturation?.isLasting ?? false) }
}

/// Arrivals of a step that did not end as their send declares.
package struct StepFailures: Hashable, Sendable {
    /// Of all arrivals.
    package internal(set) var share: Double
    /// Good answers a second in the second half of the step: what is left once a burst is used up.
    package internal(set) var goodRate: Double
    /// How most of them ended: `429`, `timeout`.
    package internal(set) var outcome: String

    package init(share: Double, goodRate: Double, outcome: String) {
        self.share = share
        self.goodRate = goodRate
        self.outcome = outcome
    }
}
