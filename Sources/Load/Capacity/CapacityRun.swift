import Base
import CLinux
package import LoadModel
package import Measure
import Synchronization
package import Transport

/// A search for the highest rate that a service carries, performed: one run for each step.
package final class CapacityRun: Sendable {
    private enum StepEnd {
        case measured(StepMeasurement)
        /// No connection could be opened: why, and after how many nanoseconds.
        case notBegun(LoadStartFailure, elapsed: Int64)
    }

    package let settings: CapacitySettings
    private let plan: LoadPlan
    private let performer: any StepPerformer
    /// How often the search was asked to end.
    private let interruptions = Mutex(0)

    /// A server that is being started again needs a moment.
    private static let pauseWithoutConnection = Duration.seconds(1)

    /// - Parameters:
    ///   - plan: What is sent, over how many connections, and what must hold; its stages do not matter.
    ///   - settings: Where the search begins and when it ends.
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
    ///   - performer: Sends what each step is.
    package init(_ plan: LoadPlan, settings: CapacitySettings, performer: any StepPerformer) {
        self.plan = plan
        self.settings = settings
        self.performer = performer
    }

    /// Performs step after step until the search is over.
    ///
    /// - Parameter progress: Called once a second while a step lasts, and when it has ended.
    /// - Returns: What is known in the end.
    /// - Throws: When the operating system has too few descriptors, recipients cannot be read any more,
    ///   or there is no access token: a `LoadSetupFailure`, or what keeps `performer` from going on.
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

    /// Ends the search with the step that lasts: the first time answers may still come for a second, the
    /// second time not.
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
            // Answers count that came after the last arrival of a step that was ended.
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
    /// How many connections a step opened, and what kept it from opening more.
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
    ///   - step: Which one.
    ///   - number: How many came before it.
    ///   - arrivals: How gaps vary.
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
        plan.messageOffset = UInt64(number % 256) * DeliveryJoin.most
        let width = SliceWidth.narrowest(for: shape.total)
        // After an overload only the latency at rest is asked for.
        plan.thresholds =
            step.purpose == .recovery ? [] : thresholds.map { $0.aborting(sliceWidth: width) }
        return plan
    }
}

extension Threshold {
    /// The same, ending a run that cannot meet it any more.
    ///
    /// Windows that the slices of a long step would cut are given up: the step is judged as a whole.
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

/// How a search stands, for people who watch it.
package enum CapacityProgress: Sendable {
    /// A step lasts; told once a second.
    case running(CapacityStep, LoadPlan, LoadProgress)
    case ended(CapacityTrial)
}

/// Ends a step, once, when so much has piled up that there is no use in going on.
final class BacklogWatch: Sendable {
    /// Arrivals that may be outstanding; `nil` when nobody can say.
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
