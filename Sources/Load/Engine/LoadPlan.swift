package import Measure

/// What a run sends, when, and over how many connections.
package struct LoadPlan: Sendable {
    /// One kind of request.
    package struct Send: Sendable {
        package let name: String
        /// How often it is drawn, beside the weights of the others.
        package let weight: UInt64
        package let layout: RequestLayout
        /// What its answers are called, and which of them are good.
        package let rule: OutcomeRule

        package init(
            _ name: String,
            weight: UInt64 = 1,
            layout: RequestLayout,
            rule: OutcomeRule
        ) {
            precondition(weight > 0, "a weight of zero")
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
            goodStatuses: Set<Int>
        ) {
            self.init(
                name,
                weight: weight,
                layout: layout,
                rule: OutcomeRule(goodStatuses: goodStatuses)
            )
        }
    }

    /// What decides when a request is due.
    package enum Model: Hashable, Sendable {
        /// Arrivals come when they are due, whatever the server does.
        case open(Schedule)
        /// Each connection sends its next request when it has the answer to the last one.
        case closed(Closed)
    }

    /// The closed model; all in nanoseconds.
    package struct Closed: Hashable, Sendable {
        package let duration: Int64
        package let warmup: Int64
        /// Between an answer and the next request on the connection.
        package let think: Int64

        package init(duration: Int64, warmup: Int64 = 0, think: Int64 = 0) {
            precondition(duration > 0 && warmup >= 0 && think >= 0, "a closed model without time")
            self.duration = duration
            self.warmup = warmup
            self.think = think
        }
    }

    package let model: Model
    /// At least one.
    package let sends: [Send]
    /// All workers together.
    package let connections: Int
    package var workers = 1
    /// For one request, from the moment it is sent; nanoseconds.
    package var timeout: Int64 = 5_000_000_000
    /// How long after the last arrival answers are waited for; nanoseconds.
    package var drain: Int64 = 5_000_000_000
    /// Processes of the target on this machine whose processor time is measured too.
    package var targetProcesses: [Int32] = []
    /// After so many requests a connection is closed and another opened; `nil` never does.
    package var requestsPerConnection: Int?
    package var seed: UInt64 = 0
    /// Who is sent to; `nil` without an audience.
    package var audience: LoadAudience?
    /// The arrivals that reach everybody once; `nil` when there is nobody, or not every send names them.
    package var firstPass: Range<UInt64>?
    /// Holds answers against the whole contract; `nil` when no send wants that.
    package var checks: AnswerChecks?
    /// The part of the arrivals that this process sends.
    package var shard = Schedule.Shard.whole
    /// Those that can end the run are watched while it lasts.
    package var thresholds: [Threshold] = []
    /// How much time a slice of the recording covers, in nanoseconds; `nil` chooses by the length of the run.
    ///
    /// Windows of thresholds were checked against it, so it does not change with the last random arrival.
    package var sliceWidth: Int64?

    /// - Parameters:
    ///   - model: When requests are due.
    ///   - sends: What is sent, at least one.
    ///   - connections: At least one for each worker.
    package init(_ model: Model, sends: [Send], connections: Int) {
        precondition(!sends.isEmpty && connections > 0, "a plan without sends or connections")
        self.model = model
        self.sends = sends
        self.connections = connections
    }

    /// How long arrivals are counted, in nanoseconds.
    package var span: Int64 {
        switch model {
        case .open(let schedule): schedule.span
        case .closed(let closed): closed.duration
        }
    }

    /// How long before that arrivals begin, in nanoseconds.
    package var warmup: Int64 {
        switch model {
        case .open(let schedule): schedule.warmup
        case .closed(let closed): closed.warmup
        }
    }

    /// What is recorded; the same for all workers and shards.
    package var recordingPlan: RecordingPlan {
        let width = sliceWidth ?? RecordingPlan.sliceWidth(for: warmup + span + drain)
        return RecordingPlan(
            sends: sends.map(\.name),
            span: span,
            sliceWidth: width ?? RecordingPlan.sliceWidths[RecordingPlan.sliceWidths.count - 1],
            thresholds: thresholds
        )
    }
}
