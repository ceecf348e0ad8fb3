import Contract
import Load
import Measure
import Testing

struct LoadPlanProfileTests {
    private static let place = SourceLocation(file: "a.yaml", line: 1, column: 1)

    private static func plan(_ model: LoadShape.Model, _ rows: [LoadThreshold] = []) -> LoadPlan {
        let shape = LoadShape(
            model: model,
            warmup: .milliseconds(500),
            connections: 7,
            timeout: .seconds(3),
            drain: .seconds(4),
            requestsPerConnection: 9
        )
        let profile = LoadProfile(
            file: "a.yaml",
            title: "a",
            contract: ContractDocument(file: "b.yaml"),
            seed: 1,
            audience: nil,
            setup: [],
            sends: [],
            load: shape,
            thresholds: rows
        )
        let sends = [LoadFixture.send("a"), LoadFixture.send("b")]
        return LoadPlan(profile, sends: sends, seed: 5)
    }

    @Test("Stages become the segments of a schedule")
    func open() {
        let stages = [
            LoadShape.Stage(startRate: 10, endRate: 10, duration: .seconds(1)),
            LoadShape.Stage(startRate: 10, endRate: 20, duration: .milliseconds(1500)),
        ]
        let plan = Self.plan(.open(stages, .poisson))
        let segments = [
            RateSegment(rate: 10, duration: 1_000_000_000),
            RateSegment(from: 10, to: 20, duration: 1_500_000_000),
        ]
        #expect(
            plan.model
                == .open(Schedule(segments, warmup: 500_000_000, arrivals: .poisson, seed: 5))
        )
        #expect(plan.span == 2_500_000_000)
        #expect(plan.connections == 7)
        #expect(plan.timeout == 3_000_000_000)
        #expect(plan.drain == 4_000_000_000)
        #expect(plan.requestsPerConnection == 9)
        #expect(plan.seed == 5)
    }

    @Test("Connections become the closed model")
    func closed() {
        let plan = Self.plan(.closed(duration: .seconds(2), think: .milliseconds(10)))
        let closed = LoadPlan.Closed(
            duration: 2_000_000_000,
            warmup: 500_000_000,
            think: 10_000_000
        )
        #expect(plan.model == .closed(closed))
    }

    @Test("Thresholds keep their limits, sends and windows")
    func thresholds() {
        func row(
            _ metric: LoadThreshold.Metric,
            _ relation: LoadThreshold.Relation,
            _ limit: LoadThreshold.Limit,
            send: String? = nil,
            windows: LoadThreshold.Windows? = nil
        ) -> LoadThreshold {
            LoadThreshold(
                metric,
                relation,
                limit,
                send: send,
                windows: windows,
                aborts: windows != nil,
                location: Self.place
            )
        }
        let window = LoadThreshold.Windows(length: .seconds(10), share: .share(99, of: 100))
        let plan = Self.plan(
            .closed(duration: .seconds(2), think: .zero),
            [
                row(
                    .latency("p99.9"),
                    .lt,
                    .time(.milliseconds(250)),
                    send: "b",
                    windows: window
                ),
                row(.latency("mean"), .lte, .time(.seconds(1))),
                row(.latency("max"), .gt, .time(.seconds(1))),
                row(.errors, .lt, .share(1, of: 1000)),
                row(.outcome("503"), .lt, .share(1, of: 100)),
                row(.achieved, .gte, .share(99, of: 100)),
            ]
        )
        let windows = Threshold.Windows(length: 10_000_000_000, share: Fraction(99, of: 100))
        let expected = [
            Threshold(
                .latencyPercentile(.p999),
                .lt,
                Fraction(250_000_000),
                send: 1,
                windows: windows,
                aborts: true
            ),
            Threshold(.latencyMean, .lte, Fraction(1_000_000_000)),
            Threshold(.latencyMaximum, .gt, Fraction(1_000_000_000)),
            Threshold(.errorRatio, .lt, Fraction(1, of: 1000)),
            Threshold(.outcomeRatio("503"), .lt, Fraction(1, of: 100)),
            Threshold(.achievedRatio, .gte, Fraction(99, of: 100)),
        ]
        #expect(plan.thresholds == expected)
        #expect(plan.recordingPlan.tracks.contains(SliceTrack(.latency, send: 1)))
        #expect(plan.recordingPlan.limits.map(\.send) == [1])
    }
}
