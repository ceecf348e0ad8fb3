import LoadModel
import Measure
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Load

/// A run that is led by a coordinator.
@Suite(.timeLimit(.minutes(5)))
struct LedRunTests {
    /// Lets a run begin at once, and stores its reports.
    private final class Lead: RunLead {
        let lease = RunLease()
        private let told = Mutex<[PartStanding]>([])
        private let begins: Bool
        private let late: Int64

        init(begins: Bool = true, late: Int64 = -50_000_000) {
            self.begins = begins
            self.late = late
        }

        func start(over connections: Int) async -> RunBeginning? {
            #expect(connections == 4)
            guard begins else { return nil }
            return RunBeginning(
                monotonic: MonotonicClock.now - late,
                wall: 1_790_000_000_000_000_000
            )
        }

        func take(_ standing: PartStanding) { told.withLock { $0.append(standing) } }

        var standings: [PartStanding] { told.withLock(\.self) }
    }

    private static func run(
        _ plan: LoadPlan,
        _ lead: Lead,
        against server: ScriptedServer
    ) async throws -> Result<LoadResult, LoadStartFailure> {
        let opener = try ConnectionOpener(to: server.origin, options: TransportOptions())
        return await (try LoadRun(plan, openers: [opener], ledBy: lead)).run()
    }

    @Test("The reports per second and at the end add up to the measured total")
    func told() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let lead = Lead()
        let plan = LoadFixture.open(2_500)
        let result = try await Self.run(plan, lead, against: server).get()
        #expect(result.recording.dueCount == 2_500)
        #expect(result.startedAt == 1_790_000_000_000_000_000)
        let standings = lead.standings
        var sum = Recording(plan.recordingPlan)
        for standing in standings { sum.merge(standing.result.recording) }
        #expect(sum.finished() == result.recording)
        #expect(standings.last?.settledBefore == .max)
        #expect(standings.last?.endedCount == 2_500)
        // Everything due before was reported by then.
        for (index, standing) in standings.enumerated() {
            var known = Recording(plan.recordingPlan)
            for earlier in standings[...index] { known.merge(earlier.result.recording) }
            let due = plan.dueCount(of: .whole, in: 0..<max(standing.settledBefore, 1)) ?? 0
            #expect(known.dueCount >= min(due, 2_500))
        }
    }

    @Test("Arrivals stop exactly where the lease ends")
    func lease() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let lead = Lead()
        lead.lease.extend(to: 300_500_000)
        let result = try await Self.run(LoadFixture.open(1_000), lead, against: server).get()
        #expect(result.cut == .orphaned)
        #expect(result.cutAt == 300_500_000)
        // Those due at 0, 1, …, 300 ms.
        #expect(result.recording.dueCount == 301)
        #expect(server.arrivalNumbers == Array(0...300))
    }

    @Test("A cancelled run sends nothing")
    func unwanted() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let result = try await Self.run(
            LoadFixture.open(10),
            Lead(begins: false),
            against: server
        )
        guard case .failure(.notWanted) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(server.received.isEmpty)
    }

    @Test("A run that starts slightly late makes all its arrivals, the first ones late")
    func delayed() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let result = try await Self.run(
            LoadFixture.open(1_000),
            Lead(late: 500_000_000),
            against: server
        ).get()
        #expect(result.recording.goodCount == 1_000)
        #expect(server.arrivalNumbers == Array(0..<1_000))
        #expect(result.recording.generatorLag.greatest >= 500_000_000)
    }

    @Test("A run whose start is long past does not begin")
    func late() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let result = try await Self.run(
            LoadFixture.open(10),
            Lead(late: 60_000_000_000),
            against: server
        )
        guard case .failure(.late) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(server.received.isEmpty)
    }
}
