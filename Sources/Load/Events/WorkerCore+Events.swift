import Base
import Measure

/// When the event stream on a lane has been read for long enough.
struct EventStreamEnd: Comparable {
    let moment: Int64
    let lane: Int

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
    mutating func noteEvents(on lane: Int, at moment: Int64, isDated: Bool) -> Bool {
        guard let events = lanes[lane].reader.events, events.isAnnounced,
            lanes[lane].state == .busy
        else { return false }
        let isNew = events.span == nil
        let unread = isDated ? 0 : clock.unread(sent: lanes[lane].sent, done: moment)
        let added = events.note(at: moment, unread: unread)
        if added > 0 {
            let send = lanes[lane].send
            let isStep = lanes[lane].journey >= 0
            log.recording.record(
                events: added,
                ofSend: sends.mix.kind(ofSend: send),
                step: isStep ? sends[send].pointee.row : nil,
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
            // The stream may have ended before, and its lane may carry another.
            guard lanes[end.lane].state == .busy,
                lanes[end.lane].reader.events?.span?.upperBound == end.moment
            else { continue }
            endEvents(on: end.lane, at: now)
        }
    }

    /// Takes what was read of an event stream for the response, and ends the rest.
    mutating func endEvents(on lane: Int, at moment: Int64) {
        guard isMultiplexed else { return settle(lane, at: moment, keepingOpen: false) }
        recordResponse(on: lane, at: moment)
        endStream(of: lane)
    }

    /// The cell of an expected response; a different one when it lacks the promised events.
    mutating func checkEvents(on lane: Int, cell: Int) -> Int {
        guard log.isGood(cell) else { return cell }
        return sends[lanes[lane].send].pointee.cell(
            withoutEventsIn: lanes[lane].reader,
            recording: &log.recording
        ) ?? cell
    }
}
