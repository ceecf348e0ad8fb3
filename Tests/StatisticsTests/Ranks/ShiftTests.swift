import Testing

@testable import Statistics

struct ShiftTests {
    @Test(
        "The number of excluded ordered differences matches the formulas",
        // D(k) with k − 1 outside: 4+4 D(1), 5+5 D(3), 8+8 D(14), 10+10 D(24).
        arguments: [(4, 4, 0), (5, 5, 2), (8, 8, 13), (10, 10, 23), (3, 3, nil), (1, 1, nil)]
            as [(Int, Int, Int?)]
    )
    func outside(first: Int, second: Int, count: Int?) {
        #expect(Shift.excludedCount([RunBlock.Size(old: first, new: second)], 0.05) == count)
    }

    @Test("The estimate is the median of all differences, the interval two of them")
    func handWorked() {
        // Differences: 9 8 7 6, 19 18 17 16, 29 28 27 26, 39 38 37 36.
        let shift = Shift(from: [1, 2, 3, 4], to: [10, 20, 30, 40])
        #expect(shift.estimate == 22.5)
        #expect(shift.interval == 6...39)
    }

    @Test("A published example yields its estimate, interval and p-value")
    func published() throws {
        // Hollander and Wolfe, "Nonparametric statistical methods", example 4.1: permeability of a membrane at term
        // and before. U 35, one-sided p 0.1272; 0.305 (−0.15 … 0.76).
        let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
        let before = [1.15, 0.88, 0.90, 0.74, 1.21]
        let shift = Shift(from: before, to: term)
        let interval = try #require(shift.interval)
        #expect(abs(shift.estimate - 0.305) < 1e-12)
        #expect(abs(interval.lowerBound + 0.15) < 1e-12)
        #expect(abs(interval.upperBound - 0.76) < 1e-12)
        let test = MannWhitney(before, term)
        #expect(test.u == 35)
        #expect(abs(test.pValue / 2 - 0.1272) < 0.00005)
    }

    @Test("Three runs on each side give no interval")
    func tooFew() {
        let shift = Shift(from: [1, 2, 3], to: [2, 3, 4])
        #expect(shift.estimate == 1)
        #expect(shift.interval == nil)
    }

    @Test("Failed values are infinitely high, and two failures are equal")
    func failures() {
        let worse = Shift(from: [1, 2, 3, 4], to: [.infinity, .infinity, .infinity, .infinity])
        #expect(worse.estimate == .infinity)
        let alike = Shift(from: [.infinity, .infinity], to: [.infinity, .infinity])
        #expect(alike.estimate == 0)
    }

    @Test("For many values the interval follows from the normal distribution")
    func many() {
        // Tables have 317; the continuity correction makes the result conservative.
        #expect(Shift.excludedCount([RunBlock.Size(old: 30, new: 30)], 0.05) == 316)
    }

    @Test("Equal runs have no deviation, whatever the rounding of their mean")
    func deviation() {
        // The sum of three of them divided by three differs from the value.
        #expect([Double].pooledDeviation([[0.1, 0.1, 0.1], [0.9, 0.9, 0.9]]) == 0)
        #expect([Double].pooledDeviation([[1, 2, 3], [7, 8, 9]]) == 1)
        #expect([Double].pooledDeviation([[1], [2]]) == nil)
        #expect([Double].pooledDeviation([[.infinity, 1], [1, 2]])?.isFinite == false)
    }

    @Test("The median of an even number of values is the mean of the middle two")
    func median() {
        #expect([3, 1, 2].median == 2)
        #expect([4, 1, 3, 2].median == 2.5)
        #expect([1, .infinity].median == .infinity)
        #expect([1e308, 1.5e308].median == 1.25e308)
        #expect([Double.infinity, .infinity].median == .infinity)
    }
}
