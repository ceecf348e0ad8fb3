import Base
package import LoadModel

/// All measurements of a run, or of one shard of it.
///
/// Recordings of shards are additive: merging them yields the recording of all arrivals.
package struct Recording: Hashable, Sendable {
    package let plan: RecordingPlan
    /// In the order of first use; sorted by key once finished.
    package internal(set) var cells: [OutcomeCell] = []
    /// Of expected responses.
    package internal(set) var serviceTime = Histogram<UInt64>(.total)
    /// Of everything that was sent and ended.
    package internal(set) var connectionWait = Histogram<UInt64>(.total)
    /// Of everything that was sent and ended.
    package internal(set) var generatorLag = Histogram<UInt64>(.total)
    /// Responses within the counted time, whenever their arrivals were due; for journeys without their think time.
    package internal(set) var completedWithinSpan: UInt64 = 0
    /// The same without the generator's own time.
    var completedWithoutOwn: UInt64 = 0
    /// Responses to counted arrivals, expected or not.
    package internal(set) var answeredCount: UInt64 = 0
    /// Counted arrivals of which at least one byte was sent.
    package internal(set) var sentCount: UInt64 = 0
    /// Events of event streams that came within the counted time, by the index of their send; empty without any.
    package internal(set) var events: [UInt64] = []
    package internal(set) var slices: SliceSeries

    /// An empty recording.
    package init(_ plan: RecordingPlan) {
        self.plan = plan
        slices = SliceSeries(plan)
    }

    /// The index of the cell with this key, which is made when it is not there.
    package mutating func cell(_ key: OutcomeCell.Key) -> Int {
        if let index = cells.firstIndex(where: { $0.key == key }) { return index }
        precondition(plan.sends.indices.contains(key.send), "no send \(key.send)")
        cells.append(OutcomeCell(key))
        return cells.count - 1
    }

    /// Records an arrival that was sent and has ended.
    ///
    /// - Parameters:
    ///   - arrival: Its moments.
    ///   - cell: How it ended: an index from `cell(_:)`.
    ///   - isResponse: Whether a response came, expected or not; `false` for a failed transport.
    package mutating func record(_ arrival: SettledArrival, cell: Int, isResponse: Bool) {
        record(Ended(arrival, cell: cell, isResponse: isResponse), plan)
    }

    /// Records many arrivals in half the time of single calls: the plan is retained once, and code and counters
    /// stay in the caches.
    package mutating func record(_ batch: [Ended]) {
        let plan = plan
        for ended in batch { record(ended, plan) }
    }

    /// An arrival that has ended, as `record(_:cell:isResponse:)` takes it.
    package struct Ended: Sendable {
        let arrival: SettledArrival
        let cell: Int
        let isResponse: Bool

        package init(_ arrival: SettledArrival, cell: Int, isResponse: Bool) {
            (self.arrival, self.cell, self.isResponse) = (arrival, cell, isResponse)
        }
    }

    private mutating func record(_ ended: Ended, _ plan: RecordingPlan) {
        let (arrival, cell, isResponse) = (ended.arrival, ended.cell, ended.isResponse)
        let (send, isGood) = (cells[cell].key.send, cells[cell].key.isGood)
        let kind = Slice.Kind(send: send, isGood: isGood, cell: cell)
        if plan.isStep(send) { return recordStep(arrival, kind, plan) }
        if counts(arrival.due) {
            cells[cell].record(arrival)
            if isGood { serviceTime.record(arrival.serviceTime) }
            connectionWait.record(arrival.connectionWait)
            generatorLag.record(arrival.generatorLag)
            sentCount &+= 1
            if isResponse { answeredCount &+= 1 }
        }
        let thought = arrival.thought
        if isResponse && counts(arrival.done - thought) { completedWithinSpan &+= 1 }
        if isResponse && counts(arrival.doneWithoutOwn - thought) { completedWithoutOwn &+= 1 }
        slices.record(arrival, kind, plan: plan, isResponse: isResponse)
    }

    private mutating func recordStep(
        _ step: SettledArrival,
        _ kind: Slice.Kind,
        _ plan: RecordingPlan
    ) {
        if counts(step.arrived) { cells[kind.cell].record(step) }
        slices.recordStep(step, kind, plan: plan)
    }

    /// Records events of an event stream.
    ///
    /// - Parameters:
    ///   - count: How many came.
    ///   - send: The index of their send, or of its journey.
    ///   - step: The index of the step that received them; `nil` without a journey.
    ///   - moment: When they came.
    package mutating func record(
        events count: Int,
        ofSend send: Int,
        step: Int? = nil,
        at moment: Int64
    ) {
        slices.record(events: count, at: moment)
        guard counts(moment) else { return }
        if events.isEmpty { events = Array(repeating: 0, count: plan.sends.count) }
        events[send] &+= UInt64(count)
        if let step { events[step] &+= UInt64(count) }
    }

    /// Records an arrival that was due, but had no end before the run was over.
    ///
    /// - Parameters:
    ///   - due: When it was due; for a step, when its journey was.
    ///   - cell: Its outcome: an index from `cell(_:)`.
    ///   - wasSent: Whether at least one byte was sent.
    ///   - age: How long the service had had the request, in nanoseconds; used when the run cut it off.
    package mutating func recordUnfinished(
        due: Int64,
        cell: Int,
        wasSent: Bool,
        age: Int64 = 0
    ) {
        precondition(!cells[cell].key.isGood, "an unfinished arrival cannot be good")
        let isStep = plan.isStep(cells[cell].key.send)
        if counts(due) {
            cells[cell].recordUnfinished(age: age)
            if wasSent && !isStep { sentCount += 1 }
        }
        slices.recordUnfinished(due: due, cells[cell].key, cell: cell, age: age, plan: plan)
    }

    /// Compacts slices once no arrival due before `moment` is outstanding.
    package mutating func close(before moment: Int64) {
        slices.close(before: moment)
    }

    /// Forgets everything that was recorded; indices of cells stay good.
    package mutating func beginAnew() {
        var next = Recording(plan)
        for cell in cells { _ = next.cell(cell.key) }
        self = next
    }

    /// Adds the recording of another shard of the same run.
    package mutating func merge(_ other: Recording) {
        precondition(plan == other.plan, "recordings of different plans cannot be merged")
        let indices = other.cells.map { cell($0.key) }
        for (index, cell) in zip(indices, other.cells) { cells[index].merge(cell) }
        serviceTime.merge(other.serviceTime)
        connectionWait.merge(other.connectionWait)
        generatorLag.merge(other.generatorLag)
        completedWithinSpan += other.completedWithinSpan
        completedWithoutOwn += other.completedWithoutOwn
        answeredCount += other.answeredCount
        sentCount += other.sentCount
        if events.isEmpty {
            events = other.events
        } else {
            for (send, count) in other.events.enumerated() { events[send] += count }
        }
        slices.merge(other.slices, cells: indices)
    }

    /// The recording in its final form: cells sorted by key, and all slices compact, so that equal recordings
    /// compare as equal.
    package func finished() -> Recording {
        var sorted = Recording(plan)
        for cell in cells.sorted(by: { $0.key < $1.key }) { _ = sorted.cell(cell.key) }
        sorted.merge(self)
        sorted.slices.closeAll()
        for index in sorted.cells.indices { sorted.cells[index].ages.close() }
        return sorted
    }

    private func counts(_ moment: Int64) -> Bool { moment >= 0 && moment < plan.span }
}

