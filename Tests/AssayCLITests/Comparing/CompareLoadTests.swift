import AssayCLI
import CommandLineTool
import JSON
import Measure
import TestSupport
import Testing

/// `assay compare` on results of `assay load`.
struct CompareLoadTests {
    private func compare(
        _ sides: (old: [String], new: [String]),
        _ options: String...,
        in folder: TemporaryDirectory
    ) async -> CommandRun {
        await CommandRun(["compare"] + sides.old + ["--"] + sides.new + options, in: folder)
    }

    @Test("Interleaved runs show a server that became a tenth slower, with status 7")
    func regression() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides(old: 4_000_000, new: 4_400_000)
        let run = await compare(sides, in: folder)
        #expect(run.status == .regression)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "5 old runs against 5 new runs")
        #expect(lines[7].split(separator: " ").first == "metric")
        #expect(
            lines[8...12].map { String($0.split(separator: " ").first ?? "") } == [
                "achieved", "p50", "p90", "p99", "failed",
            ]
        )
        #expect(lines[11].contains("  4.41 ms  4.85 ms "), "\(run.output)")
        #expect(lines[11].hasSuffix("  0.05     regression"), "\(run.output)")
        #expect(lines.suffix(2) == ["Regression: p50 +10 %, p90 +10 %, p99 +10 %", ""])
        #expect(run.errors.isEmpty)
    }

    @Test(
        "The verdict decides the status, and options make it stricter",
        arguments: [
            (4_000_000, true, [], .success, "No regression"),
            (4_400_000, true, [], .regression, "Regression: p50 +10 %, p90 +10 %, p99 +10 %"),
            (
                4_400_000, false, [], .success,
                "Regression, indicative only: p50 +10.4 %, p90 +10.3 %, p99 +10.4 %"
            ),
            (
                4_400_000, false, ["--fail-on", "indicative"], .regression,
                "Regression, indicative only: p50 +10.4 %, p90 +10.3 %, p99 +10.4 %"
            ),
            (4_400_000, true, ["--min-effect", "20%"], .success, "No regression"),
            (
                3_600_000, true, [], .success,
                "No regression; improvement: p50 -9.92 %, p90 -9.89 %, p99 -9.9 %"
            ),
        ] as [(Int64, Bool, [String], CommandLineTool.ExitStatus, String)]
    )
    func verdicts(
        new: Int64,
        takingTurns: Bool,
        options: [String],
        status: CommandLineTool.ExitStatus,
        headline: String
    ) async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides(old: 4_000_000, new: new, takingTurns: takingTurns)
        let words = ["compare"] + options + sides.old + ["--"] + sides.new
        let run = await CommandRun(words, in: folder)
        #expect(run.output.split(separator: "\n").last.map(String.init) == headline)
        #expect(run.status == status)
    }

    @Test(
        "A late generator leaves p99 unjudged with the reason; other metrics decide the status",
        arguments: [
            (4_000_000, [], .success, "No regression (not judged: p99)"),
            (4_400_000, [], .regression, "Regression: p50 +10 %, p90 +10 %"),
            (4_000_000, ["--strict"], .invalidMeasurement, "No regression (not judged: p99)"),
            (
                4_000_000, ["--metric", "p50", "--metric", "p99"], .invalidMeasurement,
                "Cannot judge p99, which --metric names"
            ),
            (
                4_400_000, ["--metric", "p50", "--metric", "p99"], .regression,
                "Regression: p50 +10 %"
            ),
        ] as [(Int64, [String], CommandLineTool.ExitStatus, String)]
    )
    func late(
        new: Int64,
        options: [String],
        status: CommandLineTool.ExitStatus,
        headline: String
    ) async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides(old: 4_000_000, new: new) {
            $0.lateTail = 2_300_000
            $0.disturbance = RunDisturbance(available: 4_000_000_000, stolen: 120_000_000)
        }
        let words = ["compare"] + options + sides.old + ["--"] + sides.new
        let run = await CommandRun(words, in: folder)
        #expect(run.output.split(separator: "\n").last.map(String.init) == headline)
        #expect(run.status == status)
        #expect(
            run.output.contains(
                "  note: p99 is not judged: in all 10 runs the generator was late, which may have "
                    + "moved it by up to 2.30 ms (the host took the processors for 3 % of the time)\n"
            ),
            "\(run.output)"
        )
    }

    @Test("One late run of six is excluded for p99; the other five count")
    func oneLate() async throws {
        let folder = try TemporaryDirectory()
        let (first, last) = (1_790_000_000, 1_790_000_660)
        var sides: (old: [String], new: [String]) = ([], [])
        for (index, start) in stride(from: first, through: last, by: 60).enumerated() {
            var run = BuiltRun()
            run.startedAt = Int64(start)
            run.latency = 4_000_000 + Int64(3_000 * index)
            run.lateTail = index == 3 ? 2_300_000 : 0
            let path = try folder.write(run, to: "\(index).json")
            if (index + 1) / 2 % 2 == 0 { sides.old.append(path) } else { sides.new.append(path) }
        }
        let run = await compare(sides, in: folder)
        #expect(run.status == .success)
        #expect(
            run.output.contains(
                "  note: p99 is judged from the other runs: in 1 of 12 runs the generator was late, which "
                    + "may have moved it by up to 2.30 ms\n"
            ),
            "\(run.output)"
        )
        #expect(run.output.hasSuffix("\nNo regression\n"), "\(run.output)")
    }

    @Test("Too few runs to show anything are reported, with status 8")
    func tooFew() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides(old: 4_000_000, new: 40_000_000)
        let run = await compare(([sides.old[0]], [sides.new[0]]), in: folder)
        #expect(run.status == .invalidMeasurement)
        #expect(run.output.hasSuffix("\nToo few runs for a verdict\n"))
        #expect(
            run.output.contains(
                "note: too few runs for a significant p-value: 5 metrics need at least 5 runs on each "
                    + "side\n"
            )
        )
    }

    @Test("One metric needs fewer runs")
    func oneMetric() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides(old: 4_000_000, new: 4_400_000)
        let four = (Array(sides.old.prefix(4)), Array(sides.new.prefix(4)))
        let run = await compare(four, "--metric", "p99", in: folder)
        #expect(run.status == .regression)
        let note = "for information, without a verdict: achieved 99.8 % → 99.8 %"
        #expect(run.output.contains(note), "\(run.output)")
    }

    @Test("Runs with differences that rule out a comparison are rejected by name, with status 8")
    func refused() async throws {
        let folder = try TemporaryDirectory()
        let old = try folder.write(BuiltRun(), to: "old.json")
        let changes: [(String, (inout BuiltRun) -> Void)] = [
            (
                "the profile hash differs: sha256:0f34 in old.json, sha256:77 in new.json",
                { $0.hash = "sha256:77" }
            ),
            (
                "the profile's \"connections\" differs: 8 in old.json, 9 in new.json",
                {
                    $0.hash = "sha256:77"
                    $0.connections += 1
                }
            ),
            (
                "the CPU model differs: AMD EPYC 7B13 in old.json, Xeon in new.json",
                { $0.cpu = "Xeon" }
            ),
            ("the model differs: open in old.json, closed in new.json", { $0.isClosed = true }),
            (
                "the major version of Assay differs: 0 in old.json, 1 in new.json",
                { $0.version = "1.0.0" }
            ),
            ("new.json is inconclusive: the run was interrupted", { $0.cut = .interrupted }),
        ]
        for (reason, change) in changes {
            var built = BuiltRun()
            change(&built)
            let new = try folder.write(built, to: "new.json")
            let run = await CommandRun(["compare", old, new], in: folder)
            #expect(run.status == .invalidMeasurement)
            #expect(run.output.contains("  note: \(reason)\n"), "\(run.output)")
            #expect(run.output.hasSuffix("\nThese runs cannot be compared\n"))
        }
    }

    @Test("Processor time of the target is shown if every run has it, and is not judged")
    func targetProcessTime() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides { $0.targetProcessTime = 120_000_000 }
        let run = await compare(sides, in: folder)
        #expect(run.status == .success)
        #expect(
            run.output.contains(", target CPU per request 60.0 µs → 60.0 µs\n"),
            "\(run.output)"
        )
    }

    @Test("JSON contains every value")
    func json() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides(old: 4_000_000, new: 4_400_000)
        let run = await compare(sides, "--format", "json", in: folder)
        let report = try JSONValue(parsing: run.output)
        #expect(report["assayComparison"] == 1)
        #expect(report["kind"] == "load")
        #expect(report["conclusion"] == "regression")
        #expect(report["interleaved"] == true)
        #expect(report["old"]?.arrayValue?.count == 5)
        let metrics = try #require(report["metrics"]?.arrayValue)
        #expect(
            metrics.map { $0["name"]?.stringValue } == ["achieved", "p50", "p90", "p99", "failed"]
        )
        #expect(metrics[3]["verdict"] == "regression")
        #expect(metrics[3]["old"]?.arrayValue?.count == 5)
        #expect(metrics[3]["interval"]?.arrayValue?.count == 2)
        #expect(report["notes"] == [])
    }

    @Test("Failures are listed for each side, in JSON too")
    func failures() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides { $0.failed = 3 }
        let run = await compare(sides, "--format", "json", in: folder)
        let report = try JSONValue(parsing: run.output)
        #expect(report["notes"] == ["what failed most often: old 500 (15); new 500 (15)"])
    }

    @Test("Several reports are written at once")
    func reports() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides(old: 4_000_000, new: 4_400_000)
        let (markdown, junit) = (folder.file("out.md"), folder.file("out.xml"))
        let run = await compare(
            sides,
            "--report",
            "markdown=\(markdown)",
            "--report",
            "junit=\(junit)",
            in: folder
        )
        #expect(run.status == .regression)
        let again = await compare(sides, "--format", "markdown", in: folder)
        #expect(again.output.hasPrefix("## ❌ Regression: p50 +10 %, p90 +10 %, p99 +10 %\n"))
        let xml = await compare(sides, "--format", "junit", in: folder)
        #expect(xml.output.contains("<failure type=\"regression\" message=\"p99 is worse: "))
        let refused = await compare(sides, "--report", "tap=x", in: folder)
        #expect(refused.status == .commandLine)
    }

    @Test("A comparison of closed load states its limits")
    func closed() async throws {
        let folder = try TemporaryDirectory()
        let sides = try folder.sides { $0.isClosed = true }
        let run = await compare(sides, in: folder)
        #expect(
            run.output.contains(
                "note: the load was closed, with 8 connections that wait for responses: this does "
                    + "not show how slow the service is at a given rate\n"
            )
        )
        #expect(run.output.contains("  rate "))
    }
}
