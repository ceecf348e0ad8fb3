package import LoadModel

/// Properties of a run that all its shards share.
package struct RecordingPlan: Hashable, Sendable {
    /// The names of the sends, followed by the steps of journeys (`join/getInstallation`); other figures refer to
    /// them by index.
    package internal(set) var sends: [String]
    /// Number of steps at the end of `sends`: they are parts of arrivals, so sums ignore them.
    package internal(set) var stepCount: Int
    /// The counted time in nanoseconds: arrivals due from 0 up to here count.
    package internal(set) var span: Int64
    /// Width of a slice, in nanoseconds.
    package internal(set) var sliceWidth: Int64
    /// Histograms of every slice.
    package internal(set) var tracks: [SliceTrack]
    /// Limits against which every slice counts latencies without the generator's own time.
    package internal(set) var limits: [SliceLimit]
    /// Outcomes that thresholds name: exempt from the limit on names.
    package internal(set) var outcomes: [String] = []

    /// - Parameters:
    ///   - sends: The names of the sends, at least one.
    ///   - span: The counted time in nanoseconds.
    ///   - sliceWidth: One of `SliceWidth.all`, in nanoseconds.
    ///   - thresholds: Those on windows add histograms to slices.
    ///   - stepCount: Number of steps of journeys at the end of `sends`.
    package init(
        sends: [String],
        span: Int64,
        sliceWidth: Int64,
        thresholds: [Threshold] = [],
        stepCount: Int = 0
    ) {
        self.init(
            sends: sends,
            stepCount: stepCount,
            span: span,
            sliceWidth: sliceWidth,
            tracks: thresholds.compactMap { SliceTrack($0, sendCount: sends.count) },
            limits: thresholds.compactMap { SliceLimit($0, sendCount: sends.count) },
            outcomes: thresholds.compactMap {
                if case .outcomeRatio(let name) = $0.metric { name } else { nil }
            }
        )
    }

    /// A plan that was stored.
    init(
        sends: [String],
        stepCount: Int = 0,
        span: Int64,
        sliceWidth: Int64,
        tracks: [SliceTrack],
        limits: [SliceLimit],
        outcomes: [String] = []
    ) {
        precondition(sends.count > stepCount && span > 0 && sliceWidth > 0, "an empty plan")
        self.sends = sends
        self.stepCount = stepCount
        self.span = span
        self.sliceWidth = sliceWidth
        let usual = [SliceTrack(.latency), SliceTrack(.serviceTime)]
        self.tracks = Self.distinct(usual + tracks)
        self.limits = Self.distinct(limits)
        self.outcomes = Self.distinct(outcomes)
    }

    /// Number of `sends` that are arrivals; they come first.
    package var arrivalCount: Int { sends.count - stepCount }

    /// Whether this index belongs to a step of a journey.
    package func isStep(_ send: Int) -> Bool { send >= arrivalCount }

    private static func distinct<Element: Hashable>(_ list: [Element]) -> [Element] {
        var known: Set<Element> = []
        return list.filter { known.insert($0).inserted }
    }

    /// The index in `tracks` of the latencies for a threshold on windows.
    ///
    /// - Returns: `nil` when slices do not store them, and for thresholds without latencies.
    func trackIndex(of threshold: Threshold) -> Int? {
        SliceTrack(threshold, sendCount: sends.count).flatMap { tracks.firstIndex(of: $0) }
    }

    /// The position in `limits` of the limit of a threshold on windows.
    ///
    /// - Returns: `nil` when slices do not count against it, and for thresholds that look at no latency.
    func limitIndex(of threshold: Threshold) -> Int? {
        SliceLimit(threshold, sendCount: sends.count).flatMap { limits.firstIndex(of: $0) }
    }

    /// Whether slices contain everything that a threshold needs.
    func covers(_ threshold: Threshold) -> Bool {
        guard SliceTrack(threshold, sendCount: sends.count) != nil else { return true }
        return trackIndex(of: threshold) != nil && limitIndex(of: threshold) != nil
    }
}

/// A clock and a send for which each slice has a histogram.
package struct SliceTrack: Hashable, Sendable {
    package enum Clock: String, Hashable, Sendable, CaseIterable {
        case latency, serviceTime
    }

    package internal(set) var clock: Clock
    /// The index of the send; `nil` for all sends together.
    package internal(set) var send: Int?

    package init(_ clock: Clock, send: Int? = nil) {
        self.clock = clock
        self.send = send
    }

    /// The track for a threshold on windows; `nil` when it needs no latencies of slices.
    fileprivate init?(_ threshold: Threshold, sendCount: Int) {
        guard threshold.windows != nil, threshold.metric.isLatency else { return nil }
        // A single send equals all sends, so it shares their track.
        self.init(.latency, send: sendCount == 1 ? nil : threshold.send)
    }

    func value(of arrival: SettledArrival) -> Int64 {
        switch clock {
        case .latency: arrival.latency
        case .serviceTime: arrival.serviceTime
        }
    }
}
