import Glibc

/// Trend of a figure over time: levels with steps between them, or one slow drift.
///
/// A drift resembles many small steps, and a step resembles a steep drift: the model with the smaller unexplained
/// rest is reported, each charged for its number of parameters.
package struct SeriesTrend: Hashable, Sendable {
    /// A level that changes slightly with each job.
    package struct Drift: Hashable, Sendable {
        /// The index of the last value before it, or of the first value.
        package let start: Int
        /// Sen's slope, in the unit of the values for each job.
        package let slope: Double
        /// The level at the start and at the last value.
        package let old: Double
        package let new: Double
        /// P-value of Mann and Kendall's test over the whole series.
        package let pValue: Double
    }

    /// Empty when the series drifts.
    package let changes: [ChangePoint]
    package let drift: Drift?

    /// Smallest number of values for a drift; with fewer the p-value is inexact.
    private static let leastLength = 10

    /// Analyzes finite values, the oldest first; the time grows with the square of their number.
    ///
    /// - Parameters:
    ///   - values: One for each job.
    ///   - level: The largest significant p-value of a change or a drift.
    package init(_ values: [Double], level: Double = 0.05) {
        // Both tests share the level; a relevant drift is significant with a small part of it.
        let changes = ChangePointSearch(level: level * 0.8).changePoints(in: values)
        if let drift = Self.drift(in: values, level * 0.2, unlike: changes) {
            (self.changes, self.drift) = ([], drift)
        } else {
            (self.changes, drift) = (changes, nil)
        }
    }

    private static func drift(
        in values: [Double],
        _ level: Double,
        unlike changes: [ChangePoint]
    ) -> Drift? {
        guard values.count >= leastLength else { return nil }
        let whole = MannKendall(values)
        guard whole.pValue <= level, let line = Ramp.best(of: values) else { return nil }
        let bounds = [0] + changes.map(\.index) + [values.count]
        let stair = zip(bounds, bounds.dropFirst()).flatMap { start, end in
            let own = Array(values[start..<end])
            return own.map { abs($0 - own.median) }
        }
        // A step has a place and a height.
        let charge = cost(of: stair, parameters: 1 + 2 * changes.count)
        guard line.cost < charge || stair.allSatisfy({ $0 == 0 }) && line.isExact else {
            return nil
        }
        let slope = MannKendall(Array(values[line.start...])).slope
        // The level at the start: the median of the values minus the slope.
        let rests = values[line.start...].enumerated().map { $1 - slope * Double($0) }
        let old = line.start == 0 ? rests.median : Array(values[...line.start]).median
        let new = old + slope * Double(values.count - 1 - line.start)
        return Drift(start: line.start, slope: slope, old: old, new: new, pValue: whole.pValue)
    }

    /// Schwarz's criterion for errors of Laplace's distribution, which outliers move little.
    fileprivate static func cost(of distances: [Double], parameters: Int) -> Double {
        let count = Double(distances.count)
        let mean = distances.reduce(0, +) / count
        return 2 * count * log(max(mean, .leastNormalMagnitude)) + Double(parameters) * log(count)
    }
}

/// A level that is constant up to an index and linear from there on.
private struct Ramp {
    let start: Int
    let cost: Double
    /// Whether it explains the values exactly.
    let isExact: Bool

    /// The ramp with the smallest rest; `nil` for too few values.
    static func best(of values: [Double]) -> Ramp? {
        let least = 6
        guard values.count >= least else { return nil }
        return (0...(values.count - least)).map { Ramp(values, start: $0) }
            .min { $0.cost < $1.cost }
    }

    /// By least squares.
    private init(_ values: [Double], start: Int) {
        let places = values.indices.map { Double(max($0 - start, 0)) }
        let count = Double(values.count)
        let (meanPlace, mean) = (
            places.reduce(0, +) / count, values.reduce(0) { $0 + $1 / count }
        )
        let pairs = zip(places, values).map { ($0 - meanPlace, $1 - mean) }
        let slope =
            pairs.reduce(0) { $0 + $1.0 * $1.1 } / pairs.reduce(0) { $0 + $1.0 * $1.0 }
        let distances = pairs.map { abs($1 - slope * $0) }
        self.start = start
        isExact = distances.allSatisfy { $0 <= abs(mean) * 1e-12 }
        cost = SeriesTrend.cost(of: distances, parameters: start == 0 ? 2 : 3)
    }
}
