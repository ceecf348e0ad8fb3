import Base
import CommandLineTool
import Distribution
import HTTP
import JSON
import Load
import LoadModel
import Measure
import Platform
import Profile
import Reports
import RunReports

/// Why generators cannot begin a run.
struct FleetRefusal: CommandObstacle {
    let reason: String

    var status: ExitStatus { .couldNotRun }
    var description: String { reason }
}

/// Carries out the fleet's decisions in one run, shows its progress, and makes its result.
///
/// Used by one task at a time.
final class FleetLead {
    private let basis: FleetBasis
    private let command: FleetCommand
    private var fleet: Fleet
    private let master: LocustMaster
    /// Watches deliveries; `nil` without deliveries.
    private let watch: DeliveryWatch?
    /// Writes a line besides the live one; without the name of the command.
    private let say: (String) -> Void
    /// Shows the progress; returns whether the run continues.
    private let show: (LoadProgress) -> Bool
    /// Draws the charts from the progress, the seconds since the start, and a closure that makes a result.
    private let picture: (LoadProgress, Int, () -> RunResult?) -> Void
    private var abort: AbortWatch
    private var due: [DueCounter]
    private var seconds = 0
    /// The number of interruptions, and the time at which waiting ends.
    private var interruptions = 0
    private var patience: Int?
    private(set) var isOver = false

    /// How long an ended run is waited for, in seconds: enough for responses, too short for
    /// cleanups.
    private static let shortPatience = 15
    /// How long arrivals continue after the last word of the coordinator, in nanoseconds.
    ///
    /// Longer than Locust takes to notice a lost generator, so that a short silence of either side has no effect.
    private static let leaseLength: Int64 = 5_000_000_000

    /// - Parameters:
    ///   - basis: With the course of the run.
    ///   - command: The command for generators.
    ///   - wanted: How many of them.
    ///   - isLast: Whether generators may exit when they have reported everything.
    ///   - master: Carries the messages.
    ///   - watch: Watches deliveries; `nil` without deliveries.
    ///   - say: Writes a line besides the live one.
    ///   - show: Shows the progress, once a second; returns whether the run continues.
    ///   - picture: Draws the charts.
    init(
        basis: FleetBasis,
        command: FleetCommand,
        wanted: Int,
        isLast: Bool,
        master: LocustMaster,
        watch: DeliveryWatch?,
        say: @escaping (String) -> Void,
        show: @escaping (LoadProgress) -> Bool,
        picture: @escaping (LoadProgress, Int, () -> RunResult?) -> Void = { _, _, _ in }
    ) {
        self.basis = basis
        self.command = command
        self.master = master
        self.watch = watch
        self.say = say
        self.show = show
        self.picture = picture
        let outline = basis.outline
        let arrivalCount = watch == nil ? 0 : outline.arrivalNumbers
        let course = Fleet.Course(
            recording: outline.recordingPlan,
            digest: command.digest,
            isReadable: { SentMessage.all(in: $0, below: arrivalCount) != nil }
        ) {
            outline.dueCount(of: $0, in: $1)
        }
        fleet = Fleet(course, wanted: wanted, leaseLength: Self.leaseLength, isLast: isLast)
        let thresholds = outline.thresholds
        let planned = thresholds.contains(where: \.aborts) ? outline.plannedCount : nil
        abort = AbortWatch(thresholds, plannedCount: planned)
        due = outline.dueCounters
    }

    /// The time up to which all remaining generators have reported, in nanoseconds since the first stage began; `nil`
    /// before the first report.
    private var elapsed: Int64? {
        let moments = fleet.members.filter { $0.state == .running }.map(\.elapsed)
        return moments.min().flatMap { $0 > .min ? $0 : nil }
    }

    // MARK: - Events

    /// Has generators that have joined already perform the run.
    func enlist(_ nodes: [String]) throws { try perform(fleet.enlist(nodes)) }

    /// The Locust identifiers of the generators that were not lost.
    var survivors: [String] { fleet.members.filter { $0.state != .lost }.map(\.node) }

