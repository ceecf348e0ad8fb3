import LoadModel
import Measure

/// The slices of a run as figures that can be drawn.
struct RunTimeline {
    /// The arrivals due in a slice, and their outcomes.
    struct Moment {
        /// Seconds since the first stage began; negative in the warm-up.
        let start: Double
        let slice: Slice
        /// All finished arrivals that were due, with failures on top.
        let latency: RankedArrivals
        /// Of good responses.
        let serviceTime: Histogram<UInt64>
        /// The unfinished arrivals, while the run lasts.
        var pendingCount: UInt64 = 0
        /// The minimum age of these, in nanoseconds.
        var pendingAge: Int64 = 0

        /// All arrivals that were due.
        var dueCount: UInt64 { slice.dueCount + pendingCount }

        /// The latencies including unfinished arrivals, each with its age: a lower bound.
        var latencySoFar: RankedArrivals {
            guard pendingCount > 0 else { return latency }
            var ages = Histogram<UInt64>(.slice)
            ages.record(pendingAge, times: pendingCount)
            var sum = latency
            sum.merge(RankedArrivals(good: ages, failedCount: 0))
            return sum
        }
    }

    /// In the order of time, without gaps.
    let moments: [Moment]
    /// Seconds that one moment covers.
    let width: Double
    /// Seconds in which arrivals count.
    let span: Double

    /// - Parameters:
    ///   - result: The recorded run.
    ///   - standing: Of a run that has not ended; its slices then end with the last whole one.
    init(_ result: RunResult, _ standing: RunStanding? = nil) {
        let recording = result.recording
        let tracks = recording.plan.tracks
        let latencyTrack = tracks.firstIndex(of: SliceTrack(.latency))
        let serviceTrack = tracks.firstIndex(of: SliceTrack(.serviceTime))
        let series = recording.slices
        width = Double(series.width) / 1e9
        span = Double(recording.plan.span) / 1e9
        let width = width
        moments = Self.numbers(series, standing).map { number in
            let slice = series.slice(number)
            var moment = Moment(
                start: Double(number) * width,
                slice: slice,
                latency: RankedArrivals(
                    good: Self.histogram(slice, latencyTrack),
                    failedCount: slice.failedCount
                ),
                serviceTime: Self.histogram(slice, serviceTrack)
            )
            if let standing, let dueCount = standing.dueBySlice[number] {
                moment.pendingCount = dueCount - min(dueCount, slice.dueCount)
                moment.pendingAge = max(standing.elapsed - Int64(number + 1) * series.width, 0)
            }
            return moment
        }
    }

    private static func numbers(_ series: SliceSeries, _ standing: RunStanding?) -> Range<Int> {
        let recorded = series.first..<series.first + series.slices.count
        guard let standing else { return recorded }
        let end = series.number(of: standing.elapsed)
        let first = min(series.first, standing.dueBySlice.keys.min() ?? end)
        return min(first, end)..<end
    }

    private static func histogram(_ slice: Slice, _ track: Int?) -> Histogram<UInt64> {
        var sum = Histogram<UInt64>(.slice)
        if let track, slice.histograms.indices.contains(track) {
            sum.merge(slice.histograms[track].histogram)
        }
        return sum
    }

    /// The seconds that a chart shows: from the warm-up to the last response.
    var domain: ClosedRange<Double> {
        let first = min(moments.first?.start ?? 0, 0)
        let last = max((moments.last?.start ?? 0) + width, span)
        return first...last
    }

    /// The start of each moment, and the end of the last.
    var edges: [Double] { moments.map(\.start) + [(moments.last?.start ?? 0) + width] }

    /// The axis of charts over time.
    var side: ChartAxes.Side { .time(domain) }

    /// A place of charts for each moment.
    var places: [Chart.Place] {
        let span = domain.upperBound - domain.lowerBound
        return moments.map { moment in
            Chart.Place(
                LoadNumber.clock(moment.start, span: span),
                moment.start...moment.start + width
            )
        }
    }
}

extension RunTimeline {
    /// Stretches in seconds in which more than one arrival in ten, and at least three, took three times as long as in
    /// the median slice and at least 10 ms more, or in which at least three were due and there was no response.
    var stalls: [ClosedRange<Double>] {
        let high = moments.map { moment -> Int64? in
            let latency = moment.latencySoFar
            let rank = Quantile.p90.rank(of: latency.count)
            return latency.count == 0 ? 0 : latency.good.value(atRank: rank)
        }
        // The drain and slices without due arrivals do not show what is usual.
        let usual = zip(moments, high).filter { $0.0.dueCount > 0 }.map { $0.1 ?? .max }
            .sorted()
        guard usual.count >= 3 else { return [] }
        let middle = usual[usual.count / 2]
        let limit = middle > .max / 4 ? Int64.max : max(middle * 3, middle + 10_000_000)
        var stalls: [ClosedRange<Double>] = []
        for moment in moments where isStall(moment, limit) {
            let end = moment.start + width
            if let last = stalls.last, last.upperBound >= moment.start - width / 100 {
                stalls[stalls.count - 1] = last.lowerBound...end
            } else {
                stalls.append(moment.start...end)
            }
        }
        return stalls
    }

    /// One or two slow arrivals may be chance.
    private static let fewestSlow: UInt64 = 3

    private func isStall(_ moment: Moment, _ limit: Int64) -> Bool {
        guard moment.dueCount >= Self.fewestSlow else { return false }
        if moment.slice.completedCount == 0 && moment.start < span { return true }
        let latency = moment.latencySoFar
        let slow = latency.good.count { $0 > limit }
        return slow >= Self.fewestSlow && slow * 10 > latency.count
    }
}
