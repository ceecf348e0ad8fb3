import Contract
import HTTP
import Replay
import TestSupport
import Testing

/// `expect: { declared: … }`: any response that the contract declares.
struct DeclaredTests {
    private static func answer(_ status: Int, _ body: String) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(
                status: status,
                headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
                body: Array(body.utf8)
            )
        )
    }

    @Test(
        "A response must match any of the declared ones",
        arguments: [
            ("success", 201, #"{"ok":true}"#, nil),
            ("success", 400, #"{"code":"E1"}"#, "wanted success, got E1 (400)"),
            ("success", 201, #"{"ok":false}"#, "$.ok: expected true, got false"),
            ("success", 202, "{}", "wanted 201, got 202"),
            ("failure", 400, #"{"code":"E1"}"#, nil),
            ("failure", 404, #"{"code":"E2"}"#, nil),
            ("failure", 201, #"{"ok":true}"#, "wanted a failure, got success (201)"),
            ("failure", 409, #"{"code":"E1"}"#, "wanted a failure of the catalogue, got E1 (409)"),
            ("failure", 400, #"{"code":"E9"}"#, "wanted a failure of the catalogue, got E9 (400)"),
            (
                "failure", 400, "<p>No.</p>",
                "wanted a failure of the catalogue, got a failure without a code (400)"
            ),
            // Of a router, for which the catalogue has no error.
            ("failure", 413, "<p>Too long.</p>", nil), ("any", 429, #"{"code":"E9"}"#, nil),
            // In the catalogue, but not declared for this operation.
            ("failure", 500, #"{"code":"E3"}"#, "wanted no error of the server, got E3 (500)"),
            ("any", 201, #"{"ok":true}"#, nil), ("any", 400, #"{"code":"E1"}"#, nil),
            ("any", 502, "{}", "wanted no error of the server, got a failure without a code (502)"),
            (
                "any", 400, #"{"code":"E1","error":"at a.B.c(B.java:42)"}"#,
                #"stack trace: expected nothing of how the server works inside, got "at a.B.c(B.java:42)""#
            ),
        ] as [(String, Int, String, String?)]
    )
    func judged(wanted: String, status: Int, body: String, headline: String?) async throws {
        let replay = try Replaying(
            "cases: { a: { steps: [ { call: send, expect: { declared: \(wanted) } } ] } }",
            responses: [Self.answer(status, body)]
        )
        let result = try await replay.result()
        #expect(result.steps[0].headline == headline)
        #expect(result.verdict == (headline == nil ? .passed : .failed))
    }

    @Test(
        "A missing response, and a server that dies from the request, are not declared",
        arguments: [TransportFailure.Kind.timeout, .empty]
    )
    func unanswered(kind: TransportFailure.Kind) async throws {
        let replay = try Replaying(
            "cases: { a: { steps: [ { call: send, expect: { declared: any } } ] } }",
            responses: [.failure(TransportFailure(kind: kind, detail: "nothing came"))]
        )
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps[0].headline == "no response: \(kind.rawValue)")
    }
}
