@testable import CommandLineTool
import Contract
import ContractFile
import Glibc
import HTTP
import History
import LoadModel
import Measure
import TestSupport
import Testing

@testable import AssayCLI

/// Files written by `assay load`.
@Suite(.timeLimit(.minutes(5)))
struct LoadResultFileTests {
    private static func result(_ path: String) throws -> RunResult {
        let bytes = try DiskFiles().read(path, atMost: 10_000_000)
        return try RunResult(parsing: bytes, file: path)
    }

    @Test("The result can be read back, and accounts for every arrival")
    func output() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let file = profile.file("run.json")
        let run = try await profile.run("--output", file, "--workers", "2", on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        let result = try Self.result(file)
        let figures = RunFigures(result)
        #expect(figures.dueCount == 200)
        #expect(figures.sentCount == 200)
        #expect(figures.goodCount == 200)
        #expect(result.outcomes.map(\.name) == ["200"])
        #expect(result.profile.seed == 7)
        #expect(result.profile.title == "Sample")
        #expect(result.profile.hash.hasPrefix("sha256:"))
        #expect(result.targets.map(\.url) == [server.origin])
        #expect(result.firstPart.workers == 2)
        #expect(result.firstPart.environment.cores > 0)
        #expect(result.cut == nil)
        #expect(result.thresholds.map(\.place) == ["\(profile.path):7:14"])
        #expect(result.judgement.conclusion == .passed)
    }

