import Contract
import LoadModel
import Measure
import Transport

/// The HTTP/1.1 part of a worker: a connection has one lane, with the same index, and both end together.
extension WorkerCore {
    /// Writes the request of a busy lane.
    mutating func write(_ bytes: UnsafeRawBufferPointer, on lane: Int) {
        let connection = lanes[lane].connection
        let count = connections[connection].write(bytes)
        if count < 0 {
            let hasWritten = count < -1 || bytes.count < lanes[lane].bytesSent
            return readRest(lane, hasWritten: hasWritten)
        }
        guard count < bytes.count else { return }
        // Waits for room in the socket's buffer.
        connections[connection].unwritten = ArraySlice(bytes[count...])
        watchAnew(connection)
    }

    /// Reads what came before writing failed: the server may have responded without reading the whole request, and
    /// TLS may report why it ended.
    ///
    /// - Parameters:
    ///   - lane: Its request is not written any further.
    ///   - hasWritten: Whether any byte of it was written; otherwise bytes without TLS cannot be its response.
    private mutating func readRest(_ lane: Int, hasWritten: Bool) {
        let generation = connections[lane].generation
        let end = eventsEnd
        // The request was written before this read, whenever events were polled.
        eventsEnd = .max
        defer { eventsEnd = end }
        connections[lane].isBroken = true
        if connections[lane].isSecured {
            readStream(lane)
        } else if hasWritten || lanes[lane].bytesReceived > 0 {
            var received = -1
            while connections[lane].generation == generation, lanes[lane].bytesReceived > received {
                received = lanes[lane].bytesReceived
                readPlain(lane, hasEnded: false)
            }
        }
        guard connections[lane].generation == generation, lanes[lane].state == .busy else { return }
        fail(lane, .reset, at: currentTime)
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
            guard place < pool.connectionCount, lanes[place].state != .busy else { continue }
            handle(token, hasEnded: poller.isEnd(at: position))
        }
    }

    /// Handles an event, unless its connection is gone.
    ///
    /// - Parameters:
    ///   - token: Token of the event.
    ///   - hasEnded: Whether the peer has closed its side.
    mutating func handle(_ token: UInt64, hasEnded: Bool) {
        let connection = Int(token & 0xFFFF_FFFF)
        guard connection < pool.connectionCount, connections[connection].state != .closed,
            connections[connection].generation == UInt32(truncatingIfNeeded: token >> 32)
        else { return }
        guard !isMultiplexed else {
            handleSession(connection)
            return
        }
        let lane = connection
        if !connections[connection].unwritten.isEmpty {
            let rest = connections[connection].unwritten
            connections[connection].unwritten = []
            watchAnew(connection)
            rest.withUnsafeBytes { write($0, on: lane) }
            guard lanes[lane].state == .busy else { return }
        }
        guard !connections[connection].isSecured else { return readStream(lane) }
        let generation = connections[connection].generation
        guard readPlain(lane, hasEnded: hasEnded), connections[connection].generation == generation
        else { return }
        // Edge-triggered: re-arming delivers the rest in another event, as a server that sends without end must not
        // starve the other connections.
        watchAnew(connection)
    }

    /// Makes the poller report unread bytes of a connection again, and room for unwritten ones.
    private func watchAnew(_ connection: Int) {
        watchWriting(!connections[connection].unwritten.isEmpty, connection)
    }

    /// Reads once.
    ///
    /// - Parameters:
    ///   - lane: Of the connection.
    ///   - hasEnded: Whether the peer has closed its side.
    /// - Returns: Whether there may be more to read.
    @discardableResult
    private mutating func readPlain(_ lane: Int, hasEnded: Bool) -> Bool {
        var stamp: Int64 = 0
        let step = connections[lane].read(into: input, stamp: &stamp)
        let now = currentTime
        guard case .bytes(let count) = step else {
            takeEnd(step, on: lane, at: now)
            return false
        }
        takePlain(UnsafeRawBufferPointer(rebasing: input[..<count]), stamp, on: lane, at: now)
        return hasEnded || count == input.count
    }

    /// Handles bytes that were read at `now`; `stamp` is when the last of them came, if the kernel noted it.
    private mutating func takePlain(
        _ bytes: UnsafeRawBufferPointer,
        _ stamp: Int64,
        on lane: Int,
        at now: Int64
    ) {
        // It came before its request was sent, so it cannot be its response.
        if lanes[lane].state == .busy && lanes[lane].sent >= eventsEnd {
            return fail(lane, .malformed, at: now)
        }
        let isComplete = take(bytes, on: lane)
        if lanes[lane].reader.events != nil {
            let moment = max(now - (delay(since: stamp, at: now) ?? 0), lanes[lane].sent)
            let hasEnough = noteEvents(on: lane, at: moment, isDated: stamp > 0)
            if hasEnough && !isComplete { return endEvents(on: lane, at: now) }
        }
        guard isComplete else { return }
        let mayRest = stamp > 0 && lanes[lane].bytesReceived <= Self.largestRest
        restedCount = mayRest ? restedCount + 1 : 0
        guard let delay = delay(since: stamp, at: now) else { return settle(lane, at: now) }
        if lanes[lane].reader.status == 408 && now - delay < lanes[lane].sent {
            // The 408 crossed the request, which the server has not read.
            return fail(lane, .closedBeforeResponse, at: now)
        }
        if lanes[lane].due >= 0 { log.note(readingDelay: delay, of: lane) }
        lanes[lane].isDated = true
        settle(lane, at: max(now - delay, lanes[lane].sent), now: now)
    }

    /// Reads until nothing is left: TLS may buffer bytes while the socket is empty.
    private mutating func readStream(_ lane: Int) {
        let generation = connections[lane].generation
        var stamp: Int64 = 0
        var done: Int64?
        while connections[lane].generation == generation {
            let step = connections[lane].read(into: input, stamp: &stamp)
            // Bytes after the response do not belong to it.
            if let done { return settle(lane, at: done, keepingOpen: step == .wait) }
            let now = currentTime
            guard case .bytes(let count) = step else { return takeEnd(step, on: lane, at: now) }
            if take(UnsafeRawBufferPointer(rebasing: input[..<count]), on: lane) { done = now }
            if lanes[lane].reader.events != nil, noteEvents(on: lane, at: now, isDated: false),
                done == nil
            {
                return endEvents(on: lane, at: now)
            }
        }
    }

    /// Passes bytes to the response.
    ///
    /// - Returns: Whether the response is complete.
    private mutating func take(_ bytes: UnsafeRawBufferPointer, on lane: Int) -> Bool {
        guard lanes[lane].state == .busy else {
            // Bytes without a request would be taken for the next response.
            log.statistics.closedIdle += 1
            drop(lanes[lane].connection)
            return false
        }
        switch (lanes + lane).pointee.take(bytes) {
        case .more: return false
        case .complete: return true
        case .malformed:
            fail(lane, .malformed, at: currentTime)
            return false
        }
    }

    /// Handles the end of a connection, if reading has found one.
    private mutating func takeEnd(_ step: TLSStream.Step, on lane: Int, at now: Int64) {
        switch step {
        case .bytes, .wait: break
        case .end, .cut:
            // A cut connection may lack bytes, so its end does not complete a response.
            if step == .end && lanes[lane].state == .busy
                && (lanes + lane).pointee.takeEnd() == .complete
            {
                return settle(lane, at: now, keepingOpen: false)
            }
            lose(lane, lanes[lane].reader.hasBegun ? .truncated : .closedBeforeResponse, at: now)
        case .failed(let code):
            if code == 0 { noteTLSFailure(of: lane) }
            lose(lane, code == 0 ? .tls : .reset, at: now)
        }
    }

    /// The connection ended: with its request, or idle.
    private mutating func lose(_ lane: Int, _ outcome: MissingResponse, at now: Int64) {
        guard lanes[lane].state == .busy else {
            if outcome != .tls { log.statistics.closedIdle += 1 }
            return drop(lanes[lane].connection)
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
        _ lane: Int,
        at done: Int64,
        now: Int64? = nil,
        keepingOpen: Bool = true
    ) {
        recordResponse(on: lane, at: done)
        let connection = lanes[lane].connection
        guard keepingOpen, lanes[lane].reader.keepsAlive, !lanes[lane].isLast,
            !connections[connection].isBroken,
            connections[connection].unwritten.isEmpty,
            connections[connection].answeredCount < requestsPerConnection
        else { return reopen(lanes[lane].connection) }
        let free = lanes[lane].isDated ? done : clock.freeSince(sent: lanes[lane].sent, done: done)
        release(lane, freeSince: free, now: now ?? done)
    }

    /// Keeps the reason why TLS ended; a connection that carried no response counts as refused.
    mutating func noteTLSFailure(of connection: Int) {
        let text = connections[connection].tlsFailure
        guard !text.isEmpty else { return }
        log.statistics.lastRefusal = "tls: \(text)"
        guard connections[connection].answeredCount == 0 else { return }
        log.statistics.refused += 1
        if connections[connection].state == .open {
            log.statistics.opened -= min(log.statistics.opened, 1)
        }
    }

    /// Records the failure of a busy lane and replaces its connection.
    mutating func fail(_ lane: Int, _ outcome: MissingResponse, at done: Int64) {
        recordFailure(outcome, on: lane, at: done)
        let connection = lanes[lane].connection
        let hasCarried = connections[connection].answeredCount > 0 || lanes[lane].reader.hasBegun
        // A request that takes too long ended the connection here.
        if !hasCarried && outcome != .timeout { supply.reconnects.noteFruitless(at: done) }
        reopen(connection)
    }
}
