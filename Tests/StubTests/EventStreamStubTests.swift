import Contract
import HTTP
import Stub
import Testing

/// Stubs of operations whose responses are event streams.
struct EventStreamStubTests {
    /// The body that a stub sends for a response, and the reasons why it differs from the promise.
    private static func stream(_ response: String) throws -> (body: String, remarks: [String]) {
        let contract = try BoundContract(
            """
            contract: "1"
            targets: { api: {} }
            operations:
              follow: { request: { path: /events }, responses: { "200": \(response) } }

            """
        )
        let stub = ContractStub(contract.document, evaluator: contract.evaluator)
        let sent = stub.answer(HTTPRequest(method: "GET", origin: "http://a", path: "/events"))
        #expect(sent.headers.announceEventStream)
        return (String(decoding: sent.body, as: UTF8.self), stub.remarks)
    }

    @Test(
        "The stream has the promised events and their number",
        arguments: [
            ("{}", "id: 1\ndata: text\n\n"),
            ("{ count: 2 }", "id: 1\ndata: text\n\nid: 2\ndata: text\n\n"),
            (
                "{ count: 2 }, schema: { items: { properties: { value: { properties: { n: { minimum: 3 } }, required: [n] } }, required: [value] } }",
                "id: 1\ndata: {\"n\":3}\n\nid: 2\ndata: {\"n\":3}\n\n"
            ),
            (
                "{ count: 2 }, schema: { prefixItems: [{ properties: { event: { const: open } } }], items: { properties: { event: { const: tick } } } }",
                "event: open\nid: 1\ndata: text\n\nevent: tick\nid: 2\ndata: text\n\n"
            ),
            (
                "{}, schema: { items: { required: [retry], properties: { event: { type: string }, id: { type: string }, retry: { minimum: 9 } } } }",
                "id: 1\nretry: 9\ndata: text\n\n"
            ),
            (
                "{}, schema: { items: { additionalProperties: false, properties: { event: {}, data: { const: a } } } }",
                "data: a\n\n"
            ),
            (
                "{ count: 3 }, like: [{ value: { to: a } }]",
                "id: 1\ndata: {\"to\":\"a\"}\n\nid: 2\ndata: {\"to\":\"a\"}\n\nid: 3\ndata: {\"to\":\"a\"}\n\n"
            ),
            (
                "{}, contains: [{ id: \"7\", data: \"a\\nb\" }, { id: \"8\", value: [1] }]",
                "id: 7\ndata: a\ndata: b\n\nid: 8\ndata: [1]\n\n"
            ),
            (
                "{ count: 2 }, asserts: [{ jsonpath: \"$[0].retry\", equals: 250 }, { jsonpath: \"$[1].value.to\", equals: b }]",
                "id: 1\nretry: 250\ndata: text\n\nid: 2\ndata: {\"to\":\"b\"}\n\n"
            ),
        ]
    )
    func events(response: String, stream: String) throws {
        let made = try Self.stream("{ events: \(response) }")
        #expect(made.body == stream)
        #expect(made.remarks == [])
    }

    @Test("A stream that cannot be generated as promised is reported")
    func impossible() throws {
        let made = try Self.stream(
            "{ events: {}, schema: { items: { required: [gone], properties: { gone: {} } } } }"
        )
        #expect(made.remarks.count == 1)
        #expect(made.remarks.first?.hasPrefix("follow: $[0]") == true, "\(made.remarks)")
    }
}
