import Statistics
import Testing

struct HistoryComparisonTests {
    private static func jobs(_ count: Int) -> [HistoryComparison.Job] {
        (0..<count).map { number in
            HistoryComparison.Job(
                name: "\(number)",
                runs: [
                    RunComparisonTests.run(figures: [.p99: 0.1]),
                    RunComparisonTests.run(figures: [.p99: 0.1 + Double(number) / 1000]),
                    RunComparisonTests.run(figures: [.p99: 9]),
                ]
            )
        }
    }

    private static func comparison(_ p99: Double, jobs count: Int) -> HistoryComparison {
        HistoryComparison(
            runs: [RunComparisonTests.run(figures: [.p99: p99])],
            against: jobs(count)
        )
    }

    @Test("A job is one sample: the median of its runs")
    func median() {
        let expected = (0..<3).map { 0.1 + Double($0) / 1000 }
        #expect(Self.comparison(0.1, jobs: 3).places.first?.earlier == expected)
    }

    @Test("Nineteen earlier jobs are enough to indicate a regression, eighteen are not")
    func conclusion() {
        #expect(Self.comparison(0.2, jobs: 18).conclusion == .tooFewJobs)
        #expect(Self.comparison(0.2, jobs: 19).conclusion == .indicativeRegression)
        #expect(Self.comparison(0.11, jobs: 19).conclusion == .noRegression)
        #expect(Self.comparison(0.05, jobs: 19).conclusion == .improvement)
        #expect(Self.comparison(0.2, jobs: 0).conclusion == .tooFewJobs)
    }

    @Test("An invalid run is rejected")
    func refused() {
        let comparison = HistoryComparison(
            runs: [RunComparisonTests.run(invalidity: "late", figures: [.p99: 1])],
            against: Self.jobs(19)
        )
        #expect(comparison.conclusion == .refused)
    }
}
