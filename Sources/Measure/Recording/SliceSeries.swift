/// The slices of a run in the order of time; those of the warm-up have numbers below zero.
package struct SliceSeries: Hashable, Sendable {
    /// In nanoseconds.
    package let width: Int64
    /// The number of the first slice; slice 0 begins with the first stage.
    package internal(set) var first = 0
    /// Without gaps.
    package internal(set) var slices: [Slice] = []
    private let empty: Slice
    /// Slices before this position are closed.
    private var closedCount = 0

    init(_ plan: RecordingPlan) {
        width = plan.sliceWidth
        empty = Slice(plan)
    }

    /// The number of the slice of a moment.
    package func number(of moment: Int64) -> Int {
        let number = moment / width
        return Int(moment < 0 && number * width != moment ? number - 1 : number)
    }

    /// Responses, including the warm-up.
    package var completedCount: UInt64 { slices.reduce(0) { $0 + $1.completedCount } }

    /// The slice with this number; an empty one outside the recorded range.
    package func slice(_ number: Int) -> Slice {
        let index = number - first
        return slices.indices.contains(index) ? slices[index] : empty
    }

    /// The position in `slices` of the slice of a moment, which is made when it is not there.
    mutating func position(of moment: Int64) -> Int {
        let last = slices.count - 1
        let start = Int64(first + last) * width
        // Most arrivals belong to the last slice, and a division is slower than the rest of this method.
        if last >= 0, moment >= start, moment - start < width { return last }
        return position(ofSlice: number(of: moment))
    }

    mutating func record(
        _ arrival: SettledArrival,
        _ kind: Slice.Kind,
        plan: RecordingPlan,
        isResponse: Bool
    ) {
        let due = position(of: arrival.due)
        slices[due].record(arrival, kind, plan: plan)
        let end = position(of: arrival.done)
        slices[end].recordEnd(arrival, isResponse: isResponse)
        // Not before the arrival was due, so that slice is there.
        if isResponse { slices[position(of: arrival.doneWithoutOwn)].recordEndWithoutOwn() }
    }

    /// Counts events that came at a moment.
    mutating func record(events count: Int, at moment: Int64) {
        slices[position(of: moment)].eventCount &+= UInt64(count)
    }

    /// Records a step under the due time of its journey.
    mutating func recordStep(_ step: SettledArrival, _ kind: Slice.Kind, plan: RecordingPlan) {
        let due = position(of: step.arrived)
        slices[due].recordStep(step, kind, plan: plan)
        slices[position(of: step.done)].recordEnd(step, isResponse: false)
    }

    mutating func recordUnfinished(
        due: Int64,
        _ key: OutcomeCell.Key,
        cell: Int,
        age: Int64,
        plan: RecordingPlan
    ) {
        let position = position(of: due)
        slices[position].recordUnfinished(key, cell: cell, age: age, plan: plan)
    }

    /// Compacts the slices that end at or before `moment`: no arrival due before it is outstanding.
    mutating func close(before moment: Int64) {
        let end = min(number(of: moment) - first, slices.count)
        while closedCount < end {
            slices[closedCount].close()
            closedCount += 1
        }
    }

    mutating func closeAll() {
        for index in slices.indices { slices[index].close() }
        closedCount = slices.count
    }

    /// Replaces all slices by compact ones.
    mutating func restore(first: Int, _ slices: [Slice]) {
        self.first = first
        self.slices = slices
        closedCount = slices.count
    }

    /// Adds the slices of another series, and compacts them.
    mutating func merge(_ other: SliceSeries, cells: [Int]) {
        for (offset, slice) in other.slices.enumerated() {
            let position = position(ofSlice: other.first + offset)
            slices[position].merge(slice, cells: cells)
            // All slices of an hour would need more memory uncompacted than the whole run.
            slices[position].close()
        }
        closedCount = 0
    }

    private mutating func position(ofSlice number: Int) -> Int {
        if slices.isEmpty { first = number }
        if number < first {
            slices.insert(contentsOf: repeatElement(empty, count: first - number), at: 0)
            first = number
            closedCount = 0
        }
        while number - first >= slices.count { slices.append(empty) }
        return number - first
    }
}
