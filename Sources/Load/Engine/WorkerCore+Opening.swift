import Base
import HTTP
import LoadModel
import Measure
import Transport

extension WorkerCore {
    /// Adds a connection that was opened for an index.
    mutating func opened(_ connection: OpenedConnection, for index: Int) {
        (connections + index).pointee.begin(connection, at: currentTime)
        supply.noteNoLack()
        note(connection)
        if !isMultiplexed { log.statistics.opened += 1 }
        guard isMultiplexed || !connections[index].hasUnreadBytes else {
            // Bytes before any request: they would be taken for its response.
            (connections + index).pointee.close()
            log.statistics.closedIdle += 1
            supply.noteFailure(ofAttempt: index, isLocal: false, at: currentTime)
            return replace(index)
        }
        do {
            try poller.add(connections[index].descriptor, token: token(of: index))
        } catch {
            (connections + index).pointee.close()
            let local = LocalTrouble(systemError: error.code)
            return refused(error.description, local: local, for: index)
        }
        if isMultiplexed {
            let generation = connections[index].generation
            greet(index)
            if connections[index].generation == generation { readEarly(index) }
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
        log.statistics.opening.add(
            name: connection.nameTime,
            connect: connected - phases.nameLookup.wholeNanoseconds,
            tls: secured > 0 ? secured - connected : 0,
            isResumed: connection.isResumed
        )
    }

    /// The worker's statistics up to a moment.
    func totals(at now: Int64) -> WorkerStatistics {
        var totals = log.statistics
        // After the last arrival, silence no longer means that the server is down.
        totals.outages = outage.outages(at: min(now, arrivals.end))
        return totals
    }

    /// Counts a connection as one that takes requests.
    mutating func countOpen(_ connection: Int) {
        connections[connection].state = .open
        supply.noteOpen(connection)
        log.statistics.opening.note(open: supply.openCount)
        if isMultiplexed { log.statistics.opened += 1 }
    }

    /// Counts a connection no more that took requests.
    mutating func countClosed(_ connection: Int) {
        let now = currentTime
        let hasLasted = now - connections[connection].openedAt >= min(timeout, Self.shortLife)
        let hasServed = connections[connection].answeredCount > 0 || hasLasted
        supply.noteClosed(at: now, hasServed: hasServed)
    }

    private static let shortLife: Int64 = 1_000_000_000

    /// Gives the lanes of a connection their first requests, or puts them into the pool.
    mutating func handOut(_ connection: Int, limit: Int) {
        pool.open(connection, limit: limit)
        let now = currentTime
        // The name server is on our side.
        let freeSince = phase == .running ? now - connections[connection].nameTime : .min
        for lane in pool.lanes(of: connection).prefix(limit) {
            release(lane, freeSince: freeSince, now: now, isUser: false)
        }
    }

    /// Records that no connection could be opened at an index.
    ///
    /// - Parameters:
    ///   - detail: Why.
    ///   - local: Resource missing on this machine; `nil` when the server is unreachable.
    ///   - index: Index of the connection.
    mutating func refused(_ detail: String, local: LocalTrouble? = nil, for index: Int) {
        let now = currentTime
        log.statistics.refused += 1
        log.statistics.lastRefusal = detail
        supply.noteFailure(ofAttempt: index, isLocal: local != nil, at: now)
        if let local { log.statistics.opening.note(local) }
        if phase == .running && supply.openCount == 0 {
            if local == nil { outage.noteRefusal(at: now) }
            let outcome = local.map(MissingResponse.init) ?? .unreachable
            failWaiting(outcome, over: index, dueBefore: now)
        }
        replace(index)
    }

    /// Starts sending on connections that are open.
    ///
    /// - Parameter base: When the first stage begins, on CLOCK_MONOTONIC.
    mutating func start(base: Int64) {
        guard phase == .connecting else { return }
        clock.rebase(base)
        sends.begin(base: base)
        phase = .running
        let now = currentTime
        supply.begin(at: now)
        for index in 0..<pool.connectionCount { connections[index].openedAt = now }
        guard users.isClosedModel else { return }
        // All users begin with the warm-up.
        addUsers(at: -warmup)
    }

    /// Makes lanes busy from a moment on, up to the number of users.
    mutating func addUsers(at moment: Int64) {
        while users.areTooFew, !pool.isEmpty {
            users.add()
            users.think(on: pool.take().lane, until: moment)
        }
    }

    /// Closes a connection without busy lanes; it is replaced when needed.
    mutating func drop(_ connection: Int) {
        if connections[connection].answeredCount == 0 {
            supply.reconnects.noteFruitless(at: currentTime)
        }
        close(connection)
        replace(connection)
    }

    /// Requests a connection instead of a lost one: at once, or when it is needed.
    mutating func replace(_ connection: Int) {
        if !isOver { supply.replaceOnDemand(connection, freeLanes: pool.count) }
    }

    /// Requests the connections that may be needed.
    mutating func fillSpare(at now: Int64) {
        guard phase == .running, supply.hasRoom else { return }
        let waiting = waitingCount(at: now, upTo: supply.laneLimit)
        supply.fill(for: waiting, freeLanes: pool.count)
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
    mutating func reopen(_ connection: Int) {
        close(connection)
        if !isOver { supply.replace(connection) }
    }

    /// Closes a connection without busy lanes.
    mutating func close(_ connection: Int) {
        guard connections[connection].state != .closed else { return }
        pool.retire(connection)
        for lane in pool.lanes(of: connection) where lanes[lane].state != .idle {
            users.remove()
            if lanes[lane].state == .thinking { users.stopThinking(on: lane) }
            lanes[lane].state = .idle
        }
        switch connections[connection].state {
        case .open: countClosed(connection)
        case .opening: supply.handshakes -= 1
        case .draining, .closed: break
        }
        (connections + connection).pointee.close()
    }

    /// When the oldest arrival was due that has not ended; `Int64.max` when all have.
    var oldestOutstanding: Int64 {
        let sent = busy.isEmpty ? Int64.max : lanes[busy.first].due
        return min(sent, arrivals.head?.due ?? .max, journeys.oldestDue)
    }
}
