import Base

/// Counts of durations in nanoseconds, in memory that does not grow with their number.
package struct Histogram<Counter: FixedWidthInteger & UnsignedInteger & Sendable>: Hashable,
    Sendable
{
    package let layout: HistogramLayout
    /// How many values were recorded.
    package private(set) var count: UInt64 = 0
    /// How many of them were greater than the layout's highest value, and are counted there.
    package private(set) var overflowCount: UInt64 = 0
    /// The exact sum of all values.
    package private(set) var sum: UInt128 = 0
    /// The exact smallest value; `Int64.max` when there is none.
    package private(set) var smallest: Int64 = .max
    /// The exact greatest value; zero when there is none.
    package private(set) var greatest: Int64 = 0
    /// One counter for each group of values, as the layout says.
    package private(set) var counters: [Counter]

    /// A histogram without values.
    package init(_ layout: HistogramLayout) {
        self.layout = layout
        counters = Array(repeating: 0, count: layout.counterCount)
    }

    /// Puts a histogram together from what was stored of it.
    ///
    /// - Parameters:
    ///   - layout: Which values share a counter.
    ///   - counters: As many as the layout has.
    ///   - count: What they add up to; `nil` adds them up.
    ///   - extremes: What counters cannot tell; `nil` takes the middle or the edges of each counter.
    init(
        _ layout: HistogramLayout,
        counters: [Counter],
        count: UInt64? = nil,
        extremes: HistogramExtremes?
    ) {
        precondition(counters.count == layout.counterCount, "\(counters.count) counters")
        self.layout = layout
        self.counters = counters
        self.count = count ?? counters.reduce(0) { $0 + UInt64($1) }
        if let extremes {
            (sum, smallest) = (extremes.sum, extremes.smallest)
            (greatest, overflowCount) = (extremes.greatest, extremes.overflowCount)
        } else {
            estimateExtremes()
        }
    }

    /// The exact figures beside the counters.
    var extremes: HistogramExtremes {
        HistogramExtremes(
            sum: sum,
            smallest: smallest,
            greatest: greatest,
            overflowCount: overflowCount
        )
    }

    package var isEmpty: Bool { count == 0 }

    /// The counters from the first to the last in use: a few of all there are, so that readers look at
    /// no others.
    package var usedIndices: Range<Int> {
        guard !isEmpty, smallest <= greatest else { return 0..<0 }
        let first = layout.index(of: min(smallest, layout.highest))
        return first..<layout.index(of: min(greatest, layout.highest)) + 1
    }

    /// The mean in nanoseconds, rounded down; `nil` without values.
    package var mean: Int64? { count == 0 ? nil : Int64(clamping: sum / UInt128(count)) }

    /// Counts a duration in nanoseconds; one below zero counts as zero.
    package mutating func record(_ value: Int64) {
        let value = max(value, 0)
        count &+= 1
        sum &+= UInt128(truncatingIfNeeded: value)
        smallest = min(smallest, value)
        greatest = max(greatest, value)
        if value > layout.highest { overflowCount &+= 1 }
        counters[layout.index(of: min(value, layout.highest))] += 1
    }

    /// Counts as many durations as `times` says, all of them `value` nanoseconds long.
    package mutating func record(_ value: Int64, times: Counter) {
        guard times > 0 else { return }
        let value = max(value, 0)
        count += UInt64(times)
        sum += UInt128(value) * UInt128(times)
        smallest = min(smallest, value)
        greatest = max(greatest, value)
        if value > layout.highest { overflowCount += UInt64(times) }
        counters[layout.index(of: min(value, layout.highest))] += times
    }

    /// Adds everything that was recorded in `other`, whose layout is the same.
    package mutating func merge<Other>(_ other: Histogram<Other>) {
        precondition(layout == other.layout, "histograms of different layouts cannot be merged")
        guard !other.isEmpty else { return }
        // What comes from elsewhere may be made up: a counter that is full stays full.
        count = count.addingClamped(other.count)
        overflowCount = overflowCount.addingClamped(other.overflowCount)
        sum = sum.addingClamped(other.sum)
        smallest = min(smallest, other.smallest)
        greatest = max(greatest, other.greatest)
        for index in other.usedIndices where other.counters[index] != 0 {
            counters[index] = counters[index].addingClamped(
                Counter(clamping: other.counters[index])
            )
        }
    }

    /// Adds everything that was recorded in `other`, whose layout may be a finer one.
    mutating func mergeRounded(_ other: Histogram) {
        guard layout != other.layout else { return merge(other) }
        var rounded = Histogram(layout, counters: counters.map { _ in 0 }, extremes: other.extremes)
        for index in other.usedIndices where other.counters[index] != 0 {
            let value = min(other.layout.highestValue(at: index), layout.highest)
            rounded.counters[layout.index(of: value)] += other.counters[index]
        }
        rounded.count = other.count
        merge(rounded)
    }

    private mutating func estimateExtremes() {
        for (index, counter) in counters.enumerated() where counter != 0 {
            let (low, high) = (layout.lowestValue(at: index), layout.highestValue(at: index))
            sum += UInt128((low + high) / 2) * UInt128(counter)
            smallest = min(smallest, low)
            greatest = high
        }
    }
}

/// The exact figures of a histogram beside its counters.
package struct HistogramExtremes: Hashable, Sendable {
    package let sum: UInt128
    package let smallest: Int64
    package let greatest: Int64
    package let overflowCount: UInt64

    package init(sum: UInt128, smallest: Int64, greatest: Int64, overflowCount: UInt64) {
        self.sum = sum
        self.smallest = smallest
        self.greatest = greatest
        self.overflowCount = overflowCount
    }
}
