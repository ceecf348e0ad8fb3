/// Measurements of a stretch of the run: by due time, unless stated otherwise.
package struct Slice: Hashable, Sendable {
    /// Arrivals that ended as their send declares.
    package internal(set) var goodCount: UInt64 = 0
    /// Arrivals that failed.
    package internal(set) var failedCount: UInt64 = 0
    /// Arrivals that the run cut off.
    package internal(set) var cutOffCount: UInt64 = 0
    /// Arrivals and steps by the index of their cell; may be shorter than the list of cells.
    package internal(set) var cellCounts: [UInt64] = []
    package internal(set) var connectionWait = Gauge()
    package internal(set) var generatorLag = Gauge()
    /// One for each track of the plan; expected responses only.
    package internal(set) var histograms: [SliceHistogram]
    /// One for each limit of the plan.
    var tallies: [LimitTally]
    /// Responses within the slice, whenever their arrivals were due.
    package internal(set) var completedCount: UInt64 = 0
    /// The same without the generator's own time.
    var completedWithoutOwn: UInt64 = 0
    /// Events of event streams that came within the slice.
    package internal(set) var eventCount: UInt64 = 0
    /// Bytes sent for requests that ended within the slice.
    package internal(set) var bytesSent: UInt64 = 0
    /// Bytes received for requests that ended within the slice.
    package internal(set) var bytesReceived: UInt64 = 0

    /// Count, sum and greatest of durations in nanoseconds.
    package struct Gauge: Hashable, Sendable {
        package internal(set) var count: UInt64 = 0
        package internal(set) var sum: UInt128 = 0
        package internal(set) var greatest: Int64 = 0

        package init() {}

        mutating func record(_ value: Int64) {
            count &+= 1
            sum &+= UInt128(truncatingIfNeeded: max(value, 0))
            greatest = max(greatest, value)
        }

        mutating func merge(_ other: Gauge) {
            count += other.count
            sum += other.sum
            greatest = max(greatest, other.greatest)
        }
    }

    /// An empty slice.
    init(_ plan: RecordingPlan) {
        histograms = Array(repeating: SliceHistogram(), count: plan.tracks.count)
        tallies = Array(repeating: LimitTally(), count: plan.limits.count)
    }

    /// Arrivals that were due within the slice and have ended, or were cut off.
    package var dueCount: UInt64 { goodCount + failedCount + cutOffCount }

    /// How an arrival or a step is counted: the facts about a cell and its key for the hot path.
    struct Kind {
        let send: Int
        let isGood: Bool
        let cell: Int
    }

    mutating func record(_ arrival: SettledArrival, _ kind: Kind, plan: RecordingPlan) {
        count(cell: kind.cell, isGood: kind.isGood)
        connectionWait.record(arrival.connectionWait)
        generatorLag.record(arrival.generatorLag)
        guard kind.isGood else { return }
        for index in plan.tracks.indices {
            let track = plan.tracks[index]
            if let send = track.send, send != kind.send { continue }
            histograms[index].record(track.value(of: arrival))
        }
        for index in plan.limits.indices {
            if let send = plan.limits[index].send, send != kind.send { continue }
            tallies[index].record(arrival.latencyWithoutOwn, limit: plan.limits[index])
        }
    }

    /// Steps are not arrivals: only values recorded by name include them.
    mutating func recordStep(_ step: SettledArrival, _ kind: Kind, plan: RecordingPlan) {
        count(cell: kind.cell)
        guard kind.isGood else { return }
        for index in plan.tracks.indices where plan.tracks[index].send == kind.send {
            histograms[index].record(plan.tracks[index].value(of: step))
        }
        for index in plan.limits.indices where plan.limits[index].send == kind.send {
            tallies[index].record(step.latencyWithoutOwn, limit: plan.limits[index])
        }
    }

    /// Adds a slice of the same stretch without its cells.
    package mutating func mergeTotals(of other: Slice) {
        var other = other
        other.cellCounts = []
        merge(other, cells: [])
    }

    mutating func recordUnfinished(
        _ key: OutcomeCell.Key,
        cell: Int,
        age: Int64,
        plan: RecordingPlan
    ) {
        let isStep = plan.isStep(key.send)
        switch (isStep, key.isCutOff) {
        case (true, _): count(cell: cell)
        case (false, false): count(cell: cell, isGood: false)
        case (false, true):
            cutOffCount &+= 1
            count(cell: cell)
        }
        guard key.isCutOff else { return }
        for index in plan.limits.indices
        where plan.limits[index].send.map({ $0 == key.send }) ?? !isStep {
            tallies[index].recordUnfinished(age: age, limit: plan.limits[index])
        }
    }

    mutating func recordEndWithoutOwn() { completedWithoutOwn &+= 1 }

    mutating func recordEnd(_ arrival: SettledArrival, isResponse: Bool) {
        if isResponse { completedCount &+= 1 }
        bytesSent &+= UInt64(arrival.bytesSent)
        bytesReceived &+= UInt64(arrival.bytesReceived)
    }

    mutating func close() {
        for index in histograms.indices { histograms[index].close() }
    }

    /// Adds a slice of the same stretch; `cells` gives the index here for each cell of `other`.
    mutating func merge(_ other: Slice, cells: [Int]) {
        goodCount += other.goodCount
        failedCount += other.failedCount
        cutOffCount += other.cutOffCount
        for (index, count) in other.cellCounts.enumerated() where count > 0 {
            makeRoom(for: cells[index])
            cellCounts[cells[index]] += count
        }
        connectionWait.merge(other.connectionWait)
        generatorLag.merge(other.generatorLag)
        for index in histograms.indices { histograms[index].merge(other.histograms[index]) }
        for index in tallies.indices { tallies[index].merge(other.tallies[index]) }
        completedCount += other.completedCount
        completedWithoutOwn += other.completedWithoutOwn
        eventCount += other.eventCount
        bytesSent += other.bytesSent
        bytesReceived += other.bytesReceived
    }

    private mutating func count(cell: Int, isGood: Bool) {
        if isGood { goodCount &+= 1 } else { failedCount &+= 1 }
        count(cell: cell)
    }

    private mutating func count(cell: Int) {
        if cell >= cellCounts.count { makeRoom(for: cell) }
        cellCounts[cell] &+= 1
    }

    private mutating func makeRoom(for cell: Int) {
        guard cell >= cellCounts.count else { return }
        cellCounts += repeatElement(0, count: cell + 1 - cellCounts.count)
    }
}
