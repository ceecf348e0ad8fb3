import Base
import CLinux
import Contract
import Glibc
import Measure
import Transport

extension WorkerCore {
    /// Sends the next request of the closed model, or ends the arrivals when there is none.
    mutating func sendNext(due: Int64, on index: Int32) {
        let arrival = nextIndex
        guard arrival < arrivalLimit else {
            arrivals.cut(at: currentTime)
            table[Int(index)].state = .idle
            return idle.append(index, in: table)
        }
        nextIndex += indexStep
        send(arrival, due: due, on: index)
    }

    /// Sends the request of an arrival on a connection that is in no list.
    mutating func send(_ arrival: UInt64, due: Int64, on index: Int32) {
        let place = Int(index)
        let send = choice.send(ofArrival: arrival)
        var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        if let constant = sends[send].constant {
            bytes = constant
        } else {
            let moment = Timestamp(nanosecondsSince1970: clinux_realtime())
            let isWhole = (sends + send).pointee.writer.write(
                .init(index: arrival, seed: seed, moment: moment),
                to: &output
            )
            guard isWhole else { return breakOff(due: due, send: send, freeing: index) }
            bytes = output.bytes
        }
        table[place].state = .busy
        table[place].send = send
        table[place].arrival = arrival
        table[place].due = due
        table[place].ready = max(due, table[place].freeSince)
        table[place].bytesSent = bytes.count
        let isChecked =
            sends[send].isChecked && due >= 0 && checks?.takes(arrival, ofSend: send) == true
        (table + place).pointee.beginAnswer(
            isAnswerToHead: sends[send].isHead,
            capture: isChecked ? .wholeAnswer : sends[send].capture
        )
        if isChecked { table[place].checkedRequest = Array(bytes) }
        busy.append(index, in: table)
        if busy.count > mostBusy { mostBusy = busy.count }
        table[place].sent = currentTime
        if let count = write(bytes, on: index) { keep(ArraySlice(bytes[count...]), on: index) }
    }

    /// Ends the arrivals with one whose recipients cannot be read any more: it is not sent, and neither it
    /// nor those behind it count as due.
    private mutating func breakOff(due: Int64, send: Int, freeing index: Int32) {
        let failure = (sends + send).pointee.writer.failure
        cut = cut ?? .audience(failure?.description ?? "a recipient cannot be read")
        arrivals.cut(at: due)
        table[Int(index)].state = .idle
        idle.append(index, in: table)
    }

