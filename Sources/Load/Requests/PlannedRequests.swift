import Contract
import LoadModel
package import Profile

/// The sends of a profile, laid out.
package struct PlannedRequests: Sendable {
    /// Scheme, host and port of each server they go to, in the order of the load's pools.
    package let origins: [String]
    /// In the order of the profile.
    package let sends: [LoadPlan.Send]
    /// Who is sent to; `nil` without an audience.
    package let audience: LoadAudience?
    /// Sent to each recipient before the run, in order.
    package let prepare: [PlannedCall]
    /// Sent to each recipient after the run, in order.
    package let cleanup: [PlannedCall]
    /// How deliveries are known again; `nil` when nobody watches them.
    package let delivery: PlannedDelivery?
    /// What requests prove with who sends them, as far as that changes; `nil` when it stays.
    let tokens: TokenBoard?
    /// Defines the names that the contract's expectations use.
    let evaluator: Evaluator
}

extension LoadPlan {
    /// What a profile says, with its requests laid out.
    ///
    /// - Parameters:
    ///   - profile: Checked by the loader.
    ///   - requests: Its sends.
    ///   - seed: The one they were laid out with.
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
            checks = AnswerChecks(
                profile,
                origins: requests.sends.map { requests.origins[$0.pool] },
                evaluator: requests.evaluator,
                seed: seed
            )
        }
    }

    /// When arrivals of a profile are due and what is recorded of them, without their requests.
    ///
    /// It cannot be run: it is for whoever leads others that send them.
    ///
    /// - Parameters:
    ///   - profile: As it is run.
    ///   - seed: What is random is drawn from it.
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

    /// The number of the first arrival behind the warm-up, which in the closed model nobody knows before.
    private var firstCounted: UInt64 {
        guard let schedule, schedule.warmup > 0 else { return 0 }
        var cursor = ScheduleCursor(schedule)
        while let arrival = cursor.next() {
            if arrival.due >= 0 { return arrival.index }
        }
        return 0
    }

    /// How many arrivals of the first pass are this shard's; `nil` when it is not followed.
    var passCount: UInt64? {
        firstPass.map { shard.count(below: $0.upperBound) - shard.count(below: $0.lowerBound) }
    }
}
