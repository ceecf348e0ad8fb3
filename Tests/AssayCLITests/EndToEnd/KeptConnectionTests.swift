import TestSupport
import Testing

/// Servers that close a connection after an internal error without announcing it, as uvicorn does.
struct KeptConnectionTests {
    private static let cases = """
          a-broken: { steps: [ { call: getThing } ] }
          b-read: { steps: [ { call: getThing } ] }
          c-written: { steps: [ { request: { method: POST, path: /thing, json: {} }, expect: { status: 200 } } ] }
          d-read: { steps: [ { call: getThing } ] }
        """
    private static let broken = Answer.json(#"{"code":"OH"}"#, status: "500 Internal Server Error")

    @Test("One handler that raises fails one case", arguments: 0..<20)
    func afterError(run: Int) async throws {
        let contract = try SampleContract(cases: Self.cases)
        let server = try ScriptedServer(
            [.receiveRequest, .send(Self.broken), run.isMultiple(of: 2) ? .close : .reset],
            [.forever([.receiveRequest, .send(Answer.box)])]
        )
        let result = try await contract.verify(at: server.origin)
        #expect(result.ending == .exited(4), "\(result.errors)")
        #expect(result.output.contains("4 cases: 1 failed, 3 passed"), "\(result.output)")
    }

    @Test(
        "A closed persistent connection is reported, and non-idempotent requests stay inconclusive"
    )
    func endsUnasked() async throws {
        let contract = try SampleContract(
            cases: """
                  a: { steps: [ { call: getThing } ] }
                  b: { steps: [ { call: getThing } ] }
                  c: { steps: [ { request: { method: POST, path: /thing, json: {} }, expect: { status: 200 } } ] }
                """
        )
        let server = try ScriptedServer(
            [.receiveRequest, .send(Answer.box), .receiveRequest, .reset],
            [.receiveRequest, .send(Answer.box), .receiveRequest, .reset],
            [.forever([.receiveRequest, .send(Answer.box)])]
        )
        let run = try await contract.verify(at: server.origin)
        #expect(run.ending == .exited(3), "\(run.output)")
        #expect(run.output.contains("3 cases: 1 inconclusive, 2 passed"), "\(run.output)")
        #expect(
            run.output.contains(
                "1 request was sent again over a new connection, because the server had closed the "
                    + "old one without notice"
            ),
            "\(run.output)"
        )
        #expect(run.output.contains("POST is not sent twice"), "\(run.output)")
    }
}
