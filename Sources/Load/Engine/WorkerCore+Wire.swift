import CLinux
import Contract
import Glibc
import Measure
import Transport

/// The HTTP/1.1 part of a worker: a connection has one lane, and both end together.
extension WorkerCore {
    /// Writes the request of a busy lane.
    mutating func write(_ bytes: UnsafeRawBufferPointer, on lane: Int32) {
        let connection = lanes[Int(lane)].connection
        let count = put(bytes, on: connection)
        if count < 0 {
            let hasWritten = count < -1 || bytes.count < lanes[Int(lane)].bytesSent
            return readRest(lane, hasWritten: hasWritten)
        }
        if count < bytes.count { keep(ArraySlice(bytes[count...]), on: connection) }
    }

    /// Reads what came before writing failed: the server may have responded without reading the whole request, and
    /// TLS may report why it ended.
    ///
    /// - Parameters:
    ///   - lane: Its request is not written any further.
    ///   - hasWritten: Whether any byte of it was written; otherwise bytes without TLS cannot be its response.
    private mutating func readRest(_ lane: Int32, hasWritten: Bool) {
        let place = Int(lane)
        let generation = connections[place].generation
        let end = eventsEnd
        // The request was written before this read, whenever events were polled.
        eventsEnd = .max
        defer { eventsEnd = end }
        connections[place].isBroken = true
        if connections[place].stream != nil {
            readStream(lane)
        } else if hasWritten || lanes[place].bytesReceived > 0 {
            var received = -1
            while connections[place].generation == generation, lanes[place].bytesReceived > received
            {
                received = lanes[place].bytesReceived
                readPlain(lane, hasEnded: false)
            }
        }
        guard connections[place].generation == generation, lanes[place].state == .busy else {
            return
        }
        fail(lane, .reset, at: currentTime)
    }

