import Glibc
import TestSupport
import Testing

/// Runs of the built program against scripted servers; no verdict here depends on speed.
@Suite(.timeLimit(.minutes(5)))
struct LoadCommandTests {
    @Test("A short run sends every arrival and succeeds")
    func short() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("200 arrivals in 1 s"))
        #expect(server.received.count == 200)
        let first = try #require(server.received.first)
        #expect(first.headLines.first == "GET /thing HTTP/1.1")
        #expect(first.text.contains("Host: \(server.origin.dropFirst("http://".count))"))
    }

    @Test("A failed threshold yields status 6")
    func missed() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 50/s, for: 1s }], connections: 4")
        let server = try ScriptedServer(
            answering: Answer.json("{}", status: "503 Service Unavailable")
        )
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(6), "\(run.errors)")
        #expect(
            run.output.contains(
                "\nFAILED: getThing never succeeded: 503 in 50 of 50; failed: the threshold\n"
            )
        )
        #expect(run.output.contains("  503  "))
        #expect(run.errors.isEmpty)
    }

    @Test("Quiet prints only the verdict if everything passed, without warnings")
    func quietHeld() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 600/s, for: 1s }], connections: 4",
            thresholds: "[{ latency: p99, lt: 60s }]"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run("--quiet", on: server)
        #expect(run.ending == .exited(0))
        #expect(run.output == "PASSED: the threshold\n")
        #expect(run.errors.isEmpty, "\(run.errors)")
        let usual = try await profile.run(on: server)
        #expect(usual.errors.contains("the threshold on p99 may be inconclusive"))
    }

    @Test("A send that never succeeds fails the run, and its response is shown without secrets")
    func fruitless() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 50/s, for: 1s }], connections: 4",
            thresholds: "[]",
            sends:
                "[{ call: getThing }, { call: getThing, name: other, path: \"/other/{{key}}\" }]",
            tables: "variables: { key: { env: SAMPLE_KEY, secret: true } }"
        )
        let response = Answer.json(
            #"{"code":"E1","hint":"no pass/word here"}"#,
            status: "404 Not Found\r\nX-Asked: pass%2Fword"
        )
        let reply = ScriptedServer.Action.reply { request in
            request.headLines.first?.contains("/other/") == true ? response : Answer.box
        }
        let server = try ScriptedServer([.forever([reply])])
        let file = profile.file("run.json")
        let run = try await profile.run(
            "--output",
            file,
            "--report",
            "junit=\(profile.file("run.xml"))",
            "--report",
            "markdown=\(profile.file("run.md"))",
            "--report",
            "html=\(profile.file("run.html"))",
            on: server,
            environment: ["SAMPLE_KEY=pass/word"]
        )
        #expect(run.ending == .exited(6), "\(run.errors)")
        let count = server.received.count { $0.text.contains("/other/") }
        let failed = "other never succeeded: E1 in \(count) of \(count)"
        #expect(run.output.contains("\nFAILED: \(failed)\n"), "\(run.output)")
        let responseLines = [
            "response: 404 Not Found", "X-Asked: [redacted]", "no [redacted] here",
        ]
        let texts = try ["run.xml", "run.md", "run.html", "run.json"].map {
            try ReportFileTests.content(of: profile.file($0))
        }
        for text in [run.output] + texts {
            #expect(!text.contains("pass/word") && !text.contains("pass%2Fword"), "\(text)")
        }
        for line in responseLines {
            for text in [run.output] + texts.prefix(3) { #expect(text.contains(line), "\(text)") }
        }
        #expect(texts[0].contains(#"<failure type="failed" message="\#(failed)">"#))
        let again = try await assay("report", file)
        #expect(again.output.contains("FAILED: \(failed)"), "\(again.errors)")
    }

    @Test("Responses too large for their check leave the run inconclusive")
    func unjudged() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 10/s, for: 1s }], connections: 2",
            sends: "[{ call: getThing, check: { every: 1 } }]"
        )
        let filling = String(repeating: "x", count: 1 << 20)
        let server = try ScriptedServer(
            answering: Answer.json(#"{"name":"bag","filling":"\#(filling)"}"#)
        )
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(8), "\(run.errors)")
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "INCONCLUSIVE: 10 of 10 responses could not be checked against the contract"
            )
        )
        #expect(words.contains("against the contract: 10 too large."))
        #expect(!words.contains("all as documented"))
    }

    @Test("A target that refuses connections ends the command at once, with the reason")
    func refused() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 50/s, for: 1h }], connections: 4")
        try await LoopbackSocket.withClosedPort { port in
            let origin = "http://127.0.0.1:\(port)"
            let run = try await assay("load", profile.path, "--target", origin)
            #expect(run.ending == .exited(3))
            #expect(run.errors.hasPrefix("assay load: \(origin): no connection: refused: "))
            #expect(run.output.isEmpty)
        }
    }

    @Test("An invalid profile yields status 2, with the position")
    func badProfile() async throws {
        let profile = try SampleProfile(sends: "[{ call: getThnig }]")
        let run = try await assay("load", profile.path)
        #expect(run.ending == .exited(2))
        #expect(run.errors.contains("profile.yaml:5:17: error: "))
        #expect(run.errors.contains("getThing"))
        let missing = try await assay("load", profile.file("nowhere.yaml"))
        #expect(missing.ending == .exited(2))
        #expect(missing.errors.contains("nowhere.yaml: "))
    }

    @Test("Without a target and a reference nothing is sent")
    func noTarget() async throws {
        let profile = try SampleProfile()
        let run = try await assay("load", profile.path)
        #expect(run.ending == .exited(3))
        #expect(run.errors.contains("no target has a built-in reference"))
    }

    @Test("A name that the contract does not have is a command-line error")
    func unknownNames() async throws {
        let profile = try SampleProfile()
        let variable = try await assay("load", profile.path, "--var", "ky=1")
        #expect(variable.ending == .exited(1))
        let target = try await assay("load", profile.path, "--target", "app=http://127.0.0.1:1")
        #expect(target.ending == .exited(1))
        let workers = try await assay("load", profile.path, "--workers", "5")
        #expect(workers.ending == .exited(1))
        #expect(workers.errors.contains("at most one for each of the 4 connections"))
    }

    @Test("Set-up steps run first, and their captured values are sent")
    func setUp() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 20/s, for: 1s }], connections: 2",
            sends: "[{ call: getThing, path: \"/thing/{{found}}\" }]",
            more: "setup: [{ call: getThing, captures: { found: { jsonpath: \"$.name\" } } }]"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        let lines = server.received.compactMap(\.headLines.first)
        #expect(lines.count == 21)
        #expect(lines.first == "GET /thing HTTP/1.1")
        #expect(lines.dropFirst().allSatisfy { $0 == "GET /thing/box HTTP/1.1" })
    }

    @Test("A failed set-up step keeps the run from starting")
    func brokenSetUp() async throws {
        let profile = try SampleProfile(more: "setup: [{ call: getThing }]")
        let server = try ScriptedServer(answering: Answer.bag)
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(3))
        #expect(run.errors.contains("profile.yaml:8:9: set-up step getThing: "))
        #expect(server.received.count == 1)
    }

    @Test("One shard of two sends half of the arrivals")
    func shard() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run("--shard", "2/2", on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.received.count == 100)
    }

    @Test("A start in the past yields status 3")
    func late() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run("--start-at", "2020-01-01T00:00:00Z", on: server)
        #expect(run.ending == .exited(3))
        #expect(run.errors.contains("expected a later one"))
        #expect(server.received.isEmpty)
    }
}

