import CLinux
import Glibc
import Measure
import Transport

extension WorkerCore {
    /// Takes a connection that was opened for a place.
    mutating func opened(_ connection: OpenedConnection, for index: Int32) {
        let place = Int(index)
        (table + place).pointee.advance()
        table[place].descriptor = connection.descriptor
        table[place].stream = connection.stream
        statistics.opened += 1
        table[place].answeredCount = 0
        guard connection.stream != nil || !Self.hasBytes(connection.descriptor) else {
            // Nobody asked: they would be taken for the answer to the first request.
            closeDescriptor(place)
            statistics.closedIdle += 1
            reconnects.noteFruitless(at: currentTime)
            return replace(index)
        }
        do {
            try poller.add(table[place].descriptor, token: token(of: index))
        } catch {
            closeDescriptor(place)
            return refused(error.description, for: index)
        }
        if index == Self.stampedIndex {
            // Within TLS the moment says nothing of when an answer was complete.
            isStamping =
                connection.stream == nil && clinux_stamp_receipts(connection.descriptor) == 0
        }
        openCount += 1
        let now = currentTime
        release(index, freeSince: phase == .running ? now : .min, done: now)
    }

    /// Whether bytes lie in a socket unread.
    private static func hasBytes(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Notes that no connection could be opened for a place.
    mutating func refused(_ detail: String, for index: Int32) {
        statistics.refused += 1
        statistics.lastRefusal = detail
        reconnects.noteFruitless(at: currentTime)
        replace(index)
    }

    /// Begins: connections that are open may send from now on.
    ///
    /// - Parameter base: When the first stage begins, on CLOCK_MONOTONIC.
    mutating func start(base: Int64) {
        guard phase == .connecting else { return }
        clock.rebase(base)
        phase = .running
        aloneSince = currentTime
        // Its moments were of another clock.
        reconnects = ReconnectPace()
        guard think != nil else { return }
        // All idle connections begin with the warm-up.
        while !idle.isEmpty {
            let index = idle.first
            idle.remove(index, in: table)
            table[Int(index)].state = .thinking
            table[Int(index)].due = -warmup
            thinking.append(index, in: table)
        }
    }

    /// Closes a connection that is idle or thinks, and has it replaced as soon as it is needed.
    mutating func drop(_ index: Int32) {
        switch table[Int(index)].state {
        case .idle: idle.remove(index, in: table)
        case .thinking: thinking.remove(index, in: table)
        case .busy, .closed: return
        }
        if table[Int(index)].answeredCount == 0 { reconnects.noteFruitless(at: currentTime) }
        close(index)
        replace(index)
    }

    /// Has a place filled that has no connection: at once, or when it is needed.
    private mutating func replace(_ index: Int32) {
        guard !isOver else { return }
        // Each connection of the closed model is somebody, and before the start nobody knows the need.
        if phase == .running && think == nil && freeCount > max(mostBusy, 1) {
            spare.append(index)
        } else {
            wanted.append(index)
        }
    }

    /// Connections that are idle or being opened.
    private var freeCount: Int { idle.count + connectionCount - openCount - spare.count }

    /// Has as many places filled again as may be needed: for what waits, and for as many requests more as
    /// were ever on their way.
    mutating func fillSpare(at now: Int64) {
        guard !spare.isEmpty, phase == .running else { return }
        let needed = max(mostBusy, waitingCount(at: now, upTo: connectionCount), 1)
        while freeCount < needed, let index = spare.popLast() { wanted.append(index) }
    }

    private func waitingCount(at now: Int64, upTo limit: Int) -> Int {
        var waiting = arrivals
        var count = 0
        while count < limit, let head = waiting.head, head.due <= now {
            count += 1
            waiting.advance()
        }
        return count
    }

    /// Closes a connection that is in no list, and has it replaced.
    mutating func reopen(_ index: Int32) {
        close(index)
        if !isOver { wanted.append(index) }
    }

    /// Closes a connection that is in no list.
    mutating func close(_ index: Int32) {
        let place = Int(index)
        guard table[place].state != .closed else { return }
        table[place].state = .closed
        table[place].unwritten = []
        // Stale events of this batch find another generation.
        (table + place).pointee.advance()
        closeDescriptor(place)
        openCount -= 1
        if openCount == 0 { aloneSince = currentTime }
    }

    private mutating func closeDescriptor(_ place: Int) {
        if table[place].stream != nil {
            table[place].stream = nil
        } else if table[place].descriptor >= 0 {
            Glibc.close(table[place].descriptor)
        }
        table[place].descriptor = -1
    }

    /// When the oldest arrival was due that has not ended; `Int64.max` when all have.
    var oldestOutstanding: Int64 {
        let sent = busy.isEmpty ? Int64.max : table[Int(busy.first)].due
        return min(sent, arrivals.head?.due ?? .max)
    }
}
