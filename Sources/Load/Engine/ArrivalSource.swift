import LoadModel

/// The arrivals of a worker, in the order of their due times.
///
/// The queue of waiting arrivals needs no memory: it begins with the head, and the number of an arrival determines
/// everything else.
struct ArrivalSource: Sendable {
    private var cursor: ScheduleCursor?
    /// The next arrival to take; `nil` after the last.
    private(set) var head: ScheduleCursor.Arrival?
    /// Arrivals due from here on are dropped.
    private(set) var end: Int64
    /// Time between the head and the arrival before, in nanoseconds.
    private(set) var gap = Int64.max
    /// The worker's arrivals, by their numbers; `nil` takes all.
    private let takes: (@Sendable (UInt64) -> Bool)?

    init(_ schedule: Schedule, shard: Shard, takes: (@Sendable (UInt64) -> Bool)? = nil) {
        end = schedule.span
        cursor = ScheduleCursor(schedule, shard: shard)
        self.takes = takes
        head = next()
    }

    /// An empty source: in the closed model each connection makes its own arrivals.
    init(end: Int64) {
        self.end = end
        takes = nil
    }

    private mutating func next() -> ScheduleCursor.Arrival? {
        guard let takes else { return cursor?.next() }
        while let arrival = cursor?.next() {
            if takes(arrival.index) { return arrival }
        }
        return nil
    }

    /// Goes to the next arrival.
    mutating func advance() {
        let last = head?.due
        head = next()
        if let last, let head { gap = head.due - last }
        if let due = head?.due, due >= end { head = nil }
    }

    /// Ends the arrivals at `moment`.
    mutating func cut(at moment: Int64) {
        end = min(end, moment)
        if let due = head?.due, due >= end { head = nil }
    }
}
