import Contract
import HTTP
import Replay
import TestSupport
import Testing

struct FailureCodeTests {
    private static let store = """
        contract: "1"
        targets: { api: {} }
        failure:
          when: { status: { gte: 400 } }
          code: { body: true, filters: { regex: "<Code>([^<]*)</Code>" } }
        operations:
          get: { request: { path: /key }, errors: [NoSuchKey, throttled] }
        errors:
          NoSuchKey: { status: [404, 410] }
          throttled: { status: 503, code: { matches: "^SlowDown" } }
        cases:
          missing: { covers: get/NoSuchKey, steps: [ { call: get } ] }
          busy: { covers: get/throttled, steps: [ { call: get } ] }

        """

    private static func page(_ status: Int, _ code: String) -> ScriptedTransport.Outcome {
        let text = "<?xml version=\"1.0\"?>\n<Error><Code>\(code)</Code><Key>a</Key></Error>"
        return .success(HTTPResponse(status: status, body: Array(text.utf8)))
    }

    @Test(
        "Filters extract a code from a page, and the code may have any of several statuses",
        arguments: [
            (404, "NoSuchKey", nil), (410, "NoSuchKey", nil),
            (409, "NoSuchKey", "status: expected 404 or 410, got 409"),
            (404, "AccessDenied", "wanted NoSuchKey, got AccessDenied (404)"),
        ]
    )
    func filtered(status: Int, code: String, headline: String?) async throws {
        let replay = try Replaying(
            Self.store,
            responses: [Self.page(status, code), Self.page(503, "SlowDownPlease")]
        )
        let results = try await replay.results()
        #expect(results[0].steps[0].headline == headline)
        #expect(results[0].verdict == (headline == nil ? .passed : .failed))
        #expect(results[1].verdict == .passed)
    }

    @Test("A code that is a complete page is shown as the match of a catalogue pattern")
    func page() async throws {
        let replay = try Replaying(
            """
            contract: "1"
            targets: { api: {} }
            failure: { when: { status: { gte: 400 } }, code: { body: true } }
            operations:
              get: { request: { path: /key }, errors: [missing, denied] }
            errors:
              missing: { code: { matches: "<Code>NoSuchKey</Code>" } }
              denied: { code: { matches: "<Code>(Access[A-Za-z]*)</Code>" } }
            cases:
              missing: { covers: get/missing, steps: [ { call: get } ] }
              denied: { covers: get/denied, steps: [ { call: get } ] }
              other: { covers: get/denied, steps: [ { call: get } ] }

            """,
            responses: [
                Self.page(403, "AccessDenied"), Self.page(403, "AccessDenied"),
                Self.page(403, String(repeating: "x", count: 100)),
            ]
        )
        let results = try await replay.results()
        #expect(
            results[0].steps[0].headline
                == "wanted a code matching <Code>NoSuchKey</Code>, got AccessDenied (403)"
        )
        #expect(results[0].steps[0].differences.map(\.actual) == ["AccessDenied"])
        #expect(results[1].verdict == .passed)
        let shown =
            "<?xml version=\"1.0\"?>\n<Error><Code>" + String(repeating: "x", count: 45) + "…"
        #expect(results[2].steps[0].differences.map(\.actual) == [shown])
    }
}
