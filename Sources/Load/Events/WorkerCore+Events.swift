import Base
import Measure

/// When the event stream on a lane has been read for long enough.
struct EventStreamEnd: Comparable {
    let moment: Int64
    let lane: Int32

    static func < (left: Self, right: Self) -> Bool { left.moment < right.moment }
}

/// The part of a worker for responses that are event streams, which may be endless.
extension WorkerCore {
    /// Counts the events that the last bytes for a busy lane completed.
    ///
    /// - Parameters:
    ///   - lane: Its response promises events.
    ///   - moment: When the bytes came.
    ///   - isDated: Whether the kernel says so; otherwise they may have lain unread before.
    /// - Returns: Whether enough was read, although the response may go on.
    mutating func noteEvents(on lane: Int32, at moment: Int64, isDated: Bool) -> Bool {
        let place = Int(lane)
        guard let events = lanes[place].reader.events, events.isAnnounced,
            lanes[place].state == .busy
        else { return false }
        let isNew = events.span == nil
        let unread = isDated ? 0 : clock.unread(sent: lanes[place].sent, done: moment)
        let added = events.note(at: moment, unread: unread)
        if added > 0 {
            let send = lanes[place].send
            let isStep = lanes[place].journey >= 0
            recording.record(
                events: added,
                ofSend: mix.kind(ofSend: send),
                step: isStep ? sends[send].row : nil,
                at: moment
            )
        }
        if events.isOver(at: moment) { return true }
        if isNew, let end = events.span?.upperBound {
            eventEnds.insert(EventStreamEnd(moment: end, lane: lane))
        }
        return false
    }

    /// Ends the reading of streams whose time is over.
    mutating func expireEvents(_ now: Int64) {
        while let end = eventEnds.first, end.moment <= now {
            _ = eventEnds.popFirst()
            let place = Int(end.lane)
            // The stream may have ended before, and its lane may carry another.
            guard lanes[place].state == .busy,
                lanes[place].reader.events?.span?.upperBound == end.moment
            else { continue }
            endEvents(on: end.lane, at: now)
        }
    }

    /// Takes what was read of an event stream for the response, and ends the rest.
    mutating func endEvents(on lane: Int32, at moment: Int64) {
        guard isMultiplexed else { return settle(lane, at: moment, keepingOpen: false) }
        recordResponse(on: lane, at: moment)
        endStream(of: lane)
    }

    /// The cell of an expected response; a different one when it lacks the promised events.
    mutating func checkEvents(on lane: Int32, cell: Int) -> Int {
        let place = Int(lane)
        guard recording.cells[cell].key.isGood else { return cell }
        return (sends + lanes[place].send).pointee.cell(
            withoutEventsIn: lanes[place].reader,
            recording: &recording
        ) ?? cell
    }

    /// When the latency of a request ended, and how long the response may have lain unread then: of an expected
    /// event stream with its first event, as the time after that is chosen by the contract.
    func latencyEnd(of lane: Int32, cell: Int, done: Int64) -> (moment: Int64, unread: Int64) {
        if let events = lanes[Int(lane)].reader.events, let first = events.first,
            recording.cells[cell].key.isGood
        {
            return first
        }
        return (done, unread(lane, done: done))
    }
}
