import Glibc

/// Tests by ranks whether two samples come from one distribution.
///
/// Values may be infinite, so that a failed percentile ranks above all others.
///
/// Source: Mann and Whitney, "On a test of whether one of two random variables is stochastically larger than the
/// other" (1947); over blocks, van Elteren, "On the combination of independent two sample tests of Wilcoxon"
/// (1960), without weights.
package struct MannWhitney: Hashable, Sendable {
    /// Pairs within a block in which the second sample has the greater value; a tie counts as half a pair.
    package let u: Double
    /// Two-sided: twice the smaller tail, at most 1.
    package let pValue: Double
    /// Whether all permutations were counted; otherwise a normal approximation, corrected for ties.
    package let isExact: Bool
    /// The smallest p-value possible for values with these ties.
    package let leastPValue: Double

    /// Compares two samples of at least one value each.
    package init(_ first: [Double], _ second: [Double]) {
        self.init([RunBlock(old: first, new: second)])
    }

    /// Compares values within blocks only, so that differences between blocks have no effect.
    ///
    /// - Parameter blocks: At least one, each with values of both samples.
    package init(_ blocks: [RunBlock]) {
        precondition(!blocks.isEmpty, "a sample is empty")
        let ranked = blocks.map { ($0.size, Self.doubledRanks(of: $0.old + $0.new)) }
        let sums = ranked.map { size, ranks in ranks.dropFirst(size.old).reduce(0, +) }
        let least = ranked.reduce(0) { $0 + $1.0.new * ($1.0.new + 1) }
        u = Double(sums.reduce(0, +) - least) / 2
        isExact = ranked.allSatisfy { $0.1.count <= RankDistribution.greatestSize }
        if isExact {
            let distributions = ranked.map { size, ranks in
                RankDistribution(doubledRanks: ranks, count: size.new)
            }
            let all = distributions.dropFirst().reduce(distributions[0]) { $0.joined(with: $1) }
            let sum = sums.reduce(0, +)
            let tail = min(all.probability(upTo: sum), all.probability(from: sum))
            pValue = min(2 * tail, 1)
            leastPValue = all.leastPValue
        } else {
            let moments = ranked.map { Self.moments($0.0, $0.1) }
            let (mean, variance) = moments.reduce((0.0, 0.0)) { ($0.0 + $1.0, $0.1 + $1.1) }
            pValue = Self.approximation(u: u, mean, variance)
            leastPValue = Self.approximation(u: 0, mean, variance)
        }
    }

    /// Twice the rank of each value: the sum of the first and the last position among equal values.
    private static func doubledRanks(of values: [Double]) -> [Int] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Int](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for place in start..<end { ranks[order[place]] = start + 1 + end }
            start = end
        }
        return ranks
    }

    /// Mean and variance of U within a block, corrected for ties.
    private static func moments(
        _ size: RunBlock.Size,
        _ doubledRanks: [Int]
    ) -> (mean: Double, variance: Double) {
        let (pairs, count) = (Double(size.old * size.new), Double(doubledRanks.count))
        var sizes: [Int: Double] = [:]
        for rank in doubledRanks { sizes[rank, default: 0] += 1 }
        let ties = sizes.keys.sorted().reduce(0.0) { sum, rank in
            let size = sizes[rank] ?? 0
            return sum + (size * size * size - size)
        }
        return (pairs / 2, pairs / 12 * (count + 1 - ties / (count * (count - 1))))
    }

    private static func approximation(u: Double, _ mean: Double, _ variance: Double) -> Double {
        guard variance > 0 else { return 1 }
        // Continuity correction by half a pair.
        let distance = max(abs(u - mean) - 0.5, 0)
        return min(2 * Normal.upperTail(distance / variance.squareRoot()), 1)
    }
}

extension MannWhitney {
    /// The smallest p-value that samples of these sizes can have: 2 ÷ C(n + m, n).
    static func leastPValue(_ firstCount: Int, _ secondCount: Int) -> Double {
        min(2 / deals(RunBlock.Size(old: firstCount, new: secondCount)), 1)
    }

    /// Number of ways to split the values of a block between both sides: C(n + m, n).
    static func deals(_ size: RunBlock.Size) -> Double {
        let steps = min(size.old, size.new)
        guard steps > 0 else { return 1 }
        return (1...steps).reduce(1.0) { product, step in
            product * Double(size.old + size.new - steps + step) / Double(step)
        }.rounded()
    }
}
