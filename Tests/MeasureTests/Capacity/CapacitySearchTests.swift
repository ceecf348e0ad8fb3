import Measure
import Testing

struct CapacitySearchTests {
    private static let second: Int64 = 1_000_000_000

    @Test("A search doubles, probes near the completed rate, bisects the bracket and holds")
    func path() {
        let (result, steps) = ScriptedService.carrying(2000).run()
        #expect(
            steps == [
                "doubling 100/s #1 passed", "doubling 200/s #1 passed", "doubling 400/s #1 passed",
                "doubling 800/s #1 passed", "doubling 1600/s #1 passed",
                "doubling 3200/s #1 breached", "recovery 100/s #1 passed",
                "doubling 3200/s #2 breached", "recovery 100/s #1 passed",
                "probe 1940/s #1 passed",
                "probe 2060/s #1 breached", "recovery 100/s #1 passed",
                "probe 2060/s #2 breached", "recovery 100/s #1 passed",
                "bisection 2000/s #1 passed",
                "bisection 2030/s #1 breached", "recovery 100/s #1 passed",
                "bisection 2030/s #2 breached", "recovery 100/s #1 passed",
                "hold 2000/s #1 passed", "hold 2000/s #1 passed",
            ]
        )
        #expect(result.ending == .found)
        #expect(result.rate == 2000)
        #expect(result.upper == 2030)
        #expect(result.upperCause == .breached(.threshold(0)))
        #expect(result.passedAbove == nil)
    }

    @Test(
        "The result is at most 1.5% below the service's capacity",
        arguments: [0.7, 3, 47, 99, 101, 1000, 1999, 12_345, 250_000]
    )
    func accuracy(capacity: Double) throws {
        let (result, _) = ScriptedService.carrying(capacity).run()
        let rate = try #require(result.rate)
        #expect(rate <= capacity && rate >= capacity / 1.016)
        #expect(result.ending == .found)
    }

    @Test("Steps are long enough for their purpose, and the first includes the profile's warm-up")
    func lengths() throws {
        var search = CapacitySearch(
            CapacitySettings(startRate: 100, connections: 128, warmup: 3 * Self.second)
        )
        var longest: [CapacityStep.Purpose: Int64] = [:]
        var warmups: [Int64] = []
        while let step = search.next {
            longest[step.purpose] = max(longest[step.purpose] ?? 0, step.duration)
            warmups.append(step.warmup)
            search.take(step.rate <= 2000 ? .calm(step) : .overloaded(step, done: 2000))
        }
        // p99: 300 arrivals at 100/s; 2,000 arrivals take less than 5 s from 400/s on.
        #expect(
            longest == [
                .doubling: 3 * Self.second, .probe: 5 * Self.second, .bisection: 5 * Self.second,
                .hold: 60 * Self.second, .recovery: Self.second,
            ]
        )
        #expect(warmups[0] == 3 * Self.second)
        #expect(warmups[1] == Self.second / 4)
    }

    @Test("Two of three attempts decide")
    func repeated() {
        var (first, second) = (0, 0)
        let service = ScriptedService { step in
            switch step.rate {
            case 400 where step.attempt == 1:
                first += 1
                return .overloaded(step, done: 390)
            case 800 where step.attempt != 2:
                second += 1
                return .overloaded(step, done: 500)
            default: return nil
            }
        }
        let (result, steps) = service.run(budget: 30 * Self.second)
        #expect(
            steps.prefix(12) == [
                "doubling 100/s #1 passed", "doubling 200/s #1 passed",
                "doubling 400/s #1 breached", "recovery 100/s #1 passed",
                "doubling 400/s #2 passed", "doubling 400/s #3 passed",
                "doubling 800/s #1 breached", "recovery 100/s #1 passed",
                "doubling 800/s #2 passed",
                "doubling 800/s #3 breached", "recovery 100/s #1 passed",
                "probe 485/s #1 passed",
            ]
        )
        #expect((first, second) == (1, 2))
        #expect(result.upper == 800)
    }

    @Test("A start rate above the capacity is not an error")
    func startTooHigh() {
        let (result, steps) = ScriptedService.carrying(2000).run(startRate: 5000)
        #expect(
            steps.prefix(4) == [
                "doubling 5000/s #1 breached", "doubling 5000/s #2 breached",
                "probe 1940/s #1 passed", "probe 2060/s #1 breached",
            ]
        )
        #expect(result.rate == 2000)
    }

    @Test("A threshold that fails at any rate ends the search at 1/16 of the start rate")
    func nothingHolds() throws {
        let (result, _) = ScriptedService { .overloaded($0, done: $0.rate) }.run(startRate: 1600)
        #expect(result.ending == .nothingHolds)
        #expect(result.rate == nil)
        #expect(try #require(result.upper) < 200)
        #expect(try #require(result.trials.map(\.step.rate).min()) >= 100)
    }

    @Test("A hold that breaks without further evidence is lowered by 1%, then 2%, and so on")
    func holdBreaks() {
        let service = ScriptedService { step in
            let capacity: Double = step.purpose == .hold ? 1970 : 2000
            return step.rate <= capacity ? nil : .overloaded(step, done: capacity)
        }
        let (result, steps) = service.run()
        #expect(
            steps.suffix(7) == [
                "hold 2000/s #1 breached", "recovery 100/s #1 passed",
                "hold 1980/s #1 breached", "recovery 100/s #1 passed",
                "hold 1940/s #1 passed", "hold 1960/s #1 passed", "hold 1960/s #1 passed",
            ]
        )
        #expect(result.rate == 1960)
        #expect(result.upper == 1980)
        #expect(result.passedAbove == nil)
    }

    @Test("A lower rate that fails twice overrides a higher one that passed")
    func notMonotone() throws {
        // Under overload the service collapses, and from then on it fails at rates that it carried before.
        let service = ScriptedService { step in
            let capacity: Double = step.purpose == .doubling ? 2000 : 700
            return step.rate <= capacity ? nil : .overloaded(step, done: 800)
        }
        let (result, steps) = service.run()
        #expect(steps.contains("probe 776/s #2 breached"))
        #expect(result.passedAbove == 1600)
        #expect(result.ending == .found)
        let rate = try #require(result.rate)
        #expect(rate <= 700 && rate >= 689)
    }

    @Test("After an overload the service has ten checks to recover")
    func recovery() {
        let slow = ScriptedService { step in
            if step.purpose == .recovery && step.attempt < 4 {
                return .overloaded(step, done: step.rate)
            }
            return step.rate <= 2000 ? nil : .overloaded(step, done: 2000)
        }
        #expect(slow.run().result.rate == 2000)
        let dead = ScriptedService { step in
            step.purpose == .recovery
                ? StepMeasurement(noConnection: "refused", elapsed: Self.second)
                : step.rate <= 2000 ? nil : .overloaded(step, done: 2000)
        }
        let (result, steps) = dead.run()
        #expect(result.ending == .notRecovered)
        #expect(steps.suffix(2) == ["recovery 100/s #9 breached", "recovery 100/s #10 breached"])
        #expect(result.rate == 1600)
        // A single attempt does not decide.
        #expect(result.upper == nil)
    }
}
