import LoadModel
import Testing

/// Several loads combined, worked out by hand.
struct LoadsTogetherTests {
    private static let second: Int64 = 1_000_000_000

    @Test("Rates add up between the moments at which any of them changes")
    func rates() {
        let ramp = LoadShape(
            .open([.init(from: 0, to: 100, duration: 10 * Self.second)], .constant),
            warmup: 1,
            connections: 3,
            timeout: 5
        )
        let steps = LoadShape(
            .open(
                [
                    .init(rate: 10, duration: 4 * Self.second),
                    .init(rate: 30, duration: 8 * Self.second),
                ],
                .poisson
            ),
            connections: 2,
            timeout: 7
        )
        let busy = LoadShape(.closed(duration: 15 * Self.second, think: 0), connections: 1)
        let sum = LoadShape.together([("a", ramp), ("b", steps), ("c", busy)])
        #expect(
            sum.model
                == .open(
                    [
                        .init(from: 10, to: 50, duration: 4 * Self.second),
                        .init(from: 70, to: 130, duration: 6 * Self.second),
                        .init(from: 30, to: 30, duration: 2 * Self.second),
                        .init(from: 0, to: 0, duration: 3 * Self.second),
                    ],
                    .poisson
                )
        )
        #expect(sum.pools.map(\.target) == ["a", "b", "c"])
        #expect((sum.connections, sum.warmup, sum.span) == (6, 1, 15 * Self.second))
    }

    @Test("For closed loads only their combined length is known")
    func closed() {
        let busy = LoadShape(.closed(duration: 3, think: 1), connections: 1)
        let longer = LoadShape(.closed(duration: 5, think: 2), connections: 2)
        let sum = LoadShape.together([("a", busy), ("b", longer)])
        #expect(sum.model == .closed(duration: 5, think: 0))
        #expect(sum.connections == 3)
    }
}
