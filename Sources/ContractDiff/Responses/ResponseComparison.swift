package import Contract

/// How the responses of two servers to the same cases differ.
package struct ResponseComparison: Sendable {
    /// One case that was replayed on both.
    package struct CaseComparison: Sendable {
        package var first: CaseResult
        /// The verdict on the second server; `nil` when the case was not run there.
        package var second: CaseResult?
        /// Steps with differences, in order.
        package var steps: [StepComparison]
        /// The first step that only one side came to, and what it is called there.
        package var end: End?

        /// Whether the case ran on both servers.
        package var ran: Bool {
            guard let second else { return false }
            return [first.verdict, second.verdict].allSatisfy { $0 != .skipped && $0 != .waived }
        }

        /// Whether anything is to be reported.
        package var differs: Bool { hasOtherVerdict || !steps.isEmpty || end != nil }

        /// Whether both were judged, and one of them otherwise.
        package var hasOtherVerdict: Bool {
            guard let second, Self.isJudged(first), Self.isJudged(second) else { return false }
            return first.verdict != second.verdict
        }

        private static func isJudged(_ result: CaseResult) -> Bool {
            switch result.verdict {
            case .passed, .failed, .flaky: true
            case .inconclusive, .waived, .skipped: false
            }
        }
    }

    /// Where one side went on and the other did not.
    package struct End: Hashable, Sendable {
        package let number: Int
        package var label: String
        /// Whether it is the first server that came to the step.
        package let isOnFirst: Bool
    }

    /// One step whose responses differ.
    package struct StepComparison: Sendable {
        /// Counts from one.
        package let number: Int
        package var first: StepResult
        package var second: StepResult
        package var differences: [ResponseDifference]
    }

    /// In the order of the first run.
    package var cases: [CaseComparison]
    /// How many steps the first server answered otherwise when it was asked again.
    package let unstableSteps: Int

    /// Compares.
    ///
    /// - Parameters:
    ///   - first: What came of the cases on the first server.
    ///   - second: What came of them on the second, with the same random values.
    ///   - volatility: What was learnt by repeating the first.
    ///   - failures: Tells failures from successes, by contract file.
    package init(
        _ first: [CaseResult],
        with second: [CaseResult],
        ignoring volatility: Volatility = Volatility(),
        failures: [String: FailureRecognizer] = [:]
    ) {
        var unstable = 0
        cases = CasePair.pairs(first, second).map { pair in
            let blank = CaseComparison(first: pair.first, second: pair.second, steps: [], end: nil)
            guard let other = pair.second, blank.ran else { return blank }
            let steps = StepPair.pairs(of: pair.key, pair.first, other)
            unstable += steps.reduce(0) { $0 + (volatility.isUnstable($1.key) ? 1 : 0) }
            return CaseComparison(
                first: pair.first,
                second: other,
                steps: Self.compare(steps, volatility, failures[pair.key.file]),
                end: Self.end(pair.first, other)
            )
        }
        unstableSteps = unstable
    }

    private static func compare(
        _ pairs: [StepPair],
        _ volatility: Volatility,
        _ failure: FailureRecognizer?
    ) -> [StepComparison] {
        let both = pairs.compactMap { pair in pair.second.map { (first: pair.first, second: $0) } }
        let comparing = ExchangeDifferences(own: OwnValues(both), failure: failure)
        return pairs.compactMap { pair in
            guard let second = pair.second, !volatility.isUnstable(pair.key) else { return nil }
            let found = comparing.differences(pair.first, second).filter {
                !volatility.covers($0, of: pair.key, pair.first)
            }
            guard !found.isEmpty else { return nil }
            return StepComparison(
                number: pair.number,
                first: pair.first,
                second: second,
                differences: found
            )
        }
    }

    private static func end(_ first: CaseResult, _ second: CaseResult) -> End? {
        let (one, other) = (judged(first), judged(second))
        let last = one.count < other.count ? one.last : other.last
        // Without a response there was nothing to go on with.
        guard one.count != other.count, last?.element.hasNothingToCompare != true else {
            return nil
        }
        let longer = one.count > other.count ? one : other
        let next = longer[min(one.count, other.count)]
        return End(
            number: next.offset + 1,
            label: next.element.label,
            isOnFirst: one.count > other.count
        )
    }

    private static func judged(
        _ result: CaseResult
    ) -> [(offset: Int, element: StepResult)] {
        result.steps.enumerated().filter { $0.element.phase != .teardown }
    }
}

// MARK: - Sums

extension ResponseComparison {
    /// A difference that many cases have in common.
    package struct Shared: Sendable {
        package let difference: ResponseDifference
        /// How many cases have it.
        package let cases: Int
    }

    /// How many cases ran on both servers.
    package var compared: Int { cases.reduce(0) { $0 + ($1.ran ? 1 : 0) } }

    /// How many cases differ.
    package var differing: Int { cases.reduce(0) { $0 + ($1.differs ? 1 : 0) } }

    /// How many cases came to a verdict on the first or the second server.
    package func count(_ verdict: Verdict, onSecond: Bool) -> Int {
        cases.reduce(0) { sum, each in
            let result = onSecond ? each.second : each.first
            return sum + (result?.verdict == verdict ? 1 : 0)
        }
    }

    /// Cases that could not be judged on one of the servers.
    package var inconclusive: Int {
        cases.reduce(0) { sum, each in
            let isOpen = [each.first, each.second].contains { $0?.verdict == .inconclusive }
            return sum + (isOpen ? 1 : 0)
        }
    }

    /// Differences that at least this number of cases have in common, the most frequent first.
    package func shared(byAtLeast limit: Int) -> [Shared] {
        var counts: [ResponseDifference: Int] = [:]
        var order: [ResponseDifference] = []
        for each in cases {
            var seen: Set<ResponseDifference> = []
            for difference in each.steps.flatMap(\.differences)
            where seen.insert(difference).inserted {
                if counts[difference] == nil { order.append(difference) }
                counts[difference, default: 0] += 1
            }
        }
        let found = order.map { Shared(difference: $0, cases: counts[$0] ?? 0) }
            .filter { $0.cases >= limit }
        return found.sorted { $0.cases > $1.cases }
    }
}
