import Contract
import JSON

struct GroupStepKeys: KeyTable {
    static let keys = Self()
    static let name = "groupStep"
    static let outline = TableOutline(
        "Inserts the steps of a group; their captures are available to later steps.",
        filling: .keys,
        examples: #"""
            - { group: send, with: { text: hello } }
            """#
    )

    let group = Key("group", .string, "The name of a group.", required: true)
    let with = Key(
        "with",
        .entries(of: .node(.any)),
        "A value for each parameter of the group, inserted before the steps are read."
    )
}

struct ReceivedStepKeys: KeyTable {
    static let keys = Self()
    static let name = "receivedStep"
    static let outline = TableOutline(
        "Waits for requests to a listener and checks them.",
        filling: .keys,
        examples: #"""
            - { received: apns, name: the push arrives, where: [{ path: "/3/device/AAAA" }],
                count: 1, within: "5s", let: { text: hello }, covers: updatePush/partial,
                expect: { asserts: [{ jsonpath: "$.aps.alert", equals: "{{text}}" }] },
                captures: { id: { header: apns-id } }, delay: "10ms" }
            - { received: apns }
            """#
    )

    let opening = KeyList(
        oneOf: [
            Key("received", .node(["type": "string"]), "The name of the listener.")
        ],
        refusing: ["call", "request"]
    )
    let name = Key("name", .string, "The name of the step in reports.")
    let conditions = Key(
        "where",
        .node("asserts"),
        "Asserts that select requests; without it, every request is selected."
    )
    let count = DefaultKey(
        "count",
        .integer(in: 0...1_000),
        default: 1,
        1,
        "The number of selected requests that must arrive; later steps do not see them again; with "
            + "0, none of them may arrive within the time limit."
    )
    let within = Key(
        "within",
        .duration,
        "The time limit: 10s by default; 500ms if `count` is 0."
    )
    let bindings = Key("let", .bindings)
    let covers = Key(
        "covers",
        .node("promises"),
        "Promises that this step tests: OPERATION/NAME."
    )
    let expect = Key(
        "expect",
        .node([
            "allOf": [
                ["$ref": "#/$defs/expectation"],
                [
                    "properties": [
                        "status": false, "error": false, "transport": false, "signed": false,
                    ]
                ],
            ]
        ]),
        "The expected content of each selected request."
    )
    let captures = Key("captures", .captures)
    let delay = DefaultKey(
        "delay",
        .duration,
        default: .zero,
        "0s",
        "How long to wait before the step."
    )
}

struct StepKeys: KeyTable {
    static let keys = Self()
    static let name = "step"
    static let outline = TableOutline(
        "One request, its expected response, and captures.",
        filling: .whole,
        rules: [["$ref": "#/$defs/oneBody"]],
        examples: #"""
            - { call: updatePush, name: change it, method: PATCH, path: "/push/{id}",
                basePath: "/v2", target: api, params: { id: AAAA }, headers: {
                Accept: application/json }, query: { limit: 5 }, json: { message: hello,
                flag: true }, security: app, encoding: percent, compression: gzip, set: {
                "/json/message": changed }, unset: ["/json/flag"], tamper: {
                flip: "/headers/X-Signature" }, let: { clientKey: "0000" },
                covers: updatePush/partial, expect: { contains: { message: changed } },
                captures: { id: { jsonpath: "$.objectId" } }, eventually: { within: "10s" },
                repeat: 2, delay: "200ms", timeout: "5s" }
            - { request: { method: GET, path: "/push" } }
            - { call: createPush, fault: { hang: true }, timeout: "300ms", expect: {
                transport: timeout } }
            - { call: register, as: app, arguments: { name: AAAA }, expect: { requests: 1 } }
            - { call: createPush, background: first }
            - { join: other }
            - { call: createPush, url: "https://example.com/push", form: { message: hello } }
            - { call: createPush, multipart: { data: { file: data.bin } } }
            - { call: createPush, text: hello, compression: gzip, redirects: follow }
            - { call: createPush, file: data.bin }
            """#
    )

    let opening = KeyList(oneOf: [
        Key(
            "call",
            .node(["type": "string"]),
            "The operation whose request is sent, OPERATION[ROW] for one of its rows; or the call "
                + "of the client library.",
            examples: ["createPush"]
        ),
        Key(
            "request",
            .node(RequestKeys.self),
            "A request that replaces a call."
        ),
        Key(
            "join",
            .node(["type": "string", "minLength": 1]),
            "The name of an earlier step in the background; this step waits for it and checks its "
                + "result."
        ),
    ])
    let callKeys = KeyList([
        Key(
            "as",
            .node(["type": "string", "minLength": 1]),
            "The client that makes the call; required if the case has several clients."
        ),
        Key(
            "arguments",
            .node(["type": ["object", "string"], "pattern": #"^\{\{ *[^{} ]+ *\}\}$"#]),
            "Arguments of the client's call, by name; an omitted argument is null.",
            examples: [["name": "AAAA"]]
        ),
    ])
    let name = Key("name", .string, "The name of the step in reports.")
    let changes = ChangeKeys(.all)
    let bindings = Key("let", .bindings)
    let covers = Key(
        "covers",
        .node("promises"),
        "Promises that this step tests: OPERATION/NAME, OPERATION or errors/CODE."
    )
    let expect = Key("expect", .node(ExpectationKeys.self))
    let captures = Key("captures", .captures)
    let eventually = Key("eventually", .node(PollingKeys.self))
    let repetitions = DefaultKey(
        "repeat",
        .integer(in: 1...100_000),
        default: 1,
        1,
        "The number of times that the step runs."
    )
    let delay = DefaultKey(
        "delay",
        .duration,
        default: .zero,
        "0s",
        "How long to wait before the step."
    )
    let timeout = Key("timeout", .duration, "How long to wait for a response.")
    let fault = Key("fault", .node(FaultKeys.self))
    let background = Key(
        "background",
        .filled("a name for a later join"),
        "A name for the step, which runs in parallel with later steps until one of them joins it."
    )
}

struct PollingKeys: KeyTable {
    static let keys = Self()
    static let name = "polling"
    static let outline = TableOutline(
        "Repeats the step until its response is as expected.",
        filling: .whole,
        rules: [["anyOf": [["required": ["within"]], ["required": ["tries"]]]]],
        examples: #"""
            - { within: "10s", every: "200ms", unless: { jsonpath: "$.status", equals: 4 } }
            - { tries: 6, every: "1s" }
            """#
    )

    let within = Key("within", .duration, "The time limit; one day if only `tries` is set.")
    let tries = Key(
        "tries",
        .integer(in: 1...Polling.mostTries),
        "The maximum number of tries; the limit that is reached first applies."
    )
    let every = DefaultKey(
        "every",
        .duration,
        default: .milliseconds(100),
        "100ms",
        "How long to wait between two tries."
    )
    let unless = Key(
        "unless",
        .node(AssertionKeys.self),
        "An assert; when it holds, the step fails at once."
    )
}

struct FaultKeys: KeyTable {
    static let keys = Self()
    static let name = "fault"
    static let outline = TableOutline(
        "A fault that is injected between Assay and the server.",
        filling: .whole,
        rules: [["dependentRequired": ["of": ["drop-after"]]]],
        examples: #"""
            - { refuse: true }
            - { hang: true, request: 2 }
            - { reset: true }
            - { empty: true }
            - { truncate: 20 }
            - { garbage: true }
            - { slow: 100 }
            - { latency: "500ms" }
            - { status: 503 }
            - { malformed-chunk: true }
            - { drop-after: 100, of: request }
            - { tls: true }
            """#
    )

    let action = KeyList(oneOf: [
        Key("refuse", .node("whole"), "The connection is refused."),
        Key("hang", .node("whole"), "No response is sent."),
        Key(
            "reset",
            .node("whole"),
            "The connection is reset (RST) after the request has arrived."
        ),
        Key("empty", .node("whole"), "The connection is closed without a response."),
        Key(
            "truncate",
            .node(NodeDecoder<Int>.integer(in: 0...1_000_000_000).schema),
            "The response ends after this number of bytes of its body, at the latest before its "
                + "last byte."
        ),
        Key(
            "garbage",
            .node([
                "anyOf": [
                    ["$ref": "#/$defs/whole"],
                    ["type": "integer", "minimum": 1, "maximum": 1048576],
                ]
            ]),
            "The response is replaced by this number of bytes that are not HTTP; true for 64."
        ),
        Key(
            "slow",
            .node(NodeDecoder<Int>.integer(in: 1...1_000_000_000).schema),
            "The response is sent at this number of bytes per second."
        ),
        Key("latency", .node("duration"), "The response is delayed by this time."),
        Key(
            "status",
            .node(NodeDecoder<Int>.integer(in: 200...599).schema),
            "An empty response with this status replaces that of the server."
        ),
        Key(
            "malformed-chunk",
            .node("whole"),
            "The response has a first chunk without a length."
        ),
        Key(
            "drop-after",
            .node(NodeDecoder<Int>.integer(in: 0...1_000_000_000).schema),
            "The connection is reset (RST) after this number of bytes of the response or of the "
                + "request."
        ),
        Key("tls", .node("whole"), "The TLS handshake fails."),
    ])
    let further = KeyList([
        Key(
            "of",
            .node(["anyOf": [["enum": ["response", "request"]], ["$ref": "#/$defs/template"]]]),
            "The message whose bytes drop-after counts; response by default."
        ),
        Key(
            "request",
            .node(NodeDecoder<Int>.integer(in: 1...1_000_000).schema),
            "The number, from 1, of the one request of the step or call that is affected; by "
                + "default, all requests are affected."
        ),
    ])
}
