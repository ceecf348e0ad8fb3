package import Measure

/// How a run stands, for people who watch it.
package struct LoadProgress: Sendable {
    /// Nanoseconds since the first stage began; below zero in the warm-up.
    package let elapsed: Int64
    /// Arrivals that were due up to now, the warm-up included.
    package var dueCount: UInt64 = 0
    /// Arrivals that ended, the warm-up included.
    package internal(set) var settledCount: UInt64 = 0
    /// Responses that came, good or not, the warm-up included.
    package internal(set) var answeredCount: UInt64 = 0
    /// Counted arrivals that did not end as their send declares.
    package internal(set) var failedCount: UInt64 = 0
    /// Requests that are on their way.
    package internal(set) var inFlight = 0
    /// Journeys whose next step is not due yet.
    var pausedCount = 0
    /// Connections that are open.
    package internal(set) var openConnections = 0
    /// What ended of the arrivals of the last whole slice; its number is below that of `elapsed`.
    package internal(set) var slice: Slice
    /// Everything that ended up to now, as if the run had been interrupted, its recording not in final
    /// form; `nil` when nobody asked for it.
    package var snapshot: LoadResult?
    /// Deliveries of accepted messages that have not come; `nil` when nobody watches them.
    package var undelivered: Int?
    /// Arrivals that were due up to now, by the number of their slice; empty without a snapshot and in
    /// the closed model.
    package var dueBySlice: [Int: UInt64] = [:]

    /// How generators on several machines stand together.
    ///
    /// - Parameters:
    ///   - elapsed: Nanoseconds since the first stage began.
    ///   - recording: What they told up to now, the last whole slice of which is shown.
    ///   - settledCount: Arrivals that ended, the warm-up included.
    ///   - inFlight: Requests that are on their way.
    ///   - pausedCount: Journeys whose next step is not due yet.
    ///   - openConnections: Connections that are open.
    package init(
        elapsed: Int64,
        recording: Recording,
        settledCount: UInt64,
        inFlight: Int,
        pausedCount: Int,
        openConnections: Int
    ) {
        self.elapsed = elapsed
        self.settledCount = settledCount
        self.inFlight = inFlight
        self.pausedCount = pausedCount
        self.openConnections = openConnections
        failedCount = recording.failedCount
        answeredCount = recording.slices.completedCount
        slice = recording.slices.slice(recording.slices.number(of: elapsed) - 1)
    }

    /// What several workers tell together; `nil` without any.
    init?(_ reports: [WorkerReport]) {
        guard let first = reports.first else { return nil }
        elapsed = first.elapsed
        slice = first.slice
        for (index, report) in reports.enumerated() {
            settledCount += report.statistics.ended
            pausedCount += report.pausedCount
            failedCount += report.failedCount
            answeredCount += report.answeredCount
            inFlight += report.inFlight
            openConnections += report.openConnections
            if index > 0 { slice.mergeTotals(of: report.slice) }
        }
    }

    /// The same without the snapshot, for who keeps it: a snapshot takes as much memory as the run.
    package var withoutSnapshot: LoadProgress {
        var progress = self
        progress.snapshot = nil
        return progress
    }

    /// The latencies in that slice, with failures on top.
    package var latency: RankedArrivals {
        var good = Histogram<UInt64>(.slice)
        good.merge(slice.histograms[0].histogram)
        return RankedArrivals(good: good, failedCount: slice.failedCount)
    }

    /// Requests that are due and that no connection has taken.
    package var waiting: UInt64 { outstanding - min(outstanding, UInt64(inFlight)) }

    /// Requests that are due and have not ended.
    var outstanding: UInt64 {
        dueCount - min(dueCount, settledCount + UInt64(pausedCount))
    }
}

/// What a worker tells of itself once a second.
struct WorkerReport: Sendable {
    let elapsed: Int64
    let statistics: WorkerStatistics
    let failedCount: UInt64
    var answeredCount: UInt64 = 0
    let inFlight: Int
    let pausedCount: Int
    let openConnections: Int
    let slice: Slice
    /// Everything; `nil` when nobody wants it, as the worker then writes to a copy.
    let recording: Recording?
    /// What was sent and has not ended.
    let outstanding: [AbortWatch.Outstanding]
    /// What was not, with the oldest at its head; `nil` when nobody wants it.
    let waiting: ArrivalSource?
    /// Why the worker sends nothing more; `nil` while it does.
    let cut: RunCut?
    /// Everything due before has ended, in nanoseconds since the first stage began.
    var settledBefore = Int64.min
    var readingDelay = Histogram<UInt64>(.slice)
}

extension WorkerCore {
    /// What there is to tell.
    ///
    /// - Parameters:
    ///   - withAll: Whether everything is wanted that was recorded.
    ///   - withOutstanding: Whether all is wanted that has not ended; that takes time for each.
    /// - Returns: How things stand now.
    func report(withAll: Bool, withOutstanding: Bool) -> WorkerReport {
        let now = currentTime
        return WorkerReport(
            elapsed: now,
            statistics: totals(at: now),
            failedCount: recording.failedCount,
            answeredCount: recording.slices.completedCount,
            inFlight: busy.count,
            pausedCount: journeys.pausedCount(at: now),
            openConnections: openCount,
            slice: recording.slices.slice(recording.slices.number(of: now) - 1),
            recording: withAll ? recording : nil,
            outstanding: withOutstanding ? outstanding(at: now) : [],
            waiting: withOutstanding && isQueueOfService(at: now) ? arrivals : nil,
            cut: cut
        )
    }

    /// The same with everything that was recorded since this was called last.
    mutating func handOver(withOutstanding: Bool) -> WorkerReport {
        var report = report(withAll: true, withOutstanding: withOutstanding)
        report.settledBefore = min(oldestOutstanding, currentTime)
        report.readingDelay = readingDelay
        recording.beginAnew()
        return report
    }

    /// With a lane free it is not the service that lets arrivals wait.
    private func isQueueOfService(at now: Int64) -> Bool {
        pool.isEmpty || arrivals.head.map { isHeld($0.index, at: now) } ?? false
    }

    private func outstanding(at now: Int64) -> [AbortWatch.Outstanding] {
        var list: [AbortWatch.Outstanding] = []
        var index = busy.first
        while index >= 0 {
            let lane = lanes + Int(index)
            if lane.pointee.journey < 0 {
                let row = mix.kind(ofSend: lane.pointee.send)
                // The generator's own lag is none of its age.
                let due = min(lane.pointee.due + lane.pointee.lag, now)
                list.append(AbortWatch.Outstanding(due: due, send: row))
            }
            index = lane.pointee.next
        }
        return list + journeys.outstanding
    }
}
