package import LoadModel

/// What all shards of a run agree on before it begins.
package struct RecordingPlan: Hashable, Sendable {
    /// The names of the sends, and behind them those of the steps of journeys (`join/getInstallation`); other
    /// figures name one by its index here.
    package internal(set) var sends: [String]
    /// How many of the last are steps: parts of arrivals, not arrivals, so no sum counts them.
    package internal(set) var stepCount: Int
    /// The counted time in nanoseconds: what is due from 0 up to here counts.
    package internal(set) var span: Int64
    /// How much time one slice covers, in nanoseconds.
    package internal(set) var sliceWidth: Int64
    /// The histograms that every slice keeps.
    package internal(set) var tracks: [SliceTrack]
    /// What every slice counts latencies without the generator's own time against.
    package internal(set) var limits: [SliceLimit]
    /// The outcomes that thresholds name: there is always room for them, whatever else a server answers.
    package internal(set) var outcomes: [String] = []

    /// - Parameters:
    ///   - sends: The names of the sends, at least one.
    ///   - span: The counted time in nanoseconds.
    ///   - sliceWidth: One of `SliceWidth.all`, in nanoseconds.
    ///   - thresholds: Those on windows decide what slices keep beside latency and service time.
    ///   - stepCount: How many of the last sends are steps of journeys.
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

    /// How many of `sends` are arrivals of their own; they come first.
    package var arrivalCount: Int { sends.count - stepCount }

    /// Whether what is recorded under this index is a step of a journey.
    package func isStep(_ send: Int) -> Bool { send >= arrivalCount }

    private static func distinct<Element: Hashable>(_ list: [Element]) -> [Element] {
        var known: Set<Element> = []
        return list.filter { known.insert($0).inserted }
    }

    /// The position in `tracks` of the latencies that a threshold on windows looks at.
    ///
    /// - Returns: `nil` when slices do not keep them, and for thresholds that look at none.
    func trackIndex(of threshold: Threshold) -> Int? {
        SliceTrack(threshold, sendCount: sends.count).flatMap { tracks.firstIndex(of: $0) }
    }

    /// The position in `limits` of the limit of a threshold on windows.
    ///
    /// - Returns: `nil` when slices do not count against it, and for thresholds that look at no latency.
    func limitIndex(of threshold: Threshold) -> Int? {
        SliceLimit(threshold, sendCount: sends.count).flatMap { limits.firstIndex(of: $0) }
    }

    /// Whether slices keep all that judging a threshold takes.
    func covers(_ threshold: Threshold) -> Bool {
        guard SliceTrack(threshold, sendCount: sends.count) != nil else { return true }
        return trackIndex(of: threshold) != nil && limitIndex(of: threshold) != nil
    }
}

/// A clock and a send of which each slice keeps a histogram.
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

    /// What a threshold on windows looks at; `nil` when it looks at no latencies of slices.
    fileprivate init?(_ threshold: Threshold, sendCount: Int) {
        guard threshold.windows != nil, threshold.metric.isLatency else { return nil }
        // A single send is all of them, and kept once.
        self.init(.latency, send: sendCount == 1 ? nil : threshold.send)
    }

    func value(of arrival: SettledArrival) -> Int64 {
        switch clock {
        case .latency: arrival.latency
        case .serviceTime: arrival.serviceTime
        }
    }
}
