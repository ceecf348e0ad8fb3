import JSON
package import LoadModel
package import Measure

/// The generators of a run and their progress: decides which messages to send, and combines their reports.
///
/// It reads no clock and sends nothing: the owner performs the actions that it returns.
package struct Fleet: Sendable {
    package enum Phase: Hashable, Sendable {
        /// Not all generators are there.
        case gathering
        /// Generators prepare the run before the first request.
        case preparing
        case running
        case over
    }

    /// An external event.
    package enum Event: Sendable {
        case joined(node: String)
        /// It was not heard of for a while.
        case missing(node: String)
        /// A missing generator is back.
        case back(node: String)
        case left(node: String)
        case message(node: String, kind: String, Packet)
    }

    /// An action for the owner.
    package enum Action: Hashable, Sendable {
        case send(node: String, kind: String, Packet)
        /// All generators have joined; send each its plan and its shard.
        case plan([Member])
        /// All generators are ready.
        case begin
        /// Additional data of a report, as the generator wrote it.
        case take([UInt8])
        /// A generator was lost, so its part is incomplete; its name in messages.
        case lost(String)
        /// The run must not begin; the reason.
        case refuse(String)
        /// A message for the user during the run.
        case say(String)
        /// The run is complete.
        case finish

        package struct Member: Hashable, Sendable {
            package let node: String
            package let shard: Shard
        }
    }

    /// Properties of the run that generators and coordinator share.
    package struct Course: Sendable {
        let recording: RecordingPlan
        /// Number of a shard's counted arrivals in a range of due times; `nil` where it depends on responses, as in
        /// the closed model.
        let due: @Sendable (Shard, Range<Int64>) -> UInt64?
        /// Digest of the profile and all files that it names.
        package let digest: String
        /// Whether the additional data of a report is valid.
        let isReadable: @Sendable (ArraySlice<UInt8>) -> Bool

        package init(
            recording: RecordingPlan,
            digest: String,
            isReadable: @escaping @Sendable (ArraySlice<UInt8>) -> Bool = { _ in true },
            due: @escaping @Sendable (Shard, Range<Int64>) -> UInt64?
        ) {
            self.recording = recording
            self.digest = digest
            self.isReadable = isReadable
            self.due = due
        }
    }

    package private(set) var phase = Phase.gathering
    package private(set) var members: [FleetMember] = []
    /// The merged reports, not in final form.
    package private(set) var union: Recording
    package let course: Course
    package let wanted: Int
    /// Length of the lease after a report, in nanoseconds.
    package let leaseLength: Int64
    /// When the first stage begins, in nanoseconds since 1970; `nil` until that is decided.
    package private(set) var base: Int64?

    /// Whether generators may leave after their final report.
    private let isLast: Bool

    package init(_ course: Course, wanted: Int, leaseLength: Int64, isLast: Bool = true) {
        self.isLast = isLast
        self.course = course
        self.wanted = wanted
        self.leaseLength = leaseLength
        union = Recording(course.recording)
    }

    /// Shortest time from the start message to the start.
    private static let shortestLead: Int64 = 1_000_000_000
    /// Longest lead, in nanoseconds, whatever delay a generator reports.
    private static let longestLead: Int64 = 60_000_000_000

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: Nanoseconds since 1970, by the coordinator's clock.
    /// - Returns: Actions to perform, in order.
    package mutating func take(_ event: Event, at now: Int64) -> [Action] {
        switch event {
        case .joined(let node): joined(node)
        case .missing(let node): lost(node, "was not heard of any more")
        case .left(let node): lost(node, "left")
        case .back(let node): back(node)
        case .message(let node, let kind, let packet): message(node, kind, packet, now)
        }
    }

    private func index(of node: String) -> Int? { members.firstIndex { $0.node == node } }

    private mutating func joined(_ node: String) -> [Action] {
        if let index = index(of: node) {
            // Locust repeats the join of a worker that it had removed.
            return members[index].state == .lost ? fence(node) : []
        }
        guard phase == .gathering, members.count < wanted else {
            let text = "the run has its \(wanted) generators already"
            return [.send(node: node, kind: FleetMessage.stop, Packet(["refused": .string(text)]))]
        }
        members.append(FleetMember(node: node))
        return members.count == wanted ? plan() : []
    }

    /// Uses generators that have already joined.
    ///
    /// - Parameter nodes: As many as wanted.
    /// - Returns: Actions to perform.
    package mutating func enlist(_ nodes: [String]) -> [Action] {
        precondition(nodes.count == wanted && members.isEmpty, "\(nodes.count) of \(wanted)")
        members = nodes.map { FleetMember(node: $0) }
        return plan()
    }

    private mutating func plan() -> [Action] {
        phase = .preparing
        for index in members.indices {
            members[index].shard = Shard(UInt64(index) + 1, of: UInt64(wanted))
            members[index].state = .planned
        }
        return [.plan(members.map { .init(node: $0.node, shard: $0.shard) })]
    }

    private mutating func lost(_ node: String, _ how: String) -> [Action] {
        guard let index = index(of: node) else { return [] }
        switch phase {
        case .gathering:
            members.remove(at: index)
            return []
        case .preparing:
            phase = .over
            members[index].state = .lost
            return [.refuse("generator \(members[index].description) \(how) before the start")]
        case .running:
            guard members[index].isExpected else { return [] }
            return lose(index, " \(how); its figures end here")
        case .over: return []
        }
    }

    /// Continues without a generator.
    private mutating func lose(_ index: Int, _ how: String) -> [Action] {
        members[index].state = .lost
        let name = members[index].description
        return [.say("generator \(name)\(how)"), .lost(name)] + fence(members[index].node)
            + finishIfOver()
    }

    /// Detects generators that are connected but send no reports, and treats them as lost.
    ///
    /// - Parameter now: Nanoseconds since 1970, by the coordinator's clock.
    /// - Returns: Actions to perform.
    package mutating func look(at now: Int64) -> [Action] {
        guard phase == .running, let base else { return [] }
        let silent = members.filter { member in
            // After the last report the final result follows, which may wait for clean-up.
            member.state == .running && member.settledBefore < Self.everything
                && now - base > member.leaseEnd + leaseLength
        }
        return silent.flatMap { lost($0.node, "stopped reporting") }
    }

    /// Value of `settledBefore` in a report when no arrival is outstanding, or will be.
    package static let everything: Int64 = 1 << 53

    /// Stops a generator whose requests no longer count.
    private func fence(_ node: String) -> [Action] {
        let text = "it was not heard of for too long; the run goes on without it"
        return [.send(node: node, kind: FleetMessage.stop, Packet(["fenced": .string(text)]))]
    }

    private func back(_ node: String) -> [Action] {
        guard let index = index(of: node), members[index].state == .lost else { return [] }
        return fence(node)
    }

    private mutating func finishIfOver() -> [Action] {
        guard phase == .running, !members.contains(where: \.isExpected) else { return [] }
        phase = .over
        return [.finish]
    }

    // MARK: - Messages

    private mutating func message(
        _ node: String,
        _ kind: String,
        _ packet: Packet,
        _ now: Int64
    ) -> [Action] {
        guard let index = index(of: node), members[index].isExpected else { return [] }
        switch kind {
        case FleetMessage.failed: return failed(index, packet)
        case FleetMessage.ready: return ready(index, packet)
        case FleetMessage.stats: return report(index, packet, now)
        case FleetMessage.result: return result(index, packet)
        default: return []
        }
    }

    /// Stores the name of a generator.
    private mutating func noteName(_ index: Int, _ packet: Packet) {
        guard packet.head["name"] != nil else { return }
        members[index].name = packet.text("name")
        members[index].host = packet.text("host")
    }

    /// Stores the offset of its clock; `false` for invalid data.
    private mutating func noteClock(_ index: Int, _ packet: Packet) -> Bool {
        guard let clock = FleetClock(packet) else { return false }
        members[index].clockOffset = clock.offset
        members[index].clockBound = clock.bound
        members[index].clockDrift = clock.drift
        members[index].roundTrip = clock.roundTrip
        return true
    }

    /// Continues without a generator that sent an invalid report; before the run it is rejected.
    private mutating func refuseReport(_ index: Int) -> [Action] {
        guard phase == .preparing else { return lose(index, ": its report cannot be read") }
        phase = .over
        return [.refuse("generator \(members[index].description): its report cannot be read")]
    }

    private mutating func failed(_ index: Int, _ packet: Packet) -> [Action] {
        noteName(index, packet)
        guard phase == .running else {
            phase = .over
            let name = members[index].description
            return [.refuse("generator \(name): \(packet.text("reason"))")]
        }
        return lose(index, ": \(packet.text("reason"))")
    }

    private mutating func ready(_ index: Int, _ packet: Packet) -> [Action] {
        guard phase == .preparing, members[index].state == .planned else { return [] }
        noteName(index, packet)
        guard let connections = packet.integer("connections", in: FleetBounds.people),
            noteClock(index, packet)
        else { return refuseReport(index) }
        members[index].openConnections = Int(connections)
        if let other = members.indices.first(where: {
            $0 != index && members[$0].state == .ready && members[$0].name == members[index].name
        }) {
            phase = .over
            let hosts = [members[other].host, members[index].host]
            let place =
                hosts[0] == hosts[1] ? "both on \(hosts[0])" : "on \(hosts[0]) and \(hosts[1])"
            return [
                .refuse(
                    "two generators are called \(members[index].name), \(place); expected a name "
                        + "that each has of its own: --name"
                )
            ]
        }
        guard packet.text("digest") == course.digest else {
            phase = .over
            return [
                .refuse(
                    "generator \(members[index].description) has another profile, contract or table of "
                        + "recipients than the coordinator: digest \(packet.text("digest")), expected "
                        + course.digest
                )
            ]
        }
        members[index].state = .ready
        return members.allSatisfy { $0.state == .ready } ? [.begin] : []
    }

    /// Starts all generators.
    ///
    /// - Parameters:
    ///   - now: Nanoseconds since 1970, by the coordinator's clock.
    ///   - warmup: From the first request to the first stage.
    /// - Returns: Actions to perform.
    package mutating func begin(at now: Int64, warmup: Int64) -> [Action] {
        precondition(phase == .preparing, "a run that begins when it is \(phase)")
        phase = .running
        let trip = members.map(\.roundTrip).max() ?? 0
        let start = now + max(Self.shortestLead, min(trip, Self.longestLead / 4) * 4)
        base = start + warmup
        return members.indices.map { index in
            members[index].state = .running
            members[index].leaseEnd = leaseLength
            let head: JSONValue = [
                "at": .integer(Int(start)), "lease": .integer(Int(leaseLength)),
            ]
            return .send(node: members[index].node, kind: FleetMessage.start, Packet(head))
        }
    }

    private mutating func report(_ index: Int, _ packet: Packet, _ now: Int64) -> [Action] {
        guard phase == .running, let base else { return [] }
        let sendCount = course.recording.sends.count
        guard let report = FleetReport(packet, sendCount: sendCount), noteClock(index, packet)
        else {
            return refuseReport(index)
        }
        // Other numbers are a repeated report, or one after a missing report.
        var actions: [Action] = []
        if report.number == members[index].lastReport + 1 {
            guard take(report, packet.body, from: index, &actions) else {
                return refuseReport(index)
            }
            members[index].lastReport = report.number
        }
        members[index].leaseEnd = max(members[index].leaseEnd, now - base + leaseLength)
        let head: JSONValue = [
            "number": .integer(Int(members[index].lastReport)),
            "lease": .integer(Int(members[index].leaseEnd)),
        ]
        let node = members[index].node
        return actions + [.send(node: node, kind: FleetMessage.acknowledgement, Packet(head))]
    }

    /// Merges a report.
    private mutating func take(
        _ report: FleetReport,
        _ body: [UInt8],
        from index: Int,
        _ actions: inout [Action]
    ) -> Bool {
        let file = "report of \(members[index].name)"
        let more = body[report.length...]
        guard let result = try? RunResult(parsing: Array(body[..<report.length]), file: file),
            result.recording.plan == course.recording, course.isReadable(more)
        else { return false }
        // Each generator may use an equal share of the weight that a merged recording can have.
        let weight = members[index].weight + result.recording.weight
        guard weight <= Recording.mostWeight / UInt64(wanted) else { return false }
        union.merge(result.recording)
        members[index].weight = weight
        members[index].part = result.parts.first
        members[index].reportedCount += result.recording.dueCount
        members[index].elapsed = report.elapsed
        members[index].settledBefore = report.settledBefore
        members[index].endedCount = report.ended
        members[index].pausedCount = report.paused
        members[index].inFlight = report.inFlight
        members[index].openConnections = report.connections
        members[index].outstanding = report.outstanding
        if !more.isEmpty { actions.append(.take(Array(more))) }
        return true
    }

    private mutating func result(_ index: Int, _ packet: Packet) -> [Action] {
        guard phase == .running else { return [] }
        let file = "the part of \(members[index].name)"
        guard let number = packet.integer("number", in: 0...Self.everything),
            noteClock(index, packet),
            let result = try? RunResult(parsing: packet.body, file: file),
            result.recording.plan == course.recording,
            result.recording.weight <= Recording.mostWeight / UInt64(wanted)
        else { return lose(index, ": its part cannot be read") }
        // The merged reports are complete only when none is missing.
        guard members[index].lastReport >= UInt64(number) else { return [] }
        members[index].result = result
        members[index].part = result.parts.first
        members[index].state = .done
        members[index].outstanding = []
        (members[index].inFlight, members[index].pausedCount) = (0, 0)
        let node = members[index].node
        let head: JSONValue = isLast ? [:] : ["more": true]
        return [.send(node: node, kind: FleetMessage.end, Packet(head))] + finishIfOver()
    }
}

extension Fleet {
    /// The unknown part of a lost generator; `nil` for any other.
    package func gap(of member: FleetMember) -> RunGap? {
        guard member.state == .lost else { return nil }
        let span = course.recording.span
        let lease = min(max(member.leaseEnd, 0), span)
        let sent =
            course.due(member.shard, 0..<lease)
            ?? member.reportedCount + UInt64(max(member.inFlight, 0))
        let rest = lease < span ? course.due(member.shard, lease..<span) ?? 0 : 0
        return RunGap(
            silentFrom: max(member.elapsed, 0),
            settledBefore: max(member.settledBefore, 0),
            unreported: sent - min(sent, member.reportedCount),
            leaseEnd: lease,
            neverMade: rest
        )
    }
}
