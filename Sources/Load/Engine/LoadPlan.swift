package import HTTP
package import LoadModel
package import Measure

/// The requests of a run, with their schedule and connections.
package struct LoadPlan: Sendable {
    /// One kind of request.
    package struct Send: Sendable {
        package let name: String
        /// Relative frequency, compared with the other weights.
        package let weight: UInt64
        package let layout: RequestLayout
        /// Names its outcomes, and defines the expected ones.
        package let rule: OutcomeRule
        /// Time since the previous step of the journey ended; `nil` sends the request at once.
        package let think: ThinkTime?
        /// Values that later steps of the journey capture from its responses; `nil` for none.
        package let captures: CaptureRule?
        /// Index of the connection pool that carries it.
        package let pool: Int
        /// Whether deliveries of its message are watched behind the service.
        package let isMarked: Bool
        /// How much of its event streams is read; `nil` where no events are promised.
        package let events: EventStreamLimit?

        package init(
            _ name: String,
            weight: UInt64 = 1,
            layout: RequestLayout,
            rule: OutcomeRule,
            think: ThinkTime? = nil,
            captures: CaptureRule? = nil,
            pool: Int = 0,
            isMarked: Bool = false,
            events: EventStreamLimit? = nil
        ) {
            self.pool = pool
            self.isMarked = isMarked
            self.events = events
            precondition(weight > 0, "a weight of zero")
            self.think = think
            self.captures = captures
            self.name = name
            self.weight = weight
            self.layout = layout
            self.rule = rule
        }

        /// A send whose outcomes are distinguished by status alone.
        package init(
            _ name: String,
            weight: UInt64 = 1,
            layout: RequestLayout,
            goodStatuses: Set<Int>,
            pool: Int = 0
        ) {
            self.init(
                name,
                weight: weight,
                layout: layout,
                rule: OutcomeRule(goodStatuses: goodStatuses),
                pool: pool
            )
        }
    }

    /// When requests are due and over how many connections; its stages equal those of `schedule`.
    package var shape: LoadShape
    /// When each arrival is due; `nil` in the closed model.
    package let schedule: Schedule?
    /// All requests; those of a journey are consecutive; at least one.
    package let sends: [Send]
    /// Kinds of arrivals with their weights.
    package let mix: ArrivalMix
    /// Loads that begin together, each with its own arrivals; one unless there are scenarios.
    var parts: [LoadPart] {
        guard scenarios.isEmpty else { return scenarios }
        return [LoadPart(shape, schedule, kinds: mix.kinds.indices, firstPool: 0, seed: seed)]
    }

    /// The parts of a run with scenarios.
    private let scenarios: [LoadPart]
    /// Seed of everything random: each random value is a function of it and of the number of the arrival.
    package let seed: UInt64
    package var workers = 1
    /// Processes of the target on this machine whose processor time is measured too.
    package var targetProcesses: [Int32] = []
    /// Recipients of the requests; `nil` without an audience.
    package var audience: LoadAudience?
    /// Arrivals that reach each recipient once; `nil` without an audience, or when some sends name no recipients.
    var firstPass: Range<UInt64>?
    /// Access tokens that are renewed during the run; `nil` when all stay the same.
    var tokens: TokenBoard?
    /// Watches the deliveries of the service; `nil` when they are not watched.
    package var deliveries: DeliveryWatch?
    /// Relays sent messages to the process that watches deliveries, when that is not this one.
    package var relay: (any SentMessageTaker)?
    /// Takes messages that workers sent; `nil` when deliveries are not watched.
    var messageTaker: (any SentMessageTaker)? { deliveries ?? relay }
    /// Limits the arrivals, when another process leads the run.
    var lease: RunLease?
    /// Whether it is a step of a search.
    var isStep = false
    /// Whether thresholds limit requests to the sink that are not awaited, such as duplicates.
    ///
    /// A search does not wait for them after each step.
    var watchesForSurplus: Bool {
        !isStep && thresholds.contains { $0.metric.isOfDeliveries && !$0.metric.dependsOnTime }
    }
    /// Added to the number of an arrival in its message's marker.
    var messageOffset: UInt64 = 0
    /// Checks responses against the whole contract; `nil` when no send asks for it.
    package var checks: ResponseChecks?
    /// Number of arrivals that ends a run of the closed model, in all shards together; `nil` ends it by time.
    package var arrivalLimit: UInt64?
    /// The part of the arrivals that this process sends.
    package var shard = Shard.whole
    /// Thresholds of the profile; those that can abort the run are watched while it lasts.
    package var thresholds: [Threshold] = []
    /// Width of a slice of the recording, in nanoseconds.
    ///
    /// The windows of thresholds were validated against it, so it does not vary with the last random arrival.
    private let sliceWidth: Int64

    /// - Parameters:
    ///   - shape: When requests are due, over at least one connection for each worker.
    ///   - sends: Requests to send, at least one.
    ///   - mix: Kinds of arrivals with their weights; `nil` draws from the sends.
    ///   - scenarios: Kinds of arrivals with loads of their own, whose sum is `shape`; empty for one load.
    ///   - seed: Seed of everything random.
    package init(
        _ shape: LoadShape,
        sends: [Send],
        mix: ArrivalMix? = nil,
        scenarios: [(kinds: Range<Int>, load: LoadShape)] = [],
        seed: UInt64 = 0
    ) {
        precondition(!sends.isEmpty && shape.connections > 0, "a plan without sends or connections")
        self.sends = sends
        let mix = mix ?? ArrivalMix(requests: sends.map { ($0.name, $0.weight) })
        self.mix = mix
        self.seed = seed
        sliceWidth = SliceWidth.narrowest(for: shape.total) ?? SliceWidth.widest
        var parts: [LoadPart] = []
        for (kinds, load) in scenarios {
            let seed = seed &+ UInt64(parts.count) &* 0xA24B_AED4_963E_E407
            let (stages, schedule) = Self.course(of: load, seed: seed)
            let firstPool = parts.last?.pools.upperBound ?? 0
            parts.append(
                LoadPart(stages, schedule, kinds: kinds, firstPool: firstPool, seed: seed)
            )
        }
        self.scenarios = parts
        (self.shape, schedule) =
            parts.isEmpty ? Self.course(of: shape, seed: seed) : (shape, nil)
    }

    /// The schedule of a load, and the load with the resulting stages.
    private static func course(of load: LoadShape, seed: UInt64) -> (LoadShape, Schedule?) {
        switch load.model {
        case .open(let stages, let arrivals):
            let schedule = Schedule(stages, warmup: load.warmup, arrivals: arrivals, seed: seed)
            var load = load
            load.model = .open(schedule.stages, arrivals)
            return (load, schedule)
        case .closed(let stages, let think):
            precondition(
                stages.contains { $0.duration > 0 } && think >= 0,
                "a closed model without time"
            )
            return (load, nil)
        }
    }

    /// The workers, each with its part of the connections of a pool.
    var shares: [WorkerShare] {
        parts.enumerated().flatMap { part, load in
            zip(load.pools, load.shape.poolSizes).flatMap { pool, size in
                let count = min(workers, size.connections)
                return (0..<count).map {
                    WorkerShare(part: part, pool: pool, number: $0, count: count)
                }
            }
        }
    }

    /// Seed for the values of a send's requests.
    func seed(ofSend send: Int) -> UInt64 {
        let part = parts.first { mix.sends(of: $0.kinds).contains(send) }
        return part?.seed ?? seed
    }

    /// The load that a pool of connections carries.
    package func load(ofPool pool: Int) -> LoadShape {
        parts.first { $0.pools.contains(pool) }?.shape ?? shape
    }

    /// The pool in which arrivals of a kind begin.
    func pool(ofKind kind: Int) -> Int { sends[mix.kinds[kind].sends.lowerBound].pool }

    /// The arrivals that begin in a worker's share, by their numbers; `nil` for all.
    func filter(of share: WorkerShare) -> (@Sendable (UInt64) -> Bool)? {
        let part = parts[share.part]
        guard part.pools.count > 1 else { return nil }
        let choice = ArrivalChoice(mix, kinds: part.kinds, seed: part.seed)
        let own = mix.kinds.indices.map { self.pool(ofKind: $0) == share.pool }
        return { own[choice.kind(ofArrival: $0)] }
    }

    /// Layout of the recording; the same for all workers and shards.
    package var recordingPlan: RecordingPlan {
        RecordingPlan(
            sends: mix.rows,
            span: shape.span,
            sliceWidth: sliceWidth,
            thresholds: thresholds,
            stepCount: mix.stepCount
        )
    }
}
