/// A histogram of one slice: nothing until it is needed, compact as soon as nothing is added any more.
package struct SliceHistogram: Hashable, Sendable {
    /// The counters in use, which are few.
    ///
    /// Encoding would be smaller still, but takes the generator longer than a request.
    private struct Compact: Hashable, Sendable {
        /// In rising order.
        let indices: [UInt16]
        /// One for each index, more than zero.
        let counters: [UInt32]
        let extremes: HistogramExtremes

        init(_ histogram: Histogram<UInt32>) {
            let used = histogram.counters.indices.filter { histogram.counters[$0] > 0 }
            indices = used.map { UInt16($0) }
            counters = used.map { histogram.counters[$0] }
            extremes = histogram.extremes
        }

        var histogram: Histogram<UInt32> {
            var all = [UInt32](repeating: 0, count: HistogramLayout.slice.counterCount)
            for (index, counter) in zip(indices, counters) { all[Int(index)] = counter }
            return Histogram(.slice, counters: all, extremes: extremes)
        }
    }

    /// At most one of the two is there.
    private var open: Histogram<UInt32>?
    private var closed: Compact?

    /// Nothing recorded.
    package init() {}

    /// A histogram that was stored.
    init(_ histogram: Histogram<UInt32>) {
        if !histogram.isEmpty { open = histogram }
    }

    /// Whether nothing was recorded.
    package var isEmpty: Bool { open == nil && closed == nil }

    /// How many counters are in memory: those in use once it is closed, before that all of the layout.
    var storedCounterCount: Int { open?.counters.count ?? closed?.counters.count ?? 0 }

    /// What was recorded.
    package var histogram: Histogram<UInt32> {
        if let open { return open }
        return closed?.histogram ?? Histogram(.slice)
    }

    /// Counts a duration in nanoseconds; opens what was closed.
    mutating func record(_ value: Int64) {
        if open == nil { reopen() }
        open?.record(value)
    }

    mutating func merge(_ other: SliceHistogram) {
        guard !other.isEmpty else { return }
        if open == nil { reopen() }
        open?.merge(other.histogram)
    }

    mutating func close() {
        guard let open else { return }
        closed = Compact(open)
        self.open = nil
    }

    private mutating func reopen() {
        open = histogram
        closed = nil
    }
}
