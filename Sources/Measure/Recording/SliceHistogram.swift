/// A histogram of one slice: without memory until it is needed, compact once it is complete.
package struct SliceHistogram: Hashable, Sendable {
    /// Serialized counters, one or two bytes for each in use.
    ///
    /// Compression would save another third, but takes the generator longer than a request.
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

    /// At most one of `open` and `closed` has a value.
    private var open: Histogram<UInt32>?
    private var closed: Compact?

    /// An empty histogram.
    package init() {}

    /// A histogram that was stored; closed.
    init(_ histogram: Histogram<UInt32>) {
        if !histogram.isEmpty { closed = Compact(histogram) }
    }

    /// Whether it is empty.
    package var isEmpty: Bool { open == nil && closed == nil }

    /// Memory of the counters in bytes.
    var storedByteCount: Int {
        open.map { $0.counters.count * 4 } ?? closed?.bytes.count ?? 0
    }

    /// The recorded values.
    package var histogram: Histogram<UInt32> {
        if let open { return open }
        return closed?.histogram ?? Histogram(.slice)
    }

    /// Counts a duration in nanoseconds; reopens a compact histogram.
    mutating func record(_ value: Int64) {
        // Pattern match, as `open == nil` copies the value.
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
