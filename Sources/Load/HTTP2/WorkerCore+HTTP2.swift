import LoadModel
import Measure
import Transport

/// The HTTP/2 part of a worker: a connection carries many lanes and survives the failure of one.
extension WorkerCore {
    // MARK: - Sending

    /// Begins the request of a busy lane; it is written with the others of its connection.
    mutating func submit(_ bytes: UnsafeRawBufferPointer, on lane: Int) {
        let connection = lanes[lane].connection
        guard let session = connections[connection].session else { return }
        let entry = sends[lanes[lane].send]
        let isConstant = entry.pointee.constant != nil
        let bodyStart =
            entry.pointee.constantBodyStart ?? entry.pointee.fields?.find(in: bytes) ?? bytes.count
        (lanes + lane).pointee.body.begin(UnsafeRawBufferPointer(rebasing: bytes[bodyStart...]))
        // Until it is written.
        lanes[lane].sent = clock.turnStart
        let before = session.output.count
        guard let stream = entry.pointee.fields?.submit(lane, to: session) else {
            recordFailure(.reset, on: lane, at: currentTime)
            drain(connection)
            return free(lane, freeSince: currentTime, now: currentTime)
        }
        lanes[lane].streamID = stream
        lanes[lane].bytesSent = session.output.count - before
        if !lanes[lane].body.isAtEnd {
            log.statistics.http2.blocked += 1
            if !isConstant { (lanes + lane).pointee.body.keep() }
        }
        session.unwritten.append(lane)
        markDirty(connection)
        connections[connection].sentCount += 1
        if connections[connection].sentCount == requestsPerConnection { drain(connection) }
    }

    /// Marks a connection for writing before the worker waits.
    private mutating func markDirty(_ connection: Int) {
        guard !connections[connection].isDirty else { return }
        connections[connection].isDirty = true
        dirty.append(connection)
    }

    /// Writes the pending frames of each connection, with one call if the socket takes them.
    mutating func flush() {
        var position = 0
        while position < dirty.count {
            let connection = dirty[position]
            position += 1
            connections[connection].isDirty = false
            write(connection)
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ connection: Int) {
        guard let session = connections[connection].session else { return }
        let generation = connections[connection].generation
        guard session.pull() else { return lose(connection, .reset) }
        let now = currentTime
        for lane in session.unwritten where lanes[lane].state == .busy {
            lanes[lane].sent = now
        }
        session.unwritten.removeAll(keepingCapacity: true)
        takeEndings(session, of: connection, at: now, now: now)
        guard connections[connection].generation == generation else { return }
        while session.written < session.output.count {
            let rest = UnsafeRawBufferPointer(rebasing: session.output.bytes[session.written...])
            let count = connections[connection].write(rest)
            guard count >= 0 else { return readRest(ofSession: connection) }
            session.written += count
            guard count == rest.count else { return awaitRoom(true, on: connection) }
            session.output.removeAll()
            session.written = 0
            guard session.pull() else { return lose(connection, .reset) }
        }
        awaitRoom(false, on: connection)
        // The library ended the session after a protocol violation of the peer.
        if !session.isAlive { lose(connection, .malformed) }
    }

    /// Reads what came before writing failed: responses that were on their way count.
    private mutating func readRest(ofSession connection: Int) {
        let generation = connections[connection].generation
        while connections[connection].generation == generation, handleSession(connection) {}
        guard connections[connection].generation == generation else { return }
        lose(connection, .reset)
    }

    private mutating func awaitRoom(_ awaitsRoom: Bool, on connection: Int) {
        guard connections[connection].awaitsRoom != awaitsRoom else { return }
        connections[connection].awaitsRoom = awaitsRoom
        watchWriting(awaitsRoom, connection)
    }

    /// Ends a request that timed out; the connection stays unless it received nothing meanwhile.
    mutating func cancel(_ lane: Int) {
        let connection = lanes[lane].connection
        let hasHeard = connections[connection].heardAt >= lanes[lane].sent
        recordFailure(.timeout, on: lane, at: currentTime)
        endStream(of: lane)
        if !hasHeard { drain(connection) }
    }

    /// Ends the stream of a request that has been recorded.
    mutating func endStream(of lane: Int) {
        let connection = lanes[lane].connection
        lanes[lane].state = .ending
        connections[connection].session?.cancel(lanes[lane].streamID)
        markDirty(connection)
    }

    // MARK: - Reading

    /// How long responses may gather now, in nanoseconds; zero reads them at once.
    var gatheringTime: Int64 {
        guard isMultiplexed, users.think == 0, phase == .running, !sends.readsEvents,
            log.recording.serviceTime.count > ResponseGathering.fewResponses
        else { return 0 }
        return ResponseGathering.pause(serviceTime: log.recording.serviceTime.mean ?? 0)
    }

    /// Handles an event of a connection.
    ///
    /// - Returns: Whether there may be more to read.
    @discardableResult
    mutating func handleSession(_ connection: Int) -> Bool {
        guard let session = connections[connection].session else { return false }
        if connections[connection].awaitsRoom { markDirty(connection) }
        let generation = connections[connection].generation
        while connections[connection].generation == generation {
            var stamp: Int64 = 0
            let step = connections[connection].read(into: input, stamp: &stamp)
            let now = currentTime
            switch step {
            case .wait: return false
            case .end, .cut:
                lose(connection, .closedBeforeResponse)
                return false
            case .failed(let code):
                if code == 0 { noteTLSFailure(of: connection) }
                lose(connection, code == 0 ? .tls : .reset)
                return false
            case .bytes(let count):
                connections[connection].heardAt = now
                let bytes = UnsafeRawBufferPointer(rebasing: input[..<count])
                if connections[connection].state == .opening && Self.isHTTP1(bytes) {
                    refuse(connection, "no-http2: the server responds in HTTP/1.1")
                    return false
                }
                let isAlive = session.take(bytes)
                let delay = delay(since: stamp, at: now)
                if let delay, now >= 0 { log.note(readingDelay: delay, of: connection) }
                takeNotes(session, of: connection, at: now - (delay ?? 0), now: now)
                guard connections[connection].generation == generation else { return false }
                guard isAlive else {
                    lose(connection, .malformed)
                    return false
                }
                markDirty(connection)
                // The next event reports the rest of a plain socket.
                if !connections[connection].isSecured { return true }
            }
        }
        return false
    }

    private static func isHTTP1(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: "HTTP/1.".utf8)
    }

