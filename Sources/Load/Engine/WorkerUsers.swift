import LoadModel

/// The users of one worker in the closed model; each keeps a lane busy.
struct WorkerUsers {
    /// Time between a response and the next request on a lane; `nil` in the open model.
    let think: Int64?
    private var schedule: UserSchedule
    private var count = 0
    /// Lanes of users who think.
    private var thinking: LaneList
    /// Number of the next request; `step` leads to the one after.
    private(set) var nextArrival: UInt64
    private let step: UInt64
    private let limit: UInt64

    /// - Parameters:
    ///   - shape: The load.
    ///   - share: The worker's share.
    ///   - shard: The numbers of its arrivals.
    ///   - limit: Arrivals end before this number; `nil` for no limit.
    ///   - lanes: The worker's lanes.
    init(
        _ shape: LoadShape,
        _ share: WorkerShare,
        shard: Shard,
        limit: UInt64?,
        _ lanes: UnsafeMutablePointer<Lane>
    ) {
        if case .closed(let stages, let think) = shape.model {
            self.think = think
            schedule = UserSchedule(stages, share, each: shape.streams ?? 1)
        } else {
            think = nil
            schedule = UserSchedule([], share)
        }
        (nextArrival, step) = (shard.index, shard.count)
        self.limit = limit ?? .max
        thinking = LaneList(lanes)
    }

    var isClosedModel: Bool { think != nil }

    /// Whether there is a fixed number of arrivals.
    var areArrivalsLimited: Bool { limit < .max }

    /// Whether there should be any.
    var areWanted: Bool { schedule.limit > 0 }

    /// Whether there should be more.
    var areTooFew: Bool { count < schedule.limit }

    var areTooMany: Bool { count > schedule.limit }

    /// When their number changes next; `Int64.max` when it stays.
    var nextChange: Int64 { schedule.nextChange }

    /// The lane of the user whose next request is due first; `nil` when none thinks.
    var nextLane: Int? { thinking.isEmpty ? nil : thinking.first }

    /// Changes their number, if that is due.
    ///
    /// - Returns: When it was due; `nil` without a due change.
    mutating func advance(to now: Int64) -> Int64? { schedule.advance(to: now) }

    mutating func add() { count += 1 }

    mutating func remove() { count -= 1 }

    /// Takes the number of the next request; `nil` after the last.
    mutating func takeArrival() -> UInt64? {
        guard nextArrival < limit else { return nil }
        defer { nextArrival += step }
        return nextArrival
    }

    /// Keeps a lane until its next request is due.
    mutating func think(on lane: Int, until due: Int64) {
        thinking.lanes[lane].state = .thinking
        thinking.lanes[lane].due = due
        thinking.append(lane)
    }

    /// Ends the thinking on a lane.
    mutating func stopThinking(on lane: Int) { thinking.remove(lane) }
}
