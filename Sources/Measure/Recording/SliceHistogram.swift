/// A histogram of one slice: nothing until it is needed, compact as soon as nothing is added any more.
package struct SliceHistogram: Hashable, Sendable {
    /// The counters as they are stored, one or two bytes for each in use.
    ///
    /// Compressed they would be a third smaller still, but that takes the generator longer than a request.
    private struct Compact: Hashable, Sendable {
        let bytes: [UInt8]
        let extremes: HistogramExtremes

        init(_ histogram: Histogram<UInt32>) {
            bytes = histogram.encodedCounters
            extremes = histogram.extremes
        }

        var histogram: Histogram<UInt32> {
            do {
                let (counters, count) = try Histogram<UInt32>.counters(bytes[...], .slice)
                return Histogram(.slice, counters: counters, count: count, extremes: extremes)
            } catch {
                preconditionFailure("a closed histogram does not open: \(error)")
            }
        }
    }

    /// At most one of the two is there.
    private var open: Histogram<UInt32>?
    private var closed: Compact?

    /// Nothing recorded.
    package init() {}

    /// A histogram that was stored; closed.
    init(_ histogram: Histogram<UInt32>) {
        if !histogram.isEmpty { closed = Compact(histogram) }
    }

    /// Whether nothing was recorded.
    package var isEmpty: Bool { open == nil && closed == nil }

    /// How many bytes counters take in memory.
    var storedByteCount: Int {
        open.map { $0.counters.count * 4 } ?? closed?.bytes.count ?? 0
    }

    /// What was recorded.
    package var histogram: Histogram<UInt32> {
        if let open { return open }
        return closed?.histogram ?? Histogram(.slice)
    }

    /// Counts a duration in nanoseconds; opens what was closed.
    mutating func record(_ value: Int64) {
        // Not `open == nil`, which copies what it compares.
        if case .none = open { reopen() }
        open?.record(value)
    }

    mutating func merge(_ other: SliceHistogram) {
        guard !other.isEmpty else { return }
        guard !isEmpty else {
            self = other
            return
        }
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
