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
    /// One counter for each group of values, as the layout says; of one that was read only those in use are
    /// kept, which are a few of thousands.
    private var kept: [Counter]
    /// The position of the first that is kept.
    private var first = 0

    /// A histogram without values, which has room for any.
    package init(_ layout: HistogramLayout) {
        self.layout = layout
        kept = Array(repeating: 0, count: layout.counterCount)
    }

    /// A histogram without values that takes no room until it has one.
    init(withoutRoomFor layout: HistogramLayout) {
        self.layout = layout
        kept = []
    }

    /// One counter for each group of values, as the layout says.
    package var counters: HistogramCounters<Counter> {
        HistogramCounters(kept: kept, first: first, endIndex: layout.counterCount)
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
        counters: some RandomAccessCollection<Counter>,
        count: UInt64? = nil,
        extremes: HistogramExtremes?
    ) {
        precondition(counters.count == layout.counterCount, "\(counters.count) counters")
        self.layout = layout
        let start = counters.firstIndex { $0 != 0 } ?? counters.endIndex
        let last = counters.lastIndex { $0 != 0 }
        kept = last.map { Array(counters[start...$0]) } ?? []
        first = last == nil ? 0 : counters.distance(from: counters.startIndex, to: start)
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
        let index = layout.index(of: min(value, layout.highest))
        let place = index - first
        if place >= 0, place < kept.count, kept[place] < .max {
            kept[place] &+= 1
        } else {
            add(1, at: index)
        }
    }

    private mutating func add(_ number: Counter, at index: Int) {
        let place = index - first
        if place >= 0, place < kept.count {
            kept[place] = kept[place].addingClamped(number)
        } else {
            makeRoom()
            kept[index] = kept[index].addingClamped(number)
        }
    }

    private mutating func makeRoom() {
        var all = [Counter](repeating: 0, count: layout.counterCount)
        all.replaceSubrange(first..<first + kept.count, with: kept)
        (kept, first) = (all, 0)
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
        add(times, at: layout.index(of: min(value, layout.highest)))
    }

    /// Adds everything that was recorded in `other`, whose layout is the same.
    package mutating func merge<Other>(_ other: Histogram<Other>) {
        precondition(layout == other.layout, "histograms of different layouts cannot be merged")
        merge(other) { $0 }
    }

    /// Adds everything that was recorded in `other`, whose layout may be a finer one.
    mutating func mergeRounded(_ other: Histogram) {
        guard layout != other.layout else { return merge(other) }
        let layout = layout
        merge(other) { index in
            layout.index(of: min(other.layout.highestValue(at: index), layout.highest))
        }
    }

    private mutating func merge<Other>(_ other: Histogram<Other>, at place: (Int) -> Int) {
        guard !other.isEmpty else { return }
        // What comes from elsewhere may be made up: a counter that is full stays full.
        count = count.addingClamped(other.count)
        overflowCount = overflowCount.addingClamped(other.overflowCount)
        sum = sum.addingClamped(other.sum)
        smallest = min(smallest, other.smallest)
        greatest = max(greatest, other.greatest)
        let added = other.counters
        for index in other.usedIndices where added[index] != 0 {
            add(Counter(clamping: added[index]), at: place(index))
        }
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

// What is kept of unused counters does not matter.
extension Histogram {
    package static func == (left: Histogram, right: Histogram) -> Bool {
        left.layout == right.layout && left.count == right.count
            && left.extremes == right.extremes && left.counters == right.counters
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(layout)
        hasher.combine(count)
        hasher.combine(extremes)
    }
}

/// The counters of a histogram.
package struct HistogramCounters<Counter: FixedWidthInteger & UnsignedInteger & Sendable>:
    RandomAccessCollection, Equatable, Sendable
{
    fileprivate let kept: [Counter]
    fileprivate let first: Int
    package let endIndex: Int

    package var startIndex: Int { 0 }

    package subscript(index: Int) -> Counter {
        let place = index - first
        return place >= 0 && place < kept.count ? kept[place] : 0
    }

    package static func == (left: HistogramCounters, right: HistogramCounters) -> Bool {
        if left.first == right.first, left.kept.count == right.kept.count {
            return left.kept == right.kept && left.endIndex == right.endIndex
        }
        return left.elementsEqual(right)
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
