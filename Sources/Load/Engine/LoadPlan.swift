package import LoadModel
package import Measure

/// The requests of a run with all that decides when and where each of them is sent.
package struct LoadPlan: Sendable {
    /// One kind of request.
    package struct Send: Sendable {
        package let name: String
        /// How often it is drawn, beside the weights of the others.
        package let weight: UInt64
        package let layout: RequestLayout
        /// What its answers are called, and which of them are good.
        package let rule: OutcomeRule
        /// Before it, since the step of the journey before it ended; `nil` sends it at once.
        package let think: ThinkTime?
        /// What later steps of the journey take from its answers; `nil` when they take nothing.
        package let captures: CaptureRule?
        /// The index of the pool of connections that carries it.
        package let pool: Int
        /// Whether its message is looked for behind the service.
        package let isMarked: Bool

        package init(
            _ name: String,
            weight: UInt64 = 1,
            layout: RequestLayout,
            rule: OutcomeRule,
            think: ThinkTime? = nil,
            captures: CaptureRule? = nil,
            pool: Int = 0,
            isMarked: Bool = false
        ) {
            self.pool = pool
            self.isMarked = isMarked
            precondition(weight > 0, "a weight of zero")
            self.think = think
            self.captures = captures
            self.name = name
            self.weight = weight
            self.layout = layout
            self.rule = rule
        }

        /// A send whose answers are told apart by their status alone.
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

    /// When requests are due and over how many connections; the stages are those of `schedule`.
    package var shape: LoadShape
    /// When each arrival is due; `nil` in the closed model.
    package let schedule: Schedule?
    /// Those of a journey one behind the other; at least one.
    package let sends: [Send]
    /// What is drawn for each arrival.
    package let mix: ArrivalMix
    /// Loads that begin together, each with arrivals of its own; one unless there are scenarios.
    var parts: [LoadPart] {
        guard scenarios.isEmpty else { return scenarios }
        return [LoadPart(shape, schedule, kinds: mix.kinds.indices, firstPool: 0, seed: seed)]
    }

    /// The parts of a run with scenarios.
    private let scenarios: [LoadPart]
    /// What is random is a function of it and of the number of the arrival.
    package let seed: UInt64
    package var workers = 1
    /// Processes of the target on this machine whose processor time is measured too.
    package var targetProcesses: [Int32] = []
    /// Who is sent to; `nil` without an audience.
    package var audience: LoadAudience?
    /// The arrivals that reach everybody once; `nil` when there is nobody, or not every send names them.
    var firstPass: Range<UInt64>?
    /// The tokens that requests say; `nil` when those that they say stay.
    var tokens: TokenBoard?
    /// Watches what the service sends on; `nil` when nobody does.
    package var deliveries: DeliveryWatch?
    /// Takes messages to whoever watches what the service sends on, when that is not this process.
    package var relay: (any SentMessageTaker)?
    /// Whoever workers hand over what they sent; `nil` when nobody looks for it.
    var messageTaker: (any SentMessageTaker)? { deliveries ?? relay }
    /// How long arrivals may go on, when somebody else leads the run.
    var lease: RunLease?
    /// Added to the number of an arrival in what its message is known by.
    var messageOffset: UInt64 = 0
    /// Holds answers against the whole contract; `nil` when no send wants that.
    package var checks: AnswerChecks?
    /// How many arrivals end a run of the closed model, all shards together; `nil` ends it after its time.
    package var arrivalLimit: UInt64?
    /// The part of the arrivals that this process sends.
    package var shard = Shard.whole
    /// Those that can end the run are watched while it lasts.
    package var thresholds: [Threshold] = []
    /// How much time a slice of the recording covers, in nanoseconds.
    ///
    /// Windows of thresholds were checked against it, so it does not change with the last random arrival.
    private let sliceWidth: Int64

    /// - Parameters:
    ///   - shape: When requests are due, over at least one connection for each worker.
    ///   - sends: What is sent, at least one.
    ///   - mix: Which of them an arrival sends; `nil` one of them.
    ///   - scenarios: Which kinds of arrivals have a load of their own, of which `shape` is the sum; none for
    ///     one load.
    ///   - seed: What is random is drawn from it.
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

    /// When arrivals are due, and the load with the stages that come of it.
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

    /// What the requests of a part draw their values from.
    func seed(ofSend send: Int) -> UInt64 {
        let part = parts.first { mix.sends(of: $0.kinds).contains(send) }
        return part?.seed ?? seed
    }

    /// The load whose connections a pool has.
    package func load(ofPool pool: Int) -> LoadShape {
        parts.first { $0.pools.contains(pool) }?.shape ?? shape
    }

    /// Which pool an arrival of a kind begins in.
    func pool(ofKind kind: Int) -> Int { sends[mix.kinds[kind].sends.lowerBound].pool }

    /// Which arrivals begin in a pool, by their numbers; `nil` when all do.
    func filter(of share: WorkerShare) -> (@Sendable (UInt64) -> Bool)? {
        let part = parts[share.part]
        guard part.pools.count > 1 else { return nil }
        let choice = ArrivalChoice(mix, kinds: part.kinds, seed: part.seed)
        let own = mix.kinds.indices.map { self.pool(ofKind: $0) == share.pool }
        return { own[choice.kind(ofArrival: $0)] }
    }

    /// What is recorded; the same for all workers and shards.
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
