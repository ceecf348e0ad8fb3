import Base
import Testing

struct CountTests {
    @Test(
        "Digits are grouped in threes",
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567"),
        ]
    )
    func grouped(count: Int, text: String) {
        #expect(Count.grouped(count) == text)
    }

    @Test("Only the singular is without an s")
    func nouns() {
        #expect(
            [0, 1, 2, 1_000].map { Count.of($0, "case") } == [
                "0 cases", "1 case", "2 cases", "1000 cases",
            ]
        )
        #expect(
            [0, 1, 1_000].map { Count.grouped($0, "case") } == ["0 cases", "1 case", "1,000 cases"]
        )
    }
}
