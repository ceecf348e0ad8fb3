import Testing

@testable import Statistics

struct MannWhitneyTests {
    @Test(
        "U and p-value match hand calculations",
        arguments: [
            // Only two ways to assign the values: each has a tail of one half.
            ([1], [2], 1, 1),
            // One of the 20 assignments of three values has the greatest sum.
            ([1, 2, 3], [4, 5, 6], 9, 0.1),
            ([4, 5, 6], [1, 2, 3], 0, 0.1),
            // One of 252, and one of 70 assignments.
            ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 25, 2.0 / 252),
            ([1, 2, 3, 4], [5, 6, 7, 8], 16, 2.0 / 70),
            // Ranks 1.5 1.5 3.5 | 3.5 5.5 5.5: two of the 20 assignments have the greatest sum, 14.5.
            ([1, 1, 2], [2, 3, 3], 8.5, 0.2),
            // All values equal.
            ([7, 7, 7], [7, 7], 3, 1),
            // A failure ranks above every response.
            ([1, 2, 3, 4, 5], [6, 7, 8, .infinity, .infinity], 25, 2.0 / 252),
        ] as [([Double], [Double], Double, Double)]
    )
    func handWorked(first: [Double], second: [Double], u: Double, pValue: Double) {
        let test = MannWhitney(first, second)
        #expect(test.u == u)
        #expect(abs(test.pValue - pValue) < 1e-12)
        #expect(test.isExact)
    }

    @Test(
        "Critical values match the published table",
        arguments: [
            // Two-tailed 5 %.
            (3, 4, 0.05, nil), (3, 5, 0.05, 0), (4, 4, 0.05, 0), (5, 5, 0.05, 2), (5, 8, 0.05, 6),
            (6, 6, 0.05, 5), (8, 8, 0.05, 13), (10, 10, 0.05, 23), (15, 15, 0.05, 64),
            (20, 20, 0.05, 127),
            // Two-tailed 1 %.
            (4, 4, 0.01, nil), (5, 5, 0.01, 0), (8, 8, 0.01, 7), (10, 10, 0.01, 16),
            (20, 20, 0.01, 105),
        ] as [(Int, Int, Double, Int?)]
    )
    func criticalValues(first: Int, second: Int, level: Double, critical: Int?) throws {
        let table = try #require(RankDistribution(firstCount: first, secondCount: second))
        #expect(table.criticalU(level: level) == critical)
    }

    @Test(
        "The smallest possible p-value is two of all deals",
        arguments: [(1, 1, 1), (3, 3, 0.1), (4, 4, 2.0 / 70), (5, 5, 2.0 / 252), (1, 19, 0.1)]
            as [(Int, Int, Double)]
    )
    func leastPValue(first: Int, second: Int, pValue: Double) {
        #expect(abs(MannWhitney.leastPValue(first, second) - pValue) < 1e-12)
    }

    @Test("Exact and approximate p-values agree at the switch-over")
    func seam() {
        let exact = MannWhitney((0..<20).map(Double.init), (0..<20).map { Double($0) + 6.5 })
        let approximate = MannWhitney((0..<21).map(Double.init), (0..<20).map { Double($0) + 7.5 })
        #expect(exact.isExact)
        #expect(!approximate.isExact)
        #expect(abs(exact.pValue - approximate.pValue) < 0.01)
    }

    @Test("Many equal values show no difference")
    func allAlike() {
        let values = [Double](repeating: 3, count: 30)
        #expect(MannWhitney(values, values).pValue == 1)
    }

    @Test("Comparing an empty sample is a programming error")
    func empty() async {
        await #expect(processExitsWith: .failure) { _ = MannWhitney([], [1]) }
    }
}
