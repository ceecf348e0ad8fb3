import Base
import CLinux
import Glibc
import HTTP
import LoadModel
import Measure
import Transport

extension WorkerCore {
    /// Adds a connection that was opened for an index.
    mutating func opened(_ connection: OpenedConnection, for index: Int32) {
        let place = Int(index)
        (connections + place).pointee.advance()
        connections[place].descriptor = connection.descriptor
        connections[place].stream = connection.stream
        connections[place].answeredCount = 0
        connections[place].isBroken = false
        connections[place].openedAt = currentTime
        connections[place].nameTime = connection.nameTime
        isLacking = false
        note(connection)
        if !isMultiplexed { statistics.opened += 1 }
        let hasBytes =
            connection.stream.map(\.hasEarlyBytes) ?? Self.hasBytes(connection.descriptor)
        guard isMultiplexed || !hasBytes
        else {
            // Bytes before any request: they would be taken for its response.
            closeDescriptor(place)
            statistics.closedIdle += 1
            openingCount -= 1
            hear(index)
            reconnects.noteFruitless(at: currentTime)
            return replace(index)
        }
        do {
            try poller.add(connections[place].descriptor, token: token(of: index))
        } catch {
            closeDescriptor(place)
            return refused(
                error.description,
                local: LocalTrouble(systemError: error.code),
                for: index
            )
        }
        // Within TLS, the time at which bytes came does not tell when a response was complete.
        connections[place].isStamped =
            connection.stream == nil && clinux_stamp_receipts(connection.descriptor) == 0
        if isMultiplexed {
            let generation = connections[place].generation
            greet(index)
            if connections[place].generation == generation { readEarly(index) }
            return
        }
        countOpen(index)
        handOut(index, limit: 1)
    }

    /// Records how long a connection took to open, and its TLS.
    private mutating func note(_ connection: OpenedConnection) {
        let phases = connection.phases
        let connected = phases.connect.wholeNanoseconds
        let secured = phases.tlsHandshake.wholeNanoseconds
        statistics.opening.add(
            name: connection.nameTime,
            connect: connected - phases.nameLookup.wholeNanoseconds,
            tls: secured > 0 ? secured - connected : 0,
            isResumed: connection.isResumed
        )
    }

    /// The worker's statistics up to a moment.
    func totals(at now: Int64) -> WorkerStatistics {
        var totals = statistics
        totals.outages = outage.outages(at: now)
        return totals
    }

    /// Counts a connection as one that takes requests.
    mutating func countOpen(_ connection: Int32) {
        connections[Int(connection)].state = .open
        openingCount -= 1
        openCount += 1
        statistics.opening.note(open: openCount)
        if isMultiplexed { statistics.opened += 1 }
        hear(connection)
    }

    /// Counts a connection no more that took requests.
    mutating func countClosed(_ connection: Int32) {
        openCount -= 1
        guard openCount == 0 else { return }
        // A connection that ends as soon as it was opened counts as a failed attempt.
        let (place, now) = (Int(connection), currentTime)
        let hasLasted = now - connections[place].openedAt >= min(timeout, Self.shortLife)
        if connections[place].answeredCount > 0 || hasLasted { aloneSince = now }
    }

    private static let shortLife: Int64 = 1_000_000_000

    private mutating func hear(_ connection: Int32) {
        guard !connections[Int(connection)].wasHeard else { return }
        connections[Int(connection)].wasHeard = true
        heardCount += 1
    }

    /// Gives the lanes of a connection their first requests, or puts them into the pool.
    mutating func handOut(_ connection: Int32, limit: Int32) {
        let range = lanes(of: connection)
        pool.open(connection, limit: limit, lanes: range)
        let now = currentTime
        // The name server is on our side.
        let freeSince = phase == .running ? now - connections[Int(connection)].nameTime : .min
        for lane in range.prefix(Int(limit)) {
            release(lane, freeSince: freeSince, now: now, isUser: false)
        }
    }

