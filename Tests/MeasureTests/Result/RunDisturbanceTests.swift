import LoadModel
import Measure
import TestSupport
import Testing

/// Other activity on the machine of a generator.
struct RunDisturbanceTests {
    /// The time available in ten seconds on two processors.
    private static let available: Int64 = 20_000_000_000

    @Test(
        "A disturbance is named to the extent it can have mattered",
        arguments: [
            (RunDisturbance(available: available), ""),
            (RunDisturbance(available: available, stolen: 10_000_000), ""),
            (
                RunDisturbance(available: available, stolen: 20_000_000),
                "the host took the processors for 0.1 % of the time"
            ),
            (
                RunDisturbance(available: available, stolen: 620_000_000, throttled: 1_250_000_000),
                "the host took the processors for 3.1 % of the time; the control group was held back "
                    + "for 1.25 s (its processor quota)"
            ),
            (
                RunDisturbance(
                    available: available,
                    others: 10_200_000_000,
                    busiest: "python3",
                    busiestTime: 9_980_000_000
                ),
                "other processes took 51 % of the processors, most of it python3 (50 %)"
            ),
            (
                RunDisturbance(
                    available: available,
                    others: 10_000_000_000,
                    busiest: "cc1",
                    busiestTime: 1_000_000_000
                ),
                "other processes took 50 % of the processors"
            ),
            (RunDisturbance(available: available, others: 900_000_000), ""),
            (RunDisturbance(available: 0, stolen: 1), ""),
        ]
    )
    func text(disturbance: RunDisturbance, text: String) {
        #expect(disturbance.text == text)
    }

    @Test("A disturbance is stored in the result, and the verdict names it next to the lag")
    func verdict() throws {
        var run = BuiltRun()
        run.latency = 20_000_000
        run.own = 5_000_000
        run.disturbance = RunDisturbance(
            available: Self.available,
            stolen: 620_000_000,
            others: 1_000_000,
            busiest: "sshd",
            busiestTime: 1_000_000,
            throttled: 5
        )
        let text = run.result.fileText
        let read = try RunResult(parsing: Array(text.utf8), file: "run.json")
        #expect(read.firstPart.environment.disturbance == run.disturbance)
        let doubt = Doubt.ownTime
        #expect(
            doubt.text(in: read).hasSuffix(
                "responses too late (the host took the processors for 3.1 % of the time; "
                    + "the control group was held back for 5 ns (its processor quota))"
            ),
            "\(doubt.text(in: read))"
        )
    }
}
