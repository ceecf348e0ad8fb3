package import Measure

/// State of a running load, for display.
package struct LoadProgress: Sendable {
    /// Nanoseconds since the first stage began; below zero in the warm-up.
    package let elapsed: Int64
    /// Arrivals that were due up to now, the warm-up included.
    package var dueCount: UInt64 = 0
    /// Arrivals that ended, the warm-up included.
    package internal(set) var settledCount: UInt64 = 0
    /// Responses so far, passed or failed, including the warm-up.
    package internal(set) var answeredCount: UInt64 = 0
    /// Counted arrivals that did not end as their send declares.
    package internal(set) var failedCount: UInt64 = 0
    /// Requests that are on their way.
    package internal(set) var inFlight = 0
    /// Journeys whose next step is not due yet.
    var pausedCount = 0
    /// Connections that are open.
    package internal(set) var openConnections = 0
    /// Outcomes in the last complete slice; its number is below that of `elapsed`.
    package internal(set) var slice: Slice
    /// Everything that ended up to now, as if the run had been interrupted, its recording not in final form; `nil`
    /// unless requested.
    package var snapshot: LoadResult?
    /// Deliveries of accepted messages that have not come; `nil` when they are not watched.
    package var undelivered: Int?
    /// Arrivals that were due up to now, by the number of their slice; empty without a snapshot and in
    /// the closed model.
    package var dueBySlice: [Int: UInt64] = [:]

    /// Combined state of generators on several machines.
    ///
    /// - Parameters:
    ///   - elapsed: Nanoseconds since the first stage began.
    ///   - recording: Their reports up to now; its last complete slice is shown.
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

    /// Combines the reports of several workers; `nil` without any.
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

    /// The same without the snapshot, to store it: a snapshot takes as much memory as the run.
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

/// A worker's report, once a second.
struct WorkerReport: Sendable {
    let elapsed: Int64
    let statistics: WorkerStatistics
    let failedCount: UInt64
    var answeredCount: UInt64 = 0
    let inFlight: Int
    let pausedCount: Int
    let openConnections: Int
    let slice: Slice
    /// The whole recording; `nil` unless requested, as the worker then writes to a copy.
    let recording: Recording?
    /// Requests in flight.
    let outstanding: [AbortWatch.Outstanding]
    /// Arrivals not sent yet, with the oldest at the head; `nil` unless requested.
    let waiting: ArrivalSource?
    /// Why the worker stopped sending; `nil` while it sends.
    let cut: RunCut?
    /// Everything due before has ended, in nanoseconds since the first stage began.
    var settledBefore = Int64.min
    var readingDelay = Histogram<UInt64>(.slice)
}

extension WorkerCore {
    /// A report of the current state.
    ///
    /// - Parameters:
    ///   - withAll: Whether to include the whole recording.
    ///   - withOutstanding: Whether to include everything that has not ended; takes time for each request.
    /// - Returns: The current state.
    func report(withAll: Bool, withOutstanding: Bool) -> WorkerReport {
        let now = currentTime
        return WorkerReport(
            elapsed: now,
            statistics: totals(at: now),
            failedCount: log.recording.failedCount,
            answeredCount: log.recording.slices.completedCount,
            inFlight: busy.count,
            pausedCount: journeys.pausedCount(at: now),
            openConnections: supply.openCount,
            slice: log.recording.slices.slice(log.recording.slices.number(of: now) - 1),
            recording: withAll ? log.recording : nil,
            outstanding: withOutstanding ? outstanding(at: now) : [],
            waiting: withOutstanding && isQueueOfService(at: now) ? arrivals : nil,
            cut: cut
        )
    }

    /// A report with everything recorded since the last call.
    mutating func handOver(withOutstanding: Bool) -> WorkerReport {
        var report = report(withAll: true, withOutstanding: withOutstanding)
        report.settledBefore = min(oldestOutstanding, currentTime)
        report.readingDelay = log.readingDelay
        log.recording.beginAnew()
        return report
    }

    /// Whether arrivals wait because of the service: with a free lane they wait because of the generator.
    private func isQueueOfService(at now: Int64) -> Bool {
        pool.isEmpty || arrivals.head.map { sends.isHeld($0.index, at: now) } ?? false
    }

    private func outstanding(at now: Int64) -> [AbortWatch.Outstanding] {
        var list: [AbortWatch.Outstanding] = []
        var index = busy.first
        while index >= 0 {
            let lane = lanes + index
            if lane.pointee.journey < 0 {
                let row = sends.mix.kind(ofSend: lane.pointee.send)
                // The generator's own lag does not add to the request's age.
                let due = min(lane.pointee.due + lane.pointee.lag, now)
                let first = lane.pointee.reader.events?.first?.moment
                let age = first.map { max($0 - due, 0) }
                list.append(AbortWatch.Outstanding(due: due, send: row, age: age))
            }
            index = lane.pointee.next
        }
        return list + journeys.outstanding
    }
}
