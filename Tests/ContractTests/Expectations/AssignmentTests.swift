import Testing

@testable import Contract

struct AssignmentTests {
    @Test(
        "The assignment found is the cheapest for the examples worked by hand",
        arguments: [
            ([[Int]](), [Int]()),
            ([[7]], [0]),
            ([[4, 1, 3], [2, 0, 5], [3, 2, 2]], [1, 0, 2]),
            ([[1, 2], [1, 5]], [1, 0]),
            ([[9, 9, 1, 9], [9, 9, 1, 2]], [2, 3]),
        ]
    )
    func byHand(costs: [[Int]], columns: [Int]) {
        #expect(Assignment(costs: costs).columns == columns)
    }

    @Test("No other assignment of a random table is cheaper", arguments: UInt64(1)...200)
    func noneCheaper(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let rows = Int.random(in: 1...6, using: &random)
        let columns = Int.random(in: rows...7, using: &random)
        let costs = (0..<rows).map { _ in
            (0..<columns).map { _ in Int.random(in: 0...9, using: &random) }
        }
        let found = Assignment(costs: costs).columns
        #expect(Set(found).count == rows, "seed \(seed): a column was given twice")
        let total = found.enumerated().reduce(0) { $0 + costs[$1.offset][$1.element] }
        #expect(total == Self.cheapest(costs[...], taken: []), "seed \(seed)")
    }

    private static func cheapest(_ costs: ArraySlice<[Int]>, taken: Set<Int>) -> Int {
        guard let first = costs.first else { return 0 }
        return first.indices.filter { !taken.contains($0) }
            .map { first[$0] + cheapest(costs.dropFirst(), taken: taken.union([$0])) }
            .min() ?? 0
    }
}

/// The numbers of a linear congruential generator: the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 29)) &* 0x9E37_79B9_7F4A_7C15
    }
}
