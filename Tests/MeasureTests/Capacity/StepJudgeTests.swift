import LoadModel
import Testing

@testable import Measure

struct StepJudgeTests {
    private static let second: Int64 = 1_000_000_000

    /// 5 s at 2,000/s: 1 % of the arrivals is 100; 4 are in flight, which varies by 3 × √8 = 8.5.
    private static let step = CapacityStep(.probe, rate: 2000, duration: 5 * second)

    @Test(
        "A backlog grows if it exceeds 1% of the arrivals plus chance",
        arguments: [
            (.constant, 108, StepVerdict.passed), (.constant, 109, .breached(.backlog)),
            // Poisson arrivals vary by 3 × √10,000.
            (.poisson, 408, .passed), (.poisson, 409, .breached(.backlog)),
        ] as [(LoadShape.Arrivals, Int64, StepVerdict)]
    )
    func growth(arrivals: LoadShape.Arrivals, growth: Int64, verdict: StepVerdict) {
        let judge = StepJudge(
            settings: CapacitySettings(startRate: 100, arrivals: arrivals, connections: 8),
            calm: .calm(Self.step)
        )
        let measurement = StepMeasurement.overloaded(
            Self.step,
            done: 1980,
            finding: .passed,
            growth: growth
        )
        #expect(judge.verdict(measurement, of: Self.step) == verdict)
    }

    @Test(
        "Growth at the end of a step fails it if it lasted longer than a pause",
        arguments: [(2, StepVerdict.passed), (3, .breached(.growing))] as [(Int64, StepVerdict)]
    )
    func stillGrowing(seconds: Int64, verdict: StepVerdict) {
        let judge = StepJudge(
            settings: CapacitySettings(startRate: 100, connections: 8),
            calm: .calm(Self.step)
        )
        let measurement = StepMeasurement.overloaded(
            Self.step,
            done: 1980,
            finding: .passed,
            growth: 60,
            saturation: Saturation(
                length: seconds * Self.second,
                rate: 1980,
                low: 1950,
                high: 1990
            )
        )
        #expect(judge.verdict(measurement, of: Self.step) == verdict)
    }

    @Test("A step that ended because of its backlog, or without a connection, is a breach")
    func ended() {
        let judge = StepJudge(
            settings: CapacitySettings(startRate: 100, connections: 8),
            calm: nil
        )
        let hopeless = StepMeasurement(
            .passed,
            dueCount: 500,
            backlogGrowth: 0,
            doneRate: 100,
            percentile: .failed,
            medianLatency: nil,
            meanServiceTime: nil,
            isHopeless: true,
            elapsed: Self.second
        )
        #expect(judge.verdict(hopeless, of: Self.step) == .breached(.backlog))
        let refused = StepMeasurement(noConnection: "refused", elapsed: Self.second)
        #expect(judge.verdict(refused, of: Self.step) == .breached(.noConnection("refused")))
    }

    @Test(
        "A service has recovered when the median response takes at most 1.5 times as long, or 5 ms more",
        arguments: [
            (2, 7, 1, true), (2, 8, 1, false), (50, 75, 1, true), (50, 76, 1, false),
            (50, 100, 5, false), (50, 100, 6, true), (50, 101, 6, false),
        ] as [(Int64, Int64, Int, Bool)]
    )
    func recovery(calm: Int64, median: Int64, attempt: Int, isBack: Bool) {
        func measurement(_ milliseconds: Int64) -> StepMeasurement {
            StepMeasurement(
                .passed,
                dueCount: 100,
                backlogGrowth: 0,
                doneRate: 100,
                percentile: .failed,
                medianLatency: milliseconds * 1_000_000,
                meanServiceTime: nil,
                elapsed: Self.second
            )
        }
        let judge = StepJudge(
            settings: CapacitySettings(startRate: 100, connections: 8),
            calm: measurement(calm)
        )
        let check = CapacityStep(
            .recovery,
            rate: 100,
            duration: Self.second,
            attempt: attempt
        )
        let verdict: StepVerdict = isBack ? .passed : .breached(.recovery)
        #expect(judge.verdict(measurement(median), of: check) == verdict)
    }

    @Test(
        "Steps last whole seconds, long enough for N arrivals above the percentile",
        arguments: [
            ("p99", 3, 100, 2, 3), ("p99", 3, 151, 2, 2), ("p99", 3, 149, 2, 3),
            ("p99.9", 3, 1000, 2, 3), ("p99", 20, 200, 5, 10), ("p50", 20, 10, 5, 5),
            // Beyond 15 s, a quarter of the arrivals is enough.
            ("p99", 20, 100, 5, 15), ("p99", 20, 10, 5, 50), ("p50", 20, 1, 5, 15),
        ] as [(String, Double, Double, Int64, Int64)]
    )
    func lengths(
        name: String,
        tail: Double,
        rate: Double,
        shortest: Int64,
        seconds: Int64
    ) throws {
        let quantile = try #require(Quantile(name))
        let settings = CapacitySettings(startRate: 1, quantile: quantile, connections: 1)
        let duration = settings.duration(
            tail: tail,
            least: tail / 4,
            rate: rate,
            shortest: shortest * Self.second,
            usual: 15 * Self.second
        )
        #expect(duration == seconds * Self.second)
    }

    @Test("The highest percentile in a threshold decides, p99 by default")
    func finest() throws {
        let p999 = Threshold(.latencyPercentile(.p999), .lt, Fraction(1))
        let p95 = Threshold(.latencyPercentile(.p95), .lt, Fraction(1))
        let errors = Threshold(.errorRatio, .lt, Fraction(1))
        #expect(CapacitySettings.finestQuantile(of: [p95, p999, errors]) == .p999)
        #expect(CapacitySettings.finestQuantile(of: [p95]) == .p95)
        #expect(CapacitySettings.finestQuantile(of: [errors]) == .p99)
    }
}
