import Base
import CLinux
import Glibc
import LoadModel
import Measure

extension WorkerCore {
    /// Arrivals sent before responses are read.
    private static let arrivalBatch = 64
    /// Longest turn in nanoseconds, so that other work on the queue gets its time.
    private static let longestTurn: Int64 = 10_000_000

    /// Arrivals counted as not sent in one turn.
    private static let unsentBatch = 65_536
    /// Time for counting them after an interruption.
    private static let longestClosing: Int64 = 1_000_000_000

    private static let denseGap: Int64 = 100_000
    private static let shortestNap: Int64 = 50_000

    /// Does everything that is possible now.
    ///
    /// - Parameter ready: Number of events that the poller has already returned; `nil` when it was not asked.
    mutating func turn(ready: Int? = nil) {
        guard phase != .closing else { return countUnsent() }
        // Polled before sending: these events cannot be responses to what is sent below.
        var ready: Int? = ready ?? poller.poll()
        if clock.begin(at: currentTime) { log.statistics.lateTurns += 1 }
        stampOffset = clinux_realtime() - currentTime
        takeTokens()
        log.statistics.turns += 1
        endIdle(ready ?? 0)
        var now = clock.turnStart
        keepLease(now)
        var isActive = true
        while isActive && !isOver && now - clock.turnStart < Self.longestTurn {
            eventsEnd = .max
            isActive = sendDue(now)
            flush()
            let count = ready ?? poller.poll()
            eventsEnd = ready == nil ? .max : clock.turnStart
            ready = nil
            for position in 0..<count {
                guard let token = poller.token(at: position) else { continue }
                handle(token, hasEnded: poller.isEnd(at: position))
            }
            // Only after reading everything that had come: a late turn must not cause timeouts.
            if count < Poller.batch { expire(now) }
            flush()
            // A batch that is not full was all there was; the next wait finds newer events.
            isActive = isActive || count == Poller.batch
            now = currentTime
            keepLease(now)
        }
        fillSpare(at: now)
        finishIfDone(now)
        log.tellMessages()
        tidy(now)
        if users.isClosedModel || nextDue > now { supply.endLack() }
        let moment = isActive ? now : nextMoment(after: now)
        clock.end(at: currentTime, wanting: moment)
        log.statistics.busyTime += now - clock.turnStart
    }

    /// Sends what is due while lanes are free.
    ///
    /// - Returns: Whether more could be sent at once.
    private mutating func sendDue(_ now: Int64) -> Bool {
        guard phase == .running else { return false }
        if users.isClosedModel { return sendThoughtOut(now) }
        for _ in 0..<Self.arrivalBatch {
            guard nextDue <= now, !pool.isEmpty, !isNextHeld(at: now) else { return false }
            let (lane, freeSince) = pool.take()
            _ = sendNextDue(by: now, freeSince: freeSince, on: lane)
        }
        return true
    }

    private mutating func sendThoughtOut(_ now: Int64) -> Bool {
        while let moment = users.advance(to: now) { addUsers(at: moment) }
        for _ in 0..<Self.arrivalBatch {
            guard let lane = users.nextLane, lanes[lane].due <= now else { return false }
            let isInTime = lanes[lane].due < arrivals.end && !users.areTooMany
            if isInTime && sends.isHeld(users.nextArrival, at: now) { return false }
            users.stopThinking(on: lane)
            if isInTime {
                sendNext(due: lanes[lane].due, on: lane)
            } else {
                park(lane, at: now)
            }
        }
        return true
    }

    /// Frees the memory of complete slices, once a second.
    private mutating func tidy(_ now: Int64) {
        guard phase == .running, now >= nextTidying else { return }
        nextTidying = now + 1_000_000_000
        log.close(before: min(oldestOutstanding, now))
    }

    /// Ends requests that took too long; they were sent in the order of the list.
    private mutating func expire(_ now: Int64) {
        expireEvents(now)
        while !busy.isEmpty, lanes[busy.first].sent + timeout <= now {
            if lanes[busy.first].reader.events?.hasEnough == true {
                endEvents(on: busy.first, at: now)
            } else if isMultiplexed {
                cancel(busy.first)
            } else {
                fail(busy.first, .timeout, at: currentTime)
            }
        }
        expireOpening(now)
        expireWaiting(now)
    }

    /// Whether responses may lie unread until the next arrival is due.
    ///
    /// The kernel dates them, and no arrival waits for their lanes. A wake-up for each response would take as much
    /// processor time as its request.
    var mayRest: Bool {
        phase == .running && !users.isClosedModel && !isMultiplexed && !sends.readsEvents
            && !pool.isEmpty && supply.openingCount == 0 && journeys.isIdle && clock.armed != .max
            && restedCount > Self.fewRested
    }

