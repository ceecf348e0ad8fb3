import Base
import Distribution
import JSON
import Load
import LoadModel
import LocustBus
import Measure
import Platform
import Synchronization

/// Lets the coordinator lead one run of this generator: it begins together with all others, reports each second, and
/// continues as long as the coordinator acknowledges.
final class GeneratorLead: RunLead {
    private struct State {
        var reports = ReportQueue()
        var lastNumber: UInt64 = 0
        var isTaken = false
        /// The run once it has begun; used to end it.
        var run: LoadRun?
        var stop: RunCut?
        var startedAt: Int64 = 0
    }

    let lease = RunLease()
    private let bus: GeneratorBus
    /// What identifies this generator, and shows that it has the same profile.
    private let identity: [JSONObject.Member]
    /// Collects the sent messages for the coordinator; `nil` when it does not look for them.
    private let relay: MessageRelay?
    /// Makes this generator's part of the result.
    private let part: @Sendable (LoadResult) -> RunResult
    private let state = Mutex(State())
    /// The word to begin, which may arrive before this generator waits for it.
    private let word = Handover<FleetStart>()

    /// How often a wait for the coordinator is checked, in nanoseconds.
    static let patience: Int64 = 10_000_000_000

    init(
        _ bus: GeneratorBus,
        identity: [JSONObject.Member],
        relay: MessageRelay?,
        part: @escaping @Sendable (LoadResult) -> RunResult
    ) {
        self.bus = bus
        self.identity = identity
        self.relay = relay
        self.part = part
    }

    // MARK: - Calls of the engine

    func start(over connections: Int) async -> RunBeginning? {
        while bus.clock.count < ClockEstimate.enough, bus.silence < Self.patience {
            try? await Task.sleep(for: .milliseconds(10))
        }
        var head = JSONObject(identity + clockMembers)
        head["connections"] = .integer(connections)
        bus.send(FleetMessage.ready, Packet(.object(head)))
        guard let word = await word.value() else { return nil }
        lease.extend(to: word.lease)
        state.withLock { $0.startedAt = word.at }
        bus.setRunning(true)
        return RunBeginning(monotonic: word.at - bus.clock.offset, wall: word.at)
    }

    func take(_ standing: PartStanding) {
        let result = part(standing.result)
        let document = Array(result.fileText.utf8)
        var head = head(of: standing, result.recording.slices.width)
        head["length"] = .integer(document.count)
        let body = document + SentMessage.bytes(of: relay?.taken() ?? [])
        let (packets, start) = state.withLock { [head] state in
            let packets = state.reports.add { number in
                state.lastNumber = number
                var head = head
                head["number"] = .integer(Int(number))
                return Packet(.object(head), body: body).bytes
            }
            return (packets, state.startedAt)
        }
        let now = MonotonicClock.now.addingClamped(bus.clock.offset)
        func figures(of recording: Recording) -> [BusValue.Member] {
            LocustFigures.members(
                of: recording,
                since: Double(start) / 1e9,
                to: Double(now) / 1e9,
                users: standing.inFlight + standing.pausedCount
            )
        }
        // Repeated reports were counted on Locust's page the first time.
        for packet in packets.dropLast() {
            bus.report(figures(of: Recording(result.recording.plan)), packet)
        }
        if let packet = packets.last { bus.report(figures(of: result.recording), packet) }
    }

    private func head(of standing: PartStanding, _ width: Int64) -> JSONObject {
        var head = JSONObject(clockMembers)
        let last = Fleet.everything
        head["elapsed"] = .integer(Int(standing.elapsed))
        head["settledBefore"] = .integer(Int(min(max(standing.settledBefore, -last), last)))
        head["ended"] = .integer(Int(standing.endedCount))
        head["inFlight"] = .integer(standing.inFlight)
        head["paused"] = .integer(standing.pausedCount)
        head["connections"] = .integer(standing.openConnections)
        let groups = AbortWatch.Outstanding.grouped(standing.outstanding, width: width)
        head["outstanding"] = .array(
            groups.map { group in
                let row = [Int(group.due), group.send, Int(group.count)]
                return .array((row + (group.age.map { [Int($0)] } ?? [])).map { .integer($0) })
            }
        )
        return head
    }

    /// The offset of the clock here from the coordinator's, and its uncertainty.
    private var clockMembers: [JSONObject.Member] {
        let clock = bus.clock
        let wall = MonotonicClock.wallLead
        let ahead = wall.offset.addingClamped(-clock.offset)
        return [
            .init(name: "clockOffset", value: .integer(Int(ahead))),
            .init(name: "clockBound", value: .integer(Int(clock.bound + wall.bound))),
            .init(name: "clockDrift", value: .integer(Int(clock.drift))),
            .init(name: "roundTrip", value: .integer(Int(clock.longestDelay))),
        ]
    }

    // MARK: - Messages of the coordinator

    /// Lets the run begin.
    func begin(_ word: FleetStart) { self.word.give(word) }

    /// Takes an acknowledgement: reports arrived, and arrivals may continue.
    func acknowledged(_ word: FleetAcknowledgement) {
        lease.extend(to: word.lease)
        state.withLock { $0.reports.acknowledge(word.number) }
    }

    /// Takes the run once it can be ended.
    func take(_ run: LoadRun) {
        let stop = state.withLock { state in
            state.run = run
            return state.stop
        }
        if let stop { run.stop(stop) }
    }

    /// Ends the run, or prevents its start.
    func stop(_ reason: RunCut) {
        let run = state.withLock { state in
            state.stop = reason
            return state.run
        }
        run?.stop(reason)
        word.give(nil)
    }

    /// Records that the coordinator has the whole part.
    func end() {
        state.withLock { $0.isTaken = true }
        word.give(nil)
    }

    // MARK: - The end

    /// Sends the whole part until the coordinator has it.
    ///
    /// - Returns: Whether it has; `false` when it stays silent, or no longer wants the part.
    func deliver(_ result: RunResult) async -> Bool {
        let body = Array(result.fileText.utf8)
        var head = JSONObject(clockMembers)
        let number = state.withLock(\.lastNumber)
        head["number"] = .integer(Int(number))
        let packet = Packet(.object(head), body: body)
        var tries = 0
        while bus.silence < Self.patience {
            let (isTaken, isFenced) = state.withLock { ($0.isTaken, $0.stop == .orphaned) }
            if isTaken { return true }
            if isFenced { return false }
            // A large part takes a while to arrive.
            if tries % 20 == 0 { bus.send(FleetMessage.result, packet) }
            tries += 1
            try? await Task.sleep(for: .milliseconds(100))
        }
        return false
    }
}
