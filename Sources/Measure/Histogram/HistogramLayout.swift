/// Groups of values that share a counter: linear within a power of two, so that the relative error is bounded.
///
/// Source: HdrHistogram, `AbstractHistogram.java`; the index arithmetic is the same, so that counters have the same
/// meaning in every implementation.
package struct HistogramLayout: Hashable, Sendable {
    /// The smallest value distinguished from zero; 1 or more.
    package let lowest: Int64
    /// The largest value with a counter; greater ones are counted in the last.
    package let highest: Int64
    /// Decimal digits to which values are exact, 1 to 5.
    package let digits: Int
    /// Number of counters.
    let counterCount: Int

    private let unitMagnitude: Int
    private let halfMagnitude: Int
    private let mask: Int64

    /// Nanoseconds from 100 ns to one hour, exact to three digits: 27,648 counters.
    package static let total = HistogramLayout(lowest: 100, highest: hour, digits: 3)
    /// Nanoseconds from 1 µs to one hour, exact to two digits: 3,456 counters.
    package static let slice = HistogramLayout(lowest: 1_000, highest: hour, digits: 2)

    private static let hour: Int64 = 3_600_000_000_000

    /// Lays counters out; `highest` must be at least twice `lowest`.
    package init(lowest: Int64, highest: Int64, digits: Int) {
        precondition(
            Self.isPossible(lowest: lowest, highest: highest, digits: digits),
            "no histogram from \(lowest) to \(highest) with \(digits) digits"
        )
        self.lowest = lowest
        self.highest = highest
        self.digits = digits
        unitMagnitude = 63 - lowest.leadingZeroBitCount
        let largestExact = 2 * (0..<digits).reduce(Int64(1)) { power, _ in power * 10 }
        let magnitude = 64 - (largestExact - 1).leadingZeroBitCount
        halfMagnitude = magnitude - 1
        mask = ((1 << Int64(magnitude)) - 1) << Int64(unitMagnitude)
        let bucketBits = 64 - highest.leadingZeroBitCount
        let buckets = max(bucketBits - magnitude - unitMagnitude, 0) + 1
        counterCount = (buckets + 1) << halfMagnitude
    }

    /// Whether counters can be laid out so, within 63 bits.
    package static func isPossible(lowest: Int64, highest: Int64, digits: Int) -> Bool {
        guard lowest >= 1, (1...5).contains(digits), highest / 2 >= lowest else { return false }
        let unitBits = 64 - lowest.leadingZeroBitCount
        return unitBits + 18 < 62
    }

    /// The index of the counter of `value`, from zero to `highest`.
    func index(of value: Int64) -> Int {
        let base = 63 - unitMagnitude - halfMagnitude
        let bucket = base - (value | mask).leadingZeroBitCount
        let position = Int(
            truncatingIfNeeded: value >> Int64(truncatingIfNeeded: bucket + unitMagnitude)
        )
        return ((bucket + 1) << halfMagnitude) + position - (1 << halfMagnitude)
    }

    /// The smallest value that shares the counter at `index`.
    package func lowestValue(at index: Int) -> Int64 {
        let (position, shift) = place(of: index)
        return Int64(position) << Int64(shift)
    }

    /// The greatest value that shares the counter at `index`.
    package func highestValue(at index: Int) -> Int64 {
        let (position, shift) = place(of: index)
        return (Int64(position) + 1) << Int64(shift) - 1
    }

    private func place(of index: Int) -> (position: Int, shift: Int) {
        let half = 1 << halfMagnitude
        let bucket = (index >> halfMagnitude) - 1
        let position = index & (half - 1)
        return bucket < 0
            ? (position, unitMagnitude) : (position + half, bucket + unitMagnitude)
    }
}
