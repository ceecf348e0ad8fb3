import Base

/// Counts of durations in nanoseconds, in memory that does not grow with their number.
package struct Histogram<Counter: FixedWidthInteger & UnsignedInteger & Sendable>: Hashable,
    Sendable
{
    package let layout: HistogramLayout
    /// Number of values.
    package private(set) var count: UInt64 = 0
    /// Number of values above the layout's highest value, which are counted there.
    package private(set) var overflowCount: UInt64 = 0
    /// The exact sum of all values.
    package private(set) var sum: UInt128 = 0
    /// The exact smallest value; `Int64.max` when empty.
    package private(set) var smallest: Int64 = .max
    /// The exact greatest value; zero when empty.
    package private(set) var greatest: Int64 = 0
    /// Counters of the groups of values in the layout; a histogram that was read stores only those in use, a few of
    /// thousands.
    private var kept: [Counter]
    /// The index of the first stored counter.
    private var first = 0

    /// A histogram without values, which has room for any.
    package init(_ layout: HistogramLayout) {
        self.layout = layout
        kept = Array(repeating: 0, count: layout.counterCount)
    }

    /// An empty histogram that allocates no memory until it has a value.
    init(withoutRoomFor layout: HistogramLayout) {
        self.layout = layout
        kept = []
    }

    /// One counter for each group of values in the layout.
    package var counters: HistogramCounters<Counter> {
        HistogramCounters(kept: kept, first: first, endIndex: layout.counterCount)
    }

    /// Restores a histogram from its stored parts.
    ///
    /// - Parameters:
    ///   - layout: Defines the groups of values.
    ///   - counters: As many as the layout has.
    ///   - count: Sum of the counters; `nil` computes it.
    ///   - extremes: Figures more exact than the counters; `nil` takes the middle or the edges of each counter.
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

    /// The exact figures that supplement the counters.
    var extremes: HistogramExtremes {
        HistogramExtremes(
            sum: sum,
            smallest: smallest,
            greatest: greatest,
            overflowCount: overflowCount
        )
    }

    package var isEmpty: Bool { count == 0 }

    /// Range of the counters in use: a few of all, so that readers skip the others.
    package var usedIndices: Range<Int> {
        guard !isEmpty, smallest <= greatest else { return 0..<0 }
        let first = layout.index(of: min(smallest, layout.highest))
        return first..<layout.index(of: min(greatest, layout.highest)) + 1
    }

    /// The mean in nanoseconds, rounded down; `nil` without values.
    package var mean: Int64? { count == 0 ? nil : Int64(clamping: sum / UInt128(count)) }

    /// Counts a duration in nanoseconds; a negative one counts as zero.
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

    /// Counts `times` durations of `value` nanoseconds each.
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

    /// Adds the values of `other`, which must have the same layout.
    package mutating func merge<Other>(_ other: Histogram<Other>) {
        precondition(layout == other.layout, "histograms of different layouts cannot be merged")
        merge(other) { $0 }
    }

    /// Adds the values of `other`, which may have a finer layout.
    mutating func mergeRounded(_ other: Histogram) {
        guard layout != other.layout else { return merge(other) }
        let layout = layout
        merge(other) { index in
            layout.index(of: min(other.layout.highestValue(at: index), layout.highest))
        }
    }

    private mutating func merge<Other>(_ other: Histogram<Other>, at place: (Int) -> Int) {
        guard !other.isEmpty else { return }
        // External counts may be arbitrary: a full counter stays full.
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

// Equality ignores which unused counters are stored.
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

    /// The first and the last counter in use; `nil` if none is.
    var usedEnds: ClosedRange<Int>? {
        guard let low = kept.firstIndex(where: { $0 != 0 }),
            let high = kept.lastIndex(where: { $0 != 0 })
        else { return nil }
        return first + low...first + high
    }

    package static func == (left: HistogramCounters, right: HistogramCounters) -> Bool {
        if left.first == right.first, left.kept.count == right.kept.count {
            return left.kept == right.kept && left.endIndex == right.endIndex
        }
        return left.elementsEqual(right)
    }
}

/// The exact figures that supplement the counters of a histogram.
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
