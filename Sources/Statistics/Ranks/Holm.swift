/// Keeps the chance of any false alarm among several tests below the level of one.
///
/// Source: Holm, "A simple sequentially rejective multiple test procedure" (1979); Tarone, "A modified
/// Bonferroni method for discrete data" (1990), for tests that could not have found anything.
package enum Holm {
    /// The p-values that may each be checked against the level, in the order given.
    ///
    /// - Parameters:
    ///   - pValues: One for each test.
    ///   - least: The smallest that each could have had; a test for which that is too great takes nothing from
    ///     the others.
    ///   - level: What they are checked against.
    /// - Returns: None is above one.
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

    /// The tests that could find something when so many share the level.
    static func able(among least: [Double], level: Double) -> [Int] {
        for count in 1...max(least.count, 1) {
            // The share of a level is not exact in binary.
            let able = least.indices.filter { least[$0] * Double(count) <= level * (1 + 1e-12) }
            if able.count <= count { return able }
        }
        return []
    }
}