    /// Writes until all bytes are written, the socket is full, or the connection fails.
    ///
    /// - Returns: Number of bytes written; when the connection failed, -1 minus the number written before.
    func put(_ bytes: UnsafeRawBufferPointer, on connection: Int32) -> Int {
        let place = Int(connection)
        var rest = bytes
        while !rest.isEmpty {
            let count: Int
            if let stream = connections[place].stream {
                switch stream.send(rest) {
                case .bytes(let written): count = written
                case .wait: return bytes.count - rest.count
                case .end, .cut, .failed: return rest.count - bytes.count - 1
                }
            } else {
                count = clinux_send(connections[place].descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno == EAGAIN
                        ? bytes.count - rest.count : rest.count - bytes.count - 1
                }
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return bytes.count
    }

    /// Waits for room in the socket's buffer.
    private mutating func keep(_ rest: ArraySlice<UInt8>, on connection: Int32) {
        let place = Int(connection)
        connections[place].unwritten = rest
        watchAnew(connection)
    }

    /// Closes idle connections that have bytes to read, before anything is sent over them: the bytes respond to no
    /// request, like the 408 of a server after its idle timeout.
    ///
    /// - Parameter count: Number of events from the poller.
    mutating func endIdle(_ count: Int) {
        guard !isMultiplexed else { return }
        for position in 0..<count {
            guard let token = poller.token(at: position) else { continue }
            let place = Int(token & 0xFFFF_FFFF)
            guard place < placeCount, lanes[place].state != .busy else { continue }
            handle(token, hasEnded: poller.isEnd(at: position))
        }
    }

    /// Handles an event, unless its connection is gone.
    ///
    /// - Parameters:
    ///   - token: Token of the event.
    ///   - hasEnded: Whether the peer has closed its side.
    mutating func handle(_ token: UInt64, hasEnded: Bool) {
        let connection = Int32(truncatingIfNeeded: token & 0xFFFF_FFFF)
        let place = Int(connection)
        guard place < placeCount, connections[place].state != .closed,
            connections[place].generation == UInt32(truncatingIfNeeded: token >> 32)
        else { return }
        guard !isMultiplexed else {
            handleSession(connection)
            return
        }
        let lane = connection
        if !connections[place].unwritten.isEmpty {
            let rest = connections[place].unwritten
            connections[place].unwritten = []
            watchAnew(connection)
            rest.withUnsafeBytes { write($0, on: lane) }
            guard lanes[Int(lane)].state == .busy else { return }
        }
        guard connections[place].stream == nil else { return readStream(lane) }
        let generation = connections[place].generation
        guard readPlain(lane, hasEnded: hasEnded), connections[place].generation == generation
        else { return }
        // Edge-triggered: re-arming delivers the rest in another event, as a server that sends without end must not
        // starve the other connections.
        watchAnew(connection)
    }

    /// Makes the poller report unread bytes of a connection again, and room for unwritten ones.
    private func watchAnew(_ connection: Int32) {
        let place = Int(connection)
        poller.watchWriting(
            !connections[place].unwritten.isEmpty,
            connections[place].descriptor,
            token: token(of: connection)
        )
    }

    /// Reads once.
    ///
    /// - Parameters:
    ///   - lane: Of the connection.
    ///   - hasEnded: Whether the peer has closed its side.
    /// - Returns: Whether there may be more to read.
    @discardableResult
    private mutating func readPlain(_ lane: Int32, hasEnded: Bool) -> Bool {
        let place = Int(lane)
        let descriptor = connections[place].descriptor
        var stamp: Int64 = 0
        let count =
            connections[place].isStamped
            ? clinux_receive_stamped(descriptor, input.baseAddress, input.count, &stamp)
            : clinux_receive(descriptor, input.baseAddress, input.count)
        let now = currentTime
        guard count > 0 else {
            if count == 0 {
                takeEnd(lane, at: now)
            } else if errno != EAGAIN && errno != EINTR {
                lose(lane, .reset, at: now)
            }
            return count < 0 && errno == EINTR
        }
        takePlain(UnsafeRawBufferPointer(rebasing: input[..<count]), stamp, on: lane, at: now)
        return hasEnded || count == input.count
    }

    /// Handles bytes that were read at `now`; `stamp` is when the last of them came, if the kernel noted it.
    private mutating func takePlain(
        _ bytes: UnsafeRawBufferPointer,
        _ stamp: Int64,
        on lane: Int32,
        at now: Int64
    ) {
        let place = Int(lane)
        // It came before its request was sent, so it cannot be its response.
        if lanes[place].state == .busy && lanes[place].sent >= eventsEnd {
            return fail(lane, .malformed, at: now)
        }
        let isComplete = take(bytes, on: lane)
        if lanes[place].reader.events != nil {
            let moment = max(now - (delay(since: stamp, at: now) ?? 0), lanes[place].sent)
            let hasEnough = noteEvents(on: lane, at: moment, isDated: stamp > 0)
            if hasEnough && !isComplete { return endEvents(on: lane, at: now) }
        }
        guard isComplete else { return }
        let mayRest = stamp > 0 && lanes[place].bytesReceived <= Self.largestRest
        restedCount = mayRest ? restedCount + 1 : 0
        guard let delay = delay(since: stamp, at: now) else { return settle(lane, at: now) }
        if lanes[place].reader.status == 408 && now - delay < lanes[place].sent {
            // The 408 crossed the request, which the server has not read.
            return fail(lane, .closedBeforeResponse, at: now)
        }
        if lane == Self.sampledIndex && lanes[place].due >= 0 { readingDelay.record(delay) }
        lanes[place].isDated = true
        settle(lane, at: max(now - delay, lanes[place].sent), now: now)
    }

    /// Reads until nothing is left: TLS may buffer bytes while the socket is empty.
    private mutating func readStream(_ lane: Int32) {
        let place = Int(lane)
        guard let stream = connections[place].stream else { return }
        let generation = connections[place].generation
        var done: Int64?
        while connections[place].generation == generation {
            let step = stream.receive(into: input)
            switch step {
            case .bytes(let count):
                let now = currentTime
                let bytes = UnsafeRawBufferPointer(rebasing: input[..<count])
                // Bytes after the response do not belong to it.
                if let done { return settle(lane, at: done, keepingOpen: false) }
                if take(bytes, on: lane) { done = now }
                if lanes[place].reader.events != nil,
                    noteEvents(on: lane, at: now, isDated: false), done == nil
                {
                    return endEvents(on: lane, at: now)
                }
            case .wait:
                if let done { settle(lane, at: done) }
                return
            case .end, .cut:
                if let done {
                    settle(lane, at: done, keepingOpen: false)
                } else {
                    takeEnd(lane, at: currentTime, isCut: step == .cut)
                }
                return
            case .failed(let code):
                if done != nil {
                    return settle(lane, at: done ?? currentTime, keepingOpen: false)
                }
                if code == 0 { noteTLSFailure(of: lane) }
                return lose(lane, code == 0 ? .tls : .reset, at: currentTime)
            }
        }
    }

    /// Passes bytes to the response.
    ///
    /// - Returns: Whether the response is complete.
    private mutating func take(_ bytes: UnsafeRawBufferPointer, on lane: Int32) -> Bool {
        let place = Int(lane)
        guard lanes[place].state == .busy else {
            // Bytes without a request would be taken for the next response.
            statistics.closedIdle += 1
            drop(lanes[place].connection)
            return false
        }
        switch (lanes + place).pointee.take(bytes) {
        case .more: return false
        case .complete: return true
        case .malformed:
            fail(lane, .malformed, at: currentTime)
            return false
        }
    }

    private mutating func takeEnd(_ lane: Int32, at now: Int64, isCut: Bool = false) {
        let place = Int(lane)
        // A cut connection may lack bytes, so its end does not complete a response.
        if !isCut && lanes[place].state == .busy && (lanes + place).pointee.takeEnd() == .complete {
            return settle(lane, at: now, keepingOpen: false)
        }
        lose(lane, lanes[place].reader.hasBegun ? .truncated : .closedBeforeResponse, at: now)
    }

    /// The connection ended: with its request, or idle.
    private mutating func lose(_ lane: Int32, _ outcome: MissingResponse, at now: Int64) {
        guard lanes[Int(lane)].state == .busy else {
            if outcome != .tls { statistics.closedIdle += 1 }
            return drop(lanes[Int(lane)].connection)
        }
        fail(lane, outcome, at: now)
    }

    /// Records the response on a busy lane and gives the lane its next request.
    ///
    /// - Parameters:
    ///   - lane: Its response is complete.
    ///   - done: When the response came.
    ///   - now: When it was read; `nil` for the same moment.
    ///   - keepingOpen: Whether the connection takes more requests.
    mutating func settle(
        _ lane: Int32,
        at done: Int64,
        now: Int64? = nil,
        keepingOpen: Bool = true
    ) {
        let place = Int(lane)
        recordResponse(on: lane, at: done)
        let connection = Int(lanes[place].connection)
        guard keepingOpen, lanes[place].reader.keepsAlive, !lanes[place].isLast,
            !connections[connection].isBroken,
            connections[connection].unwritten.isEmpty,
            connections[connection].answeredCount < requestsPerConnection
        else { return reopen(lanes[place].connection) }
        let free =
            lanes[place].isDated
            ? done : clock.freeSince(sent: lanes[place].sent, done: done)
        release(lane, freeSince: free, now: now ?? done)
    }

    /// Keeps the reason why TLS ended; a connection that carried no response counts as refused.
    mutating func noteTLSFailure(of connection: Int32) {
        let place = Int(connection)
        guard let text = connections[place].stream?.failure, !text.isEmpty else { return }
        statistics.lastRefusal = "tls: \(text)"
        guard connections[place].answeredCount == 0 else { return }
        statistics.refused += 1
        if connections[place].state == .open { statistics.opened -= min(statistics.opened, 1) }
    }

    /// Records the failure of a busy lane and replaces its connection.
    mutating func fail(_ lane: Int32, _ outcome: MissingResponse, at done: Int64) {
        recordFailure(outcome, on: lane, at: done)
        let connection = lanes[Int(lane)].connection
        let hasCarried =
            connections[Int(connection)].answeredCount > 0 || lanes[Int(lane)].reader.hasBegun
        // A request that takes too long ended the connection here.
        if !hasCarried && outcome != .timeout { reconnects.noteFruitless(at: done) }
        reopen(connection)
    }
}
