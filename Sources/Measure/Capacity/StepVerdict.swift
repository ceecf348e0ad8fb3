package import Base
import LoadModel

/// What a step says of its rate.
package enum StepVerdict: Hashable, Sendable {
    /// All thresholds hold, and no more is outstanding than before.
    case passed
    /// The service does not carry the rate.
    case breached(Breach)
    /// Nobody can say whether the service carries the rate.
    case limited(Limit)

    /// What broke.
    package enum Breach: Hashable, Sendable {
        /// The threshold at this index was missed.
        case threshold(Int)
        /// The thresholds hold for now, but ever more arrivals are outstanding.
        case backlog
        /// The thresholds hold, and not much is outstanding yet, but it became more to the last.
        case growing
        /// There was no connection for the length of a timeout, and none could be opened.
        case noConnection(String)
        /// The latency is not what it was before an overload.
        case recovery
    }

    /// What else than the service was at its end.
    package enum Limit: Hashable, Sendable {
        /// Busy all the time, or late in two steps of equal rate.
        case generator
        /// The generator was late in this step, which says nothing yet.
        case late
        /// The step was shorter than answers take.
        case short
        /// All were busy although the service answered each as fast as ever.
        case connections
        /// Something on the machine of the generator kept connections from being opened.
        case local(LocalTrouble)
        /// The threshold at this index could not be judged: nothing was counted for it.
        case unjudged(threshold: Int)
    }

    package var isHeld: Bool { self == .passed }
}

/// Judges a step by what it brought, and by what the service does at rest.
struct StepJudge {
    let settings: CapacitySettings
    /// The step at the lowest rate that held; `nil` when there is none yet.
    let calm: StepMeasurement?
    /// Whether a step may be found to be too short; once at each rate.
    var mayBeShort = false

    /// The generator has no time left from here on.
    private static let saturation = 0.95
    /// A service is back when half of its answers take at most so many times as long as they did; when it was
    /// asked often enough, twice as long is as good as it gets.
    private static let recovered = (soon: 1.5, late: 2.0, attempts: 5)
    /// So much slower than at rest, and it is the service that takes the time.
    private static let slowdown = 1.5
    /// So many of the connections are busy when all are, but for the moment between two requests.
    private static let busyConnections = 0.9

    func verdict(_ measurement: StepMeasurement, of step: CapacityStep) -> StepVerdict {
        if let trouble = measurement.local { return .limited(.local(trouble)) }
        if let detail = measurement.noConnection { return .breached(.noConnection(detail)) }
        if step.purpose == .recovery {
            return hasRecovered(measurement, step.attempt) ? .passed : .breached(.recovery)
        }
        if isShort(measurement, step) { return .limited(.short) }
        switch measurement.finding {
        // What was cut off leaves thresholds open; that too much had piled up does not.
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

    /// Whether the step was over before it could be told what piles up from what is under way all the time.
    private func isShort(_ measurement: StepMeasurement, _ step: CapacityStep) -> Bool {
        guard mayBeShort, calm == nil, let median = measurement.medianLatency else { return false }
        // One that was ended early was long enough.
        let isWhole = Double(measurement.dueCount) >= 0.9 * step.plannedCount
        return isWhole && step.warmup < median * 9 / 10 && step.duration < 3 * median
    }

    /// Whether more than one arrival in a hundred is left behind, beside what chance explains.
    private func isGrowing(_ measurement: StepMeasurement, _ step: CapacityStep) -> Bool {
        if measurement.isHopeless { return true }
        let count = Double(measurement.dueCount)
        let latency = Double(calm?.medianLatency ?? measurement.medianLatency ?? 0) / 1e9
        let underWay = step.rate * latency
        let chance = StepFlow.chance(settings.arrivals, count: count, underWay: underWay)
        return Double(measurement.backlogGrowth) > count / 100 + chance
    }

    /// A breach, unless something else than the service brought it about.
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
        // Who thinks keeps no connection busy.
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
