import Glibc

/// Tests whether a series rises or falls, and estimates its slope.
///
/// Source: Mann, "Nonparametric tests against trend" (1945); Sen, "Estimates of the regression coefficient based on
/// Kendall's tau" (1968).
package struct MannKendall: Hashable, Sendable {
    /// Number of rising pairs minus falling pairs.
    package let score: Int
    /// Two-sided, by the normal approximation, corrected for ties.
    package let pValue: Double
    /// Sen's slope: the median of the slopes between all pairs, in the unit of the values a step.
    package let slope: Double

    /// Looks at finite values, at least two; the time grows with the square of their number.
    package init(_ values: [Double]) {
        precondition(values.count >= 2 && values.allSatisfy(\.isFinite), "no series of values")
        var slopes: [Double] = []
        slopes.reserveCapacity(values.count * (values.count - 1) / 2)
        var score = 0
        for last in values.indices {
            for first in 0..<last {
                let difference = values[last] - values[first]
                score += difference > 0 ? 1 : difference < 0 ? -1 : 0
                slopes.append(difference / Double(last - first))
            }
        }
        self.score = score
        slope = slopes.median
        var sizes: [Double: Double] = [:]
        for value in values { sizes[value, default: 0] += 1 }
        func weight(_ count: Double) -> Double { count * (count - 1) * (2 * count + 5) }
        let ties = sizes.values.reduce(0.0) { $0 + weight($1) }
        let variance = (weight(Double(values.count)) - ties) / 18
        pValue =
            variance > 0
            ? min(2 * Normal.upperTail(Double(abs(score)) / variance.squareRoot()), 1) : 1
    }
}
