import Testing

@testable import Measure

/// The result of searches against an overloaded service.
struct CapacityEvidenceTests {
    private static let second: Int64 = 1_000_000_000

    private static func saturation(
        _ rate: Double,
        _ doubt: Double,
        seconds: Int64 = 8
    ) -> Saturation {
        Saturation(length: seconds * second, rate: rate, low: rate - doubt, high: rate + doubt)
    }

    /// Carries 502/s for 5 s, and 470/s for longer periods.
    private static var tiring: ScriptedService {
        ScriptedService { step in
            guard step.duration > 5 * second else {
                return step.rate <= 502 ? nil : .overloaded(step, done: 502)
            }
            return step.rate <= 470
                ? nil : .overloaded(step, done: 470, saturation: saturation(470, 6))
        }
    }

    @Test("A hold that breaks moves the search by its evidence, and later holds last longer")
    func holdBreaks() {
        let (result, steps) = Self.tiring.run()
        #expect(
            steps.suffix(7) == [
                "hold 502/s #1 breached", "recovery 100/s #1 passed",
                "hold 464/s #1 passed",
                "hold 476/s #1 breached", "recovery 100/s #1 passed",
                "hold 470/s #1 passed", "hold 470/s #1 passed",
            ]
        )
        #expect(result.ending == .found)
        #expect(result.rate == 470)
        #expect(result.upper == 476)
        #expect(result.passedAbove == 502)
        let holds = result.trials.filter { $0.step.purpose == .hold }
        #expect(holds.map(\.step.duration) == [12, 24, 24, 24, 60].map { $0 * Self.second })
        #expect(result.elapsed < 240 * Self.second)
    }

    @Test("The result of short steps is not claimed if a long step contradicts it")
    func budget() {
        let (result, steps) = Self.tiring.run(budget: 88 * Self.second)
        #expect(steps.suffix(2) == ["recovery 100/s #1 passed", "hold 464/s #1 passed"])
        #expect(result.ending == .budgetOver)
        #expect(result.rate == 464)
        #expect(result.upper == 502)
        #expect(result.estimate == CapacityEstimate(rate: 470, low: 464, high: 476))
    }

    @Test("The end of a budget is reserved for a hold")
    func timeForHold() {
        let (result, steps) = ScriptedService.carrying(2000).run(budget: 45 * Self.second)
        #expect(
            steps.suffix(4) == [
                "probe 1940/s #1 passed", "probe 2060/s #1 breached", "recovery 100/s #1 passed",
                "hold 1940/s #1 passed",
            ]
        )
        #expect(result.ending == .budgetOver)
        #expect(result.rate == 1940)
        #expect(result.upper == 3200)
        #expect(result.best?.step.purpose == .hold)
    }

    @Test("A breach that an earlier overload predicted is accepted at once")
    func expected() {
        let service = ScriptedService { step in
            step.rate <= 2000
                ? nil
                : .overloaded(step, done: 2000, saturation: Self.saturation(2000, 40, seconds: 2))
        }
        let (result, steps) = service.run()
        #expect(
            steps.suffix(8) == [
                "probe 1940/s #1 passed",
                "probe 2060/s #1 breached", "recovery 100/s #1 passed",
                "bisection 2000/s #1 passed",
                "bisection 2030/s #1 breached", "recovery 100/s #1 passed",
                "hold 2000/s #1 passed", "hold 2000/s #1 passed",
            ]
        )
        #expect(result.rate == 2000)
        #expect(result.estimate == CapacityEstimate(rate: 2000, low: 2000, high: 2030))
    }

    @Test("A breach where an earlier overload completed more, or this one much less, is repeated")
    func unexpected() {
        let service = ScriptedService { step in
            guard step.rate > 2000 else { return nil }
            let done: Double = step.purpose == .doubling ? 2000 : 1500
            return .overloaded(
                step,
                done: done,
                saturation: Self.saturation(done, 20, seconds: 2)
            )
        }
        #expect(service.run().steps.contains("probe 2060/s #2 breached"))
    }

    /// Up to 2,000/s at rest; up to 2,030/s the backlog grows in the last 3 s, in a hold only with `inHolds`.
    private static func growing(inHolds: Bool) -> ScriptedService {
        ScriptedService { step in
            guard step.rate > 2000, inHolds || step.purpose != .hold else { return nil }
            guard step.rate <= 2030 else { return .overloaded(step, done: 2000) }
            let saturation = saturation(1995, 25, seconds: 3)
            return .overloaded(
                step,
                done: 2000,
                finding: .passed,
                growth: 30,
                saturation: saturation
            )
        }
    }

    @Test("A step with growth at its end does not pass and is repeated for longer")
    func stillGrowing() throws {
        let (result, steps) = Self.growing(inHolds: true).run()
        let index = try #require(steps.firstIndex(of: "bisection 2030/s #1 breached"))
        #expect(steps[index + 2] == "hold 2030/s #2 breached")
        #expect(result.trials[index].verdict == .breached(.growing))
        #expect(steps[index + 4] == "hold 1970/s #1 passed")
        #expect(result.rate == 2000)
        #expect(result.upper == 2030)
        #expect(result.upperCause == .breached(.growing))
        let calm = Self.growing(inHolds: false).run()
        #expect(calm.steps.contains("hold 2030/s #2 passed"))
        #expect(calm.result.rate == 2030)
    }

    @Test("One step whose backlog grew from its first second to its last is enough")
    func growingThroughout() {
        let service = ScriptedService { step in
            step.rate <= 2000
                ? nil
                : .overloaded(
                    step,
                    done: 2000,
                    finding: step.rate < 2100 ? .passed : .failed(threshold: 0),
                    growth: 60,
                    saturation: Self.saturation(2000, 20, seconds: step.duration / Self.second)
                )
        }
        let (result, steps) = service.run()
        #expect(steps.contains("doubling 3200/s #2 breached"))
        #expect(!steps.contains { $0.contains("#2") && !$0.hasPrefix("doubling") })
        #expect(result.rate == 2000)
    }

    @Test("A hold that a pause ended early is repeated")
    func pausedHold() {
        let service = ScriptedService { step in
            if step.purpose == .hold && step.attempt == 1 {
                return .overloaded(step, done: 1500, elapsed: 2 * Self.second)
            }
            return step.rate <= 2000 ? nil : .overloaded(step, done: 2000)
        }
        let (result, steps) = service.run()
        #expect(
            steps.suffix(3) == [
                "hold 2000/s #1 breached", "recovery 100/s #1 passed", "hold 2000/s #2 passed",
            ]
        )
        #expect(result.rate == 2000)
        #expect(result.upper == 2030)
    }

    @Test("A clearly lower rate passes, however little the overloaded service completes")
    func collapse() {
        let service = ScriptedService { step in
            if step.purpose == .hold && step.rate > 1700 {
                return .overloaded(step, done: 50, saturation: Self.saturation(50, 5))
            }
            return step.rate <= 2000 ? nil : .overloaded(step, done: 2000)
        }
        let (result, steps) = service.run()
        let first = steps.firstIndex(of: "hold 2000/s #1 breached")
        #expect(first.map { steps[$0 + 2] } == "hold 1600/s #1 passed")
        #expect(result.ending == .found)
        #expect((result.rate ?? 0) > 1675)
    }
}
