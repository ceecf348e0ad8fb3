/// Distribution of the rank sum when all values are split at random into two samples.
///
/// Exact, with ties: equal values share the mean of their ranks. Ranks are doubled, so that they stay integers.
struct RankDistribution {
    /// For each doubled rank sum of the second sample, the number of splits with that sum.
    ///
    /// Doubles represent these counts exactly for up to 40 values.
    private let counts: [Double]
    private let total: Double

    /// Largest number of values for an exact distribution.
    static let greatestSize = 40

    /// Counts all splits; the time grows with the fourth power of the number of values.
    ///
    /// - Parameters:
    ///   - doubledRanks: Of all values, each twice the mean position of equal values.
    ///   - count: Size of the second sample.
    init(doubledRanks: [Int], count: Int) {
        precondition(doubledRanks.count <= Self.greatestSize, "\(doubledRanks.count) values")
        let width = doubledRanks.sorted().suffix(count).reduce(0, +) + 1
        // Deals of `size` values that sum up to `sum` are at `size * width + sum`.
        var deals = [Double](repeating: 0, count: (count + 1) * width)
        deals[0] = 1
        for (dealt, rank) in doubledRanks.enumerated() where rank < width {
            var size = min(count, dealt + 1)
            while size > 0 {
                let (from, to) = ((size - 1) * width, size * width + rank)
                var sum = 0
                while sum < width - rank {
                    deals[to + sum] += deals[from + sum]
                    sum += 1
                }
                size -= 1
            }
        }
        counts = Array(deals.suffix(width))
        total = counts.reduce(0, +)
    }

    /// The distribution without ties, with the ranks 1, 2, 3 and so on; `nil` for too many values.
    init?(firstCount: Int, secondCount: Int) {
        let count = firstCount + secondCount
        guard count <= Self.greatestSize else { return nil }
        self.init(doubledRanks: (0..<count).map { 2 * $0 + 2 }, count: secondCount)
    }

    private init(counts: [Double], total: Double) {
        (self.counts, self.total) = (counts, total)
    }

    /// The distribution of the sum of two independent rank sums.
    func joined(with other: RankDistribution) -> RankDistribution {
        var joined = [Double](repeating: 0, count: counts.count + other.counts.count - 1)
        for (sum, own) in counts.enumerated() where own > 0 {
            for (added, count) in other.counts.enumerated() where count > 0 {
                joined[sum + added] += own * count
            }
        }
        return RankDistribution(counts: joined, total: total * other.total)
    }

    /// The distribution for blocks without ties, each split independently; `nil` when a block has too many values.
    init?(untied blocks: [RunBlock.Size]) {
        var joined: RankDistribution?
        for size in blocks {
            guard let own = Self(firstCount: size.old, secondCount: size.new) else { return nil }
            joined = joined?.joined(with: own) ?? own
        }
        guard let joined else { return nil }
        self = joined
    }

    /// The two-sided p-value of the least likely end, which is the smallest one possible.
    var leastPValue: Double {
        let ends = [counts.first { $0 > 0 }, counts.last { $0 > 0 }].compactMap(\.self)
        return min(2 * (ends.min() ?? total) / total, 1)
    }

    /// Probability of a doubled sum of at most `sum`.
    func probability(upTo sum: Int) -> Double {
        guard sum >= 0 else { return 0 }
        return min(counts.prefix(sum + 1).reduce(0, +) / total, 1)
    }

    /// Probability of a doubled sum of at least `sum`.
    func probability(from sum: Int) -> Double {
        min(counts.dropFirst(max(sum, 0)).reduce(0, +) / total, 1)
    }

    /// The greatest U with a two-sided p-value of at most `level`; `nil` when U = 0 has a greater one.
    ///
    /// Only for samples without ties.
    func criticalU(level: Double) -> Int? {
        // The smallest possible sum corresponds to U = 0.
        let first = counts.firstIndex { $0 > 0 } ?? 0
        var deals = 0.0
        for (u, sum) in stride(from: first, to: counts.count, by: 2).enumerated() {
            deals += counts[sum]
            if 2 * deals / total > level { return u == 0 ? nil : u - 1 }
        }
        return nil
    }
}
