package import LoadModel
import Measure

extension LoadPlan {
    /// Number of counted arrivals of this shard in the run; `nil` in the closed model.
    package var plannedCount: UInt64? { dueCount(of: shard, in: 0..<shape.span) }

    /// An upper bound on the numbers of arrivals, of all shards and including the warm-up, plus one.
    ///
    /// It is exact only where the schedule determines the number.
    package var arrivalNumbers: UInt64 {
        let whole = -shape.warmup..<shape.span
        guard parts.count == 1, let count = dueCount(of: .whole, in: whole) else {
            return DeliveryJoin.most
        }
        return min(count, DeliveryJoin.most)
    }

    /// Number of arrivals due in a stretch of time; `nil` in the closed model, which has no schedule.
    ///
    /// - Parameters:
    ///   - shard: The shard whose arrivals are counted.
    ///   - stretch: Nanoseconds since the first stage began.
    /// - Returns: The sum over all loads; Poisson arrivals take time in proportion to all arrivals before the end.
    package func dueCount(of shard: Shard, in stretch: Range<Int64>) -> UInt64? {
        let schedules = parts.compactMap(\.schedule)
        guard schedules.count == parts.count else { return nil }
        return schedules.reduce(0) { count, schedule in
            let end = min(stretch.upperBound, schedule.span)
            guard stretch.lowerBound < end else { return count }
            return count + schedule.count(from: stretch.lowerBound, to: end, shard: shard)
        }
    }

    /// One for each load with a rate.
    package var dueCounters: [DueCounter] {
        parts.compactMap(\.schedule).map { schedule in
            DueCounter(
                ScheduleCursor(schedule, shard: shard),
                slices: Recording(recordingPlan).slices
            )
        }
    }
}

/// Counts due arrivals incrementally.
package struct DueCounter: Sendable {
    private var cursor: ScheduleCursor
    private var next: ScheduleCursor.Arrival?
    private var counted: UInt64 = 0
    /// The same count by the number of the slice.
    package private(set) var bySlice: [Int: UInt64] = [:]
    /// Empty; maps moments to slices.
    private let slices: SliceSeries

    init(_ cursor: ScheduleCursor, slices: SliceSeries) {
        self.cursor = cursor
        self.slices = slices
        next = self.cursor.next()
    }

    /// Number of arrivals due up to `moment`, which never decreases; too low when the task is cancelled.
    package mutating func count(to moment: Int64) -> UInt64 {
        while let first = next, first.due <= moment {
            let number = slices.number(of: first.due)
            let end = Int64(number + 1) * slices.width
            let before = counted
            // Looking up the slice of each arrival would take longer than counting them.
            while let arrival = next, arrival.due <= moment, arrival.due < end {
                counted += 1
                next = cursor.next()
                // At the highest rates, counting a second of arrivals takes longer than a second.
                if counted & 0xFFFF == 0, Task.isCancelled { return counted }
            }
            bySlice[number, default: 0] += counted - before
        }
        return counted
    }
}
