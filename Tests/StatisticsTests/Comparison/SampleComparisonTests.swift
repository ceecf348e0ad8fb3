import Testing

@testable import Statistics

struct SampleComparisonTests {
    /// The finding for a metric whose runs hardly vary.
    private static func finding(
        _ metric: ComparedMetric,
        _ old: [Double],
        _ new: [Double]
    ) -> MetricFinding {
        SampleComparison([MetricSamples(metric, from: old, to: new)]).findings[0]
    }

    private static let latency = ComparedMetric.latency("p99 latency")

    @Test(
        "The verdict on a latency follows from p-value, shift and interval",
        arguments: [
            // 20 % slower.
            (
                [0.100, 0.101, 0.102, 0.103, 0.104], [0.120, 0.121, 0.122, 0.123, 0.124],
                .regression
            ),
            // 20 % faster.
            (
                [0.120, 0.121, 0.122, 0.123, 0.124], [0.100, 0.101, 0.102, 0.103, 0.104],
                .improvement
            ),
            // 1 % slower, with certainty.
            (
                [0.1000, 0.1001, 0.1002, 0.1003, 0.1004], [0.1010, 0.1011, 0.1012, 0.1013, 0.1014],
                .noRegression
            ),
            // The runs vary by more than the minimum effect.
            ([0.1, 0.12, 0.14, 0.16, 0.18], [0.11, 0.13, 0.15, 0.17, 0.19], .cannotTell),
            // 20 %, but only 0.1 ms.
            (
                [0.000500, 0.000501, 0.000502, 0.000503, 0.000504],
                [0.000600, 0.000601, 0.000602, 0.000603, 0.000604], .noRegression
            ),
            // Three runs on each side cannot show a difference.
            ([0.1, 0.101, 0.102], [0.3, 0.301, 0.302], .cannotTell),
            // The percentile failed in the new runs, in the old ones, and in all runs.
            (
                [0.1, 0.1, 0.1, 0.1, 0.1], [.infinity, .infinity, .infinity, .infinity, .infinity],
                .regression
            ),
            (
                [.infinity, .infinity, .infinity, .infinity, .infinity], [0.1, 0.1, 0.1, 0.1, 0.1],
                .improvement
            ),
            (
                [.infinity, .infinity, .infinity, .infinity, .infinity],
                [.infinity, .infinity, .infinity, .infinity, .infinity], .cannotTell
            ),
        ] as [([Double], [Double], ComparisonVerdict)]
    )
    func latencyVerdict(old: [Double], new: [Double], verdict: ComparisonVerdict) {
        #expect(Self.finding(Self.latency, old, new).verdict == verdict)
    }

    @Test("A rate worsens downward")
    func rate() {
        let (low, high) = ([900.0, 901, 902, 903, 904], [1000.0, 1001, 1002, 1003, 1004])
        #expect(Self.finding(.rate("rate"), high, low).verdict == .regression)
        #expect(Self.finding(.rate("rate"), low, high).verdict == .improvement)
    }

    @Test("Starting from zero failures, the absolute floor decides")
    func failures() {
        let none = [Double](repeating: 0, count: 5)
        let some = [0.01, 0.011, 0.012, 0.013, 0.014]
        let few = [0.0001, 0.0002, 0.0003, 0.0004, 0.0005]
        #expect(Self.finding(.failures("failed"), none, some).verdict == .regression)
        #expect(Self.finding(.failures("failed"), none, few).verdict == .noRegression)
        #expect(Self.finding(.failures("failed"), none, none).verdict == .noRegression)
    }

    @Test("A change is reported as a share of the old median")
    func share() {
        let slower = Self.finding(Self.latency, [1, 2, 3, 4], [10, 20, 30, 40])
        #expect(slower.relative(slower.shift.estimate) == 9)
    }

    @Test("One regression among four metrics is a regression of the comparison")
    func family() {
        let same = [0.1, 0.1001, 0.1002, 0.1003, 0.1004]
        let samples = [
            MetricSamples(.latency("p50"), from: same, to: same),
            MetricSamples(.latency("p99"), from: same, to: same.map { $0 * 2 }),
            MetricSamples(.rate("rate"), from: same, to: same),
            MetricSamples(.failures("failed"), from: same, to: same),
        ]
        let comparison = SampleComparison(samples)
        #expect(
            comparison.findings.map(\.verdict)
                == [.noRegression, .regression, .noRegression, .noRegression]
        )
        // The other metrics have ties; four such metrics together could not show a difference.
        #expect(abs(comparison.findings[1].adjustedPValue - 2.0 / 252) < 1e-12)
        #expect(comparison.verdict == .regression)
        #expect(SampleComparison([samples[0]]).verdict == .noRegression)
    }

    @Test(
        "The p-value's attainable minimum is computed, not a fixed number of runs",
        arguments: [
            (3, 3, 1, false), (4, 4, 1, true), (4, 4, 2, false), (5, 5, 4, true), (5, 5, 6, true),
            (5, 5, 7, false), (1, 39, 1, true), (1, 38, 1, false),
        ]
    )
    func possibility(old: Int, new: Int, family: Int, isPossible: Bool) {
        #expect(
            SampleComparison.canBeSignificant(
                oldCount: old,
                newCount: new,
                familyCount: family
            ) == isPossible
        )
    }

    @Test("Four runs are enough for one metric, five for four")
    func fewest() {
        #expect((1...4).map { SampleComparison.fewestRuns(familyCount: $0) } == [4, 5, 5, 5])
    }

    @Test("Six metrics are too many")
    func tooMany() async {
        await #expect(processExitsWith: .failure) {
            let samples = MetricSamples(.rate("rate"), from: [1], to: [1])
            _ = SampleComparison(Array(repeating: samples, count: 6))
        }
    }

    @Test("Two targets alternate so that both have the same mean position")
    func order() {
        let sides = InterleavedOrder.sides(runsOnEachSide: 4).map(\.rawValue).joined()
        #expect(sides == "ABBAABBA")
        #expect(InterleavedOrder.sides(runsOnEachSide: 5).count { $0 == .new } == 5)
    }
}
