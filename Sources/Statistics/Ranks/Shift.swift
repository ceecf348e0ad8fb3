/// Estimate of how far the second of two samples lies above the first.
///
/// Source: Hodges and Lehmann, "Estimates of location based on rank tests" (1963).
package struct Shift: Hashable, Sendable {
    /// The median of all differences within blocks; infinite when most values of the second sample are.
    package let estimate: Double
    /// Interval of the shift with at least 95 % confidence; `nil` for samples that are too small.
    ///
    /// Its ends are two of the ordered differences; without ties the confidence is exact.
    package let interval: ClosedRange<Double>?

    /// Compares two samples of at least one value each; the time grows with the product of their sizes.
    package init(from first: [Double], to second: [Double], level: Double = 0.05) {
        self.init([RunBlock(old: first, new: second)], level: level)
    }

    /// The shift with differences within blocks only, at least one of them.
    package init(_ blocks: [RunBlock], level: Double = 0.05) {
        precondition(!blocks.isEmpty, "a sample is empty")
        let excluded = Self.excludedCount(blocks.map(\.size), level)
        let differences = blocks.flatMap { block in
            block.new.flatMap { new in block.old.map { Self.difference(new, $0) } }
        }.sorted()
        estimate = differences.median
        interval = excluded.map { differences[$0]...differences[differences.count - 1 - $0] }
    }

    /// Two failures are equal, but `.infinity - .infinity` is not a number.
    private static func difference(_ new: Double, _ old: Double) -> Double {
        new == old ? 0 : new - old
    }

    /// Number of ordered differences outside the interval on each side.
    static func excludedCount(_ blocks: [RunBlock.Size], _ level: Double) -> Int? {
        if let untied = RankDistribution(untied: blocks) { return untied.criticalU(level: level) }
        let pairs = Double(blocks.reduce(0) { $0 + $1.old * $1.new })
        let variance = blocks.reduce(0.0) { sum, size in
            sum + Double(size.old * size.new) * Double(size.old + size.new + 1) / 12
        }
        let critical = pairs / 2 + Normal.quantile(level / 2) * variance.squareRoot() - 0.5
        return critical < 0 ? nil : Int(critical)
    }
}

extension [Double] {
    /// The median; for an even number of values the mean of the middle two.
    package var median: Double {
        precondition(!isEmpty, "no values have no median")
        let ordered = sorted()
        let (lower, upper) = (ordered[(count - 1) / 2], ordered[count / 2])
        guard lower != upper else { return lower }
        let sum = lower + upper
        // The sum of two great numbers may overflow.
        return sum.isFinite || upper.isInfinite ? sum / 2 : lower / 2 + upper / 2
    }

    /// The standard deviation within samples, pooled; `nil` for samples of one value each.
    static func pooledDeviation(_ samples: [[Double]]) -> Double? {
        let freedom = samples.reduce(0) { $0 + $1.count - 1 }
        guard freedom > 0 else { return nil }
        let squares = samples.reduce(0.0) { sum, sample in
            // Offsets from the first value, so that equal values have a deviation of exactly zero.
            let offsets = sample.map { $0 - sample[0] }
            let mean = offsets.reduce(0, +) / Double(sample.count)
            return offsets.reduce(sum) { $0 + ($1 - mean) * ($1 - mean) }
        }
        return (squares / Double(freedom)).squareRoot()
    }
}
