import Measure
@testable import RunReports
import Testing

@testable import Reports

struct LatencyBinsTests {
    private static func bins(_ values: [Int64]) -> [LatencyBins.Bin] {
        var histogram = Histogram<UInt64>(.total)
        for value in values { histogram.record(value) }
        return LatencyBins(histogram).bins
    }

    @Test("Four powers of ten are drawn in steps of 1, 2 and 5")
    func wide() {
        // A counter that extends beyond a bound counts in the next bin.
        let bins = Self.bins([300_000, 450_000, 900_000, 3_000_000, 4_000_000_000])
        #expect(
            bins == [
                .init(upper: 500_000, count: 2), .init(upper: 1_000_000, count: 1),
                .init(upper: 2_000_000), .init(upper: 5_000_000, count: 1),
                .init(upper: 10_000_000), .init(upper: 20_000_000), .init(upper: 50_000_000),
                .init(upper: 100_000_000), .init(upper: 200_000_000), .init(upper: 500_000_000),
                .init(upper: 1_000_000_000), .init(upper: 2_000_000_000),
                .init(upper: 5_000_000_000, count: 1),
            ]
        )
    }

    @Test("A narrow range is drawn in fine steps")
    func narrow() {
        let bins = Self.bins([1_010_000, 1_300_000, 1_590_000])
        #expect(
            bins.map(\.upper) == [
                1_060_000, 1_120_000, 1_180_000, 1_250_000, 1_320_000, 1_400_000, 1_500_000,
                1_600_000,
            ]
        )
        #expect(bins.map(\.count) == [1, 0, 0, 0, 1, 0, 0, 1])
    }

    @Test("All recordable values fit into powers of ten without loss")
    func widest() {
        let bins = Self.bins([0, 1, 4_000_000_000_000])
        #expect(bins.first?.upper == 100)
        #expect(bins.last?.upper == 10_000_000_000_000)
        #expect(bins.count == 12)
        #expect(bins.reduce(0) { $0 + $1.count } == 3)
        #expect(Self.bins([]) == [])
    }

    @Test(
        "A bar's length is its share, and a non-zero share is visible",
        arguments: [
            (0, ""), (1, "▏"), (1000, "██████████"), (500, "█████"), (50, "▌"), (999, "█████████▉"),
        ] as [(UInt64, String)]
    )
    func bar(count: UInt64, bar: String) {
        #expect(LatencyChart.bar(count, of: 1000, width: 10) == bar)
    }
}
