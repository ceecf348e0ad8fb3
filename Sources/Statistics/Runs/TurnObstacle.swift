/// Why the runs of two sides did not take turns, so that a change of the machine may explain the difference.
package enum TurnObstacle: Hashable, Sendable {
    /// A run began before another had ended.
    case overlap(first: String, second: String)
    /// The sides follow each other in long stretches, as `AAABBBBBAA`.
    case order(String)
    /// The time between the end of a run and the next one is too long.
    case gap(after: String, before: String, nanoseconds: Int64)

    /// Random orders have fewer stretches with this probability, or as few.
    private static let leastProbability = 0.2
    /// Longest pause between two runs of one session, in nanoseconds.
    private static let longestGap: Int64 = 3600 * 1_000_000_000

    /// - Parameters:
    ///   - runs: Of both sides, in the order of their starts.
    ///   - order: The side of each.
    /// - Returns: `nil` when they took turns.
    static func first(
        among runs: [ComparedRun],
        _ order: [InterleavedOrder.Side]
    ) -> TurnObstacle? {
        for (run, next) in zip(runs, runs.dropFirst()) {
            // Tolerates small adjustments of the clock during a run.
            let end = run.startedAt.addingReportingOverflow(run.elapsed - run.elapsed / 10)
            let isOver = !end.overflow && end.partialValue <= next.startedAt
            guard isOver, run.startedAt < next.startedAt else {
                return .overlap(first: run.name, second: next.name)
            }
        }
        guard isMixed(order) else { return .order(order.map(\.rawValue).joined()) }
        for (run, next) in zip(runs, runs.dropFirst()) {
            let gap = next.startedAt - run.startedAt - run.elapsed
            if gap > longestGap {
                return .gap(after: run.name, before: next.name, nanoseconds: gap)
            }
        }
        return nil
    }

    /// Whether the mean positions of both sides differ by at most an eighth of all runs, so that linear drift
    /// affects both equally, and there are at least as many stretches of one side as expected by chance.
    static func isMixed(_ order: [InterleavedOrder.Side]) -> Bool {
        func meanPlace(_ side: InterleavedOrder.Side) -> Double {
            let places = order.indices.filter { order[$0] == side }
            return Double(places.reduce(0, +)) / Double(max(places.count, 1))
        }
        let distance = abs(meanPlace(.old) - meanPlace(.new))
        return distance <= max(Double(order.count) / 8, 1) && alternates(order)
    }

    /// Whether there are at least as many stretches of one side as expected by chance.
    static func alternates(_ order: [InterleavedOrder.Side]) -> Bool {
        let stretches = zip(order, order.dropFirst()).count { $0 != $1 } + 1
        let old = order.count { $0 == .old }
        return probability(ofAtMost: stretches, old, order.count - old) > leastProbability
    }

    /// Probability of at most this number of stretches when all orders are equally likely.
    ///
    /// Source: Wald and Wolfowitz, "On a test whether two samples are from the same population" (1940).
    static func probability(ofAtMost stretches: Int, _ first: Int, _ second: Int) -> Double {
        func ways(_ count: Int, _ parts: Int) -> Double { binomial(count - 1, parts - 1) }
        let favorable = (2...max(stretches, 2)).reduce(0.0) { sum, count in
            let half = count / 2
            let own =
                count.isMultiple(of: 2)
                ? 2 * ways(first, half) * ways(second, half)
                : ways(first, half) * ways(second, half + 1)
                    + ways(first, half + 1) * ways(second, half)
            return sum + own
        }
        return min(favorable / binomial(first + second, first), 1)
    }

    private static func binomial(_ count: Int, _ chosen: Int) -> Double {
        guard chosen >= 0, chosen <= count else { return 0 }
        return (0..<chosen).reduce(1.0) { $0 * Double(count - $1) / Double($1 + 1) }
    }
}