    /// Handles the notes of a session about bytes that came at `done` and were read at `now`.
    private mutating func takeNotes(
        _ session: HTTP2Session,
        of connection: Int,
        at done: Int64,
        now: Int64
    ) {
        let generation = connections[connection].generation
        if session.notes.pointee.hasNewSettings {
            session.notes.pointee.hasNewSettings = false
            let limit = min(Int(session.streamLimit), pool.lanesPerConnection)
            log.statistics.http2.note(streamLimit: session.streamLimit)
            if connections[connection].state == .opening {
                ready(connection, limit: limit)
            } else {
                change(connection, limit: limit, at: now)
            }
        }
        // Before requests end: their lanes would begin new ones here.
        if let goAway = session.notes.pointee.goAway, connections[connection].state == .open {
            log.statistics.http2.note(goAway)
            drain(connection)
        }
        guard connections[connection].generation == generation else { return }
        takeEvents(session, at: done)
        takeEndings(session, of: connection, at: done, now: now)
    }

    /// Counts the events that came, and ends the streams with enough of them.
    private mutating func takeEvents(_ session: HTTP2Session, at moment: Int64) {
        var position = 0
        while position < session.notes.pointee.eventLanes.count {
            let lane = session.notes.pointee.eventLanes[position]
            position += 1
            let moment = max(moment, lanes[lane].sent)
            if noteEvents(on: lane, at: moment, isDated: false), !lanes[lane].reader.hasEnded {
                endEvents(on: lane, at: moment)
            }
        }
        session.notes.pointee.eventLanes.removeAll(keepingCapacity: true)
    }

    private mutating func takeEndings(
        _ session: HTTP2Session,
        of connection: Int,
        at done: Int64,
        now: Int64
    ) {
        let generation = connections[connection].generation
        var position = 0
        while position < session.notes.pointee.endings.count {
            let ending = session.notes.pointee.endings[position]
            position += 1
            end(ending, at: max(done, lanes[ending.lane].sent), now: now)
            // With the last request of a connection that drains it is closed.
            guard connections[connection].generation == generation else { return }
        }
        session.notes.pointee.endings.removeAll(keepingCapacity: true)
    }

    /// Ends a request; of several responses in one read only the last is dated, so in a late turn the others may
    /// have lain unread.
    private mutating func end(_ ending: HTTP2Session.Ending, at done: Int64, now: Int64) {
        let lane = ending.lane
        var freeSince = now
        if lanes[lane].state == .busy {
            freeSince = clock.freeSince(sent: lanes[lane].sent, done: done)
            switch ending.kind {
            case .answered: recordResponse(on: lane, at: done)
            case .refused: recordFailure(.refusedStream, on: lane, at: done)
            case .refusedByGoAway: recordFailure(.goAwayRefused, on: lane, at: done)
            case .malformed: recordFailure(.malformed, on: lane, at: done)
            case .reset:
                log.statistics.http2.note(reset: ending.code)
                recordFailure(.streamReset, on: lane, at: done)
            }
        }
        free(lane, freeSince: freeSince, now: now)
    }

    /// Gives a lane whose stream has ended its next request, unless its connection takes no more.
    private mutating func free(_ lane: Int, freeSince: Int64, now: Int64) {
        let connection = lanes[lane].connection
        if connections[connection].takesRequests
            && connections[connection].load <= connections[connection].limit
        {
            return release(lane, freeSince: freeSince, now: now)
        }
        park(lane, at: freeSince)
        if connections[connection].state == .draining && connections[connection].load == 0 {
            close(connection)
            replace(connection)
        }
    }
}
