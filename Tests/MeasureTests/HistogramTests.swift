import Testing

@testable import Measure

struct HistogramTests {
    @Test(
        "The layouts have the same number of counters as HdrHistogram's",
        arguments: [(HistogramLayout.total, 27_648), (.slice, 3_456)]
    )
    func counters(layout: HistogramLayout, count: Int) {
        #expect(layout.counterCount == count)
    }

    @Test(
        "Every value lies between the edges of its counter, and edges touch",
        arguments: [HistogramLayout.total, .slice]
    )
    func edges(layout: HistogramLayout) {
        for index in 0..<layout.counterCount - 1 {
            let (low, high) = (layout.lowestValue(at: index), layout.highestValue(at: index))
            #expect(layout.lowestValue(at: index + 1) == high + 1)
            #expect(layout.index(of: low) == index && layout.index(of: high) == index)
        }
    }

    @Test(
        "A counter is never wider than a thousandth of its values",
        arguments: [100_000, 3_599_999_999_999]
    )
    func precision(value: Int64) {
        let layout = HistogramLayout.total
        let index = layout.index(of: value)
        let width = layout.highestValue(at: index) - layout.lowestValue(at: index) + 1
        #expect(width * 1000 <= layout.lowestValue(at: index))
    }

    @Test("Values out of range are counted at the edge and reported")
    func clamping() {
        var histogram = Histogram<UInt64>(.total)
        histogram.record(-5)
        histogram.record(3_600_000_000_000)
        #expect(histogram.overflowCount == 0)
        histogram.record(7_200_000_000_000)
        #expect(histogram.count == 3)
        #expect(histogram.overflowCount == 1)
        #expect(histogram.smallest == 0)
        #expect(histogram.greatest == 7_200_000_000_000)
        #expect(histogram.sum == 10_800_000_000_000)
        #expect(histogram.counters.last { $0 > 0 } == 2)
    }

    @Test("A percentile is the greatest value in its counter")
    func highestEquivalent() {
        var histogram = Histogram<UInt64>(.total)
        histogram.record(1_000_000)
        // 2^19 ≤ 1,000,000 < 2^20: each of 2048 positions is 512 ns wide.
        #expect(histogram.value(atRank: 1) == 1_000_447)
        #expect(histogram.value(atRank: 0) == nil)
        #expect(histogram.value(atRank: 2) == nil)
    }

    @Test("Ranks read in one pass equal those read individually")
    func ranks() {
        var histogram = Histogram<UInt64>(.total)
        let values: [Int64] = [-1, 0, 130, 130, 1_000_000, 3_600_000_000_000, 7_200_000_000_000]
        for value in values { histogram.record(value) }
        let found = histogram.values(atRanks: [0, 1, 2, 3, 3, 4, 5, 6, 7, 8])
        let last = histogram.layout.highestValue(at: histogram.counters.lastIndex { $0 > 0 } ?? 0)
        #expect(found == [nil, 63, 63, 191, 191, 191, 1_000_447, last, last, nil])
        #expect(found == [0, 1, 2, 3, 3, 4, 5, 6, 7, 8].map { histogram.value(atRank: $0) })
        #expect(Histogram<UInt64>(.total).values(atRanks: [1]) == [nil])
    }

    @Test(
        "The counters in use span the smallest to the greatest value",
        arguments: [
            [], [0], [-5, 3_600_000_000_000], [1_000, 5_000_000], [9_999_999_999_999],
        ] as [[Int64]]
    )
    func usedIndices(values: [Int64]) {
        var histogram = Histogram<UInt64>(.total)
        for value in values { histogram.record(value) }
        let used = histogram.counters.indices.filter { histogram.counters[$0] > 0 }
        #expect(histogram.usedIndices.first == used.first)
        #expect(histogram.usedIndices.last == used.last)
        let stored = Histogram(.total, counters: histogram.counters, extremes: nil)
        #expect(stored.usedIndices == histogram.usedIndices)
    }

    @Test("Merging adds counters and sums and combines extremes")
    func merging() {
        var (whole, odd, even) = (
            Histogram<UInt64>(.total), Histogram<UInt64>(.total), Histogram<UInt64>(.total)
        )
        for value in stride(from: Int64(50), to: 4_000_000_000_000, by: 7_777_777_777) {
            whole.record(value)
            if value % 2 == 0 { even.record(value) } else { odd.record(value) }
        }
        odd.merge(even)
        #expect(odd == whole)
        odd.merge(Histogram<UInt32>(.total))
        #expect(odd == whole)
    }

    @Test(
        "A value counted N times equals N single counts",
        arguments: [(Int64(1_234_567), UInt64(7)), (-5, 2), (4_000_000_000_000, 3), (9, 0)]
    )
    func times(value: Int64, times: UInt64) {
        var (single, all) = (Histogram<UInt64>(.slice), Histogram<UInt64>(.slice))
        for _ in 0..<times { single.record(value) }
        all.record(value, times: times)
        #expect(all == single)
    }

    @Test(
        "Counting values at or below a limit",
        // 1,000,000 reads 1,000,447.
        arguments: [(Int64(-1), UInt64(0)), (63, 1), (1_000_446, 1), (1_000_447, 2), (.max, 3)]
    )
    func below(limit: Int64, count: UInt64) {
        var histogram = Histogram<UInt64>(.total)
        for value in [0, 1_000_000, 5_000_000] as [Int64] { histogram.record(value) }
        #expect(histogram.count { $0 <= limit } == count)
    }
}
