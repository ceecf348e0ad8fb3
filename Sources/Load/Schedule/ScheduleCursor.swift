import Base
import Contract
import Glibc
package import LoadModel

/// Iterates over the arrivals of one shard by due time; about 10 ns for each arrival of all shards.
package struct ScheduleCursor: Sendable, IteratorProtocol {
    /// An arrival and the moment it is due.
    package struct Arrival: Hashable, Sendable {
        /// Its number, counted from zero over all shards, the warm-up included.
        package let index: UInt64
        /// Nanoseconds since the first stage began; below zero in the warm-up.
        package let due: Int64
    }

    /// The slot of the gap before an arrival; slots below it belong to the arrival's values.
    private static let gapSlot = UInt64.max

    private let schedule: Schedule
    private let shard: Shard
    /// The number of the next arrival of all shards.
    private var index: UInt64 = 0
    /// E of that arrival; for Poisson arrivals, of the one before.
    private var position = 0.0
    private var segment: Int = 0
    /// The integral of the rate up to the segment, and its moment.
    private var segmentPosition = 0.0
    private var segmentStart: Int64

    package init(_ schedule: Schedule, shard: Shard = .whole) {
        self.schedule = schedule
        self.shard = shard
        segmentStart = -schedule.warmup
    }

    /// The next arrival of the shard; `nil` after the last.
    package mutating func next() -> Arrival? {
        while true {
            let index = index
            if let end = schedule.endIndex, index >= end { return nil }
            move(to: index)
            guard advance() else { return nil }
            self.index += 1
            guard shard.count == 1 || index % shard.count == shard.index else { continue }
            return Arrival(index: index, due: due)
        }
    }

    /// Skips `count` arrivals of the last segment, however long it is.
    ///
    /// - Returns: The number of the arrival after them, and its due time, which is later than that of the last
    ///   skipped one.
    mutating func skip(_ count: UInt64, ofSegment last: Int) -> (index: UInt64, due: Int64) {
        precondition(last == schedule.segments.count - 1, "segment \(last) is not the last")
        let lead = schedule.segments[..<last].reduce(0) { $0 + $1.arrivals }
        if schedule.arrivals == .constant {
            // Arrival k has the position k, so it is found without a loop.
            let end = UInt64(lead.rounded(.up)) + count
            move(to: end - 1)
            advance(upTo: last)
            let lastDue = due
            move(to: end)
            return (end, max(due, lastDue + 1))
        }
        repeat {
            move(to: index)
            index += 1
        } while position < lead
        for _ in 1..<count {
            move(to: index)
            index += 1
        }
        advance(upTo: last)
        let lastDue = due
        move(to: index)
        return (index, max(due, lastDue + 1))
    }

    /// Due time of a constant arrival; `nil` after the last.
    func due(ofConstant index: UInt64) -> Int64? {
        var cursor = self
        cursor.position = Double(index)
        return cursor.advance() ? cursor.due : nil
    }

    /// Sets `position` to that of an arrival, which follows the one before.
    private mutating func move(to index: UInt64) {
        switch schedule.arrivals {
        case .constant: position = Double(index)
        case .poisson: position += gap(before: index)
        }
    }

    /// Due time of `position`.
    private var due: Int64 {
        segmentStart + schedule.segments[segment].offset(of: position - segmentPosition)
    }

    /// Moves on to the segment of the position; `false` after the last.
    private mutating func advance() -> Bool {
        while segment < schedule.segments.count {
            let current = schedule.segments[segment]
            let isEndless = schedule.endIndex != nil && segment == schedule.segments.count - 1
            if isEndless || position < segmentPosition + current.arrivals { return true }
            leaveSegment()
        }
        return false
    }

    private mutating func advance(upTo last: Int) {
        while segment < last { leaveSegment() }
    }

    private mutating func leaveSegment() {
        segmentPosition += schedule.segments[segment].arrivals
        segmentStart += schedule.segments[segment].duration
        segment += 1
    }

    /// A unit exponential that depends on the seed and the number alone.
    private func gap(before index: UInt64) -> Double {
        var random = RandomSource(seed: schedule.seed, index: index, slot: Self.gapSlot)
        return -log1p(-random.unit())
    }
}
