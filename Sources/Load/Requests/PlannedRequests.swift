import Contract
import LoadModel
package import Profile

/// The sends of a profile, laid out.
package struct PlannedRequests: Sendable {
    /// Scheme, host and port of each server they go to, in the order of the load's pools.
    package let origins: [String]
    /// In the order of the profile.
    package let sends: [LoadPlan.Send]
    /// Recipients of the requests; `nil` without an audience.
    package let audience: LoadAudience?
    /// Sent to each recipient before the run, in order.
    package let prepare: [PlannedCall]
    /// Sent to each recipient after the run, in order.
    package let cleanup: [PlannedCall]
    /// How deliveries are identified; `nil` when they are not watched.
    package let delivery: PlannedDelivery?
    /// Access tokens that are renewed during the run; `nil` when all stay the same.
    let tokens: TokenBoard?
    /// Defines the names that the contract's expectations use.
    let evaluator: Evaluator
}

extension LoadPlan {
    /// The load of a profile, with its requests laid out.
    ///
    /// - Parameters:
    ///   - profile: Checked by the loader.
    ///   - requests: Requests of the profile's sends.
    ///   - seed: The seed that they were laid out with.
    package init(_ profile: LoadProfile, requests: PlannedRequests, seed: UInt64) {
        self.init(
            profile.load,
            sends: requests.sends,
            mix: profile.mix,
            scenarios: profile.scenarios.map { ($0.kinds, $0.load) },
            seed: seed
        )
        thresholds = profile.thresholds
        audience = requests.audience
        tokens = requests.tokens
        if let audience, parts.count == 1, mix.kinds.allSatisfy({ names(recipientsIn: $0) }) {
            let first = firstCounted
            firstPass = first..<first + audience.requestCount
        }
        if profile.sends.contains(where: { $0.checkEvery != nil }) {
            checks = ResponseChecks(
                profile,
                origins: requests.sends.map { requests.origins[$0.pool] },
                evaluator: requests.evaluator,
                seed: seed
            )
        }
    }

    /// Schedule and recording of a profile without its requests.
    ///
    /// It cannot be run: it is for the lead of generators that send the requests.
    ///
    /// - Parameters:
    ///   - profile: With the overrides of the command line.
    ///   - seed: Seed of everything random.
    package init(outlineOf profile: LoadProfile, seed: UInt64) {
        let nothing = RequestLayout(method: "", target: [], fields: [], body: [])
        self.init(
            profile.load,
            sends: profile.sends.enumerated().map { index, send in
                Send(
                    send.name,
                    weight: UInt64(max(send.weight, 1)),
                    layout: nothing,
                    goodStatuses: [],
                    pool: profile.pool(ofSend: index)
                )
            },
            mix: profile.mix,
            scenarios: profile.scenarios.map { ($0.kinds, $0.load) },
            seed: seed
        )
        thresholds = profile.thresholds
    }

    private func names(recipientsIn kind: ArrivalMix.Kind) -> Bool {
        sends[kind.sends].contains(where: \.layout.namesRecipients)
    }

    /// The number of the first arrival after the warm-up; zero in the closed model, where it is unknown in advance.
    private var firstCounted: UInt64 {
        guard let schedule, schedule.warmup > 0 else { return 0 }
        var cursor = ScheduleCursor(schedule)
        while let arrival = cursor.next() {
            if arrival.due >= 0 { return arrival.index }
        }
        return 0
    }

    /// Number of this shard's arrivals in the first pass; `nil` when the pass is not tracked.
    var passCount: UInt64? {
        firstPass.map { shard.count(below: $0.upperBound) - shard.count(below: $0.lowerBound) }
    }
}