/// Runs against the built-in reference target, in a separate process.
@Suite(.timeLimit(.minutes(5)))
struct LoadReferenceTests {
    @Test("Without a target the reference is started with the variables of the run, and stopped")
    func reference() async throws {
        let folder = try TemporaryDirectory()
        let text = """
            profile: "1"
            contract: \(PackageRoot.contracts)/ncmb/push.yaml
            setup: [{ call: createInstallation }]
            sends:
              - call: createPush
                set:
                  /json/immediateDeliveryFlag: false
                  /json/deliveryTime: { __type: Date, iso: "{{now rfc3339-ms +365d}}" }
            load: { stages: [{ rate: 50/s, for: 1s }], connections: 4, timeout: 60s, drain: 60s }
            thresholds: [{ errors: ratio, lt: 1% }]
            """
        let path = try folder.write(Array(text.utf8), to: "profile.yaml")
        let key = String(repeating: "a", count: 64)
        let run = try await assay("load", path, "--var", "clientKey=\(key)")
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("50 arrivals in 1 s"))
        #expect(run.errors.isEmpty)
    }

    @Test(
        "Sinks are started too",
        arguments: [("apns/notifications.yaml", "push"), ("web-push/messages.yaml", "push")]
    )
    func sinks(contract: String, call: String) async throws {
        let folder = try TemporaryDirectory()
        let text = """
            profile: "1"
            contract: \(PackageRoot.contracts)/\(contract)
            sends: [{ call: \(call) }]
            load: { stages: [{ rate: 50/s, for: 1s }], connections: 4, timeout: 60s, drain: 60s }
            thresholds: [{ errors: ratio, lte: 0% }]
            """
        let path = try folder.write(Array(text.utf8), to: "profile.yaml")
        let run = try await assay("load", path)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("50 arrivals in 1 s"))
    }
}
