import Statistics
import Testing

struct HistoryPlaceTests {
    /// 100 ms, 101 ms and so on.
    private static func earlier(_ count: Int) -> [Double] {
        (0..<count).map { 0.1 + Double($0) / 1000 }
    }

    @Test(
        "The p-value is the share of jobs that were at least as bad, including the current one",
        arguments: [(1, 0.2, 0.5), (19, 0.2, 0.05), (19, 0.118, 0.1), (19, 0.05, 1)]
    )
    func pValue(jobs: Int, value: Double, pValue: Double) {
        let place = HistoryPlace(.latency("p99"), value: value, among: Self.earlier(jobs))
        #expect(abs(place.pValue - pValue) < 1e-12)
    }

    @Test(
        "A value has a verdict from nineteen earlier jobs on",
        arguments: [
            (18, 0.2, .cannotTell), (19, 0.2, .regression), (19, 0.05, .improvement),
            // Within the range, and more than 3 % of the median outside it.
            (19, 0.11, .noRegression), (19, 0.099, .improvement),
        ] as [(Int, Double, ComparisonVerdict)]
    )
    func verdict(jobs: Int, value: Double, verdict: ComparisonVerdict) {
        let place = HistoryPlace(.latency("p99"), value: value, among: Self.earlier(jobs))
        #expect(place.verdict == verdict)
    }

    @Test("The greatest deviation of several figures is ranked among those of earlier jobs")
    func family() {
        // Each figure of each earlier job has a different place within its range; one job had a bad p99.
        let columns = (0..<5).map { figure in
            HistoryPlace.Column(
                metric: .latency("p\(figure)"),
                value: figure == 0 ? 0.2 : 0.11,
                earlier: (0..<40).map { job in
                    figure == 4 && job == 7
                        ? 0.5 : 0.1 + Double((job * (figure + 3)) % 40) / 2000
                }
            )
        }
        let places = HistoryPlace.all(columns)
        #expect(abs(places[0].pValue - 2.0 / 41) < 1e-12)
        #expect(places[0].verdict == .noRegression, "another job was as far out in another figure")
        #expect(places.dropFirst().allSatisfy { $0.verdict == .noRegression })
        let alone = HistoryPlace.all(Array(columns.prefix(4)))
        #expect(abs(alone[0].pValue - 1.0 / 41) < 1e-12)
        #expect(alone.map(\.verdict) == [.regression] + Array(repeating: .noRegression, count: 3))
    }

    @Test("A job without a figure adds no value to it, but still counts")
    func missing() {
        let earlier: [Double?] = (0..<30).map { $0 < 10 ? nil : 0.1 }
        let columns = [
            HistoryPlace.Column(metric: .latency("p99"), value: 0.2, earlier: earlier),
            HistoryPlace.Column(
                metric: .failures("failed"),
                value: 0,
                earlier: [Double?](repeating: 0, count: 30)
            ),
        ]
        let places = HistoryPlace.all(columns)
        #expect(places.map(\.verdict) == [.regression, .noRegression])
        #expect(places[0].earlier.count == 20)
        #expect(places[0].pValue == 1.0 / 31)
    }

    @Test("A value outside the range by less than the minimum effect is not a regression")
    func smallExcess() {
        let earlier = [Double](repeating: 0.1, count: 19)
        #expect(
            HistoryPlace(.latency("p99"), value: 0.1029, among: earlier).verdict == .noRegression
        )
        #expect(HistoryPlace(.latency("p99"), value: 0.106, among: earlier).verdict == .regression)
        #expect(
            HistoryPlace(.latency("p99"), value: .infinity, among: earlier).verdict == .regression
        )
    }
}
