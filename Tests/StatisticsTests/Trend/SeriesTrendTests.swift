import Base
import Glibc
import Testing

@testable import Statistics

/// Steps and drifts of a figure over jobs.
struct SeriesTrendTests {
    private static let trials =
        getenv("SIMULATIONS").flatMap { Int(String(cString: $0)) } ?? 12

    /// Values around the levels that a function of the place returns, with 1.2 % noise.
    private static func series(
        _ count: Int,
        _ generator: inout SplitMix64,
        _ level: (Int) -> Double
    ) -> [Double] {
        (0..<count).map { 5 * level($0) * (1 + 0.012 * generator.nextNormal()) }
    }

    /// The level for one of five figures that vary.
    private static let level = 0.01

    @Test("Noise alone is reported in at most 5 of 100 histories of five figures")
    func noise() {
        var generator = SplitMix64(seed: 5)
        let trials = max(Self.trials, 40)
        let found = (0..<trials).count { _ in
            (0..<5).contains { _ in
                let trend = SeriesTrend(
                    Self.series(40, &generator) { _ in 1 },
                    level: Self.level
                )
                return !trend.changes.isEmpty || trend.drift != nil
            }
        }
        print("noise: told of in \(found) of \(trials) histories")
        // Two standard deviations of the count above 5 %.
        let usual = 0.05 * Double(trials)
        #expect(Double(found) <= usual + 2 * (usual * 0.95).squareRoot())
    }

    @Test("A step of 6 % is located within two jobs", arguments: [10, 25, 37])
    func step(place: Int) {
        var generator = SplitMix64(seed: 6)
        let found = (0..<Self.trials).count { _ in
            let values = Self.series(40, &generator) { $0 >= place ? 1.06 : 1 }
            let trend = SeriesTrend(values, level: Self.level)
            return trend.drift == nil && trend.changes.count == 1
                && abs(trend.changes[0].index - place) <= 2
        }
        print("a step of 6 % at job \(place) of 40: named in \(found) of \(Self.trials)")
        #expect(found * 10 >= Self.trials * 9)
    }

    @Test("A drift of 0.3 % per job is one drift by job 40, not a staircase", arguments: [40, 100])
    func drift(count: Int) {
        var generator = SplitMix64(seed: 7)
        let trials = count > 40 ? min(Self.trials, 12) : Self.trials
        let found = (0..<trials).count { _ in
            let values = Self.series(count, &generator) { 1 + 0.003 * Double($0) }
            guard let drift = SeriesTrend(values, level: Self.level).drift else { return false }
            let total = (drift.new - drift.old) / 5
            return abs(total - 0.003 * Double(count - 1 - drift.start)) < 0.04
        }
        print("a drift of 0.3 % a job over \(count): told in \(found) of \(trials)")
        #expect(found * 10 >= trials * 9)
    }

    @Test("A drift that begins late is reported from its beginning")
    func late() throws {
        var generator = SplitMix64(seed: 8)
        let values = Self.series(100, &generator) { 1 + 0.003 * Double(max($0 - 50, 0)) }
        let trend = SeriesTrend(values, level: Self.level)
        let drift = try #require(trend.drift)
        #expect(abs(drift.start - 50) <= 6, "\(drift)")
        #expect(abs(drift.slope / 5 - 0.003) < 0.0006, "\(drift)")
        #expect(trend.changes.isEmpty)
    }

    // A level that returns to its old value lies between two halves that hardly differ, so it uses more of the level.
    @Test(
        "Steps up and down again are reported as steps",
        arguments: [([1, 1.06, 1.12], level), ([1, 1.1, 1], 0.05)]
    )
    func stairs(levels: [Double], level: Double) {
        var generator = SplitMix64(seed: 9)
        let values = Self.series(45, &generator) { levels[$0 / 15] }
        let trend = SeriesTrend(values, level: level)
        #expect(trend.drift == nil)
        #expect(trend.changes.count == 2)
    }

    @Test(
        "Few values, equal values and a line without noise are handled",
        arguments: [([], false), ([1], false), ([1, 2, 3, 4, 5], false)] as [([Double], Bool)]
            + [
                ([Double](repeating: 2, count: 30), false),
                ((0..<30).map { 1 + Double($0) / 100 }, true),
            ]
    )
    func edges(values: [Double], drifts: Bool) {
        #expect((SeriesTrend(values).drift != nil) == drifts)
    }
}
