package import LoadModel

/// What became of the thresholds, of the generator, and of answers checked against the contract.
package struct RunJudgement: Hashable, Sendable {
    /// In the order of the profile.
    package let thresholds: [ThresholdResult]
    package let generator: GeneratorVerdict
    /// The rows of the recording in which something was due and nothing ended as declared, though the server
    /// was asked.
    package let fruitless: [Int]
    /// Answers that are not what the contract says, of those that were checked against it.
    let brokenCount: UInt64
    /// Answers that were to be checked against it and were not.
    let unjudgedCount: UInt64

    /// What the run came to, the first that applies.
    package enum Conclusion: Hashable, Sendable {
        /// An answer is not what the contract says, however fast it was.
        case broken
        /// A threshold or an answer could not be judged.
        case invalid
        /// A threshold failed whatever is in doubt, or a send never succeeded.
        case failed
        case passed
    }

    /// Judges a recording.
    ///
    /// - Parameters:
    ///   - recording: All shards together.
    ///   - thresholds: Those of the profile.
    ///   - unsentCount: Arrivals that were never sent although a connection was free.
    ///   - isLimitedByGenerator: Whether connections waited for the generator.
    ///   - counts: How many connections were opened; `nil` when nobody knows.
    ///   - brokenCount: Answers that are not what the contract says.
    ///   - unjudgedCount: Answers that were to be checked against it and were not.
    ///   - delivery: What became of the deliveries; `nil` when nobody watched them.
    ///   - gaps: What is not known of parts of the run.
    ///   - clockBound: How far the clocks of several generators may be apart, in nanoseconds.
    ///   - isCut: Whether the run ended before its schedule.
    ///   - isClosed: Whether what is due depends on answers.
    ///   - endedBy: The threshold that ended the run, as it could not be met any more; `nil` for none.
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
                doubts: doubts
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

    /// A broken contract is one whatever the figures are worth; a miss is one whatever could not be judged
    /// beside it.
    package var conclusion: Conclusion {
        guard brokenCount == 0 else { return .broken }
        // What this machine kept from the server is no failure of the server, however much is missed.
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
    /// The rows in which something was due and nothing ended as declared.
    ///
    /// What was never sent, or had no time to be answered, says nothing of the server.
    fileprivate var fruitlessRows: [Int] {
        let excused = Set(
            MissingAnswer.allCases.filter { outcome in
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
