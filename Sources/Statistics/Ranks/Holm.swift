/// Keeps the chance of any false alarm among several tests below the level of one.
///
/// Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
package enum Holm {
    /// The p-values that may each be held against the level, in the order given.
    package static func adjusted(_ pValues: [Double]) -> [Double] {
        let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
        var adjusted = pValues
        var greatest = 0.0
        for (place, index) in order.enumerated() {
            let raised = min(pValues[index] * Double(pValues.count - place), 1)
            greatest = max(greatest, raised)
            adjusted[index] = greatest
        }
        return adjusted
    }
}
