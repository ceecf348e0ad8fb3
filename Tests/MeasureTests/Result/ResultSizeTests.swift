import JSON
import Testing

@testable import Measure

/// How large result files become.
struct ResultSizeTests {
    private static let second: Int64 = 1_000_000_000

    /// The file of a stream at 1,000/s, with four outcomes of each of two sends, one of them watched
    /// apart; the stream lasts `seconds` of the counted time.
    private static func file(seconds: Int64, span: Int64) throws -> String {
        let plan = RecordingPlan(
            sends: SampleRun.plan.sends,
            span: span,
            sliceWidth: try #require(RecordingPlan.sliceWidth(for: span)),
            tracks: SampleRun.plan.tracks
        )
        var recording = Recording(plan)
        // The stream begins 2 s early.
        for item in SyntheticStream(seed: 11, count: Int(seconds + 2) * 1_000) {
            recording.record(item)
        }
        return SampleRun.result(recording).fileText
    }

    /// The line of each slice.
    private static func slices(_ file: String) -> [Substring] {
        file.split(separator: "\n").filter { $0.hasPrefix("    {\"startSeconds\"") }
    }

    @Test("A minute is stored in less than 0.3 MB")
    func minute() throws {
        let file = try Self.file(seconds: 60, span: 60 * Self.second)
        #expect(Self.slices(file).count >= 62)
        #expect(file.utf8.count < 300_000)
    }

    @Test("An hour is stored in less than 2.5 MB")
    func hour() throws {
        // 100 s take 20 slices of 5 s; an hour has 36 times as many lines like theirs.
        let file = try Self.file(seconds: 100, span: 3_600 * Self.second)
        let slices = Self.slices(file)
        #expect((20...23).contains(slices.count))
        let bytes = slices.reduce(0) { $0 + $1.utf8.count + 1 }
        #expect(file.utf8.count + 35 * bytes < 2_500_000)
    }
}
