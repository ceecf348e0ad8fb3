import Contract
import HTTP
import JSON

/// What is expected of a response, whether it is a success or not.
struct ExpectedKeys: KeyGroup {
    let basis = Key("basis", .basis)
    let status = Key("status", .node("expectedStatus"))
    let signed = Key("signed", .node("signed"))
    let schema = Key("schema", .node("bodySchema"))
    let examples = KeyList([
        Key("like", .node("like")), Key("contains", .node("containedBody")),
        Key("equals", .node("equalBody")),
    ])
    let arrays = DefaultKey(
        "arrays",
        .choice,
        default: BodyMatcher.ArrayOrder.ordered,
        "ordered",
        "Whether the elements of lists must be in the order of `contains` or `equals`."
    )
    let asserts = Key("asserts", .node("asserts"))
    let encoded = DefaultKey(
        "encoded",
        .boolean,
        default: false,
        false,
        "Whether the body is checked as received; by default it is decoded as Content-Encoding "
            + "specifies."
    )

    let events = Key("events", .node(EventsKeys.self))

    /// What its keys must be beside each other.
    static let rules: [JSONValue] = [
        ["dependentSchemas": ["arrays": .hasAny(of: ["contains", "equals"])]]
    ]
}

struct ExpectationKeys: KeyTable {
    static let keys = Self()
    static let name = "expectation"
    static let outline = TableOutline(
        "The expected response.",
        filling: .whole,
        rules: ExpectedKeys.rules,
        examples: #"""
            - { basis: observed, status: 400, error: E400008, requests: 1, signed: false,
                schema: { type: object }, like: { code: E000000 }, contains: { code: E400008 },
                equals: { code: E400008 }, arrays: unordered, encoded: true, events: { count: 2 },
                asserts: [{ jsonpath: "$.error", type: string }] }
            - { transport: [timeout, reset] }
            - { declared: failure }
            """#
    )

    let common = ExpectedKeys()
    let error = Key(
        "error",
        .node("errorReference"),
        "The error in the catalogue that the response must match; for a call, the error of the "
            + "client that it must fail with."
    )
    let requests = Key(
        "requests",
        .node("countOrPredicate"),
        "The number of requests that the step sends: a number or a predicate."
    )
    let transport = Key("transport", .transport)
    let declared = Key(
        "declared",
        NodeDecoder<DeclaredOutcome>.choice,
        "Any response that the contract declares: a success of the operation, a failure of the "
            + "catalogue, or either; `accepted`: a success below 400 with any content."
    )
}

struct EventsKeys: KeyTable {
    static let keys = Self()
    static let name = "events"
    static let outline = TableOutline(
        "How much of an event stream is read; JSON checks see the list of its events: each has "
            + "`event`, `data`, `id`, `retry`, and `value` if the data is JSON.",
        filling: .keys,
        examples: #"""
            - { for: 2s, count: 3 }
            """#
    )

    let duration = DefaultKey(
        "for",
        .duration,
        default: EventStreamLimit.standardDuration,
        "5s",
        "How long to wait for events after the head of the response."
    )
    let count = Key(
        "count",
        .integer(in: 1...100_000),
        "The number of events that must arrive, after which reading ends; without it, at least "
            + "one must arrive, and all events within the time are read."
    )
}

struct AssertionKeys: KeyTable {
    static let keys = Self()
    static let name = "assertion"
    static let outline = TableOutline(
        "One query, optional filters, and one predicate.",
        filling: .whole,
        rules: [.unlessFilled(AssertKeys.rules[0])],
        examples: #"""
            - { doc: "guide#Sending", basis: observed, jsonpath: "$.count", filters: [toNumber],
                equals: 2, within: 0.5 }
            - { jsonpath: "$.id", exists: true, waived: { reason: a known defect,
                until: "2027-06-30" } }
            - { state: token, exists: true }
            - { argument: name, jsonpath: "$[0]", equals: A }
            - { result: "$.id", type: string }
            - { request: 2, method: POST }
            - { header: Content-Type, startsWith: application/json }
            - { header: Content-Type, endsWith: utf-8 }
            - { header: X-Id, bytes: 16 }
            - { cookie: "session[Max-Age]", gt: 0 }
            - { xpath: "//item", count: 2 }
            - { form: message, exists: true }
            - { certificate: notAfter, after: "{{now +30d}}" }
            - { status: { gte: 400 } }
            - { version: "1.1" }
            - { body: { empty: true } }
            - { sha256: { startsWith: e3b0 } }
            - { redirect: { endsWith: "/login" } }
            - { duration: connect, lt: 100 }
            - { url: { startsWith: "https://" } }
            - { method: POST }
            - { path: { contains: "/push" } }
            """# + "\n" + PredicateKeys.assertExamples
    )

    let assert = AssertKeys(client: QueryKeys.ofAnsweredCalls)
    let waived = Key("waived", .node(WaiverKeys.self))
}

struct CaptureKeys: KeyTable {
    static let keys = Self()
    static let name = "capture"
    static let outline = TableOutline(
        "One query and optional filters.",
        filling: .whole,
        rules: [.unlessFilled(.ref("onlyQuery"))],
        examples: #"""
            - { jsonpath: "$.objectId", filters: [lowercase] }
            - { header: Location }
            - { state: token }
            - { argument: name }
            - { result: "$.id" }
            - { request: 1, form: message }
            - { cookie: session }
            - { xpath: "string(//id)" }
            - { form: message }
            - { certificate: subject }
            - { status: true }
            - { version: true }
            - { body: true }
            - { bytes: true, filters: [base64Encode] }
            - { sha256: true }
            - { redirect: true }
            - { duration: firstByte }
            - { url: true }
            - { method: true }
            - { path: true }
            """#
    )

    let filters = Key("filters", .node("filters"))
    let query = QueryKeys(client: QueryKeys.ofAnsweredCalls)
}
