import TestSupport
import Testing

/// `fault:` of a step, against a server that responds correctly.
struct FaultKeyTests {
    /// A fault, and the failure that the client must report.
    private static let failures = [
        ("refuse: true", "refused"), ("hang: true", "timeout"), ("reset: true", "reset"),
        ("empty: true", "empty"), ("truncate: 3", "truncated"), ("garbage: true", "malformed"),
        ("slow: 1", "timeout"), ("latency: 1h", "timeout"), ("malformed-chunk: true", "malformed"),
        ("drop-after: 20", "reset"), ("drop-after: 20, of: request", "reset"), ("tls: true", "tls"),
    ]

    private static func contract(_ faults: [(String, String)]) throws -> SampleContract {
        // Only a fault that never ends needs a short limit.
        let rows = faults.map { fault, kind in
            let limit = kind == "timeout" ? "150ms" : "25s"
            return "      - { fault: { \(fault) }, kind: \(kind), limit: \(limit) }"
        }
        return try SampleContract(
            cases: """
                  failing:
                    rows:
                \(rows.joined(separator: "\n"))
                    steps:
                      - call: getThing
                        fault: "{{fault}}"
                        expect: { transport: ["{{kind}}"] }
                        timeout: "{{limit}}"
                """
        )
    }

    @Test("Each fault leads to its failure in front of an http server")
    func failures() async throws {
        let contract = try Self.contract(Self.failures)
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(
            at: server.origin,
            "--format",
            "json",
            "--jobs",
            "4"
        )
        let report = try run.report
        let wrong = report.cases.filter { $0.verdict != "passed" }
        #expect(wrong.map { "\($0.name): \($0.headline ?? "")" } == [])
        #expect(report.cases.count == Self.failures.count)
        #expect(report.promises["getThing"] == "notCovered")
        #expect(run.ending == .exited(0))
    }

    @Test("Delayed responses are judged as usual, and an injected status is the hop's own")
    func answers() async throws {
        let contract = try SampleContract(
            cases: """
                  later: { steps: [ { call: getThing, fault: { latency: 1ms } } ] }
                  other: { steps: [ { call: getThing, fault: { status: 503 }, expect: { status: 503 } } ] }
                """
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(at: server.origin)
        #expect(run.ending == .exited(0), "\(run.output)")
        #expect(server.received.count == 1)
    }

    @Test("A fault that did not occur leaves the case inconclusive")
    func omitted() async throws {
        let contract = try SampleContract(
            cases: """
                  first: { steps: [ { call: getThing, fault: { reset: true, request: 2 } } ] }
                  second: { steps: [ { call: getThing, fault: { drop-after: 9000 }, expect: { transport: [reset] } } ] }
                  third: { steps: [ { call: getThing, fault: { status: 404, request: 2 }, repeat: 2 } ] }
                """
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(
            at: server.origin,
            "--format",
            "json"
        )
        let cases = try run.report.cases
        #expect(cases.map(\.verdict) == ["inconclusive", "inconclusive", "failed"])
        #expect(
            cases.prefix(2).map(\.headline) == [
                "the fault reset,request=2 did not occur: 1 request was sent",
                "the fault drop-after=9000 did not occur: the message ended before",
            ]
        )
    }

    @Test("An unreachable server behind a fault leaves the case inconclusive")
    func noServer() async throws {
        let contract = try Self.contract([("truncate: 3", "truncated")])
        try await LoopbackSocket.withClosedPort { port in
            let target = "http://127.0.0.1:\(port)"
            let run = try await assay(
                "verify",
                contract.path,
                "--target",
                target,
                "--format",
                "json"
            )
            let entry = try #require(try run.report.cases.first)
            #expect(entry.verdict == "inconclusive")
            #expect(entry.headline == "wanted truncated, got unreachable")
            #expect(run.ending == .exited(3))
        }
    }

    @Test(
        "Each fault leads to the same failure in front of an https server",
        .enabled(if: OpenSSL.path != nil, "needs the openssl command (apt install openssl)")
    )
    func overTLS() async throws {
        let contract = try Self.contract(Self.failures)
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "https://localhost:\(server.port)",
            "--cacert",
            identity.certificate,
            "--format",
            "json"
        )
        withExtendedLifetime(server) {}
        let wrong = try run.report.cases.filter { $0.verdict != "passed" }
        // A body hidden by TLS cannot be cut at a byte; a connection broken during the handshake is reported as a
        // failed TLS negotiation.
        #expect(
            wrong.map { "\($0.name): \($0.verdict): \($0.headline ?? "")" } == [
                "failing[5]: inconclusive: wanted truncated, got other",
                "failing[10]: inconclusive: wanted reset, got tls",
                "failing[11]: inconclusive: wanted reset, got tls",
            ]
        )
    }

    @Test("A fault is rejected on a step that checks a promise of the server")
    func promise() async throws {
        let contract = try SampleContract(
            cases: """
                  first:
                    covers: getThing/lively
                    steps: [ { call: getThing, fault: { latency: 1ms } } ]
                """,
            promises: "{ lively: { summary: s } }"
        )
        let run = try await assay("lint", contract.path)
        #expect(run.ending == .exited(2))
        #expect(
            run.errors.contains(
                "15:39: error: a fault can only cover a promise of a client, never one of a "
                    + "server, such as \"getThing/lively\""
            ),
            "\(run.errors)"
        )
    }
}
