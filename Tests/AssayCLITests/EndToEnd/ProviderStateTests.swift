import JSON
import TestSupport
import Testing

/// Cases that require a provider state.
struct ProviderStateTests {
    private static let tables =
        "states: { full: { summary: \"\", parameters: [by], provides: [mark] } }"
    private static let cases = """
          first:
            given: [ { full: { by: 3 } } ]
            steps: [ { call: getThing, query: { mark: "{{mark}}" } } ]
          second: { steps: [ { call: getThing } ] }
        """

    /// A response of the state change URL, and the resulting verdict of the case.
    struct Reply: CustomTestStringConvertible, Sendable {
        let response: String
        let verdict: String
        let reason: String?
        let status: Int32

        var testDescription: String { response.prefix { $0 != "\r\n" }.description }
    }

    static let replies = [
        Reply(response: Answer.json(#"{"mark":"m1"}"#), verdict: "passed", reason: nil, status: 0),
        Reply(
            response: Answer.json("{}", status: "404 Not Found"),
            verdict: "skipped",
            reason: "needs state full, which the provider does not know",
            status: 0
        ),
        Reply(
            response: Answer.json("{}", status: "500 Oops"),
            verdict: "inconclusive",
            reason: "state full: URL answered 500",
            status: 3
        ),
    ]

    @Test("The response of the state change URL decides whether the case runs", arguments: replies)
    func answers(_ reply: Reply) async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.box)
        let provider = try ScriptedServer(answering: reply.response)
        let url = "\(provider.origin)/states?of=sample"
        let run = try await contract.verify(
            at: server.origin,
            "--state-change-url",
            url,
            "--format",
            "json"
        )
        let report = try run.report
        #expect(run.ending == .exited(reply.status))
        #expect(report["first"]?.verdict == reply.verdict)
        #expect(report["first"]?.reason == reply.reason.map { Self.put(url, into: $0) })
        #expect(report["second"]?.verdict == "passed")
        #expect(provider.received.first?.headLines.first == "POST /states?of=sample HTTP/1.1")
        #expect(try Self.actions(provider).first == Self.action("setup"))
    }

    @Test("A state passes its values to the case and is torn down after it")
    func values() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.box)
        let provider = try ScriptedServer(answering: Answer.json(#"{"mark":"m1"}"#))
        _ = try await contract.verify(
            at: server.origin,
            "--state-change-url",
            provider.origin
        )
        let lines = server.received.map { $0.headLines.first }
        #expect(lines == ["GET /thing?mark=m1 HTTP/1.1", "GET /thing HTTP/1.1"])
        #expect(try Self.actions(provider) == [Self.action("setup"), Self.action("teardown")])
    }

    @Test("On a server other than a reference the case is skipped with its reason")
    func noReference() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(
            at: server.origin,
            "--format",
            "json"
        )
        #expect(run.ending == .exited(0))
        let first = try run.report["first"]
        #expect(first?.verdict == "skipped")
        #expect(first?.reason == "needs state full, and no --state-change-url was given")
    }

    @Test("A reference on the loopback interface is asked for its state change URL")
    func discovery() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(
            [
                .receiveRequest, .send(Answer.json(#"{"stateChange":"/states"}"#)),
                .receiveRequest, .send(Answer.json(#"{"mark":"m2"}"#)),
                .forever([.receiveRequest, .send(Answer.box)]),
            ]
        )
        let run = try await contract.verify(at: server.origin)
        #expect(run.ending == .exited(0))
        let lines = server.received.map { $0.headLines.first }
        #expect(
            lines == [
                "GET /.well-known/assay HTTP/1.1", "POST /states HTTP/1.1",
                "GET /thing?mark=m2 HTTP/1.1", "POST /states HTTP/1.1", "GET /thing HTTP/1.1",
            ]
        )
    }

    @Test("A server on another host is not asked for its state change URL")
    func otherHost() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.json(#"{"stateChange":"/states"}"#))
        let host = "host.invalid:\(server.port)"
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://\(host)",
            "--format",
            "json",
            "--resolve",
            "\(host):127.0.0.1"
        )
        #expect(try run.report["first"]?.verdict == "skipped")
        #expect(server.received.map { $0.headLines.first } == ["GET /thing HTTP/1.1"])
    }

    @Test("A server cannot redirect states to another host", arguments: ["@", "http://", ".", ""])
    func foreignResponse(opening: String) async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let other = try ScriptedServer(answering: Answer.json("{}"))
        let path = "\(opening)127.0.0.1:\(other.port)/states"
        let server = try ScriptedServer(answering: Answer.json("{\"stateChange\":\"\(path)\"}"))
        let run = try await contract.verify(
            at: server.origin,
            "--format",
            "json"
        )
        #expect(try run.report["first"]?.verdict == "skipped")
        #expect(other.connectionCount == 0)
    }

    private static func put(_ url: String, into reason: String) -> String {
        guard let place = reason.firstRange(of: "URL") else { return reason }
        return reason[..<place.lowerBound] + url + reason[place.upperBound...]
    }

    private static func action(_ name: String) -> JSONValue {
        ["state": "full", "params": ["by": 3], "action": .string(name)]
    }

    /// The bodies received by a provider.
    private static func actions(_ provider: ScriptedServer) throws -> [JSONValue] {
        try provider.received.map { request in
            let end = request.bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
            return try JSONValue(parsing: Array(request.bytes[(end ?? 0)...]))
        }
    }
}
