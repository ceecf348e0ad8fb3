import Base

/// The smallest shift that samples of given sizes can show.
package struct DetectableShift: Hashable, Sendable {
    /// Shift found in 95 of 100 comparisons, in standard deviations between runs.
    ///
    /// For normal noise; `nil` when no p-value can be small enough.
    let deviations: Double?

    /// Number of simulated comparisons; more would change the second decimal.
    private static let trialCount = 2000

    /// Simulates comparisons from a fixed seed; for more than 40 values a formula is sufficient.
    ///
    /// - Parameters:
    ///   - firstCount: Size of the first sample.
    ///   - secondCount: Size of the second sample.
    ///   - familyCount: Number of metrics that share the level (Holm's first step).
    ///   - level: The largest significant p-value.
    ///   - power: Share of comparisons that must find the shift.
    package init(
        _ firstCount: Int,
        _ secondCount: Int,
        familyCount: Int,
        level: Double = 0.05,
        power: Double = 0.95
    ) {
        self.init(
            [RunBlock.Size(old: firstCount, new: secondCount)],
            familyCount: familyCount,
            level: level,
            power: power
        )
    }

    /// The shift for blocks whose values are compared within each block only; at least one block.
    package init(
        _ blocks: [RunBlock.Size],
        familyCount: Int,
        level: Double = 0.05,
        power: Double = 0.95
    ) {
        let isWhole = !blocks.isEmpty && blocks.allSatisfy { $0.old > 0 && $0.new > 0 }
        precondition(isWhole && familyCount > 0, "nothing to compare")
        let share = level / Double(familyCount)
        if let untied = RankDistribution(untied: blocks) {
            deviations = untied.criticalU(level: share).map { critical in
                Self.simulated(blocks, critical: critical, power)
            }
        } else {
            let counts = blocks.reduce((0, 0)) { ($0.0 + $1.old, $0.1 + $1.new) }
            deviations = Self.asymptotic(counts.0, counts.1, share, power)
        }
    }

    /// The shift at which at most `critical` pairs are in the wrong order is one of the ordered differences, so
    /// each trial yields the exact shift that it needs.
    private static func simulated(
        _ blocks: [RunBlock.Size],
        critical: Int,
        _ power: Double
    ) -> Double {
        var generator = SplitMix64(seed: 42)
        let needed = (0..<trialCount).map { _ in
            let differences = blocks.flatMap { size in
                let first = (0..<size.old).map { _ in generator.nextNormal() }.sorted(by: >)
                let second = (0..<size.new).map { _ in generator.nextNormal() }.sorted()
                // For the i-th greatest and the j-th least value, (i + 1)(j + 1) differences are at least as great
                // as their own: only pairs with a small product can be the result.
                return first.enumerated().flatMap { index, old in
                    second.prefix((critical + 1) / (index + 1)).map { old - $0 }
                }
            }
            return differences.sorted(by: >)[critical]
        }
        return needed.sorted()[Int(power * Double(trialCount))]
    }

    /// Source: Noether, "Sample size determination for some common nonparametric tests" (1987); for normal noise,
    /// where the test has an efficiency of 3/π.
    private static func asymptotic(
        _ firstCount: Int,
        _ secondCount: Int,
        _ level: Double,
        _ power: Double
    ) -> Double {
        let sizes = 1 / Double(firstCount) + 1 / Double(secondCount)
        return (Normal.quantile(1 - level / 2) + Normal.quantile(power))
            * (Double.pi / 3 * sizes).squareRoot()
    }
}
