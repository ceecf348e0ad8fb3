/// The connections of a worker and their lanes; the connection with the fewest requests in flight gives the next
/// free one.
///
/// Connections of equal load take turns, the one that has waited longest first.
struct LanePool: ~Copyable {
    /// Owned; `connectionCount` elements.
    ///
    /// Mutating methods are called on `(lanes + lane).pointee`: for a method on a subscript this compiler makes
    /// code under ThreadSanitizer that its own verifier rejects.
    let connections: UnsafeMutablePointer<Connection>
    let connectionCount: Int
    /// Owned; grouped by connection, in the order of connections.
    let lanes: UnsafeMutablePointer<Lane>
    let lanesPerConnection: Int
    /// Number of free lanes.
    private(set) var count = 0
    /// The ends of the list of connections with room by their load; owned.
    private let ends: UnsafeMutablePointer<(first: Int, last: Int)>
    /// No connection with room has a smaller load.
    private var lowest = 0
    private var freed: MomentQueue

    init(connections count: Int, lanesPerConnection: Int) {
        connectionCount = count
        connections = .allocate(capacity: count)
        connections.initialize(repeating: Connection(), count: count)
        self.lanesPerConnection = lanesPerConnection
        let laneCount = count * lanesPerConnection
        lanes = .allocate(capacity: laneCount)
        for lane in 0..<laneCount {
            (lanes + lane).initialize(to: Lane(connection: lane / lanesPerConnection))
        }
        ends = .allocate(capacity: lanesPerConnection)
        ends.initialize(repeating: (-1, -1), count: lanesPerConnection)
        freed = MomentQueue(capacity: laneCount)
    }

    deinit {
        for connection in 0..<connectionCount { (connections + connection).pointee.close() }
        connections.deinitialize(count: connectionCount)
        connections.deallocate()
        lanes.deinitialize(count: connectionCount * lanesPerConnection)
        lanes.deallocate()
        ends.deallocate()
    }

    /// A connection that is closed; `nil` when none is.
    var firstClosed: Int? { (0..<connectionCount).first { connections[$0].state == .closed } }

    /// The lanes of a connection.
    func lanes(of connection: Int) -> Range<Int> {
        let first = connection * lanesPerConnection
        return first..<first + lanesPerConnection
    }

    var isEmpty: Bool { count == 0 }

    /// Takes a lane of the least loaded connection; there must be one.
    ///
    /// - Returns: The lane, and the moment since which a lane was free for this request: the earliest of all free
    ///   lanes, whichever one is taken.
    mutating func take() -> (lane: Int, freeSince: Int64) {
        while ends[lowest].first < 0 { lowest += 1 }
        let connection = ends[lowest].first
        unlink(connection)
        connections[connection].load += 1
        if connections[connection].hasRoom { link(connection) }
        let lane = connections[connection].free
        connections[connection].free = lanes[lane].next
        count -= 1
        return (lane, freed.removeFirst())
    }

    /// Returns an unused lane.
    mutating func put(_ lane: Int, freeSince: Int64) {
        let connection = lanes[lane].connection
        if connections[connection].hasRoom { unlink(connection) }
        connections[connection].load -= 1
        lanes[lane].state = .idle
        lanes[lane].next = connections[connection].free
        connections[connection].free = lane
        guard connections[connection].hasRoom else { return }
        link(connection)
        count += 1
        freed.append(freeSince)
    }

    /// Puts up to `limit` lanes of a connection into use.
    ///
    /// All of these count as busy until they are put here; the others wait for a higher limit.
    mutating func open(_ connection: Int, limit: Int) {
        connections[connection].takesRequests = true
        connections[connection].limit = limit
        connections[connection].load = min(limit, lanesPerConnection)
        connections[connection].free = -1
        for lane in lanes(of: connection).dropFirst(connections[connection].load) {
            lanes[lane].state = .idle
            lanes[lane].next = connections[connection].free
            connections[connection].free = lane
        }
    }

    /// Changes the number of lanes that a connection hands out at a time.
    mutating func limit(_ connection: Int, to limit: Int, at now: Int64) {
        guard connections[connection].takesRequests else { return }
        let before = room(of: connection)
        if before > 0 { unlink(connection) }
        connections[connection].limit = limit
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
    mutating func retire(_ connection: Int) {
        let room = room(of: connection)
        if room > 0 { unlink(connection) }
        connections[connection].takesRequests = false
        count -= room
        freed.removeLast(room)
    }

    private func room(of connection: Int) -> Int {
        guard connections[connection].hasRoom else { return 0 }
        return connections[connection].limit - connections[connection].load
    }

    private mutating func link(_ connection: Int) {
        let load = connections[connection].load
        let last = ends[load].last
        connections[connection].previous = last
        connections[connection].next = -1
        if last < 0 {
            ends[load].first = connection
        } else {
            connections[last].next = connection
        }
        ends[load].last = connection
        if load < lowest { lowest = load }
    }

    private mutating func unlink(_ connection: Int) {
        let load = connections[connection].load
        let (previous, next) = (connections[connection].previous, connections[connection].next)
        if previous < 0 { ends[load].first = next } else { connections[previous].next = next }
        if next < 0 {
            ends[load].last = previous
        } else {
            connections[next].previous = previous
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
