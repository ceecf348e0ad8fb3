import Contract
import Testing

@testable import Load

struct TokenTermTests {
    private static let second: Int64 = 1_000_000_000

    private static func term(
        validity: Duration?,
        use: Duration?,
        asked: Int64 = 5 * second,
        now: Int64 = 5 * second + second / 2
    ) -> Result<TokenTerm, TokenFault> {
        Result { () throws(TokenFault) in
            try TokenTerm(
                AccessToken(text: "t", lifetime: use, validity: validity),
                asked: asked,
                now: now
            )
        }
    }

    @Test(
        "The next token is requested at 80% of the lifetime, counted from the request for the current one",
        arguments: [
            // Granted: a tenth of the lifetime is left unused, at most half a minute.
            (.seconds(20), .seconds(18), 23 * second, 21 * second),
            (.seconds(3_600), .seconds(3_570), 3_575 * second, 2_885 * second),
            // Signed locally, with reuse: 30m.
            (.seconds(1_800), .seconds(1_800), 1_805 * second, 1_445 * second),
            // More than 80 % of the lifetime had passed when it arrived, but less than 90 %.
            (.milliseconds(600), .milliseconds(540), 5_540_000_000, 5_510_000_000),
        ] as [(Duration, Duration, Int64, Int64)]
    )
    func renewal(validity: Duration, use: Duration, end: Int64, renewal: Int64) throws {
        let term = try Self.term(validity: validity, use: use).get()
        #expect(term.end == end)
        #expect(term.renewal == renewal)
    }

    @Test("A token without an expiry is never renewed")
    func endless() throws {
        let term = try Self.term(validity: nil, use: nil).get()
        #expect(term.end == .max)
        #expect(term.renewal == nil)
    }

    @Test("Thirty years do not overflow")
    func huge() throws {
        let years = Duration.seconds(Int64.max)
        let now = Int64.max / 4
        let term = try Self.term(validity: years, use: years, asked: now, now: now).get()
        #expect(term.end == now + 1_000_000_000 * Self.second)
        #expect(term.renewal == now + 800_000_000 * Self.second)
    }

    @Test(
        "A token that has expired on arrival is rejected",
        arguments: [
            (.zero, .zero, .over(validity: 0)),
            (.seconds(-3), nil, .over(validity: -3 * second)),
            // It arrived half a second after the request.
            (.milliseconds(500), .milliseconds(450), .late(took: second / 2, use: 450_000_000)),
            (.milliseconds(550), .milliseconds(500), .late(took: second / 2, use: second / 2)),
        ] as [(Duration?, Duration?, TokenFault)]
    )
    func over(validity: Duration?, use: Duration?, fault: TokenFault) {
        #expect(Self.term(validity: validity, use: use) == .failure(fault))
    }

    @Test("Faults describe the problem")
    func faults() {
        let faults: [TokenFault] = [
            .over(validity: -3 * Self.second), .late(took: 500_000_000, use: 450_000_000),
        ]
        #expect(
            faults.map(\.description) == [
                "the access token that came is over already: it is good for -3 s",
                "the access token that came is over already: it took 500 ms and is used for 450 ms",
            ]
        )
    }

    @Test(
        "A token that would end a header field is rejected",
        arguments: ["a\r\nX: b", "a\u{7F}", "\0"]
    )
    func controlCharacters(text: String) {
        #expect(throws: TokenFault.controlCharacter) {
            try TokenTerm(AccessToken(text: text, lifetime: nil), asked: 0, now: 0)
        }
    }

    @Test(
        "Each retry waits twice as long as the previous one, up to 2 s",
        arguments: [(1, 250), (2, 500), (3, 1_000), (4, 2_000), (5, 2_000), (1_000_000, 2_000)]
    )
    func pause(failures: Int, milliseconds: Int64) {
        #expect(TokenTerm.pause(afterFailures: failures) == milliseconds * 1_000_000)
    }
}
