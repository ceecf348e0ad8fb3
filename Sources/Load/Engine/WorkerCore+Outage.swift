import Base
import LoadModel
import Measure

/// Handling of arrivals, and of the run, while no connection can be opened.
extension WorkerCore {
    /// Arrivals ended at once; the rest is ended with the next attempt.
    private static let largestBatch = 16_384

    /// Ends arrivals that are due and wait for a connection while none can be opened.
    ///
    /// Sending them would fail as well. In the closed model no arrival waits: a failed attempt is a user's request.
    ///
    /// - Parameters:
    ///   - outcome: Their outcome.
    ///   - index: Index of a closed connection.
    ///   - moment: Arrivals due later keep waiting.
    mutating func failWaiting(
        _ outcome: MissingResponse,
        over index: Int,
        dueBefore moment: Int64
    ) {
        // Arrivals for a fixed set of recipients are not dropped.
        guard !users.areArrivalsLimited else { return }
        let (lane, now) = (pool.lanes(of: index).lowerBound, currentTime)
        if users.isClosedModel { return failUser(outcome, over: lane, at: now) }
        keepLease(now)
        for _ in 0..<Self.largestBatch {
            guard nextDue <= moment, !isNextHeld(at: now) else { return }
            if journeys.nextDue <= moment {
                let journey = journeys.takeNext()
                let step = journeys.journeys[journey]
                lanes[lane].journey = journey
                fail(step.send, of: step.arrival, due: step.stepDue, outcome, over: lane, at: now)
            } else if let head = arrivals.head {
                arrivals.advance()
                let send = begin(head.index, due: head.due, on: lane)
                fail(send, of: head.index, due: head.due, outcome, over: lane, at: now)
            }
        }
    }

    private mutating func failUser(_ outcome: MissingResponse, over lane: Int, at now: Int64) {
        guard now < arrivals.end, users.areWanted, !sends.isHeld(users.nextArrival, at: now),
            let arrival = users.takeArrival()
        else { return }
        let send = begin(arrival, due: now, on: lane)
        fail(send, of: arrival, due: now, outcome, over: lane, at: now)
    }

    /// Records a request that was not sent, over an idle lane.
    private mutating func fail(
        _ send: Int,
        of arrival: UInt64,
        due: Int64,
        _ outcome: MissingResponse,
        over lane: Int,
        at now: Int64
    ) {
        lanes[lane].send = send
        lanes[lane].arrival = arrival
        // Waiting for a resource of this machine counts as the generator's own time.
        (lanes + lane).pointee.begin(due: due, ready: outcome.local == nil ? now : due)
        lanes[lane].sent = now
        lanes[lane].bytesSent = 0
        lanes[lane].isDated = true
        (lanes + lane).pointee.beginResponse(isResponseToHead: false, capture: .nothing)
        busy.append(lane)
        recordFailure(outcome, on: lane, at: now)
    }

    /// Ends arrivals that have waited for a timeout while no connection was open that long; one attempt to connect
    /// may take longer.
    mutating func expireWaiting(_ now: Int64) {
        guard supply.isAlone(for: timeout, at: now), !users.isClosedModel, phase == .running,
            nextDue <= now - timeout, let index = pool.firstClosed
        else { return }
        if isAskingName() {
            log.statistics.opening.note(.name)
            supply.noteLack(at: now)
            failWaiting(.noAddress, over: index, dueBefore: now - timeout)
        } else {
            outage.noteRefusal(at: nextDue)
            failWaiting(.unreachable, over: index, dueBefore: now - timeout)
        }
    }

    /// Why the run gives up on the server; `nil` while it does not.
    ///
    /// A server that responded once may be down for any time unless the profile limits it. One that never did, or a
    /// run that must reach each recipient, has the length of a timeout.
    func loss(at now: Int64) -> RunCut? {
        guard now < arrivals.end else { return nil }
        if let breakOff, outage.isOpen, now - outage.from >= breakOff {
            let length = NanosecondText.short(breakOff)
            return .noConnection("no response for \(length) (\(lossReason))")
        }
        let mayReturn = outage.hasAnswered && !users.areArrivalsLimited
        guard supply.isAlone(for: timeout, at: now), !mayReturn else { return nil }
        let length = NanosecondText.short(timeout)
        return .noConnection("for \(length) no connection could be opened (\(lossReason))")
    }

    private var lossReason: String { log.statistics.lastRefusal ?? "connections end at once" }
}
