/// Free lanes; the connection with the fewest requests in flight gives the next one.
///
/// Connections of equal load take turns, the one that has waited longest first.
struct LanePool: ~Copyable {
    private let connections: UnsafeMutablePointer<Connection>
    private let lanes: UnsafeMutablePointer<Lane>
    /// Number of free lanes.
    private(set) var count = 0
    /// The ends of the list of connections with room by their load; owned.
    private let ends: UnsafeMutablePointer<(first: Int32, last: Int32)>
    private let longest: Int
    /// No connection with room has a smaller load.
    private var lowest = 0
    private var freed: MomentQueue

    /// - Parameters:
    ///   - connections: Connections of the lanes; they must outlive the pool.
    ///   - lanes: All lanes; they must outlive the pool.
    ///   - laneCount: Number of lanes.
    ///   - lanesPerConnection: Number of lanes of each connection.
    init(
        _ connections: UnsafeMutablePointer<Connection>,
        _ lanes: UnsafeMutablePointer<Lane>,
        laneCount: Int,
        lanesPerConnection: Int
    ) {
        self.connections = connections
        self.lanes = lanes
        longest = lanesPerConnection
        ends = .allocate(capacity: lanesPerConnection)
        ends.initialize(repeating: (-1, -1), count: lanesPerConnection)
        freed = MomentQueue(capacity: laneCount)
    }

    deinit { ends.deallocate() }

    var isEmpty: Bool { count == 0 }

    /// Takes a lane of the least loaded connection; there must be one.
    ///
    /// - Returns: The lane, and the moment since which a lane was free for this request: the earliest of all free
    ///   lanes, whichever one is taken.
    mutating func take() -> (lane: Int32, freeSince: Int64) {
        while ends[lowest].first < 0 { lowest += 1 }
        let connection = ends[lowest].first
        let place = Int(connection)
        unlink(connection)
        connections[place].load += 1
        if connections[place].hasRoom { link(connection) }
        let lane = connections[place].free
        connections[place].free = lanes[Int(lane)].next
        count -= 1
        return (lane, freed.removeFirst())
    }

    /// Returns an unused lane.
    mutating func put(_ lane: Int32, freeSince: Int64) {
        let connection = lanes[Int(lane)].connection
        let place = Int(connection)
        if connections[place].hasRoom { unlink(connection) }
        connections[place].load -= 1
        lanes[Int(lane)].state = .idle
        lanes[Int(lane)].next = connections[place].free
        connections[place].free = lane
        guard connections[place].hasRoom else { return }
        link(connection)
        count += 1
        freed.append(freeSince)
    }

    /// Puts up to `limit` lanes of a connection into use.
    ///
    /// All of these count as busy until they are put here; the others wait for a higher limit.
    mutating func open(_ connection: Int32, limit: Int32, lanes range: Range<Int32>) {
        let place = Int(connection)
        connections[place].takesRequests = true
        connections[place].limit = limit
        connections[place].load = min(limit, Int32(range.count))
        connections[place].free = -1
        for lane in range.dropFirst(Int(connections[place].load)) {
            lanes[Int(lane)].state = .idle
            lanes[Int(lane)].next = connections[place].free
            connections[place].free = lane
        }
    }

    /// Changes the number of lanes that a connection hands out at a time.
    mutating func limit(_ connection: Int32, to limit: Int32, at now: Int64) {
        let place = Int(connection)
        guard connections[place].takesRequests else { return }
        let before = room(of: connection)
        if before > 0 { unlink(connection) }
        connections[place].limit = limit
        let after = room(of: connection)
        if after > 0 { link(connection) }
        count += after - before
        if after > before {
            for _ in before..<after { freed.append(now) }
        } else {
            freed.removeLast(before - after)
        }
    }

    /// Hands out no more lanes of a connection.
    mutating func retire(_ connection: Int32) {
        let place = Int(connection)
        let room = room(of: connection)
        if room > 0 { unlink(connection) }
        connections[place].takesRequests = false
        count -= room
        freed.removeLast(room)
    }

    private func room(of connection: Int32) -> Int {
        let place = Int(connection)
        guard connections[place].hasRoom else { return 0 }
        return Int(connections[place].limit - connections[place].load)
    }

    private mutating func link(_ connection: Int32) {
        let place = Int(connection)
        let load = Int(connections[place].load)
        let last = ends[load].last
        connections[place].previous = last
        connections[place].next = -1
        if last < 0 {
            ends[load].first = connection
        } else {
            connections[Int(last)].next = connection
        }
        ends[load].last = connection
        if load < lowest { lowest = load }
    }

    private mutating func unlink(_ connection: Int32) {
        let place = Int(connection)
        let load = Int(connections[place].load)
        let (previous, next) = (connections[place].previous, connections[place].next)
        if previous < 0 { ends[load].first = next } else { connections[Int(previous)].next = next }
        if next < 0 {
            ends[load].last = previous
        } else {
            connections[Int(next)].previous = previous
        }
    }
}

/// Moments in order, up to a fixed number.
private struct MomentQueue: ~Copyable {
    /// Owned, used as a ring.
    private let moments: UnsafeMutablePointer<Int64>
    private let mask: Int
    private var first = 0
    private var end = 0

    init(capacity: Int) {
        var size = 1
        while size < capacity { size *= 2 }
        moments = .allocate(capacity: size)
        mask = size - 1
    }

    deinit { moments.deallocate() }

    mutating func append(_ moment: Int64) {
        moments[end & mask] = moment
        end += 1
    }

    mutating func removeFirst() -> Int64 {
        first += 1
        return moments[(first - 1) & mask]
    }

    mutating func removeLast(_ count: Int) { end -= count }
}
