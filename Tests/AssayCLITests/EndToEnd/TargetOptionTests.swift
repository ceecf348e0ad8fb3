import HTTP
import TestSupport
import Testing

/// `--target`, and the connection to it.
struct TargetOptionTests {
    @Test("A contract whose service is not built in needs a target")
    func noReference() async throws {
        let contract = try SampleContract()
        let run = try await assay("verify", contract.path)
        #expect(run.ending == .exited(3))
        #expect(
            run.errors == """
                assay verify: \(contract.path): no target has a built-in reference; name the \
                server with --target URL

                """
        )
    }

    @Test("A path of the server precedes the path of the contract")
    func prefix() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await assay("verify", contract.path, "--target", "api=\(server.origin)/v1/")
        #expect(run.ending == .exited(0))
        #expect(server.received.first?.headLines.first == "GET /v1/thing HTTP/1.1")
    }

    @Test(
        "An invalid target is a command-line error",
        arguments: [
            (
                ["apl=http://h"],
                "expected a target of the contracts (api), got \"apl\"; did you mean \"api\"?"
            ),
            (
                ["http://h", "http://i"],
                "expected NAME= before all URLs but one, got \"http://i\""
            ),
            (
                ["api=http://h", "api=http://i"],
                "expected target \"api\" once, got \"api=http://i\""
            ),
            (
                ["http://h/?a=b"],
                "expected a base URL without query, user name and password, got \"http://h/?a=…\""
            ),
            (
                ["http://user:pass@h"],
                "expected a base URL without query, user name and password, got \"http://…@h\""
            ),
        ] as [([String], String)]
    )
    func wrong(targets: [String], problem: String) async throws {
        let contract = try SampleContract()
        let options = targets.flatMap { ["--target", $0] }
        let run = try await RunningProgram(["verify", contract.path] + options).end()
        #expect(run.ending == .exited(1))
        #expect(
            run.errors
                == "assay verify: option \"--target\": \(problem)\nsee \"assay help verify\"\n"
        )
    }

    @Test(
        "A misplaced password is rejected wherever a URL is given, and not shown",
        arguments: [
            ["verify", "CONTRACT", "--target", "http://u:s3cret@h"],
            ["verify", "CONTRACT", "--target", "http://h", "--compare-with", "http://u:s3cret@h"],
            ["verify", "CONTRACT", "--state-change-url", "http://u:s3cret@h/x"],
            ["verify", "CONTRACT", "--state-change-url", "http://u:s3/s3cret@h/x"],
            ["verify", "CONTRACT", "--pass", "-s3cret"],
            ["fault", "--upstream", "http://u:s3cret@h"],
            ["compare", "--interleave", "http://u:s3cret@h", "http://h", "CONTRACT"],
            ["http://u:s3cret@h"], ["help", "http://u:s3cret@h"],
            ["lint", "--verbose=http://u:s3cret@h"],
        ]
    )
    func passwords(words: [String]) async throws {
        let contract = try SampleContract()
        let words = words.map { $0 == "CONTRACT" ? contract.path : $0 }
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(1), "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(!run.errors.contains("s3cret"), "\(run.errors)")
    }

    @Test("A contract does not run against a server that is named for other targets")
    func unnamed() async throws {
        let contract = try SampleContract()
        let other = """
            contract: "1"
            targets: { send: { reference: ncmb } }
            cases: { a: { steps: [ { request: { method: GET, path: / } } ] } }
            """
        let path = try contract.folder.write(Array(other.utf8), to: "other.yaml")
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await assay(
            "verify",
            contract.folder.path,
            "--target",
            "api=\(server.origin)"
        )
        #expect(run.ending == .exited(3))
        #expect(
            run.errors
                == "assay verify: \(path): none of its targets (send) was named by --target\n"
        )
        #expect(server.connectionCount == 0)
    }

    @Test("A contract without targets runs against the given server")
    func withoutTargets() async throws {
        let folder = try TemporaryDirectory()
        let text = """
            contract: "1"
            operations: { getThing: { request: { path: /thing }, responses: { "200": {} } } }
            cases: { first: { steps: [ { call: getThing } ] } }
            """
        let path = try folder.write(Array(text.utf8), to: "bare.yaml")
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await assay("verify", path, "--target", server.origin)
        #expect(run.ending == .exited(0), "\(run.output)\(run.errors)")
        #expect(server.received.first?.headLines.first == "GET /thing HTTP/1.1")
    }

    @Test("A URL that repeats the base path is rejected before anything is sent")
    func doubledBase() async throws {
        let folder = try TemporaryDirectory()
        let text = """
            contract: "1"
            targets:
              api: { basePath: "/v{{number}}/things" }
            variables: { number: { default: "2" } }
            cases: { a: { steps: [ { request: { path: / } } ] } }
            """
        let path = try folder.write(Array(text.utf8), to: "based.yaml")
        let run = try await assay("verify", path, "--target", "http://h/own/v2/things/")
        #expect(run.ending == .exited(1))
        #expect(
            run.errors == """
                assay verify: \(path):3:3: target "api" adds its base path /v2/things to each \
                path; expected a URL without it: http://h/own, got http://h/own/v2/things

                """
        )
    }

    @Test("A Unix socket stands in for the host")
    func unixSocket() async throws {
        let contract = try SampleContract()
        let socket = contract.folder.file("socket")
        let server = try ScriptedServer(
            unixSocket: socket,
            [.forever([.receiveRequest, .send(Answer.box)])]
        )
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://api.invalid",
            "--unix-socket",
            socket
        )
        #expect(run.ending == .exited(0), "\(run.output)")
        #expect(server.received.first?.headLines.contains("Host: api.invalid") == true)
    }

    @Test("A proxy receives the complete URL")
    func proxy() async throws {
        let contract = try SampleContract()
        let proxy = try ScriptedServer(answering: Answer.box)
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://api.invalid",
            "--proxy",
            proxy.origin,
            "--http1.1"
        )
        #expect(run.ending == .exited(0), "\(run.output)")
        #expect(
            proxy.received.first?.headLines.first == "GET http://api.invalid/thing HTTP/1.1"
        )
    }

    @Test("Another server stands in for the host and port; requests still name the original")
    func connectTo() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://api.invalid:81",
            "--connect-to",
            "other.invalid:81:127.0.0.1:1",
            "--connect-to",
            "api.invalid:81:127.0.0.1:\(server.port)"
        )
        #expect(run.ending == .exited(0), "\(run.output)")
        #expect(server.received.first?.headLines.contains("Host: api.invalid:81") == true)
    }

    @Test("With prior knowledge of HTTP/2, the connection uses it from the first byte")
    func http2PriorKnowledge() async throws {
        let contract = try SampleContract(
            cases: "  first: { steps: [ { call: getThing, expect: { status: 200, asserts: [ "
                + "{ version: { equals: \"2\" } } ] } } ] }\n"
                + "  second: { steps: [ { call: getThing } ] }\n"
                + "  late: { steps: [ { call: getThing, fault: { latency: 1ms } } ] }\n"
                + "  lost: { steps: [ { call: getThing, fault: { empty: true }, "
                + "expect: { transport: empty } } ] }"
        )
        let fields = HTTPFields([HTTPFields.Field(name: "content-type", value: "application/json")])
        let box = HTTP2Server.Response(200, fields, body: #"{"name":"box"}"#)
        let server = try HTTP2Server(HTTP2Server.Behaviour(box))
        let run = try await contract.verify(
            at: server.origin,
            "--http2-prior-knowledge",
            "--format",
            "json"
        )
        let report = try run.report
        #expect(report["first"]?.verdict == "passed", "\(run.output)")
        #expect(report["second"]?.verdict == "passed")
        // Traffic through a hop is parsed as HTTP/1.1.
        #expect(report["late"]?.verdict == "inconclusive")
        #expect(report["lost"]?.verdict == "passed")
        #expect(server.account.requests == 2)
    }

    @Test("A missing TLS file is reported before the run")
    func missingCertificate() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let path = contract.folder.file("missing.pem")
        for option in ["--cacert", "--cert"] {
            let run = try await contract.verify(
                at: server.origin,
                option,
                path
            )
            #expect(run.ending == .exited(2))
            #expect(run.errors.contains(path), "\(run.errors)")
        }
        #expect(server.connectionCount == 0)
    }
}
