import Measure

/// A journey under way: an arrival of several requests.
struct Journey {
    /// The number of the arrival, and which kind it is of.
    var arrival: UInt64 = 0
    var kind = 0
    /// When the arrival was due.
    var due: Int64 = 0
    /// The request in flight, or the next one.
    var send = 0
    /// When that was due.
    var stepDue: Int64 = 0
    /// When a lane was free for the first request; `sent` is when that was sent, `Int64.min` before.
    var ready: Int64 = 0
    var sent = Int64.min
    /// The generator's own time in the steps that ended.
    var own: Int64 = 0
    /// Think time before the steps that ended.
    var thought: Int64 = 0
    var captured = CapturedValues()

    /// Neighbours in the order of beginning; -1 at the ends.
    ///
    /// For an unused element, `next` is the next unused one.
    fileprivate var previous: Int32 = -1
    fileprivate(set) var next: Int32 = -1
}

/// The journeys of a worker under way, with a queue of those that wait for a step.
struct JourneyTable: ~Copyable {
    /// Owned; `capacity` elements; moves when it grows.
    private(set) var journeys: UnsafeMutablePointer<Journey>
    private var capacity: Int
    /// The first unused element; -1 for none.
    private var free: Int32 = -1
    /// The journey under way that began first; -1 for none.
    private(set) var first: Int32 = -1
    private var last: Int32 = -1
    private(set) var count = 0
    /// A binary heap by the due time of the next step, so that each operation takes a few steps even for 100,000
    /// journeys.
    private var waiting: [Waiting] = []

    private struct Waiting {
        let due: Int64
        let journey: Int32
    }

    init() {
        capacity = 0
        journeys = .allocate(capacity: 1)
    }

    deinit {
        journeys.deinitialize(count: capacity)
        journeys.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// When the next step is due; `Int64.max` without a waiting journey.
    var nextDue: Int64 { waiting.isEmpty ? .max : waiting[0].due }

    /// The request of the step that is due next; `nil` without a waiting journey.
    var nextSend: Int? { waiting.first.map { journeys[Int($0.journey)].send } }

    /// Due time of the oldest journey; `Int64.max` without any.
    var oldestDue: Int64 { first < 0 ? .max : journeys[Int(first)].due }

    /// Journeys that wait for a step that is not due at a moment.
    func pausedCount(at now: Int64) -> Int { waiting.count { $0.due > now } }

    /// Journeys whose step is due, but waits for a lane.
    func overdueCount(at now: Int64) -> Int {
        nextDue > now ? 0 : waiting.count - pausedCount(at: now)
    }

    /// Journeys under way, the oldest first.
    var outstanding: [AbortWatch.Outstanding] {
        var list: [AbortWatch.Outstanding] = []
        var journey = first
        while journey >= 0 {
            let place = Int(journey)
            list.append(.init(due: journeys[place].due, send: journeys[place].kind))
            journey = journeys[place].next
        }
        return list
    }

    /// Begins a journey.
    mutating func begin(_ arrival: UInt64, kind: Int, send: Int, due: Int64) -> Int32 {
        if free < 0 { grow() }
        let journey = free
        let place = Int(journey)
        free = journeys[place].next
        journeys[place].arrival = arrival
        journeys[place].kind = kind
        journeys[place].send = send
        journeys[place].due = due
        journeys[place].stepDue = due
        journeys[place].sent = .min
        journeys[place].own = 0
        journeys[place].thought = 0
        journeys[place].captured.removeAll()
        journeys[place].previous = last
        journeys[place].next = -1
        if last < 0 { first = journey } else { journeys[Int(last)].next = journey }
        last = journey
        count += 1
        return journey
    }

    /// Adds a journey that began in another pool.
    mutating func take(_ other: Journey) -> Int32 {
        let journey = begin(other.arrival, kind: other.kind, send: other.send, due: other.due)
        let place = Int(journey)
        journeys[place].stepDue = other.stepDue
        journeys[place].ready = other.ready
        journeys[place].sent = other.sent
        journeys[place].own = other.own
        journeys[place].thought = other.thought
        journeys[place].captured = other.captured
        return journey
    }

    /// Ends a journey that is not in the heap.
    mutating func end(_ journey: Int32) {
        let place = Int(journey)
        let (previous, next) = (journeys[place].previous, journeys[place].next)
        if previous < 0 { first = next } else { journeys[Int(previous)].next = next }
        if next < 0 { last = previous } else { journeys[Int(next)].previous = previous }
        journeys[place].next = free
        free = journey
        count -= 1
    }

    private mutating func grow() {
        let larger = max(2 * capacity, 64)
        let moved = UnsafeMutablePointer<Journey>.allocate(capacity: larger)
        moved.moveInitialize(from: journeys, count: capacity)
        (moved + capacity).initialize(repeating: Journey(), count: larger - capacity)
        journeys.deallocate()
        journeys = moved
        for place in capacity..<larger {
            journeys[place].next = place + 1 < larger ? Int32(place + 1) : -1
        }
        free = Int32(capacity)
        capacity = larger
    }

    // MARK: - Waiting

    /// Queues a journey until its next step is due.
    mutating func wait(_ journey: Int32) {
        waiting.append(Waiting(due: journeys[Int(journey)].stepDue, journey: journey))
        var place = waiting.count - 1
        while place > 0, waiting[place].due < waiting[(place - 1) / 2].due {
            waiting.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes the journey whose step is due first from the queue; there must be one.
    mutating func takeNext() -> Int32 {
        let journey = waiting[0].journey
        let moved = waiting.removeLast()
        guard !waiting.isEmpty else { return journey }
        waiting[0] = moved
        var place = 0
        while true {
            var smallest = place
            for child in 2 * place + 1...2 * place + 2
            where child < waiting.count && waiting[child].due < waiting[smallest].due {
                smallest = child
            }
            guard smallest != place else { return journey }
            waiting.swapAt(place, smallest)
            place = smallest
        }
    }

    /// Clears the heap at the end of the run.
    mutating func stopWaiting() { waiting.removeAll() }
}
