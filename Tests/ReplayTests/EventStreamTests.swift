import Contract
import HTTP
import Replay
import TestSupport
import Testing

/// Responses that a contract declares as event streams.
struct EventStreamTests {
    private static func verdict(
        _ response: String,
        type: String = "text/event-stream; charset=utf-8",
        _ body: [UInt8]
    ) async throws -> (verdict: Verdict, reason: String?) {
        let contract = """
            contract: "1"
            targets: { api: {} }
            operations:
              follow: { request: { path: /events }, responses: { "200": \(response) } }
            cases: { one: { steps: [ { call: follow } ] } }

            """
        let headers = HTTPFields([.init(name: "Content-Type", value: type)])
        let sent = HTTPResponse(status: 200, headers: headers, body: body)
        let result = try await Replaying(contract) { _, _ in .success(sent) }.result()
        return (result.verdict, result.steps.first?.headline)
    }

    private static let stream = Array(
        """
        : hello
        retry: 250

        event: sent
        id: 1
        data: {"to":"a"}

        event: sent
        id: 2
        data: {"to":"b"}

        data: bye

        data: cut

        """.dropLast().utf8
    )

    @Test(
        "Events are checked by count, order, data, name, identifier and retry",
        arguments: [
            ("{}", true), ("{ count: 3 }", true), ("{ count: 4 }", false),
            ("{}, asserts: { jsonpath: \"$[*].id\", sorted: ascending }", true),
            ("{}, asserts: { jsonpath: \"$[*].id\", sorted: descending }", false),
            ("{}, asserts: { jsonpath: \"$[2].event\", equals: message }", true),
            ("{}, asserts: { jsonpath: \"$[2].data\", equals: bye }", true),
            ("{}, asserts: { jsonpath: \"$[2].value\", exists: false }", true),
            ("{}, asserts: { jsonpath: \"$[0].retry\", equals: 250 }", true),
            ("{}, asserts: { jsonpath: \"$[1].value.to\", equals: a }", false),
            ("{}, contains: [{ id: \"1\", value: { to: a } }, { value: { to: b } }, {}]", true),
            ("{}, schema: { items: { properties: { value: { required: [to] } } } }", true),
            ("{}, schema: { items: { properties: { value: { required: [from] } } } }", false),
        ]
    )
    func judged(events: String, holds: Bool) async throws {
        let found = try await Self.verdict("{ events: \(events) }", Self.stream)
        #expect(found.verdict == (holds ? .passed : .failed), "\(found.reason ?? "")")
    }

    @Test(
        "A response that is not a stream of enough events is reported",
        arguments: [
            ("text/event-stream", [], "at least 1"),
            ("application/json", [0x5B, 0x5D], "header Content-Type: "),
            ("text/event-stream", [0x00, 0xFF, 0x0A], "line 1 is not UTF-8"),
            (
                "text/event-stream", Array(repeating: 0x61, count: 1 << 21),
                "event 1 is longer than 1048576 bytes"
            ),
        ] as [(String, [UInt8], String)]
    )
    func bad(type: String, body: [UInt8], part: String) async throws {
        let found = try await Self.verdict("{ events: {} }", type: type, body)
        #expect(found.verdict == .failed)
        #expect(found.reason?.contains(part) == true, "\(found.reason ?? "no headline")")
    }
}
