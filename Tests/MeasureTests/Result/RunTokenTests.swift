import JSON
import Testing

@testable import Measure

/// Events of access tokens in a run.
struct RunTokenTests {
    private static let second: Int64 = 1_000_000_000

    @Test(
        "Renewals, failures and time without a token are complete sentences, the same in every report"
    )
    func text() {
        #expect(
            SampleRun.tokens.map(\.text) == [
                "The granted token of \"app\" was renewed 3 times, after -500 ms, 16.0 s, 40.0 s. "
                    + "8 attempts to get one failed, the last after 39.0 s: no answer. "
                    + "No token was good for 6.00 s, and 3,000 arrivals waited for one: 3.00 s on average, "
                    + "6.00 s at most; that is a part of their latency, as wait for a connection is.",
                "The signed token of \"apns\" was not renewed.",
            ]
        )
        #expect(SampleRun.tokens.map(\.isSound) == [false, true])
        let once = RunToken(
            "a",
            .signed,
            renewals: [Self.second],
            failures: [.init("down", first: 1_000, last: 1_000)],
            gaps: [0..<Self.second]
        )
        #expect(
            once.text
                == "The signed token of \"a\" was renewed once, after 1.00 s. 1 attempt to get one failed, "
                + "the last after 1.00 µs: down. No token was good for 1.00 s."
        )
    }

    @Test("Of many renewals, the first ones and the last are listed")
    func many() {
        let token = RunToken("a", .granted, renewals: (1...1_200).map { $0 * Self.second })
        #expect(
            token.text
                == "The granted token of \"a\" was renewed 1,200 times, after 1.00 s, 2.00 s, 3.00 s, "
                + "4.00 s, 5.00 s … 1200 s."
        )
    }

    @Test("Server messages are sanitised for display")
    func saying() {
        let token = SampleRun.tokens[0].saying { $0.replacing("busy", with: "[redacted]") }
        #expect(token.failures[0].reason.hasSuffix("answered 503: [redacted]"))
        #expect(token.failures[1] == SampleRun.tokens[0].failures[1])
        let cuts: [RunCut] = [.interrupted, .threshold(3)]
        #expect(cuts.map { $0.saying { _ in "" } } == cuts)
        #expect(RunCut.noToken("abc").saying { $0.uppercased() } == .noToken("ABC"))
    }

    @Test("A result without tokens omits the member, so that earlier results stay unchanged")
    func none() {
        var part = SampleRun.part()
        part.tokens = []
        let object = RunPart.table.json(part).objectValue
        #expect(object?["tokens"] == nil)
        #expect(RunPart.table.json(SampleRun.part()).objectValue?["tokens"] != nil)
    }
}
