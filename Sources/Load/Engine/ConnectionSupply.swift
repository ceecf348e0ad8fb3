/// Decides when a worker opens connections, and how many; the owner opens them.
///
/// Moments are nanoseconds since the first stage began.
struct ConnectionSupply {
    /// Largest number of connections that take requests.
    private let limit: Int
    /// Number of connections opened at the beginning.
    private let initialCount: Int
    private let lanesPerConnection: Int
    /// Whether each connection is a user, and is replaced without waiting for demand.
    private let isClosedModel: Bool
    /// Whether requests are sent; before, the demand is unknown.
    private var hasBegun = false
    /// Indices without a connection; the last is filled first.
    private var spare: [Int]
    /// Connections to open, for the owner to take.
    private(set) var wanted: [Int] = []
    /// The first indices, as far as no attempt to connect has ended there.
    private var untried: Set<Int>
    /// Connections that the owner is opening.
    private(set) var openingCount = 0
    /// Connections among them that wait for the peer's settings.
    var handshakes = 0
    private(set) var openCount = 0
    /// When the last lasting connection was lost; meaningless while one is open.
    private var aloneSince: Int64 = 0
    /// Since when something on this machine prevents connections, so that waiting for one is the generator's own
    /// time; `Int64.max` when nothing does.
    private(set) var localSince = Int64.max
    /// Whether the last attempt to connect failed for that reason.
    private var isLacking = false
    /// Largest number of requests in flight at the same time.
    private var mostBusy = 0
    var reconnects = ReconnectPace()

    private static let probeCount = 4

    /// - Parameters:
    ///   - limit: Largest number of connections that take requests.
    ///   - initialCount: Number of connections opened at the beginning.
    ///   - pool: The connections.
    ///   - isClosedModel: Whether each connection is a user.
    init(limit: Int, initialCount: Int, of pool: borrowing LanePool, isClosedModel: Bool) {
        (self.limit, self.initialCount) = (limit, initialCount)
        lanesPerConnection = pool.lanesPerConnection
        self.isClosedModel = isClosedModel
        spare = (0..<pool.connectionCount).reversed()
        untried = Set(0..<initialCount)
    }

    /// Whether an attempt to connect has ended at each of the first indices.
    var hasTriedAll: Bool { untried.isEmpty }

    /// Takes the index of a connection to open.
    mutating func takeWanted() -> Int? { wanted.popLast() }

    /// Requests the initial number of connections.
    mutating func requestFirst() {
        for _ in 0..<initialCount { request() }
    }

    /// Begins the run.
    mutating func begin(at now: Int64) {
        hasBegun = true
        aloneSince = now
        localSince = isLacking ? now : .max
        // Its moments were of another clock.
        reconnects = ReconnectPace()
    }

    // MARK: - Results

    /// Records a connection that takes requests.
    mutating func noteOpen(_ connection: Int) {
        openCount += 1
        noteEnd(ofAttempt: connection)
    }

    /// Records a failed attempt to connect; `isLocal` when something on this machine was the reason.
    mutating func noteFailure(ofAttempt connection: Int, isLocal: Bool, at now: Int64) {
        noteEnd(ofAttempt: connection)
        reconnects.noteFruitless(at: now)
        if isLocal { noteLack(at: now) } else { noteNoLack() }
    }

    private mutating func noteEnd(ofAttempt connection: Int) {
        openingCount -= 1
        untried.remove(connection)
    }

    /// Records that something on this machine prevents connections.
    mutating func noteLack(at now: Int64) {
        isLacking = true
        localSince = min(localSince, now)
    }

    /// Records that nothing on this machine prevented the last connection.
    mutating func noteNoLack() { isLacking = false }

    /// Ends the record of a lack once nothing waits for the missing resource any more.
    mutating func endLack() {
        if !isLacking { localSince = .max }
    }

    /// Records that a connection takes no more requests.
    ///
    /// - Parameters:
    ///   - now: When it ended.
    ///   - hasServed: Whether it got a response, or lasted; otherwise it counts as a failed attempt.
    mutating func noteClosed(at now: Int64, hasServed: Bool) {
        openCount -= 1
        if openCount == 0 && hasServed { aloneSince = now }
    }

    /// Whether no connection has been open for a time.
    func isAlone(for time: Int64, at now: Int64) -> Bool {
        openCount == 0 && now - aloneSince >= time
    }

    /// Records the number of requests in flight.
    mutating func note(busy count: Int) { if count > mostBusy { mostBusy = count } }

    // MARK: - Requests

    /// Requests another connection, up to the limit.
    mutating func request() {
        guard openCount + openingCount < limit, !isProbing, let place = spare.popLast()
        else { return }
        wanted.append(place)
        openingCount += 1
    }

    /// Requests a connection in place of a lost one.
    mutating func replace(_ connection: Int) {
        spare.append(connection)
        request()
    }

    /// Requests a connection in place of a lost one, unless the others suffice until more are needed.
    mutating func replaceOnDemand(_ connection: Int, freeLanes: Int) {
        spare.append(connection)
        let suffices = freeCount(freeLanes) > (isGrowing ? 0 : max(mostBusy, 1))
        if hasBegun && !isClosedModel && suffices { return }
        request()
    }

    /// Whether connections may be opened beyond those that are.
    var hasRoom: Bool { openCount + openingCount < limit && !spare.isEmpty }

    /// Largest number of lanes.
    var laneLimit: Int { limit * lanesPerConnection }

    /// Requests the connections that may be needed: for waiting arrivals, and for the largest number of requests
    /// ever in flight.
    ///
    /// - Parameters:
    ///   - waiting: Number of waiting arrivals, up to `laneLimit`.
    ///   - freeLanes: Number of free lanes.
    mutating func fill(for waiting: Int, freeLanes: Int) {
        let needed = isGrowing && openCount > 0 ? waiting : max(mostBusy, waiting, 1)
        while freeCount(freeLanes) < needed {
            let before = openingCount
            request()
            guard openingCount > before else { return }
        }
    }

    /// Whether no connection can be opened, and enough attempts are under way to notice when that changes.
    private var isProbing: Bool {
        hasBegun && openCount == 0 && reconnects.delay > 0 && openingCount >= Self.probeCount
    }

    /// Whether connections are opened only when all lanes are busy.
    private var isGrowing: Bool { initialCount < limit }

    /// Lanes that are free, or will be once their connections are open.
    private func freeCount(_ freeLanes: Int) -> Int {
        freeLanes + openingCount * lanesPerConnection
    }
}
