import Base
import CLinux
import LoadModel
import Measure

/// Handling of an arrival from its beginning to its end, independent of the protocol.
extension WorkerCore {
    /// Sends the next request of the closed model, or ends the arrivals when there is none.
    mutating func sendNext(due: Int64, on lane: Int) {
        guard let arrival = users.takeArrival() else {
            arrivals.cut(at: currentTime)
            return park(lane, at: due)
        }
        send(arrival, due: due, ready: ready(due: due, freeSince: due), on: lane)
    }

    /// Sends the request of an arrival, or the first one of its journey, on a lane taken from the pool.
    ///
    /// - Parameters:
    ///   - arrival: Its number.
    ///   - due: When it was due.
    ///   - ready: When it was due and a lane was free.
    ///   - lane: Carries the request.
    mutating func send(_ arrival: UInt64, due: Int64, ready: Int64, on lane: Int) {
        let send = begin(arrival, due: due, on: lane)
        self.send(send, of: arrival, due: due, ready: ready, on: lane)
    }

    /// Begins an arrival on a lane, with its journey if it has one.
    ///
    /// - Returns: Its first request.
    mutating func begin(_ arrival: UInt64, due: Int64, on lane: Int) -> Int {
        let kind = sends.kind(ofArrival: arrival)
        let send = sends.mix.firstSend(of: kind)
        lanes[lane].journey = -1
        if sends.mix.isJourney(kind) {
            lanes[lane].journey = journeys.begin(arrival, kind: kind, send: send, due: due)
        }
        return send
    }

    /// Sends a request on a lane that is in no list and knows its journey.
    mutating func send(
        _ send: Int,
        of arrival: UInt64,
        due: Int64,
        ready: Int64,
        on lane: Int
    ) {
        let captured = journeys.captured(by: lanes[lane].journey)
        guard let bytes = sends.bytes(of: send, for: arrival, captured)
        else { return breakOff(due: due, send: send, freeing: lane) }
        let entry = sends[send]
        lanes[lane].state = .busy
        lanes[lane].send = send
        lanes[lane].arrival = arrival
        (lanes + lane).pointee.begin(due: due, ready: ready)
        lanes[lane].bytesSent = bytes.count
        lanes[lane].isLast = entry.pointee.namesConnection && ResponseHead.asksForClose(bytes)
        lanes[lane].isDated = false
        let isChecked =
            entry.pointee.isChecked && due >= 0 && log.checks?.takes(arrival, ofSend: send) == true
        (lanes + lane).pointee.beginResponse(
            isResponseToHead: entry.pointee.isHead,
            capture: isChecked ? .wholeResponse : entry.pointee.capture
        )
        if isChecked { lanes[lane].checkedRequest = Array(bytes) }
        if let limit = entry.pointee.events { lanes[lane].reader.events = EventReading(limit) }
        busy.append(lane)
        supply.note(busy: busy.count)
        if isMultiplexed { return submit(bytes, on: lane) }
        lanes[lane].sent = currentTime
        write(bytes, on: lane)
    }

    /// Ends the arrivals at one whose recipients are unreadable: neither it nor later ones are sent or count as
    /// due.
    private mutating func breakOff(due: Int64, send: Int, freeing lane: Int) {
        let failure = sends[send].pointee.writer.failure
        cut = cut ?? .audience(failure?.description ?? "a recipient cannot be read")
        arrivals.cut(at: due)
        if lanes[lane].journey >= 0 { journeys.end(lanes[lane].journey) }
        pool.put(lane, freeSince: due)
    }

    /// Records the response on a busy lane, which becomes idle.
    mutating func recordResponse(on lane: Int, at done: Int64) {
        outage.noteResponse(at: done)
        let entry = sends[lanes[lane].send]
        if lanes[lane].reader.status >= entry.pointee.capture.lowestStatus {
            (lanes + lane).pointee.reader.decode()
        }
        var cell = entry.pointee.cell(ofResponseOn: lanes + lane, in: &log.recording)
        if entry.pointee.events != nil { cell = checkEvents(on: lane, cell: cell) }
        if lanes[lane].journey >= 0 { cell = capture(from: lane, cell: cell) }
        record(lane, cell: cell, done: done, isResponse: true)
        log.sample(lanes + lane, cell: cell, at: done)
        let connection = lanes[lane].connection
        connections[connection].answeredCount += 1
        if connections[connection].answeredCount == 1 { supply.reconnects.noteResponse() }
    }

