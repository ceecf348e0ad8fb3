import Load
import LoadModel
import Testing

struct ScheduleTests {
    private static let second: Int64 = 1_000_000_000

    private static func arrivals(
        _ schedule: Schedule,
        shard: Shard = .whole
    ) -> [ScheduleCursor.Arrival] {
        Array(IteratorSequence(ScheduleCursor(schedule, shard: shard)))
    }

    @Test("At 10/s, arrival k is due k × 100 ms after the start")
    func constant() {
        let due = Self.arrivals(Schedule([LoadShape.Stage(rate: 10, duration: Self.second)])).map(
            \.due
        )
        #expect(due == (0..<10).map { Int64($0) * 100_000_000 })
    }

    @Test(
        "10 s at 500/s, a ramp to 2,000/s over 20 s and 5 s at 2,000/s give 40,000 rising arrivals"
    )
    func stages() {
        let schedule = Schedule([
            LoadShape.Stage(rate: 500, duration: 10 * Self.second),
            LoadShape.Stage(from: 500, to: 2000, duration: 20 * Self.second),
            LoadShape.Stage(rate: 2000, duration: 5 * Self.second),
        ])
        let due = Self.arrivals(schedule).map(\.due)
        #expect(due.count == 40_000)
        #expect(zip(due, due.dropFirst()).allSatisfy { $0 < $1 })
        #expect(due[5_000] == 10 * Self.second)
        #expect(due[30_000] == 30 * Self.second)
        #expect(schedule.span == 35 * Self.second)
    }

    @Test("A ramp from zero begins at once and ends in time")
    func rampFromZero() {
        let schedule = Schedule([LoadShape.Stage(from: 0, to: 100, duration: 2 * Self.second)])
        let due = Self.arrivals(schedule).map(\.due)
        // Λ(t) = 25 t²: arrival 25 is due after one second.
        #expect(due.count == 100)
        #expect(due[0] == 0)
        #expect(due[25] == Self.second)
    }

    @Test("A ramp down to zero keeps all its arrivals")
    func rampToZero() {
        let schedule = Schedule([LoadShape.Stage(from: 100, to: 0, duration: 2 * Self.second)])
        let due = Self.arrivals(schedule).map(\.due)
        #expect(due.count == 100)
        #expect(due[75] == Self.second)
        #expect(due.allSatisfy { $0 < 2 * Self.second })
    }

    @Test("Fractions carry over: 2.5 and 2.5 arrivals are 5")
    func boundary() {
        let half = LoadShape.Stage(rate: 2.5, duration: Self.second)
        let due = Self.arrivals(Schedule([half, half])).map(\.due)
        #expect(due == (0..<5).map { Int64($0) * 400_000_000 })
    }

    @Test("The warm-up precedes the first stage, at its starting rate")
    func warmup() {
        let schedule = Schedule(
            [LoadShape.Stage(from: 2, to: 4, duration: Self.second)],
            warmup: Self.second
        )
        let due = Self.arrivals(schedule).map(\.due)
        #expect(due.prefix(3) == [-1_000_000_000, -500_000_000, 0])
        #expect(due.count == 5)
        #expect(schedule.count(from: 0, to: schedule.span) == 3)
    }

    @Test(
        "Shards cover all arrivals exactly once",
        arguments: LoadShape.Arrivals.allCases
    )
    func shards(arrivals: LoadShape.Arrivals) {
        let schedule = Schedule(
            [LoadShape.Stage(from: 100, to: 1000, duration: 3 * Self.second)],
            warmup: Self.second,
            arrivals: arrivals,
            seed: 42
        )
        let whole = Self.arrivals(schedule)
        let parts = (1...4).flatMap { Self.arrivals(schedule, shard: .init($0, of: 4)) }
        #expect(parts.sorted { $0.index < $1.index } == whole)
        #expect(whole.count > 1500)
    }

