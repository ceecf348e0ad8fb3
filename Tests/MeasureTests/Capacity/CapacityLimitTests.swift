import Base
import LoadModel
import Measure
import Testing

struct CapacityLimitTests {
    private static let second: Int64 = 1_000_000_000

    @Test("All connections busy with unchanged response times means the connections are the limit")
    func connections() {
        // 16 connections at 10 ms carry 1,600/s.
        let service = ScriptedService { step in
            StepMeasurement(
                step.rate <= 1600 ? .passed : .failed(threshold: 0),
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
        #expect(result.rate == 1600)
        #expect(steps.last == "hold 1600/s #1 passed")
    }

    @Test("Four servers behind 16 connections are the limit: each response takes longer")
    func servers() {
        let service = ScriptedService { step in
            step.rate <= 2000 ? nil : .overloaded(step, done: 2000, service: 8_000_000)
        }
        #expect(service.run(connections: 16).result.ending == .found)
    }

    @Test(
        "A generator with unreliable figures or no time left is the limit",
        arguments: [
            (StepMeasurement.Finding.doubtful, 0.3), (.failed(threshold: 0), 0.95),
        ]
    )
    func generator(finding: StepMeasurement.Finding, busyShare: Double) {
        let service = ScriptedService { step in
            step.rate <= 1000
                ? nil : .overloaded(step, done: 1000, finding: finding, busyShare: busyShare)
        }
        let (result, _) = service.run()
        #expect(result.ending == .limited(.generator))
        // The search went on: a rate that the generator does keep up with passed.
        #expect(result.rate == 1000)
        #expect(result.upper == 1015)
    }

    @Test("A breach and a doubtful step need a third attempt; the majority counts")
    func mixedVotes() {
        let verdicts: [Int: StepMeasurement.Finding] = [
            1: .failed(threshold: 0), 2: .doubtful, 3: .failed(threshold: 0),
        ]
        let service = ScriptedService { step in
            guard step.rate > 2000, step.purpose != .recovery else { return nil }
            return .overloaded(
                step,
                done: 2000,
                finding: verdicts[step.attempt] ?? .passed
            )
        }
        let (result, steps) = service.run()
        #expect(steps.contains("doubling 3200/s #2 limited"))
        #expect(steps.contains("doubling 3200/s #3 breached"))
        #expect(result.ending == .found)
        #expect(result.rate == 2000)
    }

    @Test(
        "A shortage on this machine is never the service's capacity",
        arguments: [StepMeasurement.Finding.passed, .failed(threshold: 0)]
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
        // The search goes on below the rate that the machine could not show.
        #expect(result.rate.map { $0 > 970 && $0 <= 1000 } == true)
    }

    @Test("A shortage on this machine also limits a search whose budget ends before its last hold")
    func localInBudget() {
        let service = ScriptedService { step in
            guard step.rate > 1000 else { return nil }
            var measurement = StepMeasurement.overloaded(step, done: 900)
            measurement.local = .ports
            return measurement
        }
        let (result, _) = service.run(budget: 20 * Self.second)
        #expect(result.ending == .limited(.local(.ports)))
        #expect(result.rate == 800)
        #expect(result.claim == .atLeast(800))
    }

    @Test(
        "A backlog while this machine could not open connections is not the service's",
        arguments: [StepMeasurement.Finding.passed, .failed(threshold: 0)]
    )
    func lack(finding: StepMeasurement.Finding) {
        let service = ScriptedService { step in
            guard step.rate > 1000 else { return nil }
            var measurement = StepMeasurement.overloaded(
                step,
                done: 900,
                finding: finding,
                growth: 1_000_000
            )
            measurement.lack = .ports
            return measurement
        }
        #expect(service.run().result.ending == .limited(.local(.ports)))
        // Without a backlog, the limit does not apply.
        let untouched = ScriptedService { step in
            guard step.rate <= 1000 else { return .overloaded(step, done: 1000) }
            var measurement = StepMeasurement.overloaded(step, done: step.rate, finding: .passed)
            measurement.lack = .ports
            return measurement
        }
        #expect(untouched.run().result.ending == .found)
    }

    @Test(
        "A step with a late generator is repeated once, and the search continues as if nothing had happened"
    )
    func lateOnce() {
        let service = ScriptedService { step in
            if step.rate == 400 && step.attempt == 1 {
                return .overloaded(step, done: 400, finding: .doubtful)
            }
            return step.rate <= 2000 ? nil : .overloaded(step, done: 2000)
        }
        let (result, steps) = service.run()
        #expect(
            steps[2...5] == [
                "doubling 400/s #1 limited", "recovery 100/s #1 passed", "doubling 400/s #2 passed",
                "doubling 800/s #1 passed",
            ]
        )
        #expect(result.claim == .carries(2000))
    }

    @Test("A rate at which the generator was late twice is checked again before it is claimed")
    func lateAtFirst() {
        var count = 0
        let service = ScriptedService { step in
            count += 1
            if step.rate == 400 && count < 10 {
                return .overloaded(step, done: 400, finding: .doubtful)
            }
            return step.rate <= 2000 ? nil : .overloaded(step, done: 2000)
        }
        let (result, steps) = service.run()
        #expect(steps.contains("check 400/s #1 passed"))
        #expect(result.claim == .carries(2000))
    }

    @Test("A threshold without data is inconclusive at any rate")
    func unjudged() {
        let service = ScriptedService {
            .overloaded($0, done: $0.rate, finding: .inconclusive(threshold: 1))
        }
        let (result, _) = service.run()
        #expect(result.ending == .limited(.unjudged(threshold: 1)))
        #expect(result.rate == nil)
    }

    @Test(
        "A step can be short if each arrival is a hundred deliveries whose percentile decides"
    )
    func deliveries() {
        func length(perArrival: Int) -> Int64? {
            let settings = CapacitySettings(startRate: 2, perArrival: perArrival, connections: 4)
            return CapacitySearch(settings).next?.duration
        }
        #expect(length(perArrival: 1) == 50 * Self.second)
        #expect(length(perArrival: 5) == 10 * Self.second)
        // Long enough for more than a few arrivals.
        #expect(length(perArrival: 1000) == 5 * Self.second)
        let delivered = Threshold(.deliveredPercentile(.p99), .lt, Fraction(1))
        let latency = Threshold(.latencyPercentile(.p99), .lt, Fraction(1))
        #expect(CapacitySettings.isOfDeliveries([delivered]))
        #expect(!CapacitySettings.isOfDeliveries([delivered, latency]))
        #expect(!CapacitySettings.isOfDeliveries([latency]))
    }

    @Test("The budget ends the search with the known result, before a step that would exceed it")
    func budget() {
        let (result, steps) = ScriptedService.carrying(2000).run(budget: 20 * Self.second)
        #expect(result.ending == .budgetOver)
        #expect(result.rate == 1600)
        #expect(result.upper == 3200)
        #expect(result.elapsed <= 20 * Self.second)
        #expect(steps.last == "recovery 100/s #1 passed")
        #expect(ScriptedService.carrying(2000).run(budget: 1).result.trials.isEmpty)
    }

    @Test("Interrupting the search yields the bracket known so far")
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