    /// Whether a socket has unread bytes.
    private static func hasBytes(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Records that no connection could be opened at an index.
    ///
    /// - Parameters:
    ///   - detail: Why.
    ///   - local: Resource missing on this machine; `nil` when the server is unreachable.
    ///   - index: Index of the connection.
    mutating func refused(_ detail: String, local: LocalTrouble? = nil, for index: Int32) {
        let now = currentTime
        statistics.refused += 1
        statistics.lastRefusal = detail
        openingCount -= 1
        hear(index)
        reconnects.noteFruitless(at: now)
        if let local { noteLack(of: local, at: now) } else { isLacking = false }
        if phase == .running && openCount == 0 {
            if local == nil { outage.noteRefusal(at: now) }
            failWaiting(
                local.map(MissingResponse.init) ?? .unreachable,
                over: index,
                dueBefore: now
            )
        }
        replace(index)
    }

    /// Records that something on this machine prevents connections.
    mutating func noteLack(of local: LocalTrouble, at now: Int64) {
        statistics.opening.note(local)
        isLacking = true
        localSince = min(localSince, now)
    }

    /// Ends that record once nothing waits for the missing resource any more.
    mutating func endLack(at now: Int64) {
        guard localSince != .max, !isLacking, think != nil || nextDue > now else { return }
        localSince = .max
    }

    /// Starts sending on connections that are open.
    ///
    /// - Parameter base: When the first stage begins, on CLOCK_MONOTONIC.
    mutating func start(base: Int64) {
        guard phase == .connecting else { return }
        clock.rebase(base)
        phase = .running
        aloneSince = currentTime
        // Their moments were of another clock.
        reconnects = ReconnectPace()
        localSince = isLacking ? aloneSince : .max
        for index in 0..<placeCount { connections[index].openedAt = aloneSince }
        guard think != nil else { return }
        // All users begin with the warm-up.
        addUsers(at: -warmup)
    }

    /// Makes lanes busy from a moment on, up to the number of users.
    mutating func addUsers(at moment: Int64) {
        while userCount < users.limit, !pool.isEmpty {
            let (lane, _) = pool.take()
            userCount += 1
            lanes[Int(lane)].state = .thinking
            lanes[Int(lane)].due = moment
            thinking.append(lane, in: lanes)
        }
    }

    /// Closes an idle connection; it is replaced when needed.
    mutating func drop(_ connection: Int32) {
        if connections[Int(connection)].answeredCount == 0 {
            reconnects.noteFruitless(at: currentTime)
        }
        close(connection)
        replace(connection)
    }

    /// Requests the initial number of connections.
    mutating func openFirst() {
        for _ in 0..<initialCount { openAnother() }
    }

    /// Requests a connection instead of a lost one: at once, or when it is needed.
    mutating func replace(_ place: Int32) {
        guard !isOver else { return }
        spare.append(place)
        // In the closed model each connection is a user, and before the start the demand is unknown.
        if phase == .running && think == nil && freeCount > (isGrowing ? 0 : max(mostBusy, 1)) {
            return
        }
        openAnother()
    }

    /// Requests another connection, up to the limit.
    mutating func openAnother() {
        guard !isOver, openCount + openingCount < connectionCount, !isProbing,
            let place = spare.popLast()
        else { return }
        wanted.append(place)
        openingCount += 1
    }

    /// Whether no connection can be opened, and enough attempts are under way to notice when that changes.
    private var isProbing: Bool {
        phase == .running && openCount == 0 && reconnects.delay > 0
            && openingCount >= Self.probeCount
    }

    private static let probeCount = 4

    /// Whether connections are opened only when all lanes are busy.
    private var isGrowing: Bool { initialCount < connectionCount }

    /// Lanes that are free, or will be once their connections are open.
    private var freeCount: Int { pool.count + openingCount * lanesPerConnection }

    /// Requests the connections that may be needed: for waiting arrivals, and for the largest number of requests
    /// ever in flight.
    mutating func fillSpare(at now: Int64) {
        guard openCount + openingCount < connectionCount, phase == .running, !spare.isEmpty
        else { return }
        let limit = connectionCount * lanesPerConnection
        let waiting = waitingCount(at: now, upTo: limit)
        let needed = isGrowing && openCount > 0 ? waiting : max(mostBusy, waiting, 1)
        while freeCount < needed {
            let before = openingCount
            openAnother()
            guard openingCount > before else { return }
        }
    }

    private func waitingCount(at now: Int64, upTo limit: Int) -> Int {
        var waiting = arrivals
        var count = min(journeys.overdueCount(at: now), limit)
        while count < limit, let head = waiting.head, head.due <= now {
            count += 1
            waiting.advance()
        }
        return count
    }

    /// Closes a connection and has it replaced.
    mutating func reopen(_ connection: Int32) {
        close(connection)
        guard !isOver else { return }
        spare.append(connection)
        openAnother()
    }

    /// Closes a connection without busy lanes.
    mutating func close(_ connection: Int32) {
        let place = Int(connection)
        guard connections[place].state != .closed else { return }
        pool.retire(connection)
        for lane in lanes(of: connection) where lanes[Int(lane)].state != .idle {
            userCount -= 1
            if lanes[Int(lane)].state == .thinking { thinking.remove(lane, in: lanes) }
            lanes[Int(lane)].state = .idle
        }
        switch connections[place].state {
        case .open: countClosed(connection)
        case .opening: handshakes -= 1
        case .draining, .closed: break
        }
        connections[place].state = .closed
        connections[place].unwritten = []
        connections[place].session = nil
        connections[place].awaitsRoom = false
        connections[place].heardAt = .min
        // Stale events of this batch find another generation.
        (connections + place).pointee.advance()
        closeDescriptor(place)
    }

    private mutating func closeDescriptor(_ place: Int) {
        if connections[place].stream != nil {
            connections[place].stream = nil
        } else if connections[place].descriptor >= 0 {
            Glibc.close(connections[place].descriptor)
        }
        connections[place].descriptor = -1
    }

    /// When the oldest arrival was due that has not ended; `Int64.max` when all have.
    var oldestOutstanding: Int64 {
        let sent = busy.isEmpty ? Int64.max : lanes[Int(busy.first)].due
        return min(sent, arrivals.head?.due ?? .max, journeys.oldestDue)
    }
}
