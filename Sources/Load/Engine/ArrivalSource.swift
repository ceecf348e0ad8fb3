import LoadModel

/// The arrivals of a worker in the order of being due.
///
/// The queue of those that wait needs no memory: it begins with the head, and the number of an arrival
/// tells everything else.
struct ArrivalSource: Sendable {
    private var cursor: ScheduleCursor?
    /// The next arrival that nobody has taken; `nil` after the last.
    private(set) var head: ScheduleCursor.Arrival?
    /// What is due from here on does not come any more.
    private(set) var end: Int64
    /// Between the head and the one before, in nanoseconds.
    private(set) var gap = Int64.max
    /// Which of them are the worker's, by their numbers; `nil` takes all.
    private let takes: (@Sendable (UInt64) -> Bool)?

    init(_ schedule: Schedule, shard: Shard, takes: (@Sendable (UInt64) -> Bool)? = nil) {
        end = schedule.span
        cursor = ScheduleCursor(schedule, shard: shard)
        self.takes = takes
        head = next()
    }

    /// No arrivals: in the closed model connections make their own.
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
