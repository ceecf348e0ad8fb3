import Measure
import Transport

/// Beginning and end of HTTP/2 connections.
extension WorkerCore {
    /// Begins HTTP/2 on a connection; it is open once the peer has sent its settings.
    mutating func greet(_ connection: Int32) {
        let place = Int(connection)
        connections[place].session = HTTP2Session(lanes)
        connections[place].state = .opening
        connections[place].sentCount = 0
        connections[place].openedAt = currentTime
        handshakes += 1
        let generation = connections[place].generation
        dirty.append(connection)
        connections[place].isDirty = true
        flush()
        // libcurl knows the negotiated protocol only after bytes were sent.
        guard connections[place].generation == generation,
            let stream = connections[place].stream, !stream.speaksHTTP2
        else { return }
        refuse(connection, "no-http2: the server did not agree on h2 when TLS began")
    }

    /// Reads bytes that came while the connection was opened, as the poller does not report them.
    mutating func readEarly(_ connection: Int32) {
        guard connections[Int(connection)].stream?.hasEarlyBytes == true else { return }
        handleSession(connection)
        flush()
    }

    /// Opens a connection for requests after the peer has sent its settings.
    mutating func ready(_ connection: Int32, limit: Int32) {
        handshakes -= 1
        countOpen(connection)
        handOut(connection, limit: limit)
    }

    /// Changes the number of concurrent requests of a connection.
    mutating func change(_ connection: Int32, limit: Int32, at now: Int64) {
        guard connections[Int(connection)].takesRequests else { return }
        pool.limit(connection, to: limit, at: now)
        guard think != nil, phase == .running, now < arrivals.end else { return }
        // Each lane of the closed model is a user that has waited for this.
        for _ in 0..<pool.count {
            let (lane, _) = pool.take()
            release(lane, freeSince: now, now: now, isUser: false)
        }
    }

    /// Closes a connection that failed to become HTTP/2.
    mutating func refuse(_ connection: Int32, _ detail: String) {
        close(connection)
        refused(detail, for: connection)
    }

    /// Closes connections whose settings have not come in time.
    mutating func expireOpening(_ now: Int64) {
        guard handshakes > 0 else { return }
        for index in 0..<Int32(placeCount) {
            let place = Int(index)
            guard connections[place].state == .opening,
                connections[place].openedAt + timeout <= now
            else { continue }
            refuse(
                index,
                "no-http2: no SETTINGS frame came within \(timeout / 1_000_000) ms"
            )
        }
    }

    /// Stops sending on a connection, closes it after its last response, and requests a replacement.
    mutating func drain(_ connection: Int32) {
        let place = Int(connection)
        guard connections[place].state == .open else { return }
        connections[place].state = .draining
        pool.retire(connection)
        countClosed(connection)
        for lane in lanes(of: connection) where lanes[Int(lane)].state == .thinking {
            thinking.remove(lane, in: lanes)
            park(lane, at: currentTime)
        }
        if connections[place].load == 0 {
            close(connection)
            replace(connection)
        } else {
            openAnother()
        }
    }

    /// The connection is gone, with all requests on it.
    mutating func lose(_ connection: Int32, _ outcome: MissingResponse) {
        let place = Int(connection)
        let session = connections[place].session
        switch connections[place].state {
        case .closed: return
        case .opening:
            if let goAway = session?.notes.pointee.goAway { statistics.http2.note(goAway) }
            return refuse(
                connection,
                outcome == .tls
                    ? statistics.lastRefusal ?? "tls: TLS failed"
                    : outcome == .malformed
                        ? "no-http2: what the server sends is not HTTP/2"
                        : "no-http2: the server closed the connection before it sent its settings"
            )
        case .open, .draining: break
        }
        let now = currentTime
        let hasErred = session?.notes.pointee.goAway.map { $0.code != 0 } ?? false
        var lostCount = 0
        for lane in lanes(of: connection) where lanes[Int(lane)].state == .busy {
            lostCount += 1
            let isCut = outcome == .closedBeforeResponse && lanes[Int(lane)].reader.hasBegun
            recordFailure(hasErred ? .goAway : isCut ? .truncated : outcome, on: lane, at: now)
        }
        if lostCount == 0 { statistics.closedIdle += 1 }
        if connections[place].answeredCount == 0 { reconnects.noteFruitless(at: now) }
        close(connection)
        replace(connection)
    }
}
