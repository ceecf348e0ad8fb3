import Base
import ContractFile
import Glibc
import JSON
import Measure
import TestSupport
import Testing

/// Requests to each recipient before and after a run.
@Suite(.timeLimit(.minutes(5)))
struct PreparationTests {
    private static let count = 20
    private static let load = "stages: [{ rate: 40/s, for: 1s }], connections: 4"

    /// A profile with both requests; each ends with further keys in flow style.
    private static func profile(
        load: String = load,
        count: Int = count,
        prepare: String = "connections: 3",
        cleanup: String = "connections: 2",
        waits: String = "timeout: 60s, drain: 60s",
        thresholds: String = "[{ errors: ratio, lt: 1% }]"
    ) throws -> SampleProfile {
        try SampleProfile(
            load: load,
            waits: waits,
            thresholds: thresholds,
            more: """
                audience: { count: \(count), recipient: "{{run}}{{hex 16}}" }
                prepare:
                  - { call: getThing, name: join, for: audience, path: "/join/{id}", params: { id: "{{recipient}}" }, \(prepare) }
                cleanup:
                  - { call: getThing, name: leave, for: audience, path: "/leave/{id}", params: { id: "{{recipient}}" }, \(cleanup) }
                """
        )
    }

    private static func result(_ path: String) throws -> RunResult {
        try RunResult(parsing: try DiskFiles().read(path, atMost: 10_000_000), file: path)
    }

    /// The paths of requests; for those to recipients, without the part before the last slash.
    private static func paths(_ server: ScriptedServer) -> [String] {
        server.received.compactMap { item in
            item.headLines.first?.split(separator: " ").dropFirst().first.map(String.init)
        }
    }

    private static func recipients(_ prefix: String, _ paths: [String]) -> [String] {
        paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    @Test(
        "Recipients are prepared before the run and cleaned up after it; no metric counts that"
    )
    func around() async throws {
        let profile = try Self.profile()
        let server = try ScriptedServer(answering: Answer.box)
        let file = profile.file("result.json")
        let run = try await profile.run("--output", file, "--workers", "2", on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        let paths = Self.paths(server)
        let kinds = paths.map { $0.split(separator: "/").first.map(String.init) ?? "" }
        #expect(
            kinds == Array(repeating: "join", count: 20) + Array(repeating: "thing", count: 40)
                + Array(repeating: "leave", count: 20)
        )
        let joined = Self.recipients("/join/", paths)
        #expect(Set(joined).count == 20)
        #expect(Set(joined) == Set(Self.recipients("/leave/", paths)))
        let result = try Self.result(file)
        #expect(result.recording.dueCount == 40)
        #expect(result.connectionCounts.requests == 40)
        let calls = result.audienceCalls
        #expect(calls.map(\.phase) == [.prepare, .cleanup])
        #expect(calls.map(\.name) == ["join", "leave"])
        #expect(calls.allSatisfy { $0.recipients == 20 && $0.isComplete && $0.elapsed > 0 })
        for call in calls {
            // The terminal's lines are shorter.
            let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(call.text))
        }
    }

