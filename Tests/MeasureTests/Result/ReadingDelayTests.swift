import JSON
import Testing

@testable import Measure

/// The time for which responses lay unread, by the kernel's timestamp.
struct ReadingDelayTests {
    @Test(
        "Above a tenth of the service time the run is limited by the generator",
        arguments: [(80_000, false), (100_000, true)] as [(Int64, Bool)]
    )
    func limited(delay: Int64, isLimited: Bool) {
        // Each response takes 900 µs.
        let result = SampleRun.closed(readingDelay: delay)
        #expect(result.isLimitedByGenerator == isLimited)
        #expect(result.judgement.generator.isLimited == isLimited)
    }

    @Test("The reading delay is in the result and survives a round trip through the file")
    func file() throws {
        let result = SampleRun.closed(readingDelay: 20_000)
        let figures = try #require(result.json["generator"]?["readingDelay"])
        #expect(figures["p50"] == 2e-05)
        #expect(figures["p99"] == 2e-05)
        let again = try RunResult(parsing: Array(result.fileText.utf8), file: "result.json")
        #expect(again == result)
        #expect(again.readingDelay.count == 1000)
        #expect(SampleRun.closed.json["generator"]?["readingDelay"] == .null)
    }
}