extension Recording {
    /// An upper bound of its counts, each summed over all cells or slices.
    package var weight: UInt64 {
        let inSlices: [(Slice) -> UInt64] = [
            { $0.goodCount.addingClamped($0.failedCount).addingClamped($0.cutOffCount) },
            { $0.cellCounts.clampedSum },
            \.completedCount, \.completedWithoutOwn, \.bytesSent, \.bytesReceived, \.eventCount,
            \.connectionWait.count, \.generatorLag.count,
        ]
        let sums = inSlices.map { slices.slices.lazy.map($0).clampedSum }
        let counts = [
            cells.lazy.map(\.count).clampedSum, serviceTime.count, connectionWait.count,
            generatorLag.count, completedWithinSpan, completedWithoutOwn, answeredCount, sentCount,
            events.clampedSum,
        ]
        return (sums + counts).max() ?? 0
    }

    /// Largest weight of a run, over all parts: derived figures then fit into 64 bits.
    package static let mostWeight: UInt64 = 1 << 60

    /// Cells of arrivals, without the steps of journeys.
    package var arrivalCells: [OutcomeCell] { cells.filter { !plan.isStep($0.key.send) } }

    /// Counted arrivals.
    package var dueCount: UInt64 { sum { $0.count } }

    /// Counted arrivals that ended as their send declares.
    package var goodCount: UInt64 { sum { $0.key.isGood ? $0.count : 0 } }

