/// What all shards of a run agree on before it begins.
package struct RecordingPlan: Hashable, Sendable {
    /// The names of the sends; other figures name a send by its index here.
    package let sends: [String]
    /// The counted time in nanoseconds: what is due from 0 up to here counts.
    package let span: Int64
    /// How much time one slice covers, in nanoseconds.
    package let sliceWidth: Int64
    /// The histograms that every slice keeps.
    package let tracks: [SliceTrack]

    /// - Parameters:
    ///   - sends: The names of the sends, at least one.
    ///   - span: The counted time in nanoseconds.
    ///   - sliceWidth: One of `sliceWidths`, in nanoseconds.
    ///   - tracks: What slices keep beside latency and service time of all sends.
    package init(sends: [String], span: Int64, sliceWidth: Int64, tracks: [SliceTrack] = []) {
        precondition(!sends.isEmpty && span > 0 && sliceWidth > 0, "an empty plan")
        self.sends = sends
        self.span = span
        self.sliceWidth = sliceWidth
        let usual = [SliceTrack(.latency), SliceTrack(.serviceTime)]
        self.tracks = usual + tracks.filter { !usual.contains($0) }
    }

    /// The widths that slices can have, in nanoseconds.
    package static let sliceWidths: [Int64] = [1, 5, 10, 60].map { $0 * 1_000_000_000 }
    /// So many slices are kept at most, so that memory does not grow with the length of a run.
    package static let largestSliceCount: Int64 = 900

    /// The smallest width of slices that is enough for `span` nanoseconds, warm-up and drain included.
    ///
    /// - Returns: `nil` for more than 15 hours.
    package static func sliceWidth(for span: Int64) -> Int64? {
        sliceWidths.first { (span + $0 - 1) / $0 <= largestSliceCount }
    }
}

/// A clock and a send of which each slice keeps a histogram.
package struct SliceTrack: Hashable, Sendable {
    package enum Clock: String, Hashable, Sendable, CaseIterable {
        case latency, serviceTime, latencyWithoutOwn
    }

    package let clock: Clock
    /// The index of the send; `nil` for all sends together.
    package let send: Int?

    package init(_ clock: Clock, send: Int? = nil) {
        self.clock = clock
        self.send = send
    }

    func value(of arrival: SettledArrival) -> Int64 {
        switch clock {
        case .latency: arrival.latency
        case .serviceTime: arrival.serviceTime
        case .latencyWithoutOwn: arrival.latencyWithoutOwn
        }
    }
}
