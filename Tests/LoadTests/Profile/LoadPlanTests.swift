import Load
import LoadModel
import Measure
import Profile
import Testing

/// The plan for running a profile.
struct LoadPlanTests {
    private static let second: Int64 = 1_000_000_000

    @Test(
        "A last stage with an arrival count lasts until the last arrival, in the plan's shape too"
    )
    func counted() throws {
        let stages = [
            LoadShape.Stage(from: 10, to: 40, duration: Self.second),
            LoadShape.Stage(rate: 40, duration: 1, arrivalCount: 40),
        ]
        let shape = LoadShape(.open(stages, .constant), warmup: Self.second / 2, connections: 7)
        let plan = LoadPlan(shape, sends: [LoadFixture.send()], seed: 5)
        let schedule = try #require(plan.schedule)
        #expect(schedule == Schedule(stages, warmup: Self.second / 2, seed: 5))
        #expect(plan.shape.model == .open(schedule.stages, .constant))
        #expect(schedule.stages[0] == stages[0])
        #expect(schedule.stages[1].duration == plan.shape.span - Self.second)
        #expect(schedule.stages[1].arrivalCount == nil)
        #expect(plan.recordingPlan.span == plan.shape.span)
    }

    @Test("Arrivals follow the profile's distribution and the plan's seed")
    func random() {
        let stages = [LoadShape.Stage(rate: 10, duration: Self.second)]
        let plan = LoadPlan(
            LoadShape(.open(stages, .poisson), connections: 1),
            sends: [LoadFixture.send()],
            seed: 5
        )
        #expect(plan.schedule == Schedule(stages, arrivals: .poisson, seed: 5))
    }

    @Test("The closed model has no schedule")
    func closed() {
        let shape = LoadShape(.closed(duration: Self.second, think: 0), connections: 3)
        let plan = LoadPlan(shape, sends: [LoadFixture.send()])
        #expect(plan.schedule == nil)
        #expect(plan.shape == shape)
        #expect(plan.recordingPlan.span == Self.second)
    }

    @Test(
        "Window thresholds determine the data stored per slice; the slice width follows the profile"
    )
    func thresholds() throws {
        let planned = try PlannedProfile(
            "[{ name: a, call: push }, { name: b, call: push }]",
            more: "thresholds: [{ latency: p99.9, lt: 250ms, of: b, window: 10s, abort: true }]"
        )
        let plan = LoadPlan(planned.profile, requests: planned.requests, seed: 5)
        #expect(plan.thresholds == planned.profile.thresholds)
        #expect(plan.thresholds.map(\.send) == [1])
        #expect(plan.thresholds.map(\.place) == ["p.yaml:5:14"])
        #expect(plan.recordingPlan.tracks.contains(SliceTrack(.latency, send: 1)))
        #expect(plan.recordingPlan.limits.map(\.send) == [1])
        #expect(plan.recordingPlan.sliceWidth == Self.second)
    }
}
