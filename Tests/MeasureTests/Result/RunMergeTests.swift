import JSON
import LoadModel
import TestSupport
import Testing

@testable import Measure

struct RunMergeTests {
    /// One stream, recorded as one and by four shards.
    private static func results() -> (whole: RunResult, shards: [RunResult]) {
        var whole = Recording(SampleRun.plan)
        var shards = (0..<4).map { _ in Recording(SampleRun.plan) }
        for item in SyntheticStream(seed: 5, count: 14_000) {
            whole.record(item)
            shards[item.index % 4].record(item)
        }
        return (
            SampleRun.result(whole),
            shards.enumerated().map { index, recording in
                SampleRun.result(
                    recording,
                    checks: RunChecks(
                        checked: 10,
                        skipped: UInt64(index),
                        skippedFor: [.size: UInt64(index)]
                    ),
                    parts: [SampleRun.part(Shard(UInt64(index) + 1, of: 4))]
                )
            }
        )
    }

    private static func named(_ results: [RunResult]) -> [(file: String, result: RunResult)] {
        results.map { ("\($0.firstPart.shard.number).json", $0) }
    }

    @Test("Four shards merge to the bytes of one run")
    func bytes() throws {
        let (whole, shards) = Self.results()
        let merged = try RunResult.merged(Self.named([shards[2], shards[0], shards[3], shards[1]]))
        #expect(merged.recording == whole.recording)
        let members = ["recording", "slices", "totals", "outcomes", "thresholds", "generator"]
        for member in members {
            #expect(merged.json[member]?.text == whole.json[member]?.text, "\(member)")
        }
        #expect(merged.parts.map(\.shard.number) == [1, 2, 3, 4])
        #expect(merged.checks == RunChecks(checked: 40, skipped: 6, skippedFor: [.size: 6]))
        #expect(merged.connections == 512)
        // Only the first shard saw the target.
        #expect(merged.targetProcessTime == 700_000_001)
        let again = try RunResult(parsing: Array(merged.fileText.utf8), file: "merged.json")
        #expect(again == merged)
    }

    @Test("The target's processor time adds up over the shards that measured it")
    func targetProcessTime() throws {
        let times: [(UInt64, Int64?)] = [(1, 5), (2, nil), (3, 7)]
        let parts = times.map { number, time -> (file: String, result: RunResult) in
            var run = BuiltRun()
            run.shard = Shard(number, of: 3)
            run.targetProcessTime = time
            return ("\(number).json", run.result)
        }
        #expect(try RunResult.merged(parts).targetProcessTime == 12)
        #expect(try RunResult.merged([("run.json", BuiltRun().result)]).targetProcessTime == nil)
    }

    @Test("A response that violated the contract in one shard did so in the run")
    func broken() throws {
        let parts = (1...2 as ClosedRange<UInt64>).map { SampleRun.part(Shard($0, of: 2)) }
        let results = zip(parts, [0, 1] as [UInt64]).map { part, failed in
            SampleRun.result(
                Recording(SampleRun.plan),
                checks: RunChecks(checked: 5, failed: failed),
                parts: [part]
            )
        }
        let merged = try RunResult.merged(Self.named(results))
        #expect(results[0].judgement.conclusion != .failed)
        #expect(merged.judgement.conclusion == .broken)
    }

    private static func refusal(_ results: [(file: String, result: RunResult)]) -> String? {
        do throws(RunMergeError) {
            _ = try RunResult.merged(results)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("A missing shard and a duplicate shard are named")
    func incomplete() {
        let shards = Self.results().shards
        #expect(
            Self.refusal(Self.named([shards[0], shards[2]]))
                == "shard 2/4, 4/4 is missing; all shards of a run are needed"
        )
        #expect(
            Self.refusal(Self.named(shards) + [("again.json", shards[1])])
                == "again.json: shard 2/4 is also in 2.json; each may be given once"
        )
        let whole = Self.results().whole
        #expect(
            Self.refusal([("a.json", whole), ("b.json", whole)])
                == "b.json: expected a shard of a run, got a whole run, as is a.json"
        )
        #expect(Self.refusal([]) == "expected the results of all shards of a run, got none")
    }

    @Test("Shards of different runs are not merged")
    func different() {
        let (whole, shards) = Self.results()
        #expect(
            Self.refusal([("a.json", shards[0]), ("b.json", whole)])
                == "b.json: expected the number of shards of a.json, 4, got 1; only shards of one run "
                + "can be merged"
        )
    }
}
