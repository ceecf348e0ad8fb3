import Measure
import Testing

struct CapacityLimitTests {
    private static let second: Int64 = 1_000_000_000

    @Test("Connections that are all busy although each answer is as fast as ever are the limit")
    func connections() {
        // 16 connections at 10 ms carry 1,600/s.
        let service = ScriptedService { step in
            StepMeasurement(
                step.rate <= 1600 ? .held : .missed(threshold: 0),
                dueCount: UInt64(step.plannedCount),
                backlogGrowth: 0,
                doneRate: min(step.rate, 1600),
                percentile: .value(10_000_000),
                medianLatency: step.rate <= 1600 ? 10_000_000 : 400_000_000,
                meanServiceTime: 10_000_000,
                elapsed: step.arrivalTime
            )
        }
        let (result, steps) = service.run(startRate: 500, connections: 16)
        #expect(result.ending == .limited(.connections))
        #expect(result.rate == 1552)
        #expect(steps.last == "probe 1552/s #1 held")
    }

    @Test("Four servers behind 16 connections are the limit themselves: each answer takes longer")
    func servers() {
        let service = ScriptedService { step in
            step.rate <= 2000 ? nil : .overloaded(step, done: 2000, service: 8_000_000)
        }
        #expect(service.run(connections: 16).result.ending == .found)
    }

    @Test(
        "A generator that cannot vouch for its figures, or has no time left, is the limit",
        arguments: [
            (StepMeasurement.Finding.doubtful, 0.3), (.missed(threshold: 0), 0.95),
        ]
    )
    func generator(finding: StepMeasurement.Finding, busyShare: Double) {
        let service = ScriptedService { step in
            step.rate <= 1000
                ? nil : .overloaded(step, done: 1000, finding: finding, busyShare: busyShare)
        }
        let (result, _) = service.run()
        #expect(result.ending == .limited(.generator))
        #expect(result.rate == 970)
        #expect(result.upper == 1600)
    }

    @Test("A breach and a doubt need a third attempt; what two say counts")
    func mixedVotes() {
        let verdicts: [Int: StepMeasurement.Finding] = [
            1: .missed(threshold: 0), 2: .doubtful, 3: .missed(threshold: 0),
        ]
        let service = ScriptedService { step in
            guard step.rate > 2000, step.purpose != .recovery else { return nil }
            return .overloaded(
                step,
                done: 2000,
                finding: verdicts[step.attempt] ?? .held
            )
        }
        let (result, steps) = service.run()
        #expect(steps.contains("doubling 3200/s #2 limited"))
        #expect(steps.contains("doubling 3200/s #3 breached"))
        #expect(result.ending == .found)
        #expect(result.rate == 2000)
    }

    @Test(
        "What this machine lacks is never what the service carries",
        arguments: [StepMeasurement.Finding.held, .missed(threshold: 0)]
    )
    func local(finding: StepMeasurement.Finding) {
        let service = ScriptedService { step in
            guard step.rate > 1000 else { return nil }
            var measurement = StepMeasurement.overloaded(step, done: 900, finding: finding)
            measurement.local = .ports
            return measurement
        }
        let (result, _) = service.run()
        #expect(result.ending == .limited(.local(.ports)))
        #expect(result.rate == 800)
    }

    @Test("A threshold for which nothing is counted cannot be judged at any rate")
    func unjudged() {
        let service = ScriptedService {
            .overloaded($0, done: $0.rate, finding: .undetermined(threshold: 1))
        }
        let (result, _) = service.run()
        #expect(result.ending == .limited(.unjudged(threshold: 1)))
        #expect(result.rate == nil)
    }

    @Test("The budget ends the search with what is known, before a step that would overrun it")
    func budget() {
        let (result, steps) = ScriptedService.carrying(2000).run(budget: 20 * Self.second)
        #expect(result.ending == .budgetOver)
        #expect(result.rate == 1600)
        #expect(result.upper == 3200)
        #expect(result.elapsed <= 20 * Self.second)
        #expect(steps.last == "recovery 100/s #1 held")
        #expect(ScriptedService.carrying(2000).run(budget: 1).result.trials.isEmpty)
    }

    @Test("Whoever ends the search gets the bracket known so far")
    func interrupted() throws {
        var search = CapacitySearch(CapacitySettings(startRate: 100, connections: 8))
        for _ in 0..<2 { search.take(.calm(try #require(search.next))) }
        search.end(.interrupted)
        #expect(search.next == nil)
        #expect(search.result.ending == .interrupted)
        #expect(search.result.rate == 200)
        #expect(search.result.upper == nil)
    }
}
