import TestSupport
import Testing

/// Targets whose responses violate HTTP.
struct BrokenTargetTests {
    private static let twoCases = """
          first: { steps: [ { call: getThing } ] }
          second: { steps: [ { call: getThing } ] }
        """
    private static let endless = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// The way a server handles a request, and the expected result.
    struct Breakage: CustomTestStringConvertible, Sendable {
        let name: String
        let script: [ScriptedServer.Action]
        let kind: String
        let verdict: String
        let status: Int32

        var testDescription: String { name }
    }

    static let breakages = [
        Breakage(
            name: "hangs",
            script: [.hang],
            kind: "timeout",
            verdict: "inconclusive",
            status: 3
        ),
        Breakage(
            name: "hangs in the middle",
            script: [.send("HTTP/1.1 200 OK\r\n"), .hang],
            kind: "timeout",
            verdict: "failed",
            status: 4
        ),
        Breakage(
            name: "resets",
            script: [.reset],
            kind: "reset",
            verdict: "failed",
            status: 4
        ),
        Breakage(
            name: "closes",
            script: [.close],
            kind: "empty",
            verdict: "failed",
            status: 4
        ),
        Breakage(
            name: "sends garbage",
            script: [.send("\u{1}\u{2}\u{3}\r\n\r\n"), .close],
            kind: "malformed",
            verdict: "failed",
            status: 4
        ),
        Breakage(
            name: "truncates",
            script: [.send("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"), .close],
            kind: "truncated",
            verdict: "failed",
            status: 4
        ),
        Breakage(
            name: "never ends",
            script: [.send(endless), .flood(Array("3\r\nabc\r\n".utf8))],
            kind: "too-large",
            verdict: "failed",
            status: 4
        ),
    ]

    @Test(
        "The kind of failure decides the verdict of a case, and the next case still runs",
        arguments: breakages
    )
    func breakage(_ breakage: Breakage) async throws {
        let contract = try SampleContract(cases: Self.twoCases)
        let server = try ScriptedServer(
            [.receiveRequest] + breakage.script,
            [.forever([.receiveRequest, .send(Answer.box)])]
        )
        let run = try await contract.verify(
            at: server.origin,
            "--format",
            "json",
            "--max-time",
            "400ms",
            "--max-filesize",
            "4K"
        )
        let report = try run.report
        #expect(report["first"]?.failure == breakage.kind)
        #expect(report["first"]?.verdict == breakage.verdict)
        #expect(report["first"]?.headline == "no response: \(breakage.kind)")
        #expect(report["second"]?.verdict == "passed")
        #expect(run.ending == .exited(breakage.status))
    }

    @Test("A closed port leaves every case inconclusive")
    func refused() async throws {
        let contract = try SampleContract(cases: Self.twoCases)
        try await LoopbackSocket.withClosedPort { port in
            let run = try await assay(
                "verify",
                contract.path,
                "--target",
                "http://127.0.0.1:\(port)",
                "--format",
                "json"
            )
            let cases = try run.report.cases
            #expect(cases.map(\.verdict) == ["inconclusive", "inconclusive"])
            #expect(cases.map(\.failure) == ["refused", "refused"])
            #expect(run.ending == .exited(3))
        }
    }

    @Test("An unresolvable host name is a dns failure")
    func unknownName() async throws {
        let contract = try SampleContract()
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://host.invalid",
            "--format",
            "json"
        )
        #expect(try run.report["first"]?.failure == "dns")
        #expect(run.ending == .exited(3))
    }

    @Test("An endless body is a failure that names the limit and the option")
    func limit() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(
            [.receiveRequest, .send(Self.endless), .flood(Array("3\r\nabc\r\n".utf8))]
        )
        let run = try await contract.verify(
            at: server.origin,
            "--max-filesize",
            "4K"
        )
        #expect(run.output.contains("no response: too-large: "))
        #expect(run.output.contains("4096"))
        #expect(run.ending == .exited(4))
    }
}
