import Contract
import JSON

struct GroupStepKeys: KeyTable {
    static let keys = Self()
    static let name = "groupStep"
    static let outline = TableOutline(
        "The steps of a group, in this place; what they capture is known behind it.",
        filling: .keys,
        examples: #"""
            - { group: send, with: { text: hello } }
            """#
    )

    let group = Key("group", .string, "The name of a group.", required: true)
    let with = Key(
        "with",
        .entries(of: .node(.any)),
        "A value for each parameter of the group; it is put in before the steps are read."
    )
}

struct ReceivedStepKeys: KeyTable {
    static let keys = Self()
    static let name = "receivedStep"
    static let outline = TableOutline(
        "Waits for what a listener receives, and judges it.",
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
    let name = Key("name", .string, "What reports call the step.")
    let conditions = Key(
        "where",
        .node("asserts"),
        "What a request must be like to be meant; without it every request is."
    )
    let count = DefaultKey(
        "count",
        .integer(in: 0...1_000),
        default: 1,
        1,
        "How many such requests have to come, which later steps do not see any more; with "
            + "0 none may come within the time."
    )
    let within = Key(
        "within",
        .duration,
        "How long they may take: 10s by default; 500ms when none may come."
    )
    let bindings = Key("let", .bindings)
    let covers = Key(
        "covers",
        .node("promises"),
        "The promises that this step brings about: OPERATION/NAME."
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
        "What every one of these requests has to be."
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
        "One request, what is expected of its answer, and what is kept of it.",
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
            "The operation whose request is sent, OPERATION[ROW] for one of its rows; or "
                + "the call of the client that is made.",
            examples: ["createPush"]
        ),
        Key(
            "request",
            .node(RequestKeys.self),
            "A request of the step's own, instead of a call."
        ),
        Key(
            "join",
            .node(["type": "string", "minLength": 1]),
            "The name of an earlier step that goes on in the background: waits for it and "
                + "judges what came of it."
        ),
    ])
    let callKeys = KeyList([
        Key(
            "as",
            .node(["type": "string", "minLength": 1]),
            "The client that makes the call; needed when the case has several."
        ),
        Key(
            "arguments",
            .node(["type": ["object", "string"], "pattern": #"^\{\{ *[^{} ]+ *\}\}$"#]),
            "What the call of the client is given, by name; what is not given is null.",
            examples: [["name": "AAAA"]]
        ),
    ])
    let name = Key("name", .string, "What reports call the step.")
    let changes = ChangeKeys(.all)
    let bindings = Key("let", .bindings)
    let covers = Key(
        "covers",
        .node("promises"),
        "The promises that this step brings about: OPERATION/NAME, OPERATION or errors/CODE."
    )
    let expect = Key("expect", .node(ExpectationKeys.self))
    let captures = Key("captures", .captures)
    let eventually = Key("eventually", .node(PollingKeys.self))
    let repetitions = DefaultKey(
        "repeat",
        .integer(in: 1...100_000),
        default: 1,
        1,
        "How often the step is run; once by default."
    )
    let delay = DefaultKey(
        "delay",
        .duration,
        default: .zero,
        "0s",
        "How long to wait before the step."
    )
    let timeout = Key("timeout", .duration, "How long an answer may take.")
    let fault = Key("fault", .node(FaultKeys.self))
    let background = Key(
        "background",
        .filled("a name for a later join"),
        "A name under which the step goes on while later ones run, until one of them joins it."
    )
}

struct PollingKeys: KeyTable {
    static let keys = Self()
    static let name = "polling"
    static let outline = TableOutline(
        "Runs the step again and again until its answer is as expected.",
        filling: .whole,
        rules: [["anyOf": [["required": ["within"]], ["required": ["tries"]]]]],
        examples: #"""
            - { within: "10s", every: "200ms", unless: { jsonpath: "$.status", equals: 4 } }
            - { tries: 6, every: "1s" }
            """#
    )

    let within = Key("within", .duration, "How long to try; with `tries` alone, up to a day.")
    let tries = Key(
        "tries",
        .integer(in: 1...Polling.mostTries),
        "How many times to try at most, whichever of both ends first."
    )
    let every = DefaultKey(
        "every",
        .duration,
        default: .milliseconds(100),
        "100ms",
        "How long to wait between two tries; 100ms by default."
    )
    let unless = Key(
        "unless",
        .node(AssertionKeys.self),
        "What must never be, so that trying ends at once."
    )
}

struct FaultKeys: KeyTable {
    static let keys = Self()
    static let name = "fault"
    static let outline = TableOutline(
        "What goes wrong on purpose on the way to the server.",
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
        Key("refuse", .node("whole"), "Nobody listens."),
        Key("hang", .node("whole"), "The request is never answered."),
        Key(
            "reset",
            .node("whole"),
            "The connection is broken off (RST) once the request has come."
        ),
        Key("empty", .node("whole"), "The connection is closed without an answer."),
        Key(
            "truncate",
            .node(NodeDecoder<Int>.integer(in: 0...1_000_000_000).schema),
            "The answer ends after so many bytes of its body, and always before its last byte."
        ),
        Key(
            "garbage",
            .node([
                "anyOf": [
                    ["$ref": "#/$defs/whole"],
                    ["type": "integer", "minimum": 1, "maximum": 1048576],
                ]
            ]),
            "So many bytes that are not HTTP come in place of an answer; true for 64."
        ),
        Key(
            "slow",
            .node(NodeDecoder<Int>.integer(in: 1...1_000_000_000).schema),
            "The answer comes at so many bytes a second."
        ),
        Key("latency", .node("duration"), "The answer is held back for so long."),
        Key(
            "status",
            .node(NodeDecoder<Int>.integer(in: 200...599).schema),
            "An empty answer with this status comes, and not from the server."
        ),
        Key(
            "malformed-chunk",
            .node("whole"),
            "An answer comes whose first chunk has no length."
        ),
        Key(
            "drop-after",
            .node(NodeDecoder<Int>.integer(in: 0...1_000_000_000).schema),
            "The connection is broken off (RST) after so many bytes of the answer, or of "
                + "the request."
        ),
        Key("tls", .node("whole"), "The TLS handshake fails."),
    ])
    let further = KeyList([
        Key(
            "of",
            .node(["anyOf": [["enum": ["answer", "request"]], ["$ref": "#/$defs/template"]]]),
            "What drop-after counts; answer by default."
        ),
        Key(
            "request",
            .node(NodeDecoder<Int>.integer(in: 1...1_000_000).schema),
            "The only request of the step or call that is befallen, counted from one; "
                + "every one by default."
        ),
    ])
}
