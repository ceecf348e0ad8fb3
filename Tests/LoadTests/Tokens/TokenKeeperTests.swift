import Contract
import Measure
import Synchronization
import Testing

@testable import Load

@Suite(.timeLimit(.minutes(2)))
struct TokenKeeperTests {
    private static let second: Int64 = 1_000_000_000

    /// A token of 20 s, used for 18 s.
    private static func token(_ number: Int) -> AccessToken {
        AccessToken(text: "t\(number)", lifetime: .seconds(18), validity: .seconds(20))
    }

    private static func supply(
        isGranted: Bool = true,
        _ next: @escaping @Sendable (Int) async -> TokenSupply.Outcome
    ) -> TokenSupply {
        TokenSupply(scheme: "app", isGranted: isGranted, first: token(0), next: next)
    }

    private static func figures(_ keeper: TokenKeeper, to end: Int64) -> RunToken {
        keeper.board.figures(of: nil, in: 0..<end, base: 0)[0]
    }

    @Test("A token is renewed at 80% of its lifetime, and the old one stays in use until then")
    func pace() async throws {
        let clock = ManualTokenClock()
        let keeper = try TokenKeeper(
            [Self.supply { number in .success(Self.token(number)) }],
            clock: clock
        )
        keeper.start()
        for number in 0..<3 {
            #expect(await clock.nextWaking() == Int64(number + 1) * 16 * Self.second)
            #expect(keeper.board.text(0) == "t\(number)")
            clock.go(to: Int64(number + 1) * 16 * Self.second)
        }
        #expect(await clock.nextWaking() == 64 * Self.second)
        #expect(keeper.board.text(0) == "t3")
        #expect(keeper.board.generation == 3)
        #expect(keeper.board.secrets == ["t0", "t1", "t2", "t3"])
        keeper.end()
        let figures = Self.figures(keeper, to: 60 * Self.second)
        #expect(figures.renewals == [16, 32, 48].map { $0 * Self.second })
        #expect(figures.failures.isEmpty && figures.gaps.isEmpty)
    }

