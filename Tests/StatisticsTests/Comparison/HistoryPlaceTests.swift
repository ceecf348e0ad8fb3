import Statistics
import Testing

struct HistoryPlaceTests {
    /// 100 ms, 101 ms and so on.
    private static func earlier(_ count: Int) -> [Double] {
        (0..<count).map { 0.1 + Double($0) / 1000 }
    }

    @Test(
        "The p-value is the share of jobs that were at least as bad, this one counted",
        arguments: [(1, 0.2, 0.5), (19, 0.2, 0.05), (19, 0.118, 0.1), (19, 0.05, 1)]
    )
    func pValue(jobs: Int, value: Double, pValue: Double) {
        let place = HistoryPlace(.latency("p99"), value: value, among: Self.earlier(jobs))
        #expect(abs(place.pValue - pValue) < 1e-12)
    }

    @Test(
        "A value is judged once there are nineteen earlier jobs",
        arguments: [
            (18, 0.2, .cannotTell), (19, 0.2, .regression), (19, 0.05, .improvement),
            // Within the range, and outside by less than 5 % of the median.
            (19, 0.11, .noRegression), (19, 0.099, .improvement),
        ] as [(Int, Double, ComparisonVerdict)]
    )
    func verdict(jobs: Int, value: Double, verdict: ComparisonVerdict) {
        let place = HistoryPlace(.latency("p99"), value: value, among: Self.earlier(jobs))
        #expect(place.verdict == verdict)
    }

    @Test("Outside the range by less than the minimum effect is no regression")
    func smallExcess() {
        let earlier = [Double](repeating: 0.1, count: 19)
        #expect(
            HistoryPlace(.latency("p99"), value: 0.104, among: earlier).verdict == .noRegression
        )
        #expect(HistoryPlace(.latency("p99"), value: 0.106, among: earlier).verdict == .regression)
        #expect(
            HistoryPlace(.latency("p99"), value: .infinity, among: earlier).verdict == .regression
        )
    }
}