    /// Events that came within the counted time; those of a send or step, or all.
    package func eventCount(ofSend send: Int? = nil) -> UInt64 {
        guard let send else { return events.prefix(plan.arrivalCount).reduce(0, +) }
        return events.isEmpty ? 0 : events[send]
    }

    /// The same a second, in a number of nanoseconds above zero.
    package func eventRate(ofSend send: Int? = nil, in time: Int64) -> Fraction {
        let count = UInt128(eventCount(ofSend: send)) * 1_000_000
        return Fraction(UInt64(clamping: count), of: UInt64(max(time / 1000, 1)))
    }

    /// Counted arrivals without an end.
    package var unfinishedCount: UInt64 { sum { $0.unfinishedCount } }

    /// Counted arrivals that the run cut off before their time was over.
    package var cutOffCount: UInt64 { sum { $0.cutOffCount } }

    /// Counted arrivals that did not end as their send declares.
    package var failedCount: UInt64 {
        sum { cell in
            cell.key.isGood || cell.key.unjudged != nil ? 0 : cell.count - cell.cutOffCount
        }
    }

    /// Over all arrivals.
    private func sum(_ count: (OutcomeCell) -> UInt64) -> UInt64 {
        cells.reduce(0) { $0 + (plan.isStep($1.key.send) ? 0 : count($1)) }
    }

    /// Whether a cell contributes to a figure of a send, or of all arrivals together.
    func concerns(_ send: Int?, _ key: OutcomeCell.Key) -> Bool {
        send.map { $0 == key.send } ?? !plan.isStep(key.send)
    }

    /// Latencies of all counted arrivals.
    ///
    /// - Parameters:
    ///   - send: The index of a send, or of a step; `nil` for all arrivals.
    ///   - withoutOwn: Whether to subtract the generator's own time.
    /// - Returns: Expected arrivals with their latencies, those cut off with their ages, and the number of all
    ///   others.
    package func latency(ofSend send: Int? = nil, withoutOwn: Bool = false) -> RankedArrivals {
        var arrivals = RankedArrivals(good: Histogram(.total), failedCount: 0)
        for cell in cells where concerns(send, cell.key) {
            guard cell.key.isGood else {
                if cell.key.unjudged != nil {
                    // The response may be the expected one, with the measured latency.
                    arrivals.add(unfinished: cell.latency, count: cell.count)
                    continue
                }
                arrivals.add(failed: cell.count - cell.cutOffCount)
                arrivals.add(unfinished: cell.ages.histogram, count: cell.cutOffCount)
                continue
            }
            let histogram = withoutOwn ? cell.latencyWithoutOwn : cell.latency
            arrivals.merge(RankedArrivals(good: histogram, failedCount: cell.unfinishedCount))
        }
        return arrivals
    }
}
