import Base
import Contract
import ContractFile
import Measure
import Replay
import TestSupport
import Testing

@testable import AssayCLI

/// Several generators that make one run together.
@Suite(.timeLimit(.minutes(5)))
struct LoadShardTests {
    private static func profile() throws -> SampleProfile {
        let stages = "[{ rate: 40/s, for: 1s }, { rate: 40/s, to: 120/s, for: 2s }]"
        return try SampleProfile(
            load: "warmup: 1s, stages: \(stages), arrivals: poisson, connections: 4",
            sends: "[{ call: getThing, weight: 3 }, { call: getThing, name: other, path: /other }]"
        )
    }

    /// Runs the shards in parallel; starts later on each attempt until the machine has both ready in time.
    private static func run(_ profile: SampleProfile, _ origin: String) async throws -> [String] {
        let files = (1...2).map { profile.file("shard-\($0).json") }
        for seconds in [3, 10, 30] as [Int64] {
            let now = SystemClock().now.nanosecondsSince1970
            let start = WallClockText.utc(now + seconds * 1_000_000_000)
            let programs = try files.enumerated().map { index, file in
                try RunningProgram([
                    "load", profile.path, "--target", origin, "--shard", "\(index + 1)/2",
                    "--start-at", start, "--output", file, "--force",
                ])
            }
            var runs: [ProgramRun] = []
            for program in programs { runs.append(await program.end()) }
            if runs.contains(where: { $0.errors.contains("expected a later moment") }) { continue }
            #expect(runs.map(\.ending) == [.exited(0), .exited(0)], "\(runs.map(\.errors))")
            return files
        }
        Issue.record("the shards were not ready within 30 s")
        return files
    }

    private static func result(_ path: String) throws -> RunResult {
        try RunResult(parsing: try DiskFiles().read(path, atMost: 10_000_000), file: path)
    }

    /// The number of arrivals due in each slice, from the warm-up to the last non-empty slice.
    private static func dueCounts(_ result: RunResult) -> [UInt64] {
        let counts = result.recording.slices.slices.map(\.dueCount)
        return Array(counts.prefix((counts.lastIndex { $0 > 0 } ?? -1) + 1))
    }

    @Test("Two shards that start together have the arrivals of one run, each once")
    func together() async throws {
        let profile = try Self.profile()
        let server = try ScriptedServer(answering: Answer.box)
        let shards = try await Self.run(profile, server.origin)
        let whole = profile.file("whole.json")
        let run = try await profile.run("--output", whole, on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        let file = profile.file("merged.json")
        let merge = try await assay("merge", shards[1], shards[0], "--output", file)
        #expect(merge.ending == .exited(0), "\(merge.errors)")
        let (one, merged) = (try Self.result(whole), try Self.result(file))
        #expect(Set(merged.parts.map(\.startedAt)).count == 1)
        #expect(merged.isPartial == false)
        #expect(merged.profile == one.profile)
        #expect(one.recording.dueCount > 0)
        #expect(merged.recording.dueCount == one.recording.dueCount)
        #expect(Self.dueCounts(merged) == Self.dueCounts(one))
        for send in 0..<2 {
            let count = one.recording.latency(ofSend: send).count
            #expect(merged.recording.latency(ofSend: send).count == count)
            #expect(count > 0)
        }
    }
}