    func take(_ event: Fleet.Event) throws {
        try perform(fleet.take(event, at: MonotonicClock.wall))
    }

    private func perform(_ actions: [Fleet.Action]) throws {
        for action in actions {
            switch action {
            case .send(let node, let kind, let packet): master.send(kind, packet, to: node)
            case .plan(let members):
                for member in members {
                    let packet = command.plan(for: member.shard).packet
                    master.send(FleetMessage.plan, packet, to: member.node)
                }
            case .begin:
                let warmup = basis.outline.shape.warmup
                try perform(fleet.begin(at: MonotonicClock.wall, warmup: warmup))
                watchDeliveries()
                if interruptions > 0 { stopAll() }
            case .refuse(let reason):
                stopAll(["refused": .string(reason)])
                throw FleetRefusal(reason: reason)
            case .take(let bytes): watch?.take(SentMessage.all(in: bytes[...]) ?? [])
            case .lost(let name):
                watch?.note("generator \(name) did not report all that it had sent")
            case .say(let text): say(text)
            case .finish: isOver = true
            }
        }
    }

    private func watchDeliveries() {
        guard let base = fleet.base else { return }
        watch?.begin(basis.outline, at: base - MonotonicClock.wallLead.offset)
    }

    /// Waits until everything that was accepted has been delivered, or the time limit has passed.
    ///
    /// - Parameter interruptions: The number of interruptions.
    func watchToTheEnd(_ interruptions: @Sendable () -> Int) async {
        delivery = await watch?.finished(interruptions)
    }

    /// The outcome of deliveries; `nil` before the end, and without deliveries.
    var delivery: RunDelivery?

    /// Ends the run: the first time responses in flight may finish, the second time not.
    func interrupt() {
        interruptions += 1
        patience = patience ?? seconds + Self.shortPatience
        guard fleet.phase != .gathering, interruptions <= 2 else { return isOver = true }
        stopAll()
    }

    private func stopAll(_ head: JSONValue = ["interrupted": true]) {
        for member in fleet.members where member.state != .lost && member.state != .done {
            master.send(FleetMessage.stop, Packet(head), to: member.node)
        }
    }

    func locustGone() throws {
        guard !isOver else { return }
        let said = master.lastWords
        throw LoadObstacle(
            .couldNotRun,
            "Locust has exited; the generators keep their measurements, for assay merge"
                + (said.isEmpty ? "" : ". It said:\n\(said)")
        )
    }

    func late(after patience: Duration) throws {
        guard fleet.phase == .gathering else { return }
        let length = NanosecondText.exact(patience.wholeNanoseconds)
        throw LoadObstacle(
            .couldNotRun,
            "\(fleet.members.count) of \(fleet.wanted) generators came within \(length)"
        )
    }

    // MARK: - Every second

    func second() throws {
        seconds += 1
        if let patience, seconds > patience {
            isOver = true
            return
        }
        try perform(fleet.look(at: MonotonicClock.wall))
        guard fleet.phase == .running, let elapsed else { return }
        var progress = LoadProgress(
            elapsed: elapsed,
            recording: fleet.union,
            settledCount: fleet.members.reduce(0) { $0 + $1.endedCount },
            inFlight: fleet.members.reduce(0) { $0 + $1.inFlight },
            pausedCount: fleet.members.reduce(0) { $0 + $1.pausedCount },
            openConnections: fleet.members.reduce(0) { $0 + $1.openConnections }
        )
        progress.dueCount = due.indices.reduce(0) { $0 + due[$1].count(to: elapsed) }
        // Lost generators report nothing; they are not waited for.
        progress.dueCount -= min(progress.dueCount, lostCount(upTo: elapsed))
        progress.undelivered = watch?.outstanding
        for counter in due { progress.dueBySlice.merge(counter.bySlice, uniquingKeysWith: +) }
        progress.snapshot = LoadResult(
            fleet.union,
            elapsed: elapsed,
            startedAt: fleet.base ?? 0
        )
        if !show(progress) { stopAll(["step": true]) }
        picture(progress, seconds) { standing() }
        watchThresholds()
    }