    /// In bytes.
    ///
    /// More may not fit into the buffer of a socket, and then the server waits for it to be read.
    static let largestRest = 32 << 10
    /// Fewer responses do not predict the next ones.
    private static let fewRested = 100

    /// Sets the timer to the next moment; skipped while the worker does not sleep.
    mutating func setTimer() {
        if let moment = clock.takeAlarm() { poller.arm(moment) }
    }

    private func nextMoment(after now: Int64) -> Int64 {
        var moment = now + TurnClock.probe
        if !busy.isEmpty { moment = min(moment, lanes[busy.first].sent + timeout) }
        if let end = eventEnds.first { moment = min(moment, end.moment) }
        guard phase == .running else { return moment }
        if let lane = users.nextLane {
            moment = min(moment, self.moment(of: lanes[lane].due, after: now))
        }
        moment = min(moment, users.nextChange)
        if !pool.isEmpty {
            let due = nextDue
            // A wake-up costs more than a request: above 10,000/s each serves several arrivals.
            let isDense = arrivals.gap < Self.denseGap
            let wanted = isDense ? max(due, now + Self.shortestNap) : due
            moment = min(moment, self.moment(of: wanted, after: now))
        }
        return min(moment, max(arrivals.end + drain, now + 1))
    }

    /// Finishes the run when nothing is left to do, or its time is over.
    private mutating func finishIfDone(_ now: Int64) {
        guard phase == .running else { return }
        if cut == nil, let loss = loss(at: now) ?? tokenLoss(at: now) {
            arrivals.cut(at: now)
            cut = loss
            return finish()
        }
        guard now >= arrivals.end else { return }
        let isIdle = busy.isEmpty && arrivals.head == nil && journeys.areOver()
        if isIdle || now >= arrivals.end + drain { finish() }
    }

    /// Ends the arrivals, then the run once requests in flight have ended or `drain` has passed.
    mutating func stop(_ reason: RunCut, drain: Int64) {
        switch phase {
        case .connecting:
            cut = reason
            arrivals.cut(at: 0)
            phase = .ended
        case .running:
            arrivals.cut(at: currentTime)
            self.drain = min(drain, self.drain)
            cut = reason
        case .closing:
            guard reason == .interrupted else { return }
            cut = cut ?? reason
            closingEnd = min(closingEnd, currentTime + drain)
        case .ended: break
        }
    }

    /// Ends at once: requests in flight get no response, waiting arrivals are not sent and are counted for a moment
    /// only.
    mutating func end() {
        drain = 0
        if phase == .running { finish() }
        if phase == .closing { cutUncounted() }
        phase = .ended
    }

    /// Whether requests in flight at the end had less time than a timeout, so that they count as cut off and not as
    /// failed.
    var isCutOff: Bool { drain < timeout }

    /// Ends requests in flight without a response, and waiting arrivals as not sent, unless the end cuts them off.
    private mutating func finish() {
        phase = .closing
        if cut == .interrupted { closingEnd = currentTime + Self.longestClosing }
        while !busy.isEmpty {
            let lane = busy.first
            busy.remove(lane)
            let entry = sends[lanes[lane].send]
            let cell = entry.pointee.cell(isCutOff ? .notFinished : .unanswered, in: &log.recording)
            let (journey, began) = (lanes[lane].journey, lanes[lane].due)
            log.recording.recordUnfinished(
                due: journey < 0 ? began : journeys.journeys[journey].due,
                cell: cell,
                wasSent: true,
                age: (lanes[lane].reader.events?.first?.moment ?? currentTime) - began
                    - lanes[lane].lag
            )
            close(lanes[lane].connection)
        }
        leaveJourneys()
        countUnsent()
    }

    /// Counts a batch of arrivals that were not sent: at high rates all of them would block the queue, and an
    /// interruption.
    private mutating func countUnsent() {
        for _ in 0..<Self.unsentBatch {
            guard let head = arrivals.head else { return phase = .ended }
            let isOwn = !pool.isEmpty && !sends.isHeld(head.index, at: currentTime)
            if isOwn { log.statistics.unsentThoughFree += 1 }
            let outcome = isOwn || isCutOff ? MissingResponse.notFinished : .unsent
            let kind = sends.kind(ofArrival: head.index)
            let cell =
                sends.mix.isJourney(kind)
                ? sends.mix.cell(outcome, of: kind, in: &log.recording)
                : sends[sends.mix.firstSend(of: kind)].pointee.cell(outcome, in: &log.recording)
            log.recording.recordUnfinished(
                due: head.due,
                cell: cell,
                wasSent: false,
                age: isOwn ? 0 : currentTime - head.due
            )
            arrivals.advance()
        }
        if currentTime >= closingEnd { cutUncounted() }
    }

    /// Moves the end of the arrivals before the first uncounted one.
    private mutating func cutUncounted() {
        if let head = arrivals.head { arrivals.cut(at: head.due) }
        phase = .ended
    }
}