    /// Writes until all is out or the connection fails.
    ///
    /// - Returns: How many bytes went out when the socket takes no more of them; else `nil`.
    private mutating func write(_ bytes: UnsafeRawBufferPointer, on index: Int32) -> Int? {
        let place = Int(index)
        var rest = bytes
        while !rest.isEmpty {
            let count: Int
            if let stream = table[place].stream {
                switch stream.send(rest) {
                case .bytes(let written): count = written
                case .wait: return bytes.count - rest.count
                case .end, .cut, .failed:
                    fail(index, .reset, at: currentTime)
                    return nil
                }
            } else {
                let flags = Int32(MSG_NOSIGNAL)
                count = Glibc.send(table[place].descriptor, rest.baseAddress, rest.count, flags)
                if count < 0 {
                    if errno == EINTR { continue }
                    if errno == EAGAIN { return bytes.count - rest.count }
                    fail(index, .reset, at: currentTime)
                    return nil
                }
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return nil
    }

    /// Waits for room in the socket's buffer.
    private mutating func keep(_ rest: ArraySlice<UInt8>, on index: Int32) {
        let place = Int(index)
        table[place].unwritten = rest
        poller.watchWriting(true, table[place].descriptor, token: token(of: index))
    }

    /// Does what an event asks for, unless its connection is gone.
    mutating func handle(_ token: UInt64) {
        let index = Int32(truncatingIfNeeded: token & 0xFFFF_FFFF)
        let place = Int(index)
        guard place < connectionCount, table[place].state != .closed,
            table[place].generation == UInt32(truncatingIfNeeded: token >> 32)
        else { return }
        if !table[place].unwritten.isEmpty {
            let rest = table[place].unwritten
            table[place].unwritten = []
            poller.watchWriting(false, table[place].descriptor, token: token)
            let count = rest.withUnsafeBytes { write($0, on: index) }
            if let count { keep(rest.dropFirst(count), on: index) }
            guard table[place].state == .busy else { return }
        }
        if table[place].stream == nil { readPlain(index) } else { readStream(index) }
    }

    private mutating func readPlain(_ index: Int32) {
        let place = Int(index)
        let descriptor = table[place].descriptor
        var stamp: Int64 = 0
        let count =
            index == Self.stampedIndex && isStamping
            ? clinux_receive_stamped(descriptor, input.baseAddress, input.count, &stamp)
            : recv(descriptor, input.baseAddress, input.count, 0)
        let now = currentTime
        if count > 0 {
            // It came before its request was sent, so it is the answer to nothing.
            if table[place].state == .busy && table[place].sent >= eventsEnd {
                return fail(index, .malformed, at: now)
            }
            let delay = stamp > 0 ? clinux_realtime() - stamp : -1
            let bytes = UnsafeRawBufferPointer(rebasing: input[..<count])
            guard take(bytes, on: index) else { return }
            if delay >= 0 && table[place].due >= 0 { readingDelay.record(delay) }
            settle(index, at: now)
        } else if count == 0 {
            takeEnd(index, at: now)
        } else if errno != EAGAIN && errno != EINTR {
            lose(index, .reset, at: now)
        }
    }

    /// Reads until nothing is left: bytes can lie within TLS while the socket is empty.
    private mutating func readStream(_ index: Int32) {
        let place = Int(index)
        guard let stream = table[place].stream else { return }
        let generation = table[place].generation
        var done: Int64?
        while table[place].generation == generation {
            let step = stream.receive(into: input)
            switch step {
            case .bytes(let count):
                let now = currentTime
                let bytes = UnsafeRawBufferPointer(rebasing: input[..<count])
                // Behind the answer, so no part of it.
                if let done { return settle(index, at: done, keepingOpen: false) }
                if take(bytes, on: index) { done = now }
            case .wait:
                if let done { settle(index, at: done) }
                return
            case .end, .cut:
                if let done {
                    settle(index, at: done, keepingOpen: false)
                } else {
                    takeEnd(index, at: currentTime, isCut: step == .cut)
                }
                return
            case .failed(let code): return lose(index, code == 0 ? .tls : .reset, at: currentTime)
            }
        }
    }

    /// Hands bytes to the answer.
    ///
    /// - Returns: Whether the answer is complete.
    private mutating func take(_ bytes: UnsafeRawBufferPointer, on index: Int32) -> Bool {
        let place = Int(index)
        guard table[place].state == .busy else {
            // Nobody asked: whatever it is, it would be taken for the next answer.
            statistics.closedIdle += 1
            drop(index)
            return false
        }
        switch (table + place).pointee.take(bytes) {
        case .more: return false
        case .complete: return true
        case .malformed:
            fail(index, .malformed, at: currentTime)
            return false
        }
    }

    private mutating func takeEnd(_ index: Int32, at now: Int64, isCut: Bool = false) {
        let place = Int(index)
        // Where more may have been to come, the end of the connection is not that of an answer.
        if !isCut && table[place].state == .busy && (table + place).pointee.takeEnd() == .complete {
            return settle(index, at: now, keepingOpen: false)
        }
        lose(index, table[place].reader.hasBegun ? .truncated : .closedBeforeAnswer, at: now)
    }

    /// The connection ended: with its request, or idle.
    private mutating func lose(_ index: Int32, _ outcome: MissingAnswer, at now: Int64) {
        guard table[Int(index)].state == .busy else {
            statistics.closedIdle += 1
            return drop(index)
        }
        fail(index, outcome, at: now)
    }

    /// Records the answer of a busy connection and gives it its next request.
    private mutating func settle(_ index: Int32, at done: Int64, keepingOpen: Bool = true) {
        let place = Int(index)
        let entry = sends + table[place].send
        let cell = entry.pointee.cell(of: table[place].reader, in: &recording)
        record(index, cell: cell, done: done, isAnswer: true)
        if firstPass.contains(table[place].arrival) {
            statistics.passAnswered += 1
            statistics.passEnd = max(statistics.passEnd, done)
        }
        if !table[place].checkedRequest.isEmpty { check(index, at: done) }
        busy.remove(index, in: table)
        (table + place).pointee.countAnswer()
        if table[place].answeredCount == 1 { reconnects.noteAnswer() }
        guard keepingOpen, table[place].reader.keepsAlive, table[place].unwritten.isEmpty,
            table[place].answeredCount < requestsPerConnection
        else { return reopen(index) }
        let free = clock.freeSince(sent: table[place].sent, done: done)
        release(index, freeSince: free, done: done)
    }

    /// Gives a connection its next request, or puts it by.
    mutating func release(_ index: Int32, freeSince: Int64, done: Int64) {
        let place = Int(index)
        table[place].freeSince = freeSince
        if phase == .running {
            if let think {
                return continueClosed(index, due: done + think, now: done)
            }
            if let head = arrivals.head, head.due <= done, idle.isEmpty {
                arrivals.advance()
                return send(head.index, due: head.due, on: index)
            }
        }
        table[place].state = .idle
        idle.append(index, in: table)
    }

    private mutating func continueClosed(_ index: Int32, due: Int64, now: Int64) {
        let place = Int(index)
        guard due < arrivals.end else {
            table[place].state = .idle
            return idle.append(index, in: table)
        }
        if due <= now { return sendNext(due: due, on: index) }
        table[place].state = .thinking
        table[place].due = due
        thinking.append(index, in: table)
    }

    /// Records the failure of a busy connection and replaces it.
    mutating func fail(_ index: Int32, _ outcome: MissingAnswer, at done: Int64) {
        let entry = sends + table[Int(index)].send
        let cell = entry.pointee.cell(outcome, in: &recording)
        record(index, cell: cell, done: done, isAnswer: false)
        busy.remove(index, in: table)
        let place = Int(index)
        let hasCarried = table[place].answeredCount > 0 || table[place].reader.hasBegun
        // A request that takes too long ended the connection here.
        if !hasCarried && outcome != .timeout { reconnects.noteFruitless(at: done) }
        reopen(index)
    }

    private mutating func record(_ index: Int32, cell: Int, done: Int64, isAnswer: Bool) {
        let place = Int(index)
        let (sent, ready) = (table[place].sent, table[place].ready)
        let arrival = SettledArrival(
            due: table[place].due,
            ready: ready,
            sent: sent,
            done: done,
            own: sent - ready + clock.unread(sent: sent, done: done),
            bytesSent: table[place].bytesSent,
            bytesReceived: table[place].bytesReceived
        )
        recording.record(arrival, cell: cell, isAnswer: isAnswer)
        statistics.settled += 1
    }
}
