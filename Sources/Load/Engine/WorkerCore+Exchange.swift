import Base
import CLinux
import Measure

/// Handling of an arrival from its beginning to its end, independent of the protocol.
extension WorkerCore {
    /// Sends the next request of the closed model, or ends the arrivals when there is none.
    mutating func sendNext(due: Int64, on lane: Int32) {
        let arrival = nextIndex
        guard arrival < arrivalLimit else {
            arrivals.cut(at: currentTime)
            return park(lane, at: due)
        }
        nextIndex += indexStep
        send(arrival, due: due, ready: ready(due: due, freeSince: due), on: lane)
    }

    /// Sends the request of an arrival, or the first one of its journey, on a lane taken from the pool.
    ///
    /// - Parameters:
    ///   - arrival: Its number.
    ///   - due: When it was due.
    ///   - ready: When it was due and a lane was free.
    ///   - lane: Carries the request.
    mutating func send(_ arrival: UInt64, due: Int64, ready: Int64, on lane: Int32) {
        let send = begin(arrival, due: due, on: lane)
        self.send(send, of: arrival, due: due, ready: ready, on: lane)
    }

    /// Begins an arrival on a lane, with its journey if it has one.
    ///
    /// - Returns: Its first request.
    mutating func begin(_ arrival: UInt64, due: Int64, on lane: Int32) -> Int {
        let kind = choice.kind(ofArrival: arrival)
        let send = mix.firstSend(of: kind)
        lanes[Int(lane)].journey = -1
        if mix.isJourney(kind) {
            lanes[Int(lane)].journey = journeys.begin(arrival, kind: kind, send: send, due: due)
            tally?.begin()
        }
        return send
    }

    /// Sends a request on a lane that is in no list and knows its journey.
    mutating func send(
        _ send: Int,
        of arrival: UInt64,
        due: Int64,
        ready: Int64,
        on lane: Int32
    ) {
        let place = Int(lane)
        var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        if let constant = sends[send].constant {
            bytes = constant
        } else {
            let moment = Timestamp(nanosecondsSince1970: clinux_realtime())
            let journey = lanes[place].journey
            if journey >= 0 { lend(journey, to: send) }
            let isWhole = (sends + send).pointee.writer.write(
                .init(index: arrival, seed: sends[send].seed, moment: moment),
                to: &output
            )
            guard isWhole else { return breakOff(due: due, send: send, freeing: lane) }
            bytes = output.bytes
        }
        lanes[place].state = .busy
        lanes[place].send = send
        lanes[place].arrival = arrival
        lanes[place].due = due
        lanes[place].ready = ready
        lanes[place].bytesSent = bytes.count
        lanes[place].isLast = sends[send].namesConnection && ResponseHead.asksForClose(bytes)
        lanes[place].isDated = false
        let isChecked =
            sends[send].isChecked && due >= 0 && checks?.takes(arrival, ofSend: send) == true
        (lanes + place).pointee.beginResponse(
            isResponseToHead: sends[send].isHead,
            capture: isChecked ? .wholeResponse : sends[send].capture
        )
        if isChecked { lanes[place].checkedRequest = Array(bytes) }
        if let limit = sends[send].events { lanes[place].reader.events = EventReading(limit) }
        busy.append(lane, in: lanes)
        if busy.count > mostBusy { mostBusy = busy.count }
        if isMultiplexed { return submit(bytes, on: lane) }
        lanes[place].sent = currentTime
        write(bytes, on: lane)
    }

    /// Ends the arrivals at one whose recipients are unreadable: neither it nor later ones are sent or count as
    /// due.
    private mutating func breakOff(due: Int64, send: Int, freeing lane: Int32) {
        let failure = (sends + send).pointee.writer.failure
        cut = cut ?? .audience(failure?.description ?? "a recipient cannot be read")
        arrivals.cut(at: due)
        if lanes[Int(lane)].journey >= 0 {
            journeys.end(lanes[Int(lane)].journey)
            tally?.end()
        }
        pool.put(lane, freeSince: due)
    }

