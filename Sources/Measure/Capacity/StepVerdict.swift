package import Base
import LoadModel

/// Verdict of a step on its rate.
package enum StepVerdict: Hashable, Sendable {
    /// All thresholds pass, and the backlog does not grow.
    case passed
    /// The rate exceeds the capacity of the service.
    case breached(Breach)
    /// Unknown, as something other than the service was the limit.
    case limited(Limit)

    /// Reason for a failed step.
    package enum Breach: Hashable, Sendable {
        /// The threshold at this index failed.
        case threshold(Int)
        /// The thresholds pass for now, but the backlog grows.
        case backlog
        /// The thresholds pass and the backlog is small, but it grew up to the end.
        case growing
        /// No connection was open for the length of a timeout, and none could be opened.
        case noConnection(String)
        /// The latency did not return to its value before an overload.
        case recovery
    }

    /// Limit other than the service.
    package enum Limit: Hashable, Sendable {
        /// Busy all the time, or late in two steps of equal rate.
        case generator
        /// The generator was late in this step, which decides nothing yet.
        case late
        /// The step was shorter than responses take.
        case short
        /// All connections were busy although service times stayed low.
        case connections
        /// Something on the generator's machine prevented connections.
        case local(LocalTrouble)
        /// The threshold at this index is inconclusive: nothing was counted for it.
        case unjudged(threshold: Int)
    }

    package var isHeld: Bool { self == .passed }
}

/// Determines the verdict of a step from its measurement and from the service at rest.
struct StepJudge {
    let settings: CapacitySettings
    /// The passed step with the lowest rate; `nil` for none.
    let calm: StepMeasurement?
    /// Whether the verdict may be that the step was too short; once at each rate.
    var mayBeShort = false

    /// Busy share from which the generator has no time left.
    private static let saturation = 0.95
    /// Recovery of a service: the largest ratio of the median latency to that at rest; relaxed after a number of
    /// attempts.
    private static let recovered = (soon: 1.5, late: 2.0, attempts: 5)
    /// Ratio of the service time to that at rest which proves that the service takes the time.
    private static let slowdown = 1.5
    /// Share of connections in flight when all are in use, allowing for the time between two requests.
    private static let busyConnections = 0.9

    func verdict(_ measurement: StepMeasurement, of step: CapacityStep) -> StepVerdict {
        if let trouble = measurement.local { return .limited(.local(trouble)) }
        if let detail = measurement.noConnection { return .breached(.noConnection(detail)) }
        if step.purpose == .recovery {
            return hasRecovered(measurement, step.attempt) ? .passed : .breached(.recovery)
        }
        if isShort(measurement, step) { return .limited(.short) }
        switch measurement.finding {
        // A step that was cut off leaves thresholds inconclusive; its backlog decides.
        case .inconclusive where measurement.isHopeless, .doubtful where measurement.isHopeless:
            return blame(.backlog, measurement)
        case .inconclusive(let index): return .limited(.unjudged(threshold: index))
        case .doubtful where isBusy(measurement): return .limited(.generator)
        case .doubtful: return .limited(.late)
        case .failed(let index): return blame(.threshold(index), measurement)
        case .passed:
            if isGrowing(measurement, step) { return blame(.backlog, measurement) }
            let isStillGrowing = measurement.saturation?.isLasting ?? false
            return isStillGrowing ? blame(.growing, measurement) : .passed
        }
    }

    private func isBusy(_ measurement: StepMeasurement) -> Bool {
        measurement.busyShare >= Self.saturation
    }

    /// Whether the step was too short to distinguish a backlog from the usual number in flight.
    private func isShort(_ measurement: StepMeasurement, _ step: CapacityStep) -> Bool {
        guard mayBeShort, calm == nil, let median = measurement.medianLatency else { return false }
        // One that was ended early was long enough.
        let isWhole = Double(measurement.dueCount) >= 0.9 * step.plannedCount
        return isWhole && step.warmup < median * 9 / 10 && step.duration < 3 * median
    }

    /// Whether more than one arrival in a hundred stays behind, apart from chance.
    private func isGrowing(_ measurement: StepMeasurement, _ step: CapacityStep) -> Bool {
        if measurement.isHopeless { return true }
        let count = Double(measurement.dueCount)
        let latency = Double(calm?.medianLatency ?? measurement.medianLatency ?? 0) / 1e9
        let underWay = step.rate * latency
        let chance = StepFlow.chance(settings.arrivals, count: count, underWay: underWay)
        return Double(measurement.backlogGrowth) > count / 100 + chance
    }

    /// A breach, unless something other than the service caused it.
    private func blame(
        _ breach: StepVerdict.Breach,
        _ measurement: StepMeasurement
    ) -> StepVerdict {
        if let trouble = measurement.lack { return .limited(.local(trouble)) }
        if isBusy(measurement) { return .limited(.generator) }
        return areConnectionsTheLimit(measurement) ? .limited(.connections) : .breached(breach)
    }

    /// By Little's law the mean number of busy connections is rate × service time.
    private func areConnectionsTheLimit(_ measurement: StepMeasurement) -> Bool {
        guard let calmTime = calm?.meanServiceTime, let time = measurement.meanServiceTime else {
            return false
        }
        // A thinking user keeps no connection busy.
        let busy = measurement.doneRate * Double(max(time - settings.think, 0)) / 1e9
        let most = settings.connections * (settings.streams ?? 1)
        return busy >= Self.busyConnections * Double(most)
            && Double(time) <= Self.slowdown * Double(calmTime)
    }

    /// Whether half of the arrivals are about as fast as they were at rest.
    private func hasRecovered(_ measurement: StepMeasurement, _ attempt: Int) -> Bool {
        guard let calm = calm?.medianLatency else { return true }
        guard let median = measurement.medianLatency else { return false }
        let most = attempt > Self.recovered.attempts ? Self.recovered.late : Self.recovered.soon
        return median <= max(Int64(most * Double(calm)), calm + 5_000_000)
    }
}
