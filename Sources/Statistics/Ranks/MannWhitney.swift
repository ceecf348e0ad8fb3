import Glibc

/// Whether two samples come from one distribution, judged by ranks alone.
///
/// Values may be infinite, so that a percentile that failed ranks above every other.
///
/// Source: Mann and Whitney, "On a test of whether one of two random variables is stochastically larger
/// than the other" (1947).
package struct MannWhitney: Hashable, Sendable {
    /// The pairs in which the value of the second sample is the greater one; a tie is half a pair.
    package let u: Double
    /// Two-sided: twice the smaller tail, at most 1.
    package let pValue: Double
    /// Whether all deals were counted out; else a normal approximation, corrected for ties.
    package let isExact: Bool

    /// Compares two samples of at least one value each.
    package init(_ first: [Double], _ second: [Double]) {
        self.init(first, second, untied: nil)
    }

    /// The same; `untied` is the distribution for samples of these sizes without ties, if it is known.
    init(_ first: [Double], _ second: [Double], untied: RankDistribution?) {
        precondition(!first.isEmpty && !second.isEmpty, "a sample is empty")
        let ranks = Self.doubledRanks(of: first + second)
        let sum = ranks.dropFirst(first.count).reduce(0, +)
        let least = second.count * (second.count + 1)
        u = Double(sum - least) / 2
        isExact = ranks.count <= RankDistribution.greatestSize
        if isExact {
            // Places that nobody shares have even doubled ranks, and each comes once.
            let isUntied = Set(ranks).count == ranks.count
            let distribution =
                (isUntied ? untied : nil)
                ?? RankDistribution(doubledRanks: ranks, count: second.count)
            let tail = min(distribution.probability(upTo: sum), distribution.probability(from: sum))
            pValue = min(2 * tail, 1)
        } else {
            pValue = Self.approximation(u: u, first.count, second.count, ranks)
        }
    }

    /// Twice the rank of each value, which is the first place and the last that equal values take, added.
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

    private static func approximation(
        u: Double,
        _ firstCount: Int,
        _ secondCount: Int,
        _ doubledRanks: [Int]
    ) -> Double {
        let (pairs, count) = (Double(firstCount * secondCount), Double(doubledRanks.count))
        var sizes: [Int: Double] = [:]
        for rank in doubledRanks { sizes[rank, default: 0] += 1 }
        let ties = sizes.keys.sorted().reduce(0.0) { sum, rank in
            let size = sizes[rank] ?? 0
            return sum + (size * size * size - size)
        }
        let variance = pairs / 12 * (count + 1 - ties / (count * (count - 1)))
        guard variance > 0 else { return 1 }
        // Half a pair less, because U comes in steps.
        let distance = max(abs(u - pairs / 2) - 0.5, 0)
        return min(2 * Normal.upperTail(distance / variance.squareRoot()), 1)
    }
}

extension MannWhitney {
    /// The smallest p-value that samples of these sizes can have: 2 ÷ C(n + m, n).
    static func leastPValue(_ firstCount: Int, _ secondCount: Int) -> Double {
        let steps = min(firstCount, secondCount)
        guard steps > 0 else { return 1 }
        let deals = (1...steps).reduce(1.0) { product, step in
            product * Double(firstCount + secondCount - steps + step) / Double(step)
        }
        return min(2 / deals.rounded(), 1)
    }
}
