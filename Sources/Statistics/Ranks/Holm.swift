/// Keeps the probability of any false alarm among several tests below the level.
///
/// Source: Holm, "A simple sequentially rejective multiple test procedure" (1979); Tarone, "A modified Bonferroni
/// method for discrete data" (1990), for tests that cannot be significant.
package enum Holm {
    /// Adjusted p-values for comparison with the level, in the order given.
    ///
    /// - Parameters:
    ///   - pValues: One for each test.
    ///   - least: The smallest possible p-value of each test; tests that cannot be significant do not count for the
    ///     others.
    ///   - level: The significance level.
    /// - Returns: None exceeds one.
    package static func adjusted(
        _ pValues: [Double],
        least: [Double]? = nil,
        level: Double = 0.05
    ) -> [Double] {
        let able = able(among: least ?? pValues.map { _ in 0 }, level: level)
        let order = able.sorted { pValues[$0] < pValues[$1] }
        var adjusted = pValues.map { min($0 * Double(max(pValues.count, 1)), 1) }
        var greatest = 0.0
        for (place, index) in order.enumerated() {
            let raised = min(pValues[index] * Double(order.count - place), 1)
            greatest = max(greatest, raised)
            adjusted[index] = greatest
        }
        return adjusted
    }

    /// Indices of the tests that could be significant when they share the level.
    static func able(among least: [Double], level: Double) -> [Int] {
        for count in 1...max(least.count, 1) {
            // The share of a level is not exact in binary.
            let able = least.indices.filter { least[$0] * Double(count) <= level * (1 + 1e-12) }
            if able.count <= count { return able }
        }
        return []
    }
}
