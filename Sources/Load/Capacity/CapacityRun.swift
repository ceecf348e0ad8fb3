import Base
import CLinux
package import LoadModel
package import Measure
import Synchronization
package import Transport

/// Performs a search for the highest rate that a service carries: one run for each step.
package final class CapacityRun: Sendable {
    private enum StepEnd {
        case measured(StepMeasurement)
        /// No connection could be opened: the reason, and the nanoseconds spent trying.
        case notBegun(LoadStartFailure, elapsed: Int64)
    }

    package let settings: CapacitySettings
    private let plan: LoadPlan
    private let performer: any StepPerformer
    /// Number of calls of `interrupt()`.
    private let interruptions = Mutex(0)

    /// A server that is restarting needs a moment before the next attempt.
    private static let pauseWithoutConnection = Duration.seconds(1)

    /// - Parameters:
    ///   - plan: Requests, connections and thresholds; its stages are ignored.
    ///   - settings: Start and end of the search.
    ///   - openers: Open the connections, one for each pool of the plan.
    package convenience init(
        _ plan: LoadPlan,
        settings: CapacitySettings,
        openers: [ConnectionOpener]
    ) {
        self.init(plan, settings: settings, performer: LocalSteps(openers))
    }

    /// - Parameters:
    ///   - plan: What is sent, over how many connections, and what must hold; its stages do not matter.
    ///   - settings: Where the search begins and when it ends.
    ///   - performer: Performs each step.
    package init(_ plan: LoadPlan, settings: CapacitySettings, performer: any StepPerformer) {
        self.plan = plan
        self.settings = settings
        self.performer = performer
    }

    /// Performs step after step until the search is over.
    ///
    /// - Parameter progress: Called once a second while a step lasts, and when it has ended.
    /// - Returns: The result of the search.
    /// - Throws: A `LoadSetupFailure` for too few descriptors, unreadable recipients or a missing access
    ///   token, or an error of `performer`.
    package func run(
        progress: @escaping @Sendable (CapacityProgress) -> Void = { _ in }
    ) async throws -> CapacityResult {
        var search = CapacitySearch(settings)
        while let step = search.next {
            let end = try await perform(step, search, progress)
            guard interruptions.withLock({ $0 == 0 }) else {
                search.end(.interrupted)
                break
            }
            switch end {
            case .notBegun(let failure, _) where search.trials.isEmpty:
                search.end(.unreachable(failure.description))
            case .notBegun(let failure, let elapsed):
                let pause = Self.pauseWithoutConnection
                try? await Task.sleep(for: pause)
                let time = elapsed + pause.components.seconds * 1_000_000_000
                search.take(
                    StepMeasurement(
                        noConnection: failure.detail,
                        local: failure.local,
                        elapsed: time
                    )
                )
            case .measured(let measurement):
                search.take(measurement)
            }
            if let trial = search.trials.last { progress(.ended(trial)) }
        }
        return search.result
    }

    /// Ends the search with the current step: the first call leaves responses a second to arrive, the second none.
    package func interrupt() {
        interruptions.withLock { $0 += 1 }
        performer.interrupt()
    }

    private func perform(
        _ step: CapacityStep,
        _ search: CapacitySearch,
        _ progress: @escaping @Sendable (CapacityProgress) -> Void
    ) async throws -> StepEnd {
        let began = clinux_monotonic()
        let number = search.trials.count
        let stepPlan = plan.performing(step, number: number, settings.arrivals)
        let watch = BacklogWatch(limit: search.hopelessBacklog(of: step))
        let part = PlannedStep(
            step: step,
            number: number,
            arrivals: settings.arrivals,
            plan: stepPlan
        )
        let outcome = try await performer.perform(part) { standing in
            progress(.running(step, stepPlan, standing))
            return !watch.isHopeless(standing)
        }
        let elapsed = clinux_monotonic() - began
        switch outcome {
        case .failure(let failure): return .notBegun(failure, elapsed: elapsed)
        case .success(let result):
            if case .audience(let detail) = result.cut { throw LoadSetupFailure.audience(detail) }
            if case .noToken(let detail) = result.cut { throw LoadSetupFailure.token(detail) }
            return .measured(
                StepMeasurement(
                    result,
                    of: stepPlan,
                    settings,
                    isHopeless: watch.hasEnded,
                    elapsed: elapsed
                )
            )
        }
    }
}