    @Test(
        "If too many preparations fail, they are reported and cleaned up, and nothing is measured"
    )
    func failing() async throws {
        let profile = try Self.profile(prepare: "connections: 1", cleanup: "connections: 1")
        let server = try ScriptedServer(
            answering: Answer.json(#"{"code":"E1"}"#, status: "404 Not Found")
        )
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(3))
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("assay load: Cleaned up 0 of 20 recipients in ") == true)
        #expect(
            lines.last?.hasSuffix(
                "/profile.yaml:10:5: prepare join: 20 of 20 requests failed, expected at most 0: "
                    + "20 × 404 E1; the first: 404 E1"
            ) == true,
            "\(run.errors)"
        )
        let paths = Self.paths(server)
        #expect(Self.recipients("/join/", paths) == Self.recipients("/leave/", paths))
        #expect(paths.count == 40)
    }

    @Test("Tolerated failures are counted, and the run continues")
    func forgiven() async throws {
        let profile = try Self.profile(prepare: "failures: 20", thresholds: "[]")
        let server = try ScriptedServer(
            answering: Answer.json(#"{"code":"E1"}"#, status: "404 Not Found")
        )
        let file = profile.file("result.json")
        let run = try await profile.run("--output", file, on: server)
        #expect(run.errors.isEmpty)
        let result = try Self.result(file)
        #expect(result.recording.dueCount == 40)
        let calls = result.audienceCalls
        #expect(calls.map(\.failures) == [[.init("404 E1", 20)], [.init("404 E1", 20)]])
        #expect(calls.allSatisfy { $0.good == 0 && $0.obstacle == nil })
    }

    @Test("An unreachable target ends the preparation at once")
    func unreachable() async throws {
        let profile = try Self.profile()
        try await LoopbackSocket.withClosedPort { port in
            let origin = "http://127.0.0.1:\(port)"
            let run = try await assay("load", profile.path, "--target", origin)
            #expect(run.ending == .exited(3))
            #expect(run.output.isEmpty)
            let words = "/profile.yaml:10:5: prepare join: \(origin): no connection: refused: "
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }

    @Test("Ctrl-C in the preparation ends it; prepared recipients are cleaned up")
    func interrupted() async throws {
        let profile = try Self.profile(
            count: 1_000_000,
            prepare: "rate: 50/s, connections: 1",
            cleanup: "connections: 1"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let program = try profile.start(on: server)
        await server.waitForReceived(5)
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.output.isEmpty)
        let paths = Self.paths(server)
        let joined = Self.recipients("/join/", paths)
        #expect(joined.count >= 5)
        #expect(joined == Self.recipients("/leave/", paths))
        #expect(paths.count == 2 * joined.count)
        #expect(
            run.errors.contains("assay load: Prepared \(joined.count) of 1,000,000 recipients ")
        )
        #expect(run.errors.contains("assay load: Cleaned up \(joined.count) recipients in "))
    }

    @Test("Ctrl-C in the run ends it, and the cleanup still runs")
    func interruptedRun() async throws {
        let profile = try Self.profile(load: "stages: [{ rate: 50/s, for: 1h }], connections: 4")
        let server = try ScriptedServer(answering: Answer.box)
        let program = try profile.start(on: server)
        await server.waitForReceived(Self.count + 5)
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.output.contains("INTERRUPTED after "))
        #expect(run.output.contains("Cleaned up 20 recipients in "))
        #expect(Self.recipients("/leave/", Self.paths(server)).count == 20)
    }

    @Test("Ctrl-C in the cleanup ends it, and the result is still reported")
    func interruptedCleanup() async throws {
        let profile = try Self.profile(count: 5_000, cleanup: "rate: 1/s, within: 2h")
        let server = try ScriptedServer(answering: Answer.box)
        let program = try profile.start(on: server)
        await server.waitForReceived(5_000 + 40 + 1)
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.output.contains("PASSED: "))
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("of 5,000 recipients in "))
        #expect(words.contains("(leave); ended early: interrupted."), "\(words)")
    }

    @Test("Requests beyond the time limit are not sent, and the limit is reported")
    func time() async throws {
        let profile = try Self.profile(
            count: 1_000,
            prepare: "rate: 10/s, within: 300ms",
            cleanup: "connections: 1"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(3))
        #expect(
            run.errors.contains(": prepare join: it took longer than 300 ms\n"),
            "\(run.errors)"
        )
        let paths = Self.paths(server)
        #expect(Self.recipients("/join/", paths).count == 3)
        #expect(Self.recipients("/leave/", paths).count == 3)
    }

    @Test("Each run has its own recipients; the same run name recreates the same recipients")
    func runs() async throws {
        let profile = try Self.profile()
        var lists: [[String]] = []
        var texts: [String] = []
        for options in [[], [], ["--run", "again"], ["--run", "again"]] {
            let server = try ScriptedServer(answering: Answer.box)
            let file = profile.file("result.json")
            let words = ["load", profile.path, "--target", server.origin]
            let run = try await RunningProgram(words + ["--output", file, "--force"] + options)
                .end()
            #expect(run.ending == .exited(0), "\(run.errors)")
            let text = try #require(try Self.result(file).profile.run)
            texts.append(text)
            let joined = Self.recipients("/join/", Self.paths(server))
            #expect(joined.allSatisfy { $0.hasPrefix(text) })
            #expect(run.output.contains("run \(text)"))
            lists.append(joined.sorted())
        }
        #expect(texts[0] != texts[1])
        #expect(texts[0].wholeMatch(of: /[0-9a-f]{12}/) != nil)
        #expect(lists[0] != lists[1])
        #expect(texts[2...] == ["again", "again"])
        #expect(lists[2] == lists[3])
    }

    @Test(
        "Shards with a preparation require a common start and run name",
        arguments: [
            (["--start-at", "+1h"], "expected --run as well, the same for all shards, as the"),
            (["--run", "a"], "expected --start-at as well, as each shard prepares its part"),
            (["--run", "a b"], "expected 1 to 64 letters, digits, hyphens and underscores"),
        ]
    )
    func shards(options: [String], words: String) async throws {
        let profile = try Self.profile()
        let run = try await RunningProgram(
            ["load", profile.path, "--target", "http://127.0.0.1:1", "--shard", "1/2"] + options
        ).end()
        #expect(run.ending == .exited(1))
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test("A shard prepares its part")
    func part() async throws {
        // The other shards have until the end of the drain.
        let profile = try Self.profile(waits: "timeout: 60s, drain: 500ms")
        for start in ["+3s", "+10s", "+30s"] {
            let server = try ScriptedServer(answering: Answer.box)
            let file = profile.file("result.json")
            let words = ["load", profile.path, "--target", server.origin, "--force"]
            let run = try await RunningProgram(
                words + ["--shard", "2/3", "--run", "a", "--start-at", start, "--output", file]
            ).end()
            // A busy machine was not ready.
            if run.errors.contains("expected a later moment") { continue }
            let paths = Self.paths(server)
            // 1, 4, … 19.
            #expect(Self.recipients("/join/", paths).count == 7)
            #expect(Self.recipients("/leave/", paths).count == 7)
            #expect(try Self.result(file).audienceCalls.map(\.recipients) == [7, 7])
            return
        }
        Issue.record("the shard was not ready within 30 s")
    }

    @Test("In an interleaved comparison each run prepares its own recipients")
    func interleaved() async throws {
        let profile = try Self.profile()
        let server = try ScriptedServer(answering: Answer.box)
        let targets = [server.origin, server.origin + "/"]
        let run = try await RunningProgram(
            ["compare", "--interleave"] + targets + [profile.path, "--runs", "1"]
        ).end()
        // One run per side proves nothing.
        #expect(run.ending == .exited(8), "\(run.errors)")
        // Runs spoiled by a busy machine are repeated.
        let told = run.errors.split(separator: "\n").count { $0.hasPrefix("run ") }
        let joined = Self.recipients("/join/", Self.paths(server))
        #expect(told >= 2)
        #expect(joined.count == 20 * told)
        #expect(Set(joined).count == joined.count)
        #expect(Set(joined) == Set(Self.recipients("/leave/", Self.paths(server))))
    }

    @Test("A search prepares once, before its first step, and cleans up after its last")
    func capacity() async throws {
        let profile = try Self.profile()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(
            "--budget",
            "4s",
            "--rate",
            "400/s",
            "--format",
            "json",
            command: "capacity",
            on: server
        )
        let paths = Self.paths(server)
        #expect(paths.prefix(20).allSatisfy { $0.hasPrefix("/join/") })
        #expect(paths.suffix(20).allSatisfy { $0.hasPrefix("/leave/") })
        #expect(paths.count > 40)
        #expect(paths.dropFirst(20).dropLast(20).allSatisfy { $0 == "/thing" })
        let bytes = Array(run.output.utf8)
        let record = try CapacityRecord(parsing: bytes, file: "capacity.json")
        #expect(record.audienceCalls.map(\.good) == [20, 20])
        #expect(record.profile.run != nil)
    }
}
