import Glibc
import TestSupport
import Testing

/// Forced endings of a run; each would otherwise last an hour.
@Suite(.timeLimit(.minutes(5)))
struct LoadInterruptionTests {
    private static func profile() throws -> SampleProfile {
        try SampleProfile(load: "stages: [{ rate: 50/s, for: 1h }], connections: 4")
    }

    @Test(
        "Ctrl-C exits with 130 and the measurements so far",
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func once(signal: Int32) async throws {
        let profile = try Self.profile()
        let server = try ScriptedServer(answering: Answer.box)
        let program = try profile.start(on: server)
        await server.waitForReceived(5)
        program.send(signal)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.errors == "assay load: interrupted; press Ctrl-C again to stop at once\n")
        #expect(run.output.contains("INTERRUPTED after "))
    }

    @Test("A closed terminal does not affect a run under nohup")
    func withoutTerminal() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 20/s, for: 1s }], connections: 4")
        let server = try ScriptedServer(answering: Answer.box)
        let program = try RunningProgram(
            ["-c", "trap '' HUP; exec \"$0\" \"$@\"", builtProgram]
                + ["load", profile.path, "--target", server.origin],
            program: "/bin/sh"
        )
        await server.waitForReceived(1)
        program.send(SIGHUP)
        let run = await program.end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.received.count == 20)
    }

    @Test("A second Ctrl-C does not wait for responses, and the result is still reported")
    func twice() async throws {
        let profile = try Self.profile()
        let server = try ScriptedServer([.receiveRequest, .hang])
        let program = try profile.start(on: server)
        await server.waitForReceived(4)
        program.send(SIGINT)
        _ = await program.firstErrorLine()
        program.send(SIGINT)
        let run = await program.end()
        // The first second may have passed before the second signal arrived.
        #expect(run.ending == .exited(130))
        #expect(run.output.contains("INTERRUPTED"), "\(run.output)")
    }

    @Test("Ctrl-C during set-up ends the run; nothing is measured")
    func inSetUp() async throws {
        let profile = try SampleProfile(more: "setup: [{ call: getThing }]")
        let server = try ScriptedServer([.forever([.receiveRequest])])
        let program = try profile.start(on: server)
        await server.waitForReceived()
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.output.isEmpty)
    }

    @Test("Ctrl-C while a run waits for its start ends it")
    func beforeStart() async throws {
        let profile = try Self.profile()
        let server = try ScriptedServer([.signal, .hang])
        let program = try profile.start("--start-at", "+1h", on: server)
        await server.waitForReceived(4)
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(130))
        #expect(run.output.contains("INTERRUPTED"))
    }

    @Test(
        "A target unreachable for longer than --break-off ends the run with 3 and its measurements"
    )
    func dies() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 50/s, for: 1h }], connections: 4",
            waits: "timeout: 300ms, drain: 300ms"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let program = try profile.start("--break-off", "1s", on: server)
        await server.waitForReceived(5)
        server.stop()
        let run = await program.end()
        #expect(run.ending == .exited(3))
        #expect(run.output.contains("ABORTED after "))
    }
}