extension StepMeasurement {
    fileprivate init(
        _ result: LoadResult,
        of plan: LoadPlan,
        _ settings: CapacitySettings,
        isHopeless: Bool,
        elapsed: Int64
    ) {
        let time = max(Double(plan.shape.warmup + result.elapsed) * Double(plan.workers), 1)
        var noConnection: String?
        if case .noConnection(let detail) = result.cut { noConnection = detail }
        self.init(
            result.recording,
            thresholds: plan.thresholds,
            delivery: result.delivery,
            quantile: settings.quantile,
            unsentCount: result.statistics.unsentThoughFree,
            busyShare: Double(result.statistics.busyTime) / time,
            disturbance: result.disturbance,
            arrivals: settings.arrivals,
            arrivalsEnd: result.cut == nil ? plan.shape.span : max(result.cutAt ?? 0, 0),
            // Responses after the last arrival of an aborted step count.
            measured: result.cut == nil ? plan.shape.span : result.elapsed,
            isHopeless: isHopeless,
            noConnection: noConnection,
            elapsed: elapsed
        )
        let counts = result.counts(connections: plan.shape.connections)
        local = counts.localLimit
        lack = counts.lack
    }
}

extension LoadResult {
    /// Connections that a step opened, and what kept it from opening more.
    fileprivate func counts(connections: Int) -> ConnectionCounts {
        ConnectionCounts(
            connections: UInt64(connections),
            opened: statistics.opened,
            requests: statistics.settled,
            mostOpen: statistics.opening.mostOpen,
            local: statistics.opening.local,
            failedLocally: recording.failedLocally
        )
    }
}

extension LoadStartFailure {
    fileprivate var detail: String {
        switch self {
        case .noConnection(let detail, _, _): detail
        case .late, .notWanted: description
        }
    }

    fileprivate var local: LocalTrouble? {
        if case .noConnection(_, _, let local) = self { local } else { nil }
    }
}

extension LoadPlan {
    /// The same sends to the same recipients at the rate of a step, with random values that no other step has.
    ///
    /// - Parameters:
    ///   - step: The step to perform.
    ///   - number: The number of steps before it.
    ///   - arrivals: Distribution of the gaps between arrivals.
    /// - Returns: A plan whose stages are the step.
    package func performing(
        _ step: CapacityStep,
        number: Int,
        _ arrivals: LoadShape.Arrivals
    ) -> LoadPlan {
        var shape = shape
        let stage = LoadShape.Stage(rate: step.rate, duration: step.duration)
        shape.model = .open([stage], arrivals)
        shape.warmup = step.warmup
        let seed = self.seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        var plan = LoadPlan(shape, sends: sends, mix: mix, seed: seed)
        plan.workers = workers
        plan.shard = shard
        plan.audience = audience
        plan.tokens = tokens
        plan.deliveries = deliveries
        plan.relay = relay
        plan.isStep = true
        plan.messageOffset = UInt64(number % 256) * DeliveryJoin.most
        let width = SliceWidth.narrowest(for: shape.total)
        // A recovery step measures only the latency at rest.
        plan.thresholds =
            step.purpose == .recovery ? [] : thresholds.map { $0.aborting(sliceWidth: width) }
        return plan
    }
}

extension Threshold {
    /// The same threshold, but it ends the run as soon as it cannot be met any more.
    ///
    /// Windows narrower than a slice of a long step are dropped: the threshold then covers the whole step.
    fileprivate func aborting(sliceWidth: Int64?) -> Threshold {
        var windows = windows
        if let length = windows?.length, length % (sliceWidth ?? .max) != 0 { windows = nil }
        return Threshold(
            metric,
            relation,
            limit,
            send: send,
            windows: windows,
            aborts: !metric.isOfDeliveries,
            place: place
        )
    }
}

/// State of a running search, for display.
package enum CapacityProgress: Sendable {
    /// The current step; reported once a second.
    case running(CapacityStep, LoadPlan, LoadProgress)
    case ended(CapacityTrial)
}

/// Ends a step, once, when its backlog is too large to recover.
final class BacklogWatch: Sendable {
    /// Arrivals that may be outstanding; `nil` without a limit.
    private let limit: UInt64?
    private let ended = Atomic(false)

    init(limit: UInt64?) { self.limit = limit }

    /// Whether the step was found hopeless.
    var hasEnded: Bool { ended.load(ordering: .relaxed) }

    /// Whether the step has just become hopeless.
    func isHopeless(_ progress: LoadProgress) -> Bool {
        guard let limit, progress.outstanding > limit else { return false }
        return !ended.exchange(true, ordering: .relaxed)
    }
}
