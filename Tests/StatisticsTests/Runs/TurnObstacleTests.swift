import Testing

@testable import Statistics

/// Interleaved runs, so that a change of the machine does not appear as the difference.
struct TurnObstacleTests {
    private static func sides(_ order: String) -> [InterleavedOrder.Side] {
        order.map { $0 == "A" ? .old : .new }
    }

    @Test(
        "Alternating orders take turns; long blocks of one side do not, however balanced",
        arguments: [
            ("AB", true), ("ABBA", true), ("ABBAABBAAB", true), ("ABABABABAB", true),
            ("BAABBAAB", true), ("ABBAABBAABBA", true),
            ("AABBAB", false), ("AAABBBBBAA", false), ("AAAAABBBBB", false), ("BBBBBAAAAA", false),
            ("AABB", false),
            ("AABBBBAA", false), ("AABBBBBAAA", false), ("AABBAABB", false),
            ("AAAAAABBBBBBBBBBBBAAAAAA", false),
        ]
    )
    func order(order: String, areTurns: Bool) {
        #expect(TurnObstacle.isMixed(Self.sides(order)) == areTurns)
    }

    @Test(
        "The probability of so few blocks equals the enumeration of all orders",
        arguments: [
            (2, 5, 5, 2.0 / 252), (3, 5, 5, 10.0 / 252), (4, 5, 5, 42.0 / 252), (2, 2, 3, 0.2),
        ]
    )
    func chance(stretches: Int, old: Int, new: Int, probability: Double) {
        let found = TurnObstacle.probability(ofAtMost: stretches, old, new)
        #expect(abs(found - probability) < 1e-12)
    }

    /// Five different runs on each side, with these lengths in nanoseconds and start times in seconds.
    private static func comparison(
        _ old: [Int64],
        _ new: [Int64],
        seconds: Int64 = 4
    ) -> RunComparison {
        func runs(_ name: String, _ starts: [Int64], _ p99: Double) -> [ComparedRun] {
            starts.enumerated().map { index, start in
                ComparedRun(
                    name: "\(name)-\(index)",
                    startedAt: start * 1_000_000_000,
                    elapsed: seconds * 1_000_000_000,
                    conditions: [],
                    figures: [.p99: p99 * (1 + Double(index) / 1000)]
                )
            }
        }
        return RunComparison(
            old: runs("old", old, 0.1),
            new: runs("new", new, 0.12),
            judging: [.p99]
        )
    }

    @Test("Alternating runs prove a regression, in any order of listing")
    func turns() {
        let (old, new) = ([0, 30, 40, 70, 80] as [Int64], [10, 20, 50, 60, 90] as [Int64])
        #expect(Self.comparison(old, new).conclusion == .regression)
        #expect(Self.comparison(old.reversed(), [60, 10, 90, 20, 50]).conclusion == .regression)
        #expect(Self.comparison(old, new).order.map(\.rawValue).joined() == "ABBAABBAAB")
    }

    @Test(
        "Overlapping runs, long blocks and sessions days apart prove nothing",
        arguments: [
            ([0, 10, 20, 30, 40], [0, 10, 20, 30, 40], .overlap(first: "old-0", second: "new-0")),
            ([0, 20, 40, 60, 80], [1, 21, 41, 61, 81], .overlap(first: "old-0", second: "new-0")),
            ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], .overlap(first: "old-0", second: "old-1")),
            ([0, 10, 20, 80, 90], [30, 40, 50, 60, 70], .order("AAABBBBBAA")),
            (
                [0, 30, 864_000, 864_030, 864_040], [10, 20, 864_010, 864_020, 864_050],
                .gap(after: "old-1", before: "old-2", nanoseconds: 863_966_000_000_000)
            ),
        ] as [([Int64], [Int64], TurnObstacle)]
    )
    func obstacles(old: [Int64], new: [Int64], obstacle: TurnObstacle) {
        let comparison = Self.comparison(old, new)
        #expect(comparison.turnObstacle == obstacle)
        #expect(comparison.conclusion == .indicativeRegression)
    }
}