    /// Records the response on a busy lane, which becomes idle.
    mutating func recordResponse(on lane: Int32, at done: Int64) {
        let place = Int(lane)
        outage.noteResponse(at: done)
        let entry = sends + lanes[place].send
        if lanes[place].reader.status >= entry.pointee.capture.lowestStatus {
            (lanes + place).pointee.reader.decode()
        }
        var cell = entry.pointee.cell(ofResponseOn: lanes + place, in: &recording)
        if entry.pointee.events != nil { cell = checkEvents(on: lane, cell: cell) }
        if lanes[place].journey < 0 {
            record(lane, cell: cell, done: done, isResponse: true)
            noteEnd(ofArrival: lanes[place].arrival, isResponse: true, at: done)
        } else {
            cell = capture(from: lane, cell: cell)
            record(lane, cell: cell, done: done, isResponse: true)
            goOn(from: lane, cell: cell, at: done, isResponse: true)
        }
        if !lanes[place].checkedRequest.isEmpty { check(lane, at: done) }
        if !recording.cells[cell].key.isGood { noteFailure(on: lane, cell: cell) }
        busy.remove(lane, in: lanes)
        let connection = Int(lanes[place].connection)
        connections[connection].answeredCount += 1
        if connections[connection].answeredCount == 1 { reconnects.noteResponse() }
    }

    /// Records the end of a busy lane's request without a response; the lane becomes idle.
    mutating func recordFailure(_ outcome: MissingResponse, on lane: Int32, at done: Int64) {
        outage.note(outcome, sent: lanes[Int(lane)].sent, at: done)
        let entry = sends + lanes[Int(lane)].send
        let cell = entry.pointee.cell(outcome, in: &recording)
        record(lane, cell: cell, done: done, isResponse: false)
        if lanes[Int(lane)].journey < 0 {
            noteEnd(ofArrival: lanes[Int(lane)].arrival, isResponse: false, at: done)
        } else {
            goOn(from: lane, cell: cell, at: done, isResponse: false)
        }
        busy.remove(lane, in: lanes)
    }

    /// Counts an arrival that has ended.
    mutating func noteEnd(ofArrival arrival: UInt64, isResponse: Bool, at done: Int64) {
        statistics.ended += 1
        guard isResponse, firstPass.contains(arrival) else { return }
        statistics.passAnswered += 1
        statistics.passEnd = max(statistics.passEnd, done)
    }

    /// Upper bound on the time that the response on a lane lay unread.
    func unread(_ lane: Int32, done: Int64) -> Int64 {
        let place = Int(lane)
        return lanes[place].isDated ? 0 : clock.unread(sent: lanes[place].sent, done: done)
    }

    private mutating func record(_ lane: Int32, cell: Int, done: Int64, isResponse: Bool) {
        let place = Int(lane)
        let (sent, ready) = (lanes[place].sent, lanes[place].ready)
        let end = latencyEnd(of: lane, cell: cell, done: done)
        let arrival = SettledArrival(
            due: lanes[place].due,
            ready: ready,
            sent: sent,
            done: end.moment,
            own: sent - ready + end.unread,
            bytesSent: lanes[place].bytesSent,
            bytesReceived: lanes[place].bytesReceived,
            arrived: lanes[place].journey < 0
                ? nil : journeys.journeys[Int(lanes[place].journey)].due
        )
        record(arrival, cell: cell, isResponse: isResponse)
        statistics.settled += 1
        guard sends[lanes[place].send].isMarked else { return }
        messages.append(
            SentMessage(
                arrival: lanes[place].arrival,
                due: arrival.due,
                sent: sent,
                settled: done,
                isAccepted: recording.cells[cell].key.isGood
            )
        )
    }

    /// Gives an idle lane its next request, or returns it to the pool.
    ///
    /// - Parameters:
    ///   - lane: Its last request has ended.
    ///   - freeSince: From when on it could have sent another.
    ///   - now: The current time.
    ///   - isUser: Whether it is kept busy in the closed model; `false` for a lane of a new connection.
    mutating func release(_ lane: Int32, freeSince: Int64, now: Int64, isUser: Bool = true) {
        if phase == .running {
            if let think {
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
    mutating func sendNextDue(by now: Int64, freeSince: Int64, on lane: Int32) -> Bool {
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
        _ lane: Int32,
        due: Int64,
        now: Int64,
        isUser: Bool
    ) {
        if !isUser { userCount += 1 }
        guard due < arrivals.end, userCount <= users.limit else { return park(lane, at: now) }
        if due <= now && !isHeld(nextIndex, at: now) { return sendNext(due: due, on: lane) }
        lanes[Int(lane)].state = .thinking
        lanes[Int(lane)].due = due
        thinking.append(lane, in: lanes)
    }

    /// Stops keeping a lane busy: there are too many, or nothing more is due.
    mutating func park(_ lane: Int32, at now: Int64) {
        userCount -= 1
        pool.put(lane, freeSince: now)
    }
}
