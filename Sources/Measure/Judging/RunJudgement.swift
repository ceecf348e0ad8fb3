package import LoadModel

/// Results of the thresholds, of the generator, and of checks against the contract.
package struct RunJudgement: Hashable, Sendable {
    /// In the order of the profile.
    package let thresholds: [ThresholdResult]
    package let generator: GeneratorVerdict
    /// Rows of the recording whose arrivals reached the server, but never ended as declared.
    package let fruitless: [Int]
    /// Checked responses that violate the contract.
    let brokenCount: UInt64
    /// Responses selected for a check but not checked.
    let unjudgedCount: UInt64

    /// Conclusion of a run: the first that applies.
    package enum Conclusion: Hashable, Sendable {
        /// A response violates the contract, whatever the latencies.
        case broken
        /// A threshold or a check is inconclusive.
        case invalid
        /// A threshold failed despite all doubts, or a send never succeeded.
        case failed
        case passed
    }

    /// Evaluates a recording.
    ///
    /// - Parameters:
    ///   - recording: All shards together.
    ///   - thresholds: Thresholds of the profile.
    ///   - unsentCount: Arrivals not sent although a connection was free.
    ///   - isLimitedByGenerator: Whether connections waited for the generator.
    ///   - counts: Number of connections opened; `nil` when unknown.
    ///   - brokenCount: Responses that violate the contract.
    ///   - unjudgedCount: Responses selected for a check but not checked.
    ///   - delivery: Results of the deliveries; `nil` when they were not watched.
    ///   - gaps: Missing reports of parts of the run.
    ///   - clockBound: Largest difference between the clocks of several generators, in nanoseconds.
    ///   - isCut: Whether the run ended before its schedule.
    ///   - isClosed: Whether arrivals depend on responses.
    ///   - countedTime: Time in which arrivals came, in nanoseconds; `nil` for the whole span.
    ///   - endedBy: The threshold that aborted the run; `nil` for none.
    package init(
        _ recording: Recording,
        thresholds: [Threshold],
        unsentCount: UInt64,
        isLimitedByGenerator: Bool = false,
        counts: ConnectionCounts? = nil,
        brokenCount: UInt64 = 0,
        unjudgedCount: UInt64 = 0,
        delivery: RunDelivery? = nil,
        gaps: [(shard: Shard, gap: RunGap)] = [],
        clockBound: Int64 = 0,
        isCut: Bool = false,
        isClosed: Bool = false,
        countedTime: Int64? = nil,
        endedBy: Int? = nil
    ) {
        self.brokenCount = brokenCount
        fruitless = recording.fruitlessRows
        self.unjudgedCount = unjudgedCount
        let doubts = RunDoubts(
            unsentCount: unsentCount,
            isLimited: isLimitedByGenerator,
            counts: counts,
            gaps: gaps,
            clockBound: clockBound,
            isCut: isCut,
            isClosed: isClosed
        )
        let results = thresholds.enumerated().map { index, threshold in
            let result = ThresholdJudge(
                threshold: threshold,
                recording: recording,
                delivery: delivery,
                doubts: doubts,
                countedTime: countedTime
            ).result()
            return index == endedBy ? result.havingEndedRun : result
        }
        self.thresholds = results
        generator = GeneratorVerdict(
            recording,
            results: results,
            doubts: doubts,
            delivery: delivery
        )
    }

    /// A violated contract ranks first, whatever the figures; a failed threshold ranks above inconclusive ones.
    package var conclusion: Conclusion {
        guard brokenCount == 0 else { return .broken }
        // Failures caused by this machine are not failures of the server.
        if generator.localTrouble != nil { return .invalid }
        if !fruitless.isEmpty || thresholds.contains(where: { $0.verdict == .failed }) {
            return .failed
        }
        let isInconclusive =
            unjudgedCount > 0 || thresholds.contains { $0.verdict == .inconclusive }
        return isInconclusive ? .invalid : .passed
    }
}

extension Recording {
    /// Rows with due arrivals, none of which ended as declared.
    ///
    /// Arrivals that were not sent, or had no time for a response, are ignored.
    fileprivate var fruitlessRows: [Int] {
        let excused = Set(
            MissingResponse.allCases.filter { outcome in
                [.unsent, .unanswered, .notFinished].contains(outcome) || outcome.local != nil
            }.map(\.rawValue)
        )
        return plan.sends.indices.filter { row in
            let own = cells.filter { $0.key.send == row && $0.count > 0 }
            return own.contains { !excused.contains($0.key.outcome) && $0.key.unjudged == nil }
                && !own.contains(where: \.key.isGood)
        }
    }
}