    /// Arrivals that were due and will not be reported.
    private func lostCount(upTo moment: Int64) -> UInt64 {
        fleet.members.filter { $0.state == .lost }.reduce(0) { count, member in
            let end = max(min(moment, basis.outline.shape.span), 0)
            let due = basis.outline.dueCount(of: member.shard, in: 0..<max(end, 1)) ?? 0
            return count + due - min(due, member.reportedCount)
        }
    }

    /// Ends the run when a threshold can no longer pass; not after a generator was lost, as its arrivals are unknown.
    private func watchThresholds() {
        let running = fleet.members.filter { $0.state == .running || $0.state == .done }
        guard !abort.isIdle, interruptions == 0, running.count == fleet.members.count,
            let now = running.map(\.elapsed).filter({ $0 > .min }).min()
        else { return }
        let outstanding = running.flatMap(\.outstanding)
        guard let broken = abort.broken(in: fleet.union, now: now, outstanding: outstanding) else {
            return
        }
        abort = AbortWatch([], plannedCount: nil)
        stopAll(["threshold": .integer(broken)])
    }

    // MARK: - The result

    /// The result as if the run had been interrupted now; `nil` before the first report.
    private func standing() -> RunResult? {
        let parts = fleet.members.compactMap { member in
            member.part.map { part(of: member, $0) }
        }
        guard !parts.isEmpty else { return nil }
        return result(parts, fleet.union, checks: RunChecks(), watch?.snapshot())
    }

    /// The result; `nil` if the run did not begin, or was interrupted before any report.
    ///
    /// - Throws: If every generator was lost before it reported anything.
    func result() throws -> RunResult? {
        guard fleet.phase == .running || fleet.phase == .over, fleet.base != nil else { return nil }
        let results = fleet.members.compactMap(\.result)
        let checks = results.reduce(RunChecks()) { $0.merged(with: $1.checks) }
        let parts = fleet.members.compactMap { member in
            (member.result?.parts.first ?? member.part).map { part(of: member, $0) }
        }
        guard !parts.isEmpty else {
            guard interruptions == 0 else { return nil }
            throw LoadObstacle(
                .couldNotRun,
                "no generator is left, and none reported its measurements; each shows the reason "
                    + "where it ran"
            )
        }
        let recording = fleet.union.finished()
        if results.count == fleet.members.count {
            var sum = Recording(recording.plan)
            for result in results { sum.merge(result.recording) }
            // Both come from the same generators, so a difference is a defect of this program.
            if sum.finished() != recording {
                say("the reports of the generators differ from their parts; the parts count")
                return result(parts, sum.finished(), checks: checks, delivery)
            }
        }
        return result(parts, recording, checks: checks, delivery)
    }

    private func result(
        _ parts: [RunPart],
        _ recording: Recording,
        checks: RunChecks,
        _ delivery: RunDelivery?
    ) -> RunResult {
        RunResult(
            profile: RunProfile(basis.profile, basis.outline, run: basis.run),
            targets: basis.targets.map { RunTarget($0, basis.redactor) },
            thresholds: basis.profile.thresholds,
            recording: recording,
            checks: checks,
            failedResponses: fleet.members.compactMap(\.result).flatMap(\.failedResponses),
            delivery: delivery,
            parts: parts
        )
    }

    private func part(of member: FleetMember, _ part: RunPart) -> RunPart {
        var generator = RunGenerator(
            name: member.name,
            host: member.host,
            clockOffset: member.clockOffset,
            clockBound: member.clockBound,
            clockDrift: member.clockDrift
        )
        generator.gap = fleet.gap(of: member)
        var part = part
        part.generator = generator
        if let gap = generator.gap {
            part.end(.silent, at: gap.silentFrom)
        } else if member.state == .running {
            // The progress, or the state after an interruption.
            part.end(.interrupted, at: member.elapsed)
        }
        return part
    }
}
