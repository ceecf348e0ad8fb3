import CLinux
import Glibc
import Measure
import Transport

/// The HTTP/2 part of a worker: a connection carries many lanes and survives the failure of one.
extension WorkerCore {
    // MARK: - Sending

    /// Begins the request of a busy lane; it is written with the others of its connection.
    mutating func submit(_ bytes: UnsafeRawBufferPointer, on lane: Int32) {
        let place = Int(lane)
        let connection = lanes[place].connection
        guard let session = connections[Int(connection)].session else { return }
        let entry = sends + lanes[place].send
        let isConstant = entry.pointee.constant != nil
        let bodyStart =
            entry.pointee.constantBodyStart ?? entry.pointee.fields?.find(in: bytes) ?? bytes.count
        (lanes + place).pointee.body.begin(UnsafeRawBufferPointer(rebasing: bytes[bodyStart...]))
        // Until it is written.
        lanes[place].sent = clock.turnStart
        let before = session.output.count
        guard let stream = entry.pointee.fields?.submit(lane, to: session) else {
            recordFailure(.reset, on: lane, at: currentTime)
            drain(connection)
            return free(lane, freeSince: currentTime, now: currentTime)
        }
        lanes[place].streamID = stream
        lanes[place].bytesSent = session.output.count - before
        if !lanes[place].body.isAtEnd {
            statistics.http2.blocked += 1
            if !isConstant { (lanes + place).pointee.body.keep() }
        }
        session.unwritten.append(lane)
        markDirty(connection)
        connections[Int(connection)].sentCount += 1
        if connections[Int(connection)].sentCount == requestsPerConnection { drain(connection) }
    }

    /// Marks a connection for writing before the worker waits.
    private mutating func markDirty(_ connection: Int32) {
        guard !connections[Int(connection)].isDirty else { return }
        connections[Int(connection)].isDirty = true
        dirty.append(connection)
    }

    /// Writes the pending frames of each connection, with one call if the socket takes them.
    mutating func flush() {
        var position = 0
        while position < dirty.count {
            let connection = dirty[position]
            position += 1
            connections[Int(connection)].isDirty = false
            write(connection)
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ connection: Int32) {
        let place = Int(connection)
        guard let session = connections[place].session else { return }
        let generation = connections[place].generation
        guard session.pull() else { return lose(connection, .reset) }
        let now = currentTime
        for lane in session.unwritten where lanes[Int(lane)].state == .busy {
            lanes[Int(lane)].sent = now
        }
        session.unwritten.removeAll(keepingCapacity: true)
        takeEndings(of: connection, at: now, now: now)
        guard connections[place].generation == generation else { return }
        while session.written < session.output.count {
            let rest = UnsafeRawBufferPointer(rebasing: session.output.bytes[session.written...])
            let count = put(rest, on: connection)
            guard count >= 0 else { return readRest(ofSession: connection) }
            session.written += count
            guard count == rest.count else { return watchWriting(true, connection) }
            session.output.removeAll()
            session.written = 0
            guard session.pull() else { return lose(connection, .reset) }
        }
        watchWriting(false, connection)
        // The library ended the session after a protocol violation of the peer.
        if !session.isAlive { lose(connection, .malformed) }
    }

    /// Reads what came before writing failed: responses that were on their way count.
    private mutating func readRest(ofSession connection: Int32) {
        let place = Int(connection)
        let generation = connections[place].generation
        while connections[place].generation == generation, handleSession(connection) {}
        guard connections[place].generation == generation else { return }
        lose(connection, .reset)
    }

    private mutating func watchWriting(_ isWatched: Bool, _ connection: Int32) {
        let place = Int(connection)
        guard connections[place].awaitsRoom != isWatched else { return }
        connections[place].awaitsRoom = isWatched
        poller.watchWriting(
            isWatched,
            connections[place].descriptor,
            token: token(of: connection)
        )
    }

    /// Ends a request that timed out; the connection stays unless it received nothing meanwhile.
    mutating func cancel(_ lane: Int32) {
        let place = Int(lane)
        let connection = lanes[place].connection
        let hasHeard = connections[Int(connection)].heardAt >= lanes[place].sent
        recordFailure(.timeout, on: lane, at: currentTime)
        endStream(of: lane)
        if !hasHeard { drain(connection) }
    }

    /// Ends the stream of a request that has been recorded.
    mutating func endStream(of lane: Int32) {
        let connection = lanes[Int(lane)].connection
        lanes[Int(lane)].state = .ending
        connections[Int(connection)].session?.cancel(lanes[Int(lane)].streamID)
        markDirty(connection)
    }

    // MARK: - Reading

    /// How long responses may gather now, in nanoseconds; zero reads them at once.
    var gatheringTime: Int64 {
        guard isMultiplexed, think == 0, phase == .running, !readsEvents,
            recording.serviceTime.count > ResponseGathering.fewResponses
        else { return 0 }
        return ResponseGathering.pause(serviceTime: recording.serviceTime.mean ?? 0)
    }

    /// Handles an event of a connection.
    ///
    /// - Returns: Whether there may be more to read.
    @discardableResult
    mutating func handleSession(_ connection: Int32) -> Bool {
        let place = Int(connection)
        guard let session = connections[place].session else { return false }
        if connections[place].awaitsRoom { markDirty(connection) }
        let generation = connections[place].generation
        while connections[place].generation == generation {
            var stamp: Int64 = 0
            let step = receive(connection, stamp: &stamp)
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
                connections[place].heardAt = now
                let bytes = UnsafeRawBufferPointer(rebasing: input[..<count])
                if connections[place].state == .opening && Self.isHTTP1(bytes) {
                    refuse(connection, "no-http2: the server responds in HTTP/1.1")
                    return false
                }
                let isAlive = session.take(bytes)
                let delay = delay(since: stamp, at: now)
                if let delay, connection == Self.sampledIndex, now >= 0 {
                    readingDelay.record(delay)
                }
                takeNotes(of: connection, at: now - (delay ?? 0), now: now)
                guard connections[place].generation == generation else { return false }
                guard isAlive else {
                    lose(connection, .malformed)
                    return false
                }
                markDirty(connection)
                // The next event reports the rest of a plain socket.
                if connections[place].stream == nil { return true }
            }
        }
        return false
    }

