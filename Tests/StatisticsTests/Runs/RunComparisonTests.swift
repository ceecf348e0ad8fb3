import Testing

@testable import Statistics

struct RunComparisonTests {
    /// A run that started at `start`, with these latencies.
    static func run(
        _ name: String = "run.json",
        start: Int64 = 0,
        cpu: String = "Xeon",
        kernel: String = "Linux 6.1",
        invalidity: String? = nil,
        figures: [RunFigure: Double] = [:]
    ) -> ComparedRun {
        ComparedRun(
            name: name,
            startedAt: start,
            conditions: [.init("profile", "sha256:00"), .init("CPU model", cpu)],
            circumstances: [.init("kernel", kernel)],
            invalidity: invalidity,
            figures: figures
        )
    }

    /// Five runs on each side in the order A B B A, or one side after the other.
    private static func sides(
        old: Double,
        new: Double,
        takingTurns: Bool = true
    ) -> (old: [ComparedRun], new: [ComparedRun]) {
        let order = InterleavedOrder.sides(runsOnEachSide: 5)
        let places = takingTurns ? order : order.sorted { $0.rawValue < $1.rawValue }
        var sides: [InterleavedOrder.Side: [ComparedRun]] = [:]
        for (place, side) in places.enumerated() {
            let p99 = (side == .old ? old : new) * (1 + Double(place) / 10_000)
            sides[side, default: []].append(run(start: Int64(place), figures: [.p99: p99]))
        }
        return (sides[.old] ?? [], sides[.new] ?? [])
    }

    private static func conclusion(
        old: Double,
        new: Double,
        takingTurns: Bool = true
    ) -> RunComparison.Conclusion {
        let sides = sides(old: old, new: new, takingTurns: takingTurns)
        return RunComparison(old: sides.old, new: sides.new, judging: [.p99]).conclusion
    }

    @Test("Only alternating runs make a regression certain")
    func turns() {
        #expect(Self.conclusion(old: 0.1, new: 0.12) == .regression)
        #expect(Self.conclusion(old: 0.1, new: 0.12, takingTurns: false) == .indicativeRegression)
        #expect(Self.conclusion(old: 0.12, new: 0.1) == .improvement)
        #expect(Self.conclusion(old: 0.1, new: 0.101) == .noRegression)
    }

    @Test("One run on each side is too few, whatever its values")
    func tooFew() {
        let comparison = RunComparison(
            old: [Self.run(figures: [.p99: 0.1])],
            new: [Self.run(figures: [.p99: 9])]
        )
        #expect(comparison.conclusion == .tooFewRuns)
        #expect(!comparison.canBeSignificant)
    }

    @Test("Runs from another machine and invalid runs are rejected with both values")
    func refusals() {
        let comparison = RunComparison(
            old: [Self.run("old.json", figures: [.p99: 1])],
            new: [
                Self.run("new.json", cpu: "EPYC", kernel: "Linux 6.2", figures: [.p99: 1]),
                Self.run("bad.json", invalidity: "the generator was late", figures: [.p99: 1]),
            ]
        )
        #expect(
            comparison.refusals.map(\.description) == [
                "the CPU model differs: Xeon in old.json, EPYC in new.json",
                "bad.json is inconclusive: the generator was late",
            ]
        )
        #expect(
            comparison.remarks.map(\.description)
                == ["the kernel differs: Linux 6.1 in old.json, Linux 6.2 in new.json"]
        )
        #expect(comparison.conclusion == .refused)
        #expect(comparison.judged == nil)
    }

    @Test("A metric missing in some run is omitted and named")
    func omission() throws {
        let comparison = RunComparison(
            old: [Self.run(figures: [.achieved: 1, .p50: 1, .p99: 2, .failed: 0])],
            new: [Self.run(figures: [.achieved: 1, .p50: 1, .failed: 0, .p90: 1])]
        )
        #expect(comparison.omitted == [.p90, .p99])
        let judged = try #require(comparison.judged)
        #expect(judged.findings.map(\.samples.metric.name) == ["achieved", "p50", "failed"])
        #expect(comparison.described.isEmpty)
    }

    @Test("Runs without a common metric cannot be compared")
    func nothingInCommon() {
        let comparison = RunComparison(old: [Self.run()], new: [Self.run(figures: [.p99: 1])])
        #expect(comparison.refusals == [.nothingInCommon])
    }

    @Test("Additional figures common to all runs are described")
    func described() {
        let figures: [RunFigure: Double] = [.p99: 2, .p95: 1, .processTime: 0.00004]
        let comparison = RunComparison(
            old: [Self.run(figures: figures)],
            new: [Self.run(figures: figures)]
        )
        #expect(
            comparison.described.map(\.metric.name) == ["p95", "generator CPU per request"]
        )
    }
}