    @Test("A failed grant is retried with pauses; the old token stays in use until it expires")
    func backoff() async throws {
        let clock = ManualTokenClock()
        let keeper = try TokenKeeper(
            [
                Self.supply { number in
                    number <= 4
                        ? .failure(TemplateError(number == 1 ? "busy" : "down"))
                        : .success(Self.token(number))
                }
            ],
            clock: clock
        )
        keeper.start()
        // 80 %, then 250 ms, 500 ms, 1 s and 2 s later.
        let moments: [Int64] = [16_000, 16_250, 16_750, 17_750, 19_750]
        for moment in moments {
            #expect(await clock.nextWaking() == moment * 1_000_000)
            #expect(keeper.board.text(0) == "t0")
            clock.go(to: moment * 1_000_000)
        }
        // 80 % of the fifth token, from the moment it was requested.
        #expect(await clock.nextWaking() == 35_750_000_000)
        #expect(keeper.board.text(0) == "t5")
        // Only a new token is a change.
        #expect(keeper.board.generation == 1)
        #expect(keeper.board.entries[0].gap == 18_000_000_000..<19_750_000_000)
        keeper.end()
        let figures = Self.figures(keeper, to: 30 * Self.second)
        #expect(figures.renewals == [19_750_000_000])
        #expect(figures.gaps == [18_000_000_000..<19_750_000_000])
        #expect(
            figures.failures == [
                .init("busy", first: 16_000_000_000, last: 16_000_000_000),
                .init("down", count: 3, first: 16_250_000_000, last: 17_750_000_000),
            ]
        )
    }

    @Test("After a success the pauses start over")
    func recovered() async throws {
        let clock = ManualTokenClock()
        let keeper = try TokenKeeper(
            [
                Self.supply { number in
                    number == 3
                        ? .success(Self.token(number)) : .failure(TemplateError("down"))
                }
            ],
            clock: clock
        )
        keeper.start()
        for moment in [16_000, 16_250, 16_750, 32_750] as [Int64] {
            #expect(await clock.nextWaking() == moment * 1_000_000)
            clock.go(to: moment * 1_000_000)
        }
        #expect(await clock.nextWaking() == 33_000_000_000)
        keeper.end()
        let counts = Self.figures(keeper, to: 60 * Self.second).failures.map(\.count)
        #expect(counts == [2, 1])
    }

    @Test("An unusable token is a failure with its reason")
    func rubbish() async throws {
        let clock = ManualTokenClock()
        let tokens = [
            AccessToken(text: "a", lifetime: .zero, validity: .zero),
            AccessToken(text: "a\nb", lifetime: nil),
        ]
        let keeper = try TokenKeeper(
            [Self.supply { number in .success(tokens[number - 1]) }],
            clock: clock
        )
        keeper.start()
        for moment in [16_000, 16_250] as [Int64] {
            #expect(await clock.nextWaking() == moment * 1_000_000)
            clock.go(to: moment * 1_000_000)
        }
        #expect(await clock.nextWaking() == 16_750_000_000)
        keeper.end()
        #expect(keeper.board.text(0) == "t0")
        #expect(
            Self.figures(keeper, to: 60 * Self.second).failures.map(\.reason) == [
                "the access token that came is over already: it is good for 0 s",
                "the access token that came has a control character in it, which no header field may "
                    + "have",
            ]
        )
        #expect(
            keeper.board.reason(0)
                == "security scheme \"app\": the access token that came has a control character in it, "
                + "which no header field may have"
        )
    }

    @Test(
        "Time without a token counts as the generator's own to the extent of its own lateness",
        arguments: [
            // Requested 5 s late, at 21 s, and granted at 22 s; 17 s would have been in time.
            (true, 5, 1, 0..<0),
            // Requested 3 s late and granted after 9 s, at 28 s.
            (true, 3, 9, 18 * second..<25 * second),
            // Signed locally: all of the delay is our own.
            (false, 3, 9, 0..<0),
        ] as [(Bool, Int64, Int64, Range<Int64>)]
    )
    func late(isGranted: Bool, late: Int64, took: Int64, gap: Range<Int64>) throws {
        let board = try TokenBoard(
            [Self.supply(isGranted: isGranted) { _ in .failure(TemplateError("")) }],
            now: 0
        )
        let asked = (16 + late) * Self.second
        let now = asked + took * Self.second
        let next = board.take(
            .success(Self.token(1)),
            of: 0,
            planned: 16 * Self.second,
            asked: asked,
            now: now
        )
        #expect(next == asked + 16 * Self.second)
        #expect(board.entries[0].gap == gap)
        // The gap is reported in any case.
        let told = board.figures(of: nil, in: 0..<60 * Self.second, base: 0)[0].gaps
        #expect(told == [18 * Self.second..<now, asked + 18 * Self.second..<60 * Self.second])
    }

    @Test("Figures cover an interval that starts at its own moment")
    func stretch() throws {
        let board = try TokenBoard([Self.supply { _ in .failure(TemplateError("")) }], now: 0)
        let second = Self.second
        func take(_ outcome: TokenSupply.Outcome, at moment: Int64) {
            _ = board.take(outcome, of: 0, planned: moment, asked: moment, now: moment)
        }
        take(.success(Self.token(1)), at: 16 * second)
        take(.failure(TemplateError("down")), at: 32 * second)
        take(.failure(TemplateError("down")), at: 36 * second)
        take(.success(Self.token(2)), at: 40 * second)
        take(.success(Self.token(3)), at: 56 * second)
        let figures = board.figures(of: [0], in: 35 * second..<50 * second, base: 37 * second)[0]
        #expect(figures.renewals == [3 * second])
        #expect(figures.failures == [.init("down", count: 2, first: -5 * second, last: -second)])
        #expect(figures.gaps == [-2 * second..<3 * second])
        #expect(board.figures(of: [], in: 0..<second, base: 0).isEmpty)
    }

    @Test("An hour of one-second tokens takes no more memory than a few minutes")
    func bounds() throws {
        let board = try TokenBoard([Self.supply { _ in .failure(TemplateError("")) }], now: 0)
        for number in 1...5_000 {
            let now = Int64(number) * 20 * Self.second
            _ = board.take(
                number.isMultiple(of: 2)
                    ? .success(Self.token(number)) : .failure(TemplateError("down")),
                of: 0,
                planned: now,
                asked: now,
                now: now
            )
        }
        let figures = board.figures(of: nil, in: 0..<Int64.max, base: 0)[0]
        #expect(figures.renewals.count == 1_000)
        #expect(figures.renewals.last == 100_000 * Self.second)
        #expect(figures.failures.count == 1_000)
        #expect(board.secrets.count == 64)
        #expect(board.secrets.last == "t5000")
    }

    @Test("An unusable first token is rejected with the name of its scheme")
    func first() {
        let supply = TokenSupply(
            scheme: "app",
            isGranted: true,
            first: AccessToken(text: "t", lifetime: .seconds(9), validity: .seconds(10)),
            age: .seconds(9)
        ) { _ in .failure(TemplateError("")) }
        #expect(
            throws: TemplateError(
                "security scheme \"app\": the access token that came is over already: it took 9.00 s and "
                    + "is used for 9 s"
            )
        ) {
            try TokenKeeper([supply], clock: ManualTokenClock(at: 100 * Self.second))
        }
    }
}
