import Base
import LoadModel
import Measure

/// The part of a worker for arrivals of several requests.
extension WorkerCore {
    /// Sends the step that is due first on an idle lane.
    ///
    /// - Parameters:
    ///   - freeSince: From when on the lane could have sent it.
    ///   - lane: Carries the request.
    mutating func sendStep(ready freeSince: Int64, on lane: Int) {
        let journey = journeys.takeNext()
        let (send, due, arrival) = (
            journeys.journeys[journey].send, journeys.journeys[journey].stepDue,
            journeys.journeys[journey].arrival
        )
        lanes[lane].journey = journey
        let ready = ready(due: due, freeSince: freeSince)
        self.send(send, of: arrival, due: due, ready: ready, on: lane)
    }

    /// Captures the values that later steps need from the response on a lane.
    ///
    /// - Returns: The cell of the response; a different one when it was expected but lacks a value.
    mutating func capture(from lane: Int, cell: Int) -> Int {
        guard log.isGood(cell) else { return cell }
        let missing = sends[lanes[lane].send].pointee.capture(
            from: lanes[lane].reader,
            into: &(journeys.journeys + lanes[lane].journey).pointee.captured,
            recording: &log.recording
        )
        return missing ?? cell
    }

    /// After a step: queues its journey for the next step, or ends it.
    mutating func goOn(from lane: Int, cell: Int, at done: Int64, isResponse: Bool) {
        let journey = lanes[lane].journey
        let state = journeys.journeys + journey
        if state.pointee.sent == .min {
            state.pointee.ready = lanes[lane].ready
            state.pointee.sent = lanes[lane].sent
        }
        state.pointee.own += lanes[lane].delay
        let kind = state.pointee.kind
        guard log.isGood(cell) else {
            let cell = sends.mix.cell(endedBy: cell, of: kind, in: &log.recording)
            return end(journey, cell: cell, at: done, isResponse: isResponse)
        }
        guard let next = sends.mix.send(after: lanes[lane].send, of: kind) else {
            let cell = sends.mix.completedCell(of: kind, in: &log.recording)
            return end(journey, cell: cell, at: done, isResponse: isResponse)
        }
        state.pointee.send = next
        let pause = sends[next].pointee.pause(before: state.pointee.arrival)
        state.pointee.thought += pause
        state.pointee.stepDue = done + pause
        journeys.goOn(journey, in: sends[next].pointee.pool)
    }

    /// Accepts a journey whose next step needs a connection of this pool.
    mutating func accept(_ journey: Journey) {
        if isOver { journeys.strand(journey) } else { journeys.accept(journey) }
    }

    private mutating func end(_ journey: Int, cell: Int, at done: Int64, isResponse: Bool) {
        let state = journeys.journeys[journey]
        log.record(
            SettledArrival(
                due: state.due,
                ready: state.ready,
                sent: state.sent,
                done: done,
                own: state.own,
                thought: state.thought
            ),
            cell: cell,
            isResponse: isResponse
        )
        log.noteEnd(ofArrival: state.arrival, isResponse: isResponse, at: done)
        journeys.end(journey)
    }

    /// Counts the journeys that the end of the run cuts off, and their due steps.
    mutating func leaveJourneys() {
        journeys.tellEnd()
        while journeys.nextDue <= currentTime {
            let journey = journeys.journeys[Int(journeys.takeNext())]
            let outcome = isCutOff ? MissingResponse.notFinished : .unsent
            let cell = sends[journey.send].pointee.cell(outcome, in: &log.recording)
            log.recording.recordUnfinished(
                due: journey.due,
                cell: cell,
                wasSent: false,
                age: currentTime - journey.stepDue
            )
        }
        journeys.stopWaiting()
        while journeys.first >= 0 {
            let state = journeys.journeys[journeys.first]
            let outcome = isCutOff ? MissingResponse.notFinished : .unanswered
            let cell = sends.mix.cell(outcome, of: state.kind, in: &log.recording)
            log.recording.recordUnfinished(
                due: state.due,
                cell: cell,
                wasSent: true,
                age: max(currentTime - state.due - state.own, 0)
            )
            journeys.end(journeys.first)
        }
    }
}
