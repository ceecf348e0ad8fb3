import Base
import Testing

@testable import Statistics

struct ChangePointSearchTests {
    /// Values around levels, each `count` long.
    private static func series(_ levels: [Double], count: Int, noise: Double) -> [Double] {
        var generator = SplitMix64(seed: 11)
        return levels.flatMap { level in
            (0..<count).map { _ in level * (1 + noise * generator.nextNormal()) }
        }
    }

    private static func indices(in values: [Double]) -> [Int] {
        ChangePointSearch().changePoints(in: values).map(\.index)
    }

    @Test("The change points of the level are found", arguments: [0, 0.01, 0.03])
    func found(noise: Double) {
        #expect(Self.indices(in: Self.series([100, 120], count: 12, noise: noise)) == [12])
        #expect(
            Self.indices(in: Self.series([100, 130, 110], count: 12, noise: noise)) == [12, 24]
        )
    }

    @Test(
        "A constant level yields no change point",
        arguments: [
            [], [1], [1, 2, 3, 4, 5], [Double](repeating: 5, count: 20),
            series([100], count: 30, noise: 0.05), series([100], count: 24, noise: 0.15),
        ]
    )
    func stays(values: [Double]) {
        #expect(Self.indices(in: values) == [])
    }

    @Test("One outlier is not a new level")
    func outlier() {
        var values = Self.series([100], count: 20, noise: 0.02)
        values[9] = 200
        #expect(Self.indices(in: values) == [])
    }

    @Test("The same series gives the same result every time")
    func deterministic() {
        let values = Self.series([100, 108, 103], count: 8, noise: 0.03)
        let search = ChangePointSearch()
        #expect(search.changePoints(in: values) == search.changePoints(in: values))
    }

    @Test("The p-value is a fraction of 200 series")
    func pValue() throws {
        let points = ChangePointSearch().changePoints(in: Self.series([1, 2], count: 10, noise: 0))
        let point = try #require(points.first)
        #expect(point.index == 10)
        #expect(point.pValue == 1.0 / 200)
    }
}
