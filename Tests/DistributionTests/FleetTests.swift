import JSON
import LoadModel
import Measure
import Testing

@testable import Distribution

/// Decisions of a coordinator, driven by events only.
struct FleetTests {
    private static let second = ReplayedRun.second

    private static func fleet(_ wanted: Int = 2) -> Fleet {
        Fleet(ReplayedRun.course, wanted: wanted, leaseLength: 5 * second)
    }

    private static func refusals(_ actions: [Fleet.Action]) -> [String] {
        actions.compactMap { if case .refuse(let reason) = $0 { reason } else { nil } }
    }

    private static func sayings(_ actions: [Fleet.Action]) -> [String] {
        actions.compactMap { if case .say(let text) = $0 { text } else { nil } }
    }

    // MARK: - Before the start

    @Test("When the last generator has joined, each receives its part")
    func plan() {
        var fleet = Self.fleet()
        #expect(fleet.take(.joined(node: "n1"), at: 0).isEmpty)
        let actions = fleet.take(.joined(node: "n2"), at: 0)
        #expect(
            actions == [
                .plan([
                    .init(node: "n1", shard: Shard(1, of: 2)),
                    .init(node: "n2", shard: Shard(2, of: 2)),
                ])
            ]
        )
        #expect(fleet.phase == .preparing)
    }

    @Test("A generator that leaves before the fleet is complete makes room for another")
    func leaves() {
        var fleet = Self.fleet()
        _ = fleet.take(.joined(node: "n1"), at: 0)
        #expect(fleet.take(.missing(node: "n1"), at: 0).isEmpty)
        _ = fleet.take(.joined(node: "n2"), at: 0)
        #expect(fleet.phase == .gathering)
        _ = fleet.take(.joined(node: "n3"), at: 0)
        #expect(fleet.members.map(\.node) == ["n2", "n3"])
    }

    @Test("A generator that joins a complete fleet is rejected")
    func tooLate() {
        var fleet = Self.fleet(1)
        _ = fleet.take(.joined(node: "n1"), at: 0)
        let actions = fleet.take(.joined(node: "n2"), at: 0)
        let head: JSONValue = ["refused": "the run has its 1 generators already"]
        #expect(actions == [.send(node: "n2", kind: FleetMessage.stop, Packet(head))])
    }

    @Test(
        "The run starts at least 1 s and four round trips after the last generator is ready"
    )
    func begin() {
        var fleet = Self.fleet()
        for node in ["n1", "n2"] { _ = fleet.take(.joined(node: node), at: 0) }
        #expect(fleet.take(.ready("n1"), at: 0).isEmpty)
        #expect(fleet.take(.ready("n2"), at: 0) == [.begin])
        let now: Int64 = 1_790_000_000 * Self.second
        let actions = fleet.begin(at: now, warmup: 2 * Self.second)
        let head: JSONValue = [
            "at": .integer(Int(now + Self.second)), "lease": .integer(Int(5 * Self.second)),
        ]
        #expect(
            actions == [
                .send(node: "n1", kind: FleetMessage.start, Packet(head)),
                .send(node: "n2", kind: FleetMessage.start, Packet(head)),
            ]
        )
        #expect(fleet.base == now + 3 * Self.second)
    }

    @Test(
        "Duplicate names, another profile, a failure or a departure prevent the start with a reason"
    )
    func refusals() {
        func reasons(_ event: Fleet.Event) -> [String] {
            var fleet = Self.fleet()
            for node in ["n1", "n2"] { _ = fleet.take(.joined(node: node), at: 0) }
            _ = fleet.take(.ready("n1", name: "b"), at: 0)
            let actions = fleet.take(event, at: 0)
            #expect(fleet.phase == .over)
            return Self.refusals(actions)
        }
        #expect(
            reasons(.ready("n2", name: "b")) == [
                "two generators are called b, on host of n1 and host of n2; expected a name that each has of "
                    + "its own: --name"
            ]
        )
        #expect(
            reasons(.ready("n2", digest: "sha256:77")) == [
                "generator name of n2 (host host of n2) has another profile, contract or table of recipients "
                    + "than the coordinator: digest sha256:77, expected sha256:0f34"
            ]
        )
        let head: JSONValue = ["reason": "no such file", "name": "c", "host": "web-2"]
        #expect(
            reasons(.message(node: "n2", kind: FleetMessage.failed, Packet(head))) == [
                "generator c (host web-2): no such file"
            ]
        )
        #expect(
            reasons(.missing(node: "n1")) == [
                "generator b (host host of n1) was not heard of any more before the start"
            ]
        )
        #expect(reasons(.left(node: "n2")) == ["generator n2 left before the start"])
    }

    // MARK: - While it lasts

    @Test(
        "Reports of three generators, second by second, equal the record of one process in every bin"
    )
    func union() throws {
        var fleet = Fleet.running(3)
        let shards = (1...3).map { Shard(UInt64($0), of: 3) }
        let reports = shards.map { ReplayedRun.reports(of: $0) }
        for second in 0..<Int(ReplayedRun.seconds) {
            for (index, shard) in shards.enumerated() {
                let event = Fleet.Event.report(
                    "n\(index + 1)",
                    shard,
                    second + 1,
                    reports[index][second]
                )
                _ = fleet.take(event, at: 0)
            }
        }
        let whole = ReplayedRun.whole
        #expect(whole.dueCount == 12_000)
        let told = fleet.union.finished()
        #expect(told == whole)
        #expect(told.json.text == whole.json.text)
        for (index, shard) in shards.enumerated() {
            _ = fleet.take(.result("n\(index + 1)", shard, after: 6), at: 0)
        }
        #expect(fleet.phase == .over)
        var merged = Recording(ReplayedRun.plan)
        for member in fleet.members { merged.merge(try #require(member.result).recording) }
        #expect(merged.finished() == whole)
    }

    @Test(
        "A repeated report counts once, and one after a missing report does not count"
    )
    func again() {
        var fleet = Fleet.running(1)
        let reports = ReplayedRun.reports(of: .whole)
        func tell(_ number: Int) -> [Fleet.Action] {
            fleet.take(.report("n1", .whole, number, reports[number - 1]), at: 0)
        }
        func acknowledged(_ actions: [Fleet.Action]) -> [Int64] {
            actions.compactMap {
                if case .send(_, FleetMessage.acknowledgement, let packet) = $0 {
                    packet.integer("number", in: 0...9)
                } else {
                    nil
                }
            }
        }
        #expect(acknowledged(tell(1)) == [1])
        #expect(acknowledged(tell(1)) == [1])
        #expect(acknowledged(tell(3)) == [1])
        #expect(fleet.union.dueCount == 2_000)
        for number in 1...6 { _ = tell(number) }
        #expect(fleet.union.finished() == ReplayedRun.whole)
    }

    @Test("Data other than metrics in a report is passed on once")
    func beside() {
        var fleet = Fleet.running(1)
        let report = Fleet.Event.report(
            "n1",
            .whole,
            1,
            ReplayedRun.reports(of: .whole)[0],
            more: [1, 2, 3]
        )
        #expect(fleet.take(report, at: 0).first == .take([1, 2, 3]))
        #expect(fleet.take(report, at: 0).count == 1)
    }

    @Test("Each report renews the lease for arrivals")
    func lease() {
        let now: Int64 = 1_790_000_000 * Self.second
        var fleet = Fleet.running(1, at: now)
        let report = Fleet.Event.report("n1", .whole, 1, ReplayedRun.reports(of: .whole)[0])
        let base = now + Self.second
        let actions = fleet.take(report, at: base + 3 * Self.second)
        let head: JSONValue = ["number": 1, "lease": .integer(Int(8 * Self.second))]
        #expect(
            actions == [.send(node: "n1", kind: FleetMessage.acknowledgement, Packet(head))]
        )
    }

    @Test(
        "Known, unknown and unmade arrivals of a lost generator add up to all that were due"
    )
    func gap() throws {
        let now: Int64 = 1_790_000_000 * Self.second
        var fleet = Fleet.running(2, at: now)
        let base = now + Self.second
        let shard = Shard(2, of: 2)
        // Only the report of its first second; the lease then ends 5.5 s after the beginning.
        let report = Fleet.Event.report("n2", shard, 1, ReplayedRun.reports(of: shard)[0])
        _ = fleet.take(report, at: base + Self.second / 2)
        let actions = fleet.take(.missing(node: "n2"), at: base + 5 * Self.second)
        #expect(
            Self.sayings(actions) == [
                "generator name of n2 (host host of n2) was not heard of any more; its figures end here"
            ]
        )
        let gap = try #require(fleet.gap(of: fleet.members[1]))
        #expect(gap.silentFrom == Self.second && gap.settledBefore == Self.second)
        // Its own share is 1,000 arrivals/s: 1,000 reported, 4,500 may have been sent, 500 were not.
        #expect(gap.unreported == 4_500)
        #expect(gap.leaseEnd == Self.second * 11 / 2)
        #expect(gap.neverMade == 500)
        #expect(fleet.members[1].reportedCount + gap.missing == 6_000)
        #expect(fleet.gap(of: fleet.members[0]) == nil)
    }

    @Test("If the due arrivals are unknown, those in flight are without an outcome")
    func closedGap() throws {
        let course = Fleet.Course(recording: ReplayedRun.plan, digest: "sha256:0f34") { _, _ in nil
        }
        var fleet = Fleet(course, wanted: 1, leaseLength: 5 * Self.second)
        _ = fleet.take(.joined(node: "n1"), at: 0)
        _ = fleet.take(.ready("n1"), at: 0)
        _ = fleet.begin(at: 0, warmup: 0)
        let report = Fleet.Event.report("n1", .whole, 1, ReplayedRun.reports(of: .whole)[0])
        _ = fleet.take(report, at: 0)
        _ = fleet.take(.missing(node: "n1"), at: 0)
        let gap = try #require(fleet.gap(of: fleet.members[0]))
        #expect(gap.unreported == 7 && gap.neverMade == 0)
    }

    @Test("A lost generator that reappears is rejected, and its reports do not count")
    func fenced() {
        var fleet = Fleet.running(2)
        _ = fleet.take(.missing(node: "n2"), at: 0)
        let back = fleet.take(.back(node: "n2"), at: 0)
        guard case .send("n2", FleetMessage.stop, let packet) = back.first else {
            Issue.record("\(back)")
            return
        }
        #expect(packet.head["fenced"] != nil)
        let shard = Shard(2, of: 2)
        let late = Fleet.Event.report("n2", shard, 1, ReplayedRun.reports(of: shard)[0])
        #expect(fleet.take(late, at: 0).isEmpty)
        #expect(fleet.union.dueCount == 0)
    }

    @Test(
        "A part counts when all reports before it arrived, and the run ends with the last expected part"
    )
    func ends() {
        var fleet = Fleet.running(2)
        let shards = (1...2).map { Shard(UInt64($0), of: 2) }
        #expect(fleet.take(.result("n1", shards[0], after: 1), at: 0).isEmpty)
        #expect(fleet.members[0].state == .running)
        let reports = ReplayedRun.reports(of: shards[0])
        for (index, report) in reports.enumerated() {
            _ = fleet.take(.report("n1", shards[0], index + 1, report), at: 0)
        }
        let actions = fleet.take(.result("n1", shards[0], after: 6), at: 0)
        #expect(actions == [.send(node: "n1", kind: FleetMessage.end, Packet([:]))])
        #expect(fleet.take(.missing(node: "n2"), at: 0).last == .finish)
        #expect(fleet.phase == .over)
    }

    @Test("A generator silent for twice the lease is lost unless it had reported everything")
    func silent() {
        let now: Int64 = 1_790_000_000 * Self.second
        var fleet = Fleet.running(1, at: now)
        let base = now + Self.second
        #expect(fleet.look(at: base + 10 * Self.second).isEmpty)
        let actions = fleet.look(at: base + 10 * Self.second + 1)
        #expect(
            Self.sayings(actions) == [
                "generator name of n1 (host host of n1) stopped reporting; its figures end here"
            ]
        )
        #expect(actions.last == .finish)
        var done = Fleet.running(1, at: now)
        _ = done.take(
            .report(
                "n1",
                .whole,
                1,
                ReplayedRun.reports(of: .whole)[0],
                settledBefore: Fleet.everything
            ),
            at: base
        )
        #expect(done.look(at: base + 100 * Self.second).isEmpty)
    }

    @Test("A generator that fails during the run is lost like a silent one")
    func fails() {
        var fleet = Fleet.running(2)
        let head: JSONValue = ["reason": "no connection", "name": "c", "host": "web-2"]
        let actions = fleet.take(
            .message(node: "n2", kind: FleetMessage.failed, Packet(head)),
            at: 0
        )
        #expect(Self.sayings(actions) == ["generator c (host web-2): no connection"])
        #expect(actions.contains(.lost("c (host web-2)")))
        #expect(fleet.members[1].state == .lost && fleet.phase == .running)
    }

    @Test("An unreadable report ends the part of its generator")
    func unreadable() {
        var fleet = Fleet.running(1)
        let packet = Packet(["number": 1], body: Array("no result".utf8))
        let actions = fleet.take(.message(node: "n1", kind: FleetMessage.stats, packet), at: 0)
        #expect(
            Self.sayings(actions) == [
                "generator name of n1 (host host of n1): its report cannot be read"
            ]
        )
        #expect(actions.last == .finish)
    }
}
