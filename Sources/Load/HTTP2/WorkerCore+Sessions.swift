import LoadModel
import Measure
import Transport

/// Beginning and end of HTTP/2 connections.
extension WorkerCore {
    /// Begins HTTP/2 on a connection; it is open once the peer has sent its settings.
    mutating func greet(_ connection: Int) {
        connections[connection].session = HTTP2Session(lanes)
        connections[connection].state = .opening
        connections[connection].sentCount = 0
        connections[connection].openedAt = currentTime
        supply.handshakes += 1
        let generation = connections[connection].generation
        dirty.append(connection)
        connections[connection].isDirty = true
        flush()
        // libcurl knows the negotiated protocol only after bytes were sent.
        guard connections[connection].generation == generation, connections[connection].refusesHTTP2
        else { return }
        refuse(connection, "no-http2: the server did not agree on h2 when TLS began")
    }

    /// Reads bytes that came while the connection was opened, as the poller does not report them.
    mutating func readEarly(_ connection: Int) {
        guard connections[connection].hasEarlyBytes else { return }
        handleSession(connection)
        flush()
    }

    /// Opens a connection for requests after the peer has sent its settings.
    mutating func ready(_ connection: Int, limit: Int) {
        supply.handshakes -= 1
        countOpen(connection)
        handOut(connection, limit: limit)
    }

    /// Changes the number of concurrent requests of a connection.
    mutating func change(_ connection: Int, limit: Int, at now: Int64) {
        guard connections[connection].takesRequests else { return }
        pool.limit(connection, to: limit, at: now)
        guard users.isClosedModel, phase == .running, now < arrivals.end else { return }
        // Each lane of the closed model is a user that has waited for this.
        for _ in 0..<pool.count {
            let (lane, _) = pool.take()
            release(lane, freeSince: now, now: now, isUser: false)
        }
    }

    /// Closes a connection that failed to become HTTP/2.
    mutating func refuse(_ connection: Int, _ detail: String) {
        close(connection)
        refused(detail, for: connection)
    }

    /// Closes connections whose settings have not come in time.
    mutating func expireOpening(_ now: Int64) {
        guard supply.handshakes > 0 else { return }
        for index in 0..<pool.connectionCount {
            guard connections[index].state == .opening,
                connections[index].openedAt + timeout <= now
            else { continue }
            refuse(
                index,
                "no-http2: no SETTINGS frame came within \(timeout / 1_000_000) ms"
            )
        }
    }

    /// Stops sending on a connection, closes it after its last response, and requests a replacement.
    mutating func drain(_ connection: Int) {
        guard connections[connection].state == .open else { return }
        connections[connection].state = .draining
        pool.retire(connection)
        countClosed(connection)
        for lane in pool.lanes(of: connection) where lanes[lane].state == .thinking {
            users.stopThinking(on: lane)
            park(lane, at: currentTime)
        }
        if connections[connection].load == 0 {
            close(connection)
            replace(connection)
        } else if !isOver {
            supply.request()
        }
    }

    /// The connection is gone, with all requests on it.
    mutating func lose(_ connection: Int, _ outcome: MissingResponse) {
        let session = connections[connection].session
        switch connections[connection].state {
        case .closed: return
        case .opening:
            if let goAway = session?.notes.pointee.goAway { log.statistics.http2.note(goAway) }
            return refuse(
                connection,
                outcome == .tls
                    ? log.statistics.lastRefusal ?? "tls: TLS failed"
                    : outcome == .malformed
                        ? "no-http2: what the server sends is not HTTP/2"
                        : "no-http2: the server closed the connection before it sent its settings"
            )
        case .open, .draining: break
        }
        let now = currentTime
        let hasErred = session?.notes.pointee.goAway.map { $0.code != 0 } ?? false
        var lostCount = 0
        for lane in pool.lanes(of: connection) where lanes[lane].state == .busy {
            lostCount += 1
            let isCut = outcome == .closedBeforeResponse && lanes[lane].reader.hasBegun
            recordFailure(hasErred ? .goAway : isCut ? .truncated : outcome, on: lane, at: now)
        }
        if lostCount == 0 { log.statistics.closedIdle += 1 }
        drop(connection)
    }
}
