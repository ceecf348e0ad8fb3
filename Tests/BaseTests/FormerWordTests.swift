import Testing

@testable import Base

struct FormerWordTests {
    @Test("A word of earlier results is today's; every other is itself")
    func current() {
        let words = [
            "held", "broken", "missed", "undetermined", "neverTried", "unprovokable", "provoked",
        ]
        #expect(
            words.map(FormerWords.current) == [
                "passed", "failed", "failed", "inconclusive", "notCovered", "untestable", "covered",
            ]
        )
        #expect(words.count == FormerWords.table.count)
        #expect(FormerWords.current("waived") == "waived")
    }
}