    @Test("Command-line options beyond the profile are stored, so that the run can be repeated")
    func options() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let file = profile.file("run.json")
        let run = try await profile.run(
            "--rate",
            "40/s",
            "--duration",
            "500ms",
            "--connections",
            "2",
            "--connect-timeout",
            "30s",
            "--insecure",
            "--output",
            file,
            on: server
        )
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(
            try Self.result(file).firstPart.options == [
                "--rate", "40/s", "--duration", "500ms", "--connections", "2", "--insecure",
                "--connect-timeout", "30s",
            ]
        )
        // The line is as long as the profile's path and wrapped at an unknown place.
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("; --rate 40/s --duration 500ms --connections 2 --insecure"))
    }

    @Test("Neither the password of a proxy nor the pass phrase of a key is stored")
    func passwords() throws {
        let arguments = try ArgumentParser.parse(
            [
                "load", "push.yaml", "--proxy", "http://me:secret@proxy:3128", "--var", "a=b@c",
                "--pass", "abc",
            ],
            as: AssayCommand.specification
        )
        let options = try LoadBasis(arguments).options(Redactor())
        #expect(
            options == [
                "--var", "a=b@c", "--pass", "[redacted]", "--proxy", "http://…@proxy:3128",
            ]
        )
    }

    @Test("A run over the rows of a file ends with the last row, and its responses are checked")
    func audience() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 300/s, for: audience }], connections: 1",
            sends:
                "[{ call: getThing, headers: { X-To: \"{{recipient.token}}\" }, check: { every: 1 } }]",
            more: "audience: { csv: devices.csv, perSend: 2 }"
        )
        let rows = "token\na\nb\nc\nd\ne\n"
        try profile.contract.folder.write(Array(rows.utf8), to: "devices.csv")
        // The second of three responses breaks the contract.
        let server = try ScriptedServer([
            .receiveRequest, .send(Answer.box), .receiveRequest, .send(Answer.bag),
            .receiveRequest, .send(Answer.box), .hang,
        ])
        let file = profile.file("run.json")
        let run = try await profile.run("--output", file, on: server)
        // The response that broke the contract decides.
        #expect([.exited(0), .exited(4)].contains(run.ending), "\(run.errors)")
        let sent = server.received.flatMap(\.headLines).filter { $0.hasPrefix("X-To") }
        #expect(sent == ["X-To: a", "X-To: c", "X-To: e"])
        let result = try Self.result(file)
        #expect(RunFigures(result).dueCount == 3)
        #expect(result.recording.plan.span == 10_000_000)
        #expect(result.profile.audience == 5)
        #expect(result.audienceSentAt != nil)
        #expect(result.checks.checked == 3)
        #expect(result.checks.failures.map(\.arrival) == [1])
        #expect(result.checks.failures.first?.send == "getThing")
        #expect(
            result.checks.failures.first?.differences
                == ["$.name: expected \"box\", got \"bag\""]
        )
    }

    @Test("An existing file is not overwritten unless requested")
    func overwriting() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 10/s, for: 1s }], connections: 2")
        let server = try ScriptedServer(answering: Answer.box)
        let file = try profile.contract.folder.write(Array("mine".utf8), to: "run.json")
        let words = ["load", profile.path, "--target", server.origin, "--output", file]
        let refused = try await RunningProgram(words).end()
        #expect(refused.ending == .exited(2))
        #expect(
            refused.errors
                == "assay load: cannot write \(file): the file exists; --force replaces it\n"
        )
        #expect(server.received.isEmpty)
        let replaced = try await RunningProgram(words + ["--force"]).end()
        #expect(replaced.ending == .exited(0), "\(replaced.errors)")
        #expect(RunFigures(try Self.result(file)).dueCount == 10)
    }

    @Test("On a full disk the summary is still printed, and the status is 70 with the reason")
    func fullDisk() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 10/s, for: 1s }], connections: 2")
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run("--output", "/dev/full", on: server)
        #expect(run.ending == .exited(70))
        #expect(run.output.contains("10 arrivals in 1 s"))
        #expect(run.errors.contains("cannot write /dev/full: No space left on device"))
    }

    @Test("An interrupted run leaves a complete result")
    func interrupted() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 50/s, for: 1h }], connections: 4")
        let server = try ScriptedServer(answering: Answer.box)
        let file = profile.file("run.json")
        let program = try profile.start("--output", file, on: server)
        await server.waitForReceived(5)
        program.send(2)
        #expect(await program.end().ending == .exited(130))
        let result = try Self.result(file)
        #expect(result.isInterrupted)
        #expect(RunFigures(result).dueCount >= 5)
        #expect(try #require(result.firstPart.cutAt) <= result.elapsed)
    }

    @Test("Shards merge to the complete run; an incomplete set is rejected")
    func merging() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let files = (1...2).map { profile.file("shard-\($0).json") }
        for (index, file) in files.enumerated() {
            let run = try await profile.run(
                "--shard",
                "\(index + 1)/2",
                "--output",
                file,
                on: server
            )
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(RunFigures(try Self.result(file)).dueCount == 100)
        }
        let whole = profile.file("run.json")
        let run = try await assay("merge", files[1], files[0], "--output", whole)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("200 arrivals in 1 s"))
        #expect(try Self.result(whole).parts.map(\.shard.number) == [1, 2])
        let history = profile.file("runs.db")
        let kept = try await assay(
            "merge",
            files[0],
            files[1],
            "--history",
            history,
            "--branch",
            "main"
        )
        #expect(kept.ending == .exited(0), "\(kept.errors)")
        let record = try #require(
            try HistoryStore(path: history, access: .existing).run(1)?.record
        )
        #expect(record.kind == .load)
        #expect(record.branch == "main")
        #expect(record.isValid == StoredResult(try Self.result(whole), document: "").isValid)
        let unusable = try await assay("merge", files[0], files[1], "--history", whole)
        #expect(unusable.ending == .exited(2))
        #expect(unusable.errors.hasPrefix("assay merge: \(whole) is not a history: "))
        #expect(unusable.output.isEmpty)
        let printed = try await assay("merge", files[0], files[1], "--format", "json")
        #expect(Array(printed.output.utf8) == (try DiskFiles().read(whole, atMost: 10_000_000)))
        let partial = try await assay("merge", files[0], "--output", profile.file("other.json"))
        #expect(partial.ending == .exited(2))
        #expect(partial.errors.hasPrefix("assay merge: shard 2/2 is missing"))
        let foreign = try await assay("merge", profile.path)
        #expect(foreign.ending == .exited(2))
    }

    @Test("Processor time of the target process is measured if the process is given")
    func targetProcess() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        func load(_ words: [String]) async throws -> ProgramRun {
            try await RunningProgram(["load", profile.path] + words).end()
        }
        let file = profile.file("run.json")
        // The server is a thread of this process.
        let run = try await load([
            "--target", server.origin, "--target-pid", "\(getpid())", "--output", file,
        ])
        #expect(run.output.contains(" of the target's; "), "\(run.errors)")
        let result = try Self.result(file)
        #expect(try #require(result.targetProcessTime) > 0)
        #expect(result.targetProcessTime == result.firstPart.targetProcessTime)
        let gone = try await load([
            "--target", server.origin, "--target-pid", "4194304",
        ])
        #expect(gone.ending == .exited(3))
        #expect(
            gone.errors
                == "assay load: --target-pid 4194304: no such process on this machine\n"
        )
        let reference = try await load(["--target-pid", "1"])
        #expect(reference.ending == .exited(1))
        #expect(
            reference.errors.hasPrefix(
                "assay load: option \"--target-pid\": expected --target as well; the reference "
            ),
            "\(reference.errors)"
        )
    }

    @Test("Settings that do not change the requests do not change the hash of the profile")
    func fingerprint() throws {
        func hash(_ profile: SampleProfile) throws -> String {
            ProfileFingerprint.hash(of: try #require(LoadedProfile(path: profile.path).profile))
        }
        let first = try hash(SampleProfile())
        #expect(try hash(SampleProfile(thresholds: "[]", more: "# a remark")) == first)
        #expect(try hash(SampleProfile(sends: "[{ call: getThing, path: /other }]")) != first)
        #expect(
            try hash(SampleProfile(load: "stages: [{ rate: 20/s, for: 10s }], connections: 4"))
                != first
        )
    }
}
