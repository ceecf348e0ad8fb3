import Testing

@testable import Measure

struct CapacityBreaksTests {
    private static let second: Int64 = 1_000_000_000

    /// Steps of 10 s each: `h` passed, `b` broke, `r` recovers, at 100/s; `H` and `B` at 200/s.
    private static func trials(_ text: String) -> [CapacityTrial] {
        text.map { letter in
            let rate: Double = letter.isUppercase ? 200 : 100
            let step = CapacityStep(
                letter == "r" ? .recovery : .probe,
                rate: rate,
                duration: 10 * second
            )
            let isHeld = letter.lowercased() == "h"
            return CapacityTrial(
                step: step,
                measurement: isHeld ? .calm(step) : .overloaded(step, done: 50),
                verdict: isHeld
                    ? .passed : .breached(letter == "r" ? .recovery : .threshold(0))
            )
        }
    }

    @Test(
        "A hold must be twice the longest time between breaks, and longer than the quiet time",
        arguments: [
            // No breaks, or only at a higher rate.
            ("hhhh", 0, 0), ("hBhB", 0, 0), ("hrhr", 0, 0),
            // Breaks before the first step that passed come from a cold service.
            ("bbhhh", 0, 0),
            // One break: the gap is the time up to it, and the quiet time after it counts too.
            ("hhbh", 30, 60), ("hbhhhhhhhh", 20, 100),
            // Two and three.
            ("hbhb", 20, 40), ("hbhhhbhb", 40, 80), ("hbbbhhh", 10, 37),
        ] as [(String, Int64, Int64)]
    )
    func gaps(steps: String, gap: Int64, proving: Int64) {
        let breaks = CapacityBreaks(Self.trials(steps), below: 100)
        #expect(breaks.longestGap / Self.second == gap)
        #expect(breaks.provingLength / Self.second == proving)
    }

    @Test("A break because the server paused counts at any rate")
    func rests() {
        var trials = Self.trials("hhBhh")
        trials[2].measurement.rest = 2 * Self.second
        #expect(CapacityBreaks(trials, below: 100).moments == [30 * Self.second])
        trials[2].measurement.saturation = Saturation(
            length: 5 * Self.second,
            rate: 150,
            low: 140,
            high: 160
        )
        #expect(CapacityBreaks(trials, below: 100).moments == [])
    }

    @Test("A part of a step with too few responses is a pause that lasts for the missing work")
    func flow() {
        func rest(_ answered: [Double]) -> Int64? {
            StepFlow(
                width: Self.second,
                due: answered.map { _ in 100 },
                answered: answered
            ).rest.map { $0 / 10_000_000 }
        }
        #expect(rest([100, 100, 40, 160, 100]) == 60)
        #expect(rest([100, 100, 50, 0, 250, 100, 100]) == 150)
        // Constantly low throughput and random variation are not rests.
        #expect(rest([50, 50, 50, 50, 50]) == nil)
        #expect(rest([100, 90, 110, 80, 120]) == nil)
        #expect(rest([100, 0]) == nil)
    }
}
