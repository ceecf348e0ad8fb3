import CommandLineTool
import Glibc
import History
import Measure
import TestSupport
import Testing

@testable import AssayCLI

/// `assay compare --interleave`, and stored results of `assay load`.
@Suite(.timeLimit(.minutes(5)))
struct InterleavedRunsTests {
    private static let short = "stages: [{ rate: 20/s, for: 1s }], connections: 2"

    @Test("Two servers are measured in turns and compared; one run each proves nothing")
    func turns() async throws {
        let profile = try SampleProfile(load: Self.short)
        let server = try ScriptedServer(answering: Answer.box)
        let kept = try TemporaryDirectory()
        let run = try await assay(
            "compare",
            "--interleave",
            server.origin,
            server.origin + "/",
            profile.path,
            "--runs",
            "1",
            "--duration",
            "500ms",
            "--keep",
            kept.path
        )
        // Too few runs, or a run that a busy machine spoiled each time.
        #expect(run.ending == .exited(8), "\(run.errors)")
        let told = run.errors.split(separator: "\n").filter { $0.hasPrefix("run ") }
        #expect(told.first == "run 1 of 2: old \(server.origin), about 1 s left")
        #expect(told.last?.hasPrefix("run 2 of 2: new \(server.origin)/, about ") == true)
        let sides = "  old: \(server.origin)\n  new: \(server.origin)\n"
        #expect(run.output.hasPrefix("1 old run against 1 new run\n\(sides)"), "\(run.output)")
        for name in ["A-1.json", "B-1.json"] {
            let file = try ComparedFile(kept.file(name))
            #expect(file.load?.recording.dueCount == 10)
        }
        let words = ["compare", "--interleave", "a", "b", profile.path, "--keep", kept.path]
        let again = try await RunningProgram(words).end()
        #expect(again.ending == .exited(2))
        #expect(
            again.errors
                == "assay compare: \(kept.path): the folder contains results; choose another folder\n"
        )
    }

    @Test("An unusable profile is reported before any run; a failed run ends the comparison")
    func failure() async throws {
        let run = try await assay(
            "compare",
            "--interleave",
            "http://127.0.0.1:1",
            "http://127.0.0.1:2",
            "/nowhere/push.yaml"
        )
        #expect(run.ending == .exited(2))
        #expect(run.errors.contains("/nowhere/push.yaml"), "\(run.errors)")
        #expect(!run.errors.contains("run 1 of 10"))
        let profile = try SampleProfile(load: Self.short)
        let words = ["http://127.0.0.1:1", "http://127.0.0.1:2", profile.path]
        let unreachable = try await RunningProgram(["compare", "--interleave"] + words).end()
        #expect(unreachable.ending == .exited(3))
        #expect(
            unreachable.errors.hasSuffix(
                "assay compare: a run exited with status 3: \(Self.status3)\n"
            ),
            "\(unreachable.errors)"
        )
    }

    private static let status3 = CommandLineTool.ExitStatus.couldNotRun.meaning

    @Test("Profile warnings appear once, and connection options are passed on")
    func profileAndRoute() async throws {
        let profile = try SampleProfile(load: Self.short, thresholds: "[{ latency: p99, lt: 1s }]")
        let server = try ScriptedServer(answering: Answer.box)
        let port = server.origin.split(separator: ":").last ?? ""
        let run = try await assay(
            "compare",
            "--interleave",
            "http://old.invalid",
            "http://new.invalid",
            profile.path,
            "--runs",
            "1",
            "--duration",
            "500ms",
            "--connect-to",
            "::127.0.0.1:\(port)",
            "--connect-timeout",
            "30s"
        )
        #expect(run.ending == .exited(8), "\(run.errors)")
        let warnings = run.errors.split(separator: "\n").filter {
            $0.contains("may be inconclusive")
        }
        #expect(warnings.count == 1, "\(run.errors)")
        #expect(warnings.first?.contains(", which a comparison does not use: ") == true)
        #expect(
            run.output.hasPrefix(
                "1 old run against 1 new run\n  old: http://old.invalid\n  new: http://new.invalid\n"
            ),
            "\(run.output)"
        )
        let refused = try await RunningProgram([
            "compare", "a", "b", "--insecure",
        ]).end()
        #expect(refused.ending == .exited(1))
        #expect(
            refused.errors.hasPrefix(
                "assay compare: --insecure requires --interleave"
            ),
            "\(refused.errors)"
        )
    }

    @Test(
        "Ctrl-C ends the current run and all later ones, with 130 and the number of completed runs"
    )
    func interrupted() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 20/s, for: 1h }], connections: 2")
        let server = try ScriptedServer(answering: Answer.box)
        let kept = try TemporaryDirectory()
        let program = try RunningProgram([
            "compare", "--interleave", server.origin, server.origin + "/", profile.path, "--keep",
            kept.path,
        ])
        await server.waitForReceived(3)
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(
            run.errors.hasSuffix(
                "assay compare: interrupted after 0 of 12 runs; too few for a comparison\n"
            ),
            "\(run.errors)"
        )
        // The measurements of an interrupted run are not a run to compare with.
        #expect(access(kept.file("A-1.json"), F_OK) != 0)
    }

    @Test("A closed terminal ends the runs as Ctrl-C does, and no folder remains")
    func hangup() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 20/s, for: 1h }], connections: 2")
        let server = try ScriptedServer(answering: Answer.box)
        let parent = try TemporaryDirectory()
        let program = try RunningProgram(
            ["compare", "--interleave", server.origin, server.origin + "/", profile.path],
            environment: ["TMPDIR=\(parent.path)"]
        )
        await server.waitForReceived(3)
        #expect(try ChildProcess("/bin/ls", ["-A", parent.path]).output != "")
        program.send(SIGHUP)
        #expect(await program.end().ending == .exited(130))
        #expect(try ChildProcess("/bin/ls", ["-A", parent.path]).output == "")
    }

    @Test("The current run ends when the comparison is killed")
    func killed() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 20/s, for: 1h }], connections: 2")
        let server = try ScriptedServer(answering: Answer.box)
        // In a shared folder, other processes that clean up after a killed comparison would delete its folder.
        let parent = try TemporaryDirectory()
        let program = try RunningProgram(
            ["compare", "--interleave", server.origin, server.origin + "/", profile.path],
            environment: ["TMPDIR=\(parent.path)"]
        )
        await server.waitForReceived(3)
        program.send(SIGKILL)
        // The run writes there too, so the output is complete only when both have exited.
        let run = await program.end()
        #expect(run.ending == .killed(signal: SIGKILL))
        #expect(
            run.errors.hasSuffix("assay compare: interrupted; press Ctrl-C again to stop at once\n")
        )
    }

    @Test(
        "Options that only apply to interleaved runs are rejected elsewhere",
        arguments: [
            (
                ["--interleave", "a", "b"],
                "BASE: expected TARGET_A TARGET_B PROFILE with --interleave"
            ),
            (["a", "b", "--keep", "x"], "--keep requires --interleave"),
            (
                ["--interleave", "a", "b", "c", "--runs", "0"],
                "option \"--runs\": expected a whole number, from 1 to 100"
            ),
            (
                ["--interleave", "a", "b", "c", "--target-pid", "1"],
                "option \"--target-pid\": expected it twice with a process number, for the old target "
                    + "and the new one"
            ),
        ]
    )
    func commandLine(words: [String], message: String) async throws {
        let run = await CommandRun(["compare"] + words, in: try TemporaryDirectory())
        #expect(run.status == .commandLine)
        #expect(run.errors.hasPrefix("assay compare: \(message)"), "\(run.errors)")
    }

    @Test("A load result is stored under its branch and commit")
    func history() async throws {
        let profile = try SampleProfile(load: Self.short)
        let server = try ScriptedServer(answering: Answer.box)
        let folder = try TemporaryDirectory()
        let path = folder.file("runs.db")
        let run = try await profile.run(
            "--history",
            path,
            on: server,
            environment: ["PATH=/usr/bin:/bin", "GITHUB_REF_NAME=main", "GITHUB_SHA=c0ffee"]
        )
        #expect(!run.output.isEmpty, "\(run.errors)")
        let store = try HistoryStore(path: path, access: .existing)
        let record = try #require(try store.run(1)).record
        #expect(record.kind == .load)
        #expect(record.branch == "main")
        #expect(record.revision == "c0ffee")
        #expect(record.target == server.origin)
        #expect(record.title == "Sample")
        #expect(record.figures["failed"] == 0)
        let document = try #require(try store.document(ofRun: 1))
        #expect(try ComparedFile("run 1", bytes: Array(document.utf8)).load != nil)
    }

    @Test("An unusable history is reported before anything is sent")
    func unusableHistory() async throws {
        let profile = try SampleProfile(load: Self.short)
        let server = try ScriptedServer(answering: Answer.box)
        let path = try profile.contract.folder.write(Array("mine".utf8), to: "mine.db")
        for command in [["load", profile.path], ["verify", profile.contract.path]] {
            let words = command + ["--target", server.origin, "--history", path]
            let run = try await RunningProgram(words).end()
            #expect(run.ending == .exited(2))
            #expect(
                run.errors.hasPrefix("assay \(command[0]): \(path) is not a history: "),
                "\(run.errors)"
            )
        }
        #expect(server.received.isEmpty)
    }
}
