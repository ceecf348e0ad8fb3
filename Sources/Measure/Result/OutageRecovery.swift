/// Time until a service was as fast as before an outage, by the slices of a recording.
package enum OutageRecovery {
    /// Increase of the latency that counts as recovered, as a share and in nanoseconds.
    private static let tolerance = (share: 0.5, time: Int64(1_000_000))

    /// The median latency before an outage, in its last slice with most arrivals; `nil` without such a slice.
    package static func latencyBefore(_ outage: RunOutage, in recording: Recording) -> Int64? {
        let last = recording.slices.number(of: outage.from) - 1
        guard last >= 0 else { return nil }
        var latencies: [Int64] = []
        for number in max(last - 9, 0)...last {
            if let latency = median(of: recording.slices.slice(number)) {
                latencies.append(latency)
            }
        }
        return latencies.isEmpty ? nil : latencies.sorted()[latencies.count / 2]
    }

    /// From the first response after an outage to the end of the first slice without failures in which half of the
    /// arrivals were as fast as before, in nanoseconds; `nil` without such a slice.
    package static func time(after outage: RunOutage, in recording: Recording) -> Int64? {
        guard let until = outage.until, let before = latencyBefore(outage, in: recording) else {
            return nil
        }
        let width = recording.plan.sliceWidth
        let limit = max(Int64(Double(before) * (1 + tolerance.share)), before + tolerance.time)
        let first = recording.slices.number(of: until)
        let end = recording.slices.number(of: max(recording.plan.span - 1, 0))
        guard first <= end else { return nil }
        for number in first...end {
            let slice = recording.slices.slice(number)
            guard let latency = median(of: slice), latency <= limit else { continue }
            // In the slice of the recovery, earlier arrivals may have failed.
            guard number == first || slice.failedCount == 0 else { continue }
            return max(Int64(number + 1) * width - until, 0)
        }
        return nil
    }

    private static func median(of slice: Slice) -> Int64? {
        let good = slice.histograms[0].histogram
        guard good.count > 0 else { return nil }
        var latency = Histogram<UInt64>(.slice)
        latency.merge(good)
        return latency.value(atRank: (latency.count + 1) / 2)
    }
}
