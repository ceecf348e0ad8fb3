import Glibc
import JSON
import TestSupport
import Testing

/// Ctrl-C in the middle of a run against a server that hangs; nothing here ends by itself.
@Suite(.timeLimit(.minutes(5)))
struct InterruptionTests {
    @Test(
        "The run ends with 130, and its reports list the cases that were not run",
        arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    )
    func interrupted(signal: Int32) async throws {
        let contract = try SampleContract(
            cases: """
                  first: { steps: [ { call: getThing } ] }
                  second: { steps: [ { call: getThing } ] }
                """
        )
        let server = try ScriptedServer([.forever([.receiveRequest])])
        let file = contract.folder.file("report.json")
        let program = try RunningProgram([
            "verify", contract.path, "--target", server.origin, "--max-time", "1h",
            "--report", "json=\(file)",
        ])
        await server.waitForReceived()
        program.send(signal)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.errors == "assay verify: interrupted; press Ctrl-C again to stop at once\n")
        #expect(run.output.contains("not run: interrupted"))
        let text = try ReportFileTests.content(of: file)
        let report = VerifyReport(try JSONValue(parsing: Array(text.utf8)))
        #expect(report.ending == "interrupted")
        #expect(report["first"]?.failure == "cancelled")
        #expect(report["first"]?.verdict == "inconclusive")
        #expect(report["second"]?.verdict == "inconclusive")
        #expect(report["second"]?.reason == "not run: interrupted")
        #expect(server.received.count == 1)
    }

    @Test("Teardown is still attempted, but does not delay the exit")
    func teardown() async throws {
        let contract = try SampleContract(cases: Self.withTeardown)
        let server = try ScriptedServer([.forever([.receiveRequest])])
        let program = try RunningProgram([
            "verify", contract.path, "--target", server.origin, "--max-time", "1h",
        ])
        await server.waitForReceived()
        program.send(SIGINT)
        #expect(await program.end().ending == .exited(130))
        #expect(server.received.last?.headLines.first == "GET /cleanup HTTP/1.1")
    }

    @Test("A second Ctrl-C exits at once")
    func twice() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer([.forever([.receiveRequest])])
        // The report without a reader keeps the program from exiting by itself.
        let report = contract.folder.file("report.fifo")
        try #require(mkfifo(report, 0o600) == 0)
        let program = try RunningProgram([
            "verify", contract.path, "--target", server.origin, "--max-time", "1h",
            "--report", "text=\(report)",
        ])
        await server.waitForReceived()
        program.send(SIGINT)
        let said = await program.firstErrorLine()
        #expect(said == "assay verify: interrupted; press Ctrl-C again to stop at once")
        program.send(SIGINT)
        // Its findings may have been reported in the meantime.
        #expect(await program.end().ending == .killed(signal: SIGINT))
    }

    @Test("Ctrl-C wakes a waiting step")
    func delay() async throws {
        let contract = try SampleContract(
            cases: "  first: { steps: [ { call: getThing }, { call: getThing, delay: 1h } ] }"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let program = try RunningProgram(["verify", contract.path, "--target", server.origin])
        await server.waitForReceived()
        program.send(SIGINT)
        #expect(await program.end().ending == .exited(130))
    }

    private static let withTeardown = """
          first:
            steps: [ { call: getThing } ]
            teardown: [ { call: getThing, path: /cleanup } ]
        """
}
