import Base

/// Finds changes of the level of a series, by the energy distance between the values before and after.
///
/// Deterministic: permutations use a fixed seed.
///
/// Source: Matteson and James, "A nonparametric approach for multiple change point analysis of multivariate data"
/// (2014), E-divisive with α = 1.
package struct ChangePointSearch: Sendable {
    /// Smallest number of values of a level.
    static let leastLength = 2

    /// The greatest p-value of a change point.
    private let level: Double
    /// Number of permutations: enough for a p-value of half the level.
    private let shuffleCount: Int

    package init(level: Double = 0.05) {
        precondition(level > 0, "a level of \(level)")
        self.level = level
        shuffleCount = max(199, Int((2 / level).rounded(.up)) - 1)
    }

    /// The change points of `values`, which are finite, in their order.
    ///
    /// The time grows with the square of the number of values.
    package func changePoints(in values: [Double]) -> [ChangePoint] {
        precondition(values.allSatisfy(\.isFinite), "a value is not finite")
        var generator = SplitMix64(seed: 42)
        var bounds = [0, values.count]
        var found: [ChangePoint] = []
        while let best = Self.bestSplit(of: values, bounds) {
            guard let pValue = pValue(of: best, values, bounds, using: &generator) else { break }
            found.append(ChangePoint(index: best.index, pValue: pValue))
            bounds = (bounds + [best.index]).sorted()
        }
        return found.sorted { $0.index < $1.index }
    }

    private struct Split {
        let index: Int
        let distance: Double
    }

    /// The share of permutations within the known levels with a split as good; `nil` when it is too large.
    private func pValue(
        of best: Split,
        _ values: [Double],
        _ bounds: [Int],
        using generator: inout SplitMix64
    ) -> Double? {
        // Tolerance for rounding: the same values in another order may give a slightly different sum.
        let threshold = best.distance - abs(best.distance) * 1e-9
        var reached = 1
        for _ in 0..<shuffleCount {
            var shuffled = values
            for (start, end) in zip(bounds, bounds.dropFirst()) {
                Self.shuffle(&shuffled, start..<end, using: &generator)
            }
            if let split = Self.bestSplit(of: shuffled, bounds), split.distance >= threshold {
                reached += 1
                guard Double(reached) <= level * Double(shuffleCount + 1) else { return nil }
            }
        }
        return Double(reached) / Double(shuffleCount + 1)
    }

    /// Fisher-Yates; the standard library's shuffle may change with the compiler.
    private static func shuffle(
        _ values: inout [Double],
        _ range: Range<Int>,
        using generator: inout SplitMix64
    ) {
        for last in range.dropFirst().reversed() {
            let choice = generator.next() % UInt64(last - range.lowerBound + 1)
            values.swapAt(last, range.lowerBound + Int(choice))
        }
    }

    /// The best split of all levels; `nil` when all are too short.
    private static func bestSplit(of values: [Double], _ bounds: [Int]) -> Split? {
        var best: Split?
        for (start, end) in zip(bounds, bounds.dropFirst()) where end - start >= 2 * leastLength {
            let split = bestSplit(of: values[start..<end])
            if split.distance > best?.distance ?? -.infinity { best = split }
        }
        return best
    }

    /// The best split of one level; the first among equals.
    private static func bestSplit(of level: ArraySlice<Double>) -> Split {
        let values = Array(level)
        let count = values.count
        // Sums of the distances within the first values, and within the last ones.
        let before = innerSums(of: values)
        let after = Array(innerSums(of: values.reversed()).reversed())
        var best = Split(index: level.startIndex, distance: -.infinity)
        for size in leastLength...(count - leastLength) {
            let (left, right) = (Double(size), Double(count - size))
            let across = before[count] - before[size] - after[size]
            let distance =
                left * right / (left + right)
                * (2 * across / (left * right)
                    - before[size] / (left * (left - 1) / 2)
                    - after[size] / (right * (right - 1) / 2))
            if distance > best.distance {
                best = Split(index: level.startIndex + size, distance: distance)
            }
        }
        return best
    }

    /// At index n, the sum of the distances between all pairs of the first n values.
    private static func innerSums(of values: [Double]) -> [Double] {
        var sums = [0.0]
        for (index, value) in values.enumerated() {
            let added = values.prefix(index).reduce(0.0) { $0 + abs(value - $1) }
            sums.append(sums[index] + added)
        }
        return sums
    }
}

/// A place in a series from which on the values are others.
package struct ChangePoint: Hashable, Sendable {
    /// The index of the first value of the new level.
    package let index: Int
    /// The share of permuted series with an equal or greater change.
    package let pValue: Double
}
