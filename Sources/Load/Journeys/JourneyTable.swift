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
    fileprivate var previous = -1
    fileprivate(set) var next = -1
}

/// The journeys of a worker under way, with a queue of those that wait for a step.
struct JourneyTable: ~Copyable {
    /// Owned; `capacity` elements; moves when it grows.
    private(set) var journeys: UnsafeMutablePointer<Journey>
    private var capacity: Int
    /// The first unused element; -1 for none.
    private var free = -1
    /// The journey under way that began first; -1 for none.
    private(set) var first = -1
    private var last = -1
    private(set) var count = 0
    /// A binary heap by the due time of the next step, so that each operation takes a few steps even for 100,000
    /// journeys.
    private var waiting: [Waiting] = []
    /// Index of the pool that carries their requests.
    private let pool: Int
    /// Counts journeys of all pools; `nil` for one pool.
    private let tally: JourneyTally?
    /// Whether other pools know that no more journeys begin here.
    private var hasToldEnd = false
    /// Journeys whose next step needs a connection of another pool, for the owner to hand over.
    private var outbox: [Journey] = []
    /// Journeys that came after the run was over here.
    private(set) var stranded: [Journey] = []

    private struct Waiting {
        let due: Int64
        let journey: Int
    }

    /// - Parameters:
    ///   - pool: Index of the pool that carries their requests.
    ///   - tally: Counts journeys of all pools; `nil` for one pool.
    init(pool: Int = 0, tally: JourneyTally? = nil) {
        (self.pool, self.tally) = (pool, tally)
        capacity = 0
        journeys = .allocate(capacity: 1)
    }

    deinit {
        journeys.deinitialize(count: capacity)
        journeys.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// Whether no journey is under way, and none can come from another pool.
    var isIdle: Bool { isEmpty && tally == nil }

    /// When the next step is due; `Int64.max` without a waiting journey.
    var nextDue: Int64 { waiting.isEmpty ? .max : waiting[0].due }

    /// The request of the step that is due next; `nil` without a waiting journey.
    var nextSend: Int? { waiting.first.map { journeys[$0.journey].send } }

    /// Due time of the oldest journey; `Int64.max` without any.
    var oldestDue: Int64 { first < 0 ? .max : journeys[first].due }

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
            list.append(.init(due: journeys[journey].due, send: journeys[journey].kind))
            journey = journeys[journey].next
        }
        return list
    }

    /// The values that a journey has captured; `nil` for no journey.
    func captured(by journey: Int) -> UnsafePointer<CapturedValues>? {
        guard journey >= 0 else { return nil }
        return (journeys + journey).pointer(to: \.captured).map { UnsafePointer($0) }
    }

    /// Begins a journey.
    mutating func begin(_ arrival: UInt64, kind: Int, send: Int, due: Int64) -> Int {
        tally?.begin()
        return insert(arrival, kind: kind, send: send, due: due)
    }

    private mutating func insert(_ arrival: UInt64, kind: Int, send: Int, due: Int64) -> Int {
        if free < 0 { grow() }
        let journey = free
        free = journeys[journey].next
        journeys[journey].arrival = arrival
        journeys[journey].kind = kind
        journeys[journey].send = send
        journeys[journey].due = due
        journeys[journey].stepDue = due
        journeys[journey].sent = .min
        journeys[journey].own = 0
        journeys[journey].thought = 0
        journeys[journey].captured.removeAll()
        journeys[journey].previous = last
        journeys[journey].next = -1
        if last < 0 { first = journey } else { journeys[last].next = journey }
        last = journey
        count += 1
        return journey
    }

    /// Queues a journey that began in another pool.
    mutating func accept(_ other: Journey) {
        let journey = insert(other.arrival, kind: other.kind, send: other.send, due: other.due)
        let (previous, next) = (journeys[journey].previous, journeys[journey].next)
        journeys[journey] = other
        (journeys[journey].previous, journeys[journey].next) = (previous, next)
        wait(journey)
    }

    /// Keeps a journey from another pool that came after the run was over here.
    mutating func strand(_ journey: Journey) {
        stranded.append(journey)
        tally?.end()
    }

    /// Ends a journey that is not in the heap.
    mutating func end(_ journey: Int) {
        remove(journey)
        tally?.end()
    }

    /// Queues a journey for its next step, which a pool carries.
    mutating func goOn(_ journey: Int, in pool: Int) {
        guard pool != self.pool else { return wait(journey) }
        outbox.append(journeys[journey])
        remove(journey)
    }

    /// Takes the journeys to hand over to other pools.
    mutating func takeOutbox() -> [Journey] {
        if outbox.isEmpty { return [] }
        defer { outbox = [] }
        return outbox
    }

    /// Whether no journey under way needs, or can come to need, a connection of this pool, once no more begin here.
    mutating func areOver() -> Bool {
        guard let tally else { return isEmpty }
        tellEnd()
        return tally.isOver
    }

    /// Reports once that no more journeys begin here, to the workers of other pools.
    mutating func tellEnd() {
        guard !hasToldEnd else { return }
        hasToldEnd = true
        tally?.endSource()
    }

    private mutating func remove(_ journey: Int) {
        let (previous, next) = (journeys[journey].previous, journeys[journey].next)
        if previous < 0 { first = next } else { journeys[previous].next = next }
        if next < 0 { last = previous } else { journeys[next].previous = previous }
        journeys[journey].next = free
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
            journeys[place].next = place + 1 < larger ? place + 1 : -1
        }
        free = capacity
        capacity = larger
    }

    // MARK: - Waiting

    /// Queues a journey until its next step is due.
    mutating func wait(_ journey: Int) {
        waiting.append(Waiting(due: journeys[journey].stepDue, journey: journey))
        var place = waiting.count - 1
        while place > 0, waiting[place].due < waiting[(place - 1) / 2].due {
            waiting.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes the journey whose step is due first from the queue; there must be one.
    mutating func takeNext() -> Int {
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
