import Base
import LoadModel
import Measure

/// The part of a worker for arrivals of several requests.
extension WorkerCore {
    /// Gives a request that is about to be written access to its journey's captured values.
    func lend(_ journey: Int32, to send: Int) {
        let captured = (journeys.journeys + Int(journey)).pointer(to: \.captured)
        sends[send].writer.captured = captured.map { UnsafePointer($0) }
    }

    /// Sends the step that is due first on an idle lane.
    ///
    /// - Parameters:
    ///   - freeSince: From when on the lane could have sent it.
    ///   - lane: Carries the request.
    mutating func sendStep(ready freeSince: Int64, on lane: Int32) {
        let journey = journeys.takeNext()
        let (send, due, arrival) = (
            journeys.journeys[Int(journey)].send, journeys.journeys[Int(journey)].stepDue,
            journeys.journeys[Int(journey)].arrival
        )
        lanes[Int(lane)].journey = journey
        let ready = ready(due: due, freeSince: freeSince)
        self.send(send, of: arrival, due: due, ready: ready, on: lane)
    }

    /// Captures the values that later steps need from the response on a lane.
    ///
    /// - Returns: The cell of the response; a different one when it was expected but lacks a value.
    mutating func capture(from lane: Int32, cell: Int) -> Int {
        let place = Int(lane)
        guard recording.cells[cell].key.isGood else { return cell }
        let missing = (sends + lanes[place].send).pointee.capture(
            from: lanes[place].reader,
            into: &(journeys.journeys + Int(lanes[place].journey)).pointee.captured,
            recording: &recording
        )
        return missing ?? cell
    }

    /// After a step: queues its journey for the next step, or ends it.
    mutating func goOn(from lane: Int32, cell: Int, at done: Int64, isResponse: Bool) {
        let place = Int(lane)
        let journey = lanes[place].journey
        let state = journeys.journeys + Int(journey)
        if state.pointee.sent == .min {
            state.pointee.ready = lanes[place].ready
            state.pointee.sent = lanes[place].sent
        }
        state.pointee.own +=
            lanes[place].sent - lanes[place].ready
            + unread(lane, done: done)
        let kind = state.pointee.kind
        guard recording.cells[cell].key.isGood else {
            let cell = mix.cell(endedBy: cell, of: kind, in: &recording)
            return end(journey, cell: cell, at: done, isResponse: isResponse)
        }
        guard let next = mix.send(after: lanes[place].send, of: kind) else {
            let cell = mix.completedCell(of: kind, in: &recording)
            return end(journey, cell: cell, at: done, isResponse: isResponse)
        }
        state.pointee.send = next
        let pause = pause(before: next, of: state.pointee.arrival)
        state.pointee.thought += pause
        state.pointee.stepDue = done + pause
        guard sends[next].pool == poolIndex else {
            outbox.append(state.pointee)
            return journeys.end(journey)
        }
        journeys.wait(journey)
    }

    /// Accepts a journey whose next step needs a connection of this pool.
    mutating func accept(_ journey: Journey) {
        guard !isOver else {
            stranded.append(journey)
            tally?.end()
            return
        }
        journeys.wait(journeys.take(journey))
    }

    /// Whether no journey under way needs, or can come to need, a connection of this pool.
    mutating func areJourneysOver() -> Bool {
        guard let tally else { return journeys.isEmpty }
        tellEnd()
        return tally.isOver
    }

    /// Reports once that no more arrivals begin here, to the workers of other pools.
    private mutating func tellEnd() {
        guard !hasToldEnd else { return }
        hasToldEnd = true
        tally?.endSource()
    }

    private mutating func end(_ journey: Int32, cell: Int, at done: Int64, isResponse: Bool) {
        let state = journeys.journeys[Int(journey)]
        record(
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
        noteEnd(ofArrival: state.arrival, isResponse: isResponse, at: done)
        journeys.end(journey)
        tally?.end()
    }

    /// Think time of a user before a step; the same in every shard.
    private func pause(before send: Int, of arrival: UInt64) -> Int64 {
        guard let think = sends[send].think else { return 0 }
        guard think.longest > think.shortest else { return think.shortest }
        var random = RandomSource(seed: sends[send].seed, index: arrival, slot: Self.pauseSlot)
        return think.shortest + Int64(random.unit() * Double(think.longest - think.shortest))
    }

    /// Slots above this one belong to the choice of arrivals and to the checks of responses.
    private static let pauseSlot = UInt64.max - 4

    /// Counts the journeys that the end of the run cuts off, and their due steps.
    mutating func leaveJourneys() {
        tellEnd()
        while journeys.nextDue <= currentTime {
            let journey = journeys.journeys[Int(journeys.takeNext())]
            let outcome = isCutOff ? MissingResponse.notFinished : .unsent
            let cell = sends[journey.send].cell(outcome, in: &recording)
            recording.recordUnfinished(
                due: journey.due,
                cell: cell,
                wasSent: false,
                age: currentTime - journey.stepDue
            )
        }
        journeys.stopWaiting()
        while journeys.first >= 0 {
            let state = journeys.journeys[Int(journeys.first)]
            let outcome = isCutOff ? MissingResponse.notFinished : .unanswered
            let cell = mix.cell(outcome, of: state.kind, in: &recording)
            recording.recordUnfinished(
                due: state.due,
                cell: cell,
                wasSent: true,
                age: max(currentTime - state.due - state.own, 0)
            )
            journeys.end(journeys.first)
            tally?.end()
        }
    }
}