    /// Records the end of a busy lane's request without a response; the lane becomes idle.
    mutating func recordFailure(_ outcome: MissingResponse, on lane: Int, at done: Int64) {
        outage.note(outcome, sent: lanes[lane].sent, at: done)
        let cell = sends[lanes[lane].send].pointee.cell(outcome, in: &log.recording)
        record(lane, cell: cell, done: done, isResponse: false)
    }

    /// Upper bound on the time that the response on a lane lay unread.
    func unread(_ lane: Int, done: Int64) -> Int64 {
        lanes[lane].isDated ? 0 : clock.unread(sent: lanes[lane].sent, done: done)
    }

    /// Records the end of a busy lane's request; its arrival ends, or goes on with the next step.
    private mutating func record(_ lane: Int, cell: Int, done: Int64, isResponse: Bool) {
        let journey = lanes[lane].journey
        log.record(
            lanes + lane,
            cell: cell,
            done: done,
            unread: unread(lane, done: done),
            arrived: journey < 0 ? nil : journeys.journeys[journey].due,
            isResponse: isResponse,
            isMarked: sends[lanes[lane].send].pointee.isMarked
        )
        if journey < 0 {
            log.noteEnd(ofArrival: lanes[lane].arrival, isResponse: isResponse, at: done)
        } else {
            goOn(from: lane, cell: cell, at: done, isResponse: isResponse)
        }
        busy.remove(lane)
    }

    /// Gives an idle lane its next request, or returns it to the pool.
    ///
    /// - Parameters:
    ///   - lane: Its last request has ended.
    ///   - freeSince: From when on it could have sent another.
    ///   - now: The current time.
    ///   - isUser: Whether it is kept busy in the closed model; `false` for a lane of a new connection.
    mutating func release(_ lane: Int, freeSince: Int64, now: Int64, isUser: Bool = true) {
        if phase == .running {
            if let think = users.think {
                return continueClosed(lane, due: now + think, now: now, isUser: isUser)
            }
            if pool.isEmpty, sendNextDue(by: now, freeSince: freeSince, on: lane) { return }
        }
        pool.put(lane, freeSince: freeSince)
    }

    /// Sends the next due step, otherwise the next due arrival, on an idle lane.
    ///
    /// Steps come first: their journeys were due before the arrivals that wait. So the journeys under way never
    /// exceed the number of lanes and thinking users, however long the queue is.
    ///
    /// - Returns: Whether anything was due.
    mutating func sendNextDue(by now: Int64, freeSince: Int64, on lane: Int) -> Bool {
        keepLease(now)
        if journeys.nextDue <= now {
            guard !isNextHeld(at: now) else { return false }
            sendStep(ready: freeSince, on: lane)
            return true
        }
        guard let head = arrivals.head, head.due <= now, !isNextHeld(at: now) else { return false }
        arrivals.advance()
        let ready = ready(due: head.due, freeSince: freeSince)
        send(head.index, due: head.due, ready: ready, on: lane)
        return true
    }

    /// When the next arrival or step is due; `Int64.max` when none is.
    var nextDue: Int64 { min(arrivals.head?.due ?? .max, journeys.nextDue) }

    private mutating func continueClosed(
        _ lane: Int,
        due: Int64,
        now: Int64,
        isUser: Bool
    ) {
        if !isUser { users.add() }
        guard due < arrivals.end, !users.areTooMany else { return park(lane, at: now) }
        if due <= now && !sends.isHeld(users.nextArrival, at: now) {
            return sendNext(due: due, on: lane)
        }
        users.think(on: lane, until: due)
    }

    /// Stops keeping a lane busy: there are too many, or nothing more is due.
    mutating func park(_ lane: Int, at now: Int64) {
        users.remove()
        pool.put(lane, freeSince: now)
    }
}