    /// Reads once; sets `stamp` to when the last byte came, if the kernel noted it.
    private mutating func receive(_ connection: Int32, stamp: inout Int64) -> TLSStream.Step {
        let place = Int(connection)
        if let stream = connections[place].stream { return stream.receive(into: input) }
        let descriptor = connections[place].descriptor
        let count =
            connections[place].isStamped
            ? clinux_receive_stamped(descriptor, input.baseAddress, input.count, &stamp)
            : clinux_receive(descriptor, input.baseAddress, input.count)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .wait : .failed(errno)
    }

    private static func isHTTP1(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: "HTTP/1.".utf8)
    }

    /// Handles the notes of a session about bytes that came at `done` and were read at `now`.
    private mutating func takeNotes(of connection: Int32, at done: Int64, now: Int64) {
        let place = Int(connection)
        guard let session = connections[place].session else { return }
        let generation = connections[place].generation
        if session.notes.pointee.hasNewSettings {
            session.notes.pointee.hasNewSettings = false
            let limit = Int32(min(session.streamLimit, UInt32(lanesPerConnection)))
            statistics.http2.note(streamLimit: session.streamLimit)
            if connections[place].state == .opening {
                ready(connection, limit: limit)
            } else {
                change(connection, limit: limit, at: now)
            }
        }
        // Before requests end: their lanes would begin new ones here.
        if let goAway = session.notes.pointee.goAway, connections[place].state == .open {
            statistics.http2.note(goAway)
            drain(connection)
        }
        guard connections[place].generation == generation else { return }
        takeEvents(of: connection, at: done)
        takeEndings(of: connection, at: done, now: now)
    }

    /// Counts the events that came, and ends the streams with enough of them.
    private mutating func takeEvents(of connection: Int32, at moment: Int64) {
        guard let session = connections[Int(connection)].session else { return }
        var position = 0
        while position < session.notes.pointee.eventLanes.count {
            let lane = session.notes.pointee.eventLanes[position]
            position += 1
            let moment = max(moment, lanes[Int(lane)].sent)
            if noteEvents(on: lane, at: moment, isDated: false),
                !lanes[Int(lane)].reader.hasEnded
            {
                endEvents(on: lane, at: moment)
            }
        }
        session.notes.pointee.eventLanes.removeAll(keepingCapacity: true)
    }

    private mutating func takeEndings(of connection: Int32, at done: Int64, now: Int64) {
        guard let session = connections[Int(connection)].session else { return }
        let generation = connections[Int(connection)].generation
        var position = 0
        while position < session.notes.pointee.endings.count {
            let ending = session.notes.pointee.endings[position]
            position += 1
            end(ending, at: max(done, lanes[Int(ending.lane)].sent), now: now)
            // With the last request of a connection that drains it is closed.
            guard connections[Int(connection)].generation == generation else { return }
        }
        session.notes.pointee.endings.removeAll(keepingCapacity: true)
    }

    /// Ends a request; of several responses in one read only the last is dated, so in a late turn the others may
    /// have lain unread.
    private mutating func end(_ ending: HTTP2Session.Ending, at done: Int64, now: Int64) {
        let place = Int(ending.lane)
        var freeSince = now
        if lanes[place].state == .busy {
            freeSince = clock.freeSince(sent: lanes[place].sent, done: done)
            switch ending.kind {
            case .answered: recordResponse(on: ending.lane, at: done)
            case .refused: recordFailure(.refusedStream, on: ending.lane, at: done)
            case .refusedByGoAway: recordFailure(.goAwayRefused, on: ending.lane, at: done)
            case .malformed: recordFailure(.malformed, on: ending.lane, at: done)
            case .reset:
                statistics.http2.note(reset: ending.code)
                recordFailure(.streamReset, on: ending.lane, at: done)
            }
        }
        free(ending.lane, freeSince: freeSince, now: now)
    }

    /// Gives a lane whose stream has ended its next request, unless its connection takes no more.
    private mutating func free(_ lane: Int32, freeSince: Int64, now: Int64) {
        let connection = lanes[Int(lane)].connection
        let place = Int(connection)
        if connections[place].takesRequests && connections[place].load <= connections[place].limit {
            return release(lane, freeSince: freeSince, now: now)
        }
        park(lane, at: freeSince)
        if connections[place].state == .draining && connections[place].load == 0 {
            close(connection)
            replace(connection)
        }
    }
}
