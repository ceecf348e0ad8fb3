import JSON
import LoadModel
import Testing

@testable import Measure

/// Requests to recipients during a run.
struct RunAudienceCallTests {
    @Test("The result of the calls is one sentence, the same in every report")
    func text() {
        let done = RunAudienceCall(
            .prepare,
            name: "register",
            recipients: 100_000,
            good: 100_000,
            elapsed: 8_100_000_000
        )
        #expect(done.text == "Prepared 100,000 recipients in 8.10 s (register).")
        #expect(done.isComplete)
        let texts = SampleRun.audienceCalls.map(\.text)
        #expect(
            texts == [
                "Prepared 100,490 of 100,500 recipients in 8.10 s (createInstallation); 10 failed: "
                    + "7 × 409 E409001, 3 × timeout.",
                "Cleaned up 12,000 of 100,490 recipients in 1.50 s (tidy); ended early: interrupted.",
            ]
        )
        #expect(SampleRun.audienceCalls.allSatisfy { !$0.isComplete })
    }

    @Test("Only the most frequent outcomes are listed")
    func outcomes() {
        let call = RunAudienceCall(
            .prepare,
            name: "register",
            recipients: 28,
            good: 0,
            failures: (1...7).map { .init("40\($0)", UInt64($0)) },
            elapsed: 0
        )
        #expect(call.failedCount == 28)
        let shown = "7 × 407, 6 × 406, 5 × 405, 4 × 404, 3 × 403"
        #expect(call.failureText == "\(shown) and 2 outcomes more")
    }

    @Test("Parallel calls of shards add up, and last as long as the longest")
    func merged() throws {
        let parts = [(1, 5_000), (2, 7_000)].map { number, elapsed in
            var part = SampleRun.part(Shard(UInt64(number), of: 2))
            part.audienceCalls = [
                RunAudienceCall(
                    .prepare,
                    name: "register",
                    recipients: 50,
                    good: 48,
                    failures: [.init("timeout", 1), .init("50\(number)", 1)],
                    elapsed: Int64(elapsed),
                    obstacle: number == 2 ? "interrupted" : nil
                )
            ]
            return part
        }
        let merged = try RunResult.merged(
            parts.map { part in
                ("\(part.shard)", SampleRun.result(Recording(SampleRun.plan), parts: [part]))
            }
        )
        #expect(
            merged.audienceCalls == [
                RunAudienceCall(
                    .prepare,
                    name: "register",
                    recipients: 100,
                    good: 96,
                    failures: [.init("timeout", 2), .init("501", 1), .init("502", 1)],
                    elapsed: 7_000,
                    obstacle: "interrupted"
                )
            ]
        )
    }

    @Test("Shards of two runs cannot be merged")
    func otherRun() {
        let results = ["one", "two"].enumerated().map { index, run in
            var result = SampleRun.result(
                Recording(SampleRun.plan),
                parts: [SampleRun.part(Shard(UInt64(index + 1), of: 2))]
            )
            result.profile.run = run
            return (file: "\(index)", result: result)
        }
        #expect(throws: RunMergeError.self) { _ = try RunResult.merged(results) }
    }

    @Test("A file with more good requests than recipients is rejected")
    func impossible() throws {
        let json = SampleRun.shortJSON
        let place = JSONPointer(tokens: ["parts", "0", "audienceCalls", "0", "good"])
        let more = try json.setting(place, to: 100_491)
        let text = more.text
        let expected =
            "result.json: parts[0].audienceCalls[0].good: expected at most 100500 together with the "
            + "failures, got 100491"
        do throws(RunResultError) {
            _ = try RunResult(parsing: Array(text.utf8), file: "result.json")
            Issue.record("it was read")
        } catch {
            #expect(error.description == expected)
        }
    }
}