    @Test("Poisson arrivals have the mean and the variance of unit exponentials")
    func poisson() {
        let schedule = Schedule(
            [LoadShape.Stage(rate: 1000, duration: 100 * Self.second)],
            arrivals: .poisson,
            seed: 1
        )
        let due = Self.arrivals(schedule).map(\.due)
        let gaps = zip(due, due.dropFirst()).map { Double($1 - $0) / 1e6 }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let variance = gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gaps.count)
        // Three standard errors of 100,000 draws.
        #expect(abs(mean - 1) < 0.01)
        #expect(abs(variance - 1) < 0.03)
    }

    @Test("Another seed draws other arrivals, the same seed the same ones")
    func seeds() {
        func due(_ seed: UInt64) -> [Int64] {
            Self.arrivals(
                Schedule(
                    [LoadShape.Stage(rate: 100, duration: Self.second)],
                    arrivals: .poisson,
                    seed: seed
                )
            ).map(\.due)
        }
        #expect(due(1) == due(1))
        #expect(due(1) != due(2))
    }

    @Test(
        "A last stage with an arrival count ends when the next arrival would be due",
        arguments: [
            // 100 arrivals at 3/s.
            ([LoadShape.Stage(rate: 3, duration: 1, arrivalCount: 100)], 0, 100, 0, 33_333_333_333),
            // Arrival 3 is half a gap after the 2.5 of the first stage.
            (
                [
                    LoadShape.Stage(rate: 2.5, duration: second),
                    LoadShape.Stage(rate: 2, duration: 1, arrivalCount: 10),
                ],
                0, 10, 3, 6_250_000_000
            ),
            // The same 2.5 in the warm-up, which is not counted.
            (
                [LoadShape.Stage(rate: 2.5, duration: 1, arrivalCount: 10)], second, 10, 3,
                4_200_000_000
            ),
            ([LoadShape.Stage(rate: 7, duration: 1, arrivalCount: 1)], 0, 1, 0, 142_857_143),
        ] as [([LoadShape.Stage], Int64, UInt64, UInt64, Int64)]
    )
    func counted(
        stages: [LoadShape.Stage],
        warmup: Int64,
        count: UInt64,
        first: UInt64,
        span: Int64
    ) throws {
        let schedule = Schedule(stages, warmup: warmup)
        #expect(schedule.span == span)
        let arrivals = Self.arrivals(schedule)
        #expect(arrivals.count == first + count)
        #expect(try #require(arrivals.last).due < span)
        #expect(schedule.count(from: 0, to: span) == count + (stages.count > 1 ? first : 0))
    }

    @Test(
        "The count between two moments equals the enumerated arrivals, in every shard",
        arguments: LoadShape.Arrivals.allCases,
        [Int64(0), 700_000_000]
    )
    func counts(arrivals: LoadShape.Arrivals, warmup: Int64) {
        let ramps = [
            LoadShape.Stage(from: 3, to: 40, duration: Self.second),
            LoadShape.Stage(rate: 0, duration: Self.second),
            LoadShape.Stage(from: 40, to: 0.5, duration: 2 * Self.second),
        ]
        let counted = LoadShape.Stage(rate: 9, duration: 1, arrivalCount: 12)
        for stages in [ramps, [ramps[0], counted]] {
            let schedule = Schedule(stages, warmup: warmup, arrivals: arrivals, seed: 2)
            for shard in [Shard.whole, Shard(1, of: 3), Shard(3, of: 3)] {
                let cursor = ScheduleCursor(schedule, shard: shard)
                let due = IteratorSequence(cursor).map(\.due)
                let span = schedule.span
                for start in [-warmup, 0, 1, 300_000_000, span - 1, span] {
                    for end in [0, 1, 999_999_999, due[due.count / 2], span, span + 1] {
                        let count = due.count { $0 >= start && $0 < end }
                        #expect(schedule.count(from: start, to: end, shard: shard) == count)
                    }
                }
            }
        }
    }

    @Test("The arrivals of a year are counted without enumeration")
    func year() {
        let year = LoadShape.Stage(rate: 1e6, duration: 365 * 86_400 * Self.second)
        #expect(Schedule([year]).count(from: 0, to: year.duration) == 31_536_000_000_000)
    }

    @Test("Random arrivals end with the last one of the count, in every shard", arguments: 0..<20)
    func countedRandom(seed: UInt64) throws {
        let schedule = Schedule(
            [
                LoadShape.Stage(from: 10, to: 40, duration: Self.second),
                LoadShape.Stage(rate: 40, duration: 1, arrivalCount: 50),
            ],
            warmup: Self.second / 2,
            arrivals: .poisson,
            seed: seed
        )
        let arrivals = Self.arrivals(schedule)
        let lead = arrivals.filter { $0.due < Self.second }
        #expect(arrivals.count == lead.count + 50)
        #expect(try #require(arrivals.last).due < schedule.span)
        let shards = (1...3).flatMap { Self.arrivals(schedule, shard: .init($0, of: 3)) }
        #expect(shards.sorted { $0.index < $1.index } == arrivals)
    }
}
