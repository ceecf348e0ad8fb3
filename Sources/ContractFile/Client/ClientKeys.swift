import Contract
import JSON

struct ClientKeys: KeyTable {
    static let keys = Self()
    static let name = "client"
    static let outline = TableOutline(
        "The client library: its state, its errors, and rules for all its calls.",
        examples: #"""
            - { summary: The iOS library, doc: "guide#Library", state: { token: null,
                deviceId: "{{uuid}}" }, let: { id: { first: ["{{token}}", "{{deviceId}}"] } },
                errors: { failed: { domain: PushErrorDomain, code: "1" } }, requires: [{
                request: url, startsWith: "https:", else: failed }], outcomes: [{ when: {
                transport: timeout }, error: failed }] }
            """#
    )

    let summary = Key("summary", .summary)
    let doc = Key("doc", .node("doc"))
    let state = Key(
        "state",
        NodeDecoder.bindings.described(by: "clientState"),
        "The state that a client keeps between calls, with the initial values."
    )
    let bindings = Key(
        "let",
        .bindings,
        "Values computed at every use, from the current state of the client."
    )
    let errors = Key(
        "errors",
        .entries(of: .mapping(ClientErrorKeys.self), names: "identifier"),
        "The error codes that calls fail with, by their names in the documents."
    )
    let requires = Key(
        "requires",
        .list(of: .mapping(RequestRequirementKeys.self)),
        "Requirements for every request of every call."
    )
    let outcomes = Key(
        "outcomes",
        .list(of: .mapping(OutcomeKeys.self)),
        "Errors that follow from a response, or from no response; the first match counts."
    )
}

struct ClientErrorKeys: KeyTable {
    static let keys = Self()
    static let name = "clientError"
    static let outline = TableOutline(
        "An error that calls of the client fail with.",
        examples: #"""
            - { domain: PushErrorDomain, code: "2", summary: There is no user,
                doc: "guide#Errors", basis: documented, waived: a known defect,
                untestable: no call is documented to give it,
                noDefect: only the library decides this }
            """#
    )

    let domain = Key("domain", .string, "The domain of the error code.")
    let code = Key("code", .spelling, "The error code as the documents write it.")
    let facts = FactKeys()
}

/// What two sorts of requirements have in common.
protocol RequiringKeys: KeyTable {
    var refusal: RefusalKeys { get }
    var assert: AssertKeys { get }
}

/// The error of a requirement, and when it ends the call.
struct RefusalKeys: KeyGroup {
    let error = Key(
        "else",
        .node("errorReference"),
        "The error of the client that the call fails with.",
        required: true
    )
    let unless = Key(
        "unless",
        .node(AssertionKeys.self),
        "An assert; when it holds, the requirement does not apply."
    )
    let exclusive = Key(
        "exclusive",
        .node("text"),
        "A name, or a string with templates; it must differ from the names of all other calls of "
            + "the same client that are in flight."
    )
}

struct RequirementKeys: RequiringKeys {
    static let keys = Self()
    static let name = "requirement"
    static let outline = TableOutline(
        "A requirement that is checked before a call sends anything, and the error that the call "
            + "fails with otherwise.",
        rules: RequirementKeys.rules(AssertKeys.rules),
        examples: #"""
            - { state: token, equals: null, unless: { argument: name, equals: A }, else: failed }
            - { exclusive: registration, else: failed }
            """#,
        further: AssertKeys.examples(besides: ["result", "request"])
    )

    let refusal = RefusalKeys()
    let assert = AssertKeys(client: [QueryKeys.state, QueryKeys.argument])

    /// What is exclusive asks nothing; everything else is an assert.
    static func rules(_ asserts: [JSONValue]) -> [JSONValue] {
        [
            [
                "if": .has("exclusive"),
                "then": ["propertyNames": ["enum": ["exclusive", "else", "basis", "doc"]]],
                "else": asserts[0],
            ]
        ]
    }
}

struct RequestRequirementKeys: RequiringKeys {
    static let keys = Self()
    static let name = "requestRequirement"
    static let outline = TableOutline(
        "A requirement for every request, and the error that the call fails with otherwise.",
        rules: RequirementKeys.rules([
            [
                "if": .has("request"),
                "then": [
                    "allOf": [.ref("onePredicate"), .ref("toleranceOfEquals")],
                    "not": .ref("hasOtherQuery"),
                ],
                "else": AssertKeys.rules[0],
            ]
        ]),
        examples: #"""
            - { request: url, startsWith: "https:", unless: { state: token, equals: A },
                else: failed }
            - { exclusive: "{{request.method}} {{request.url}}", else: failed }
            """#,
        further: AssertKeys.examples(besides: ["argument", "result", "request"])
    )

    let refusal = RefusalKeys()
    let assert = AssertKeys(client: [QueryKeys.state, QueryKeys.nextRequest])
}

struct OutcomeKeys: KeyTable {
    static let keys = Self()
    static let name = "outcome"
    static let outline = TableOutline(
        "A condition on the outcome of a request, and the resulting error of the client.",
        examples: #"""
            - { when: { transport: timeout }, error: failed, basis: observed,
                doc: "guide#Errors" }
            - { when: [{ status: { not: 200 } }], error: failed }
            """#
    )

    let when = Key(
        "when",
        .nodes("outcomeCondition"),
        "One condition or a list: `transport`, `error` or `response` alone, or an assert on the "
            + "response.",
        required: true
    )
    let error = Key(
        "error",
        .node("errorReference"),
        "The error of the client that the call fails with.",
        required: true
    )
    let basis = DefaultKey("basis", .basis, default: Basis.documented, "documented")
    let doc = Key("doc", .node("doc"))
}

struct ExchangeConditionKeys: KeyTable {
    static let keys = Self()
    static let name = "exchangeCondition"
    static let outline = TableOutline(
        "The outcome of a request as a whole.",
        examples: #"""
            - { transport: { anyOf: [reset, refused] } }
            - { transport: "*" }
            - { error: "*" }
            - { error: [E400008, E403002] }
            - { response: invalid }
            """#
    )

    let kind = KeyList(oneOf: [
        Key(
            "transport",
            .node([
                "anyOf": [
                    ["$ref": "#/$defs/transport"], ["enum": ["*"]],
                    ["$ref": "#/$defs/transportChoice"],
                ]
            ]),
            #"Ways to get no response; "*" for all of them."#
        ),
        Key(
            "error",
            .node([
                "anyOf": [
                    ["type": ["string", "number"]],
                    ["type": "array", "minItems": 1, "items": ["type": ["string", "number"]]],
                ]
            ]),
            #"Errors of the catalogue; "*" for every failure."#
        ),
        Key(
            "response",
            .node(["enum": ["invalid"]]),
            "A response that violates the contract of the operation."
        ),
    ])
}

struct TransportChoiceKeys: KeyTable {
    static let keys = Self()
    static let name = "transportChoice"
    static let outline = TableOutline(
        "One of several ways to get no response.",
        examples: #"""
            - { anyOf: [timeout, dns] }
            """#
    )

    let anyOf = Key("anyOf", .node("transport"), required: true)
}

struct CallKeys: KeyTable {
    static let keys = Self()
    static let name = "call"
    static let outline = TableOutline(
        "A call of the client library: its requirements, its requests and its result.",
        rules: [
            [
                "dependentSchemas": [
                    "local": [
                        "propertyNames": [
                            "pattern": .string("^(\(localKeys.joined(separator: "|"))|x-.*)$")
                        ]
                    ]
                ]
            ]
        ],
        examples: #"""
            - { summary: Registers the device, doc: "guide#Registration", basis: documented,
                arguments: { id: { type: [string, "null"] } }, let: { mark: "{{hex 8}}" },
                requires: [{ state: token, equals: null, else: failed }], performs: [{
                call: createPush, captures: { pushId: { jsonpath: "$.objectId" } } }], then: {
                token: "{{pushId}}" }, returns: "{{pushId}}", promises: { once: {
                summary: Registers once, expect: { requests: 1 } } }, errors: [failed],
                waived: the library is no longer published, untestable: only a device does it,
                noDefect: only the library decides this }
            - { local: it only changes a flag in the app }
            """#
    )

    /// What a call that stays in the app may have.
    private static let localKeys = [
        "local", "doc", "summary", "basis", "arguments", "let", "waived", "untestable",
        "noDefect",
    ]

    let facts = FactKeys()
    let arguments = Key(
        "arguments",
        .entries(of: .mapping("jsonSchema"), names: "valueName"),
        "The arguments of the call, each with a JSON Schema; an omitted argument is null."
    )
    let bindings = Key(
        "let",
        .bindings,
        "Values computed once for each call, after its arguments."
    )
    let requires = Key(
        "requires",
        .list(of: .mapping(RequirementKeys.self)),
        "Requirements that are checked in order before the first request."
    )
    let performs = Key(
        "performs",
        .list(of: .mapping(ClientRequestKeys.self)),
        "The requests that the call sends, in order."
    )
    let then = Key(
        "then",
        .entries(of: .node("computed")),
        "The state of the client after a successful call, by name; expressions are evaluated."
    )
    let returns = Key(
        "returns",
        .node("computed"),
        "The result that the app receives; expressions are evaluated."
    )
    let promises = Key(
        "promises",
        .entries(of: .mapping(PromiseKeys.self), names: "identifier"),
        "Promises that the documents make about this call; a promise with `error` is an error of "
            + "the client, any other a behaviour."
    )
    let errors = Key(
        "errors",
        .list(of: .node("errorReference")),
        "Errors of the client that this call can fail with; each is a promise with the name of the "
            + "error."
    )
    let local = Key(
        "local",
        .filled("a reason"),
        "The reason why the call sends no request; such a call is listed, but neither made nor "
            + "counted."
    )
}

struct ClientRequestKeys: KeyTable {
    static let keys = Self()
    static let name = "clientRequest"
    static let outline = TableOutline(
        "A request that a call of the client sends.",
        rules: [["$ref": "#/$defs/oneBody"]],
        examples: #"""
            - { when: [{ state: token, equals: null }], call: updatePush, name: change it,
                method: PATCH, path: "/push/{id}", basePath: "/v2", target: api, params: {
                id: AAAA }, headers: { Accept: application/json }, query: { limit: 5 }, json: {
                message: hello, flag: true }, security: app, encoding: percent, set: {
                "/json/message": changed }, unset: ["/json/flag"], captures: { pushId: {
                jsonpath: "$.objectId" } } }
            - { request: { method: GET, path: "/push" } }
            - { call: createPush, url: "https://example.com/push", form: { message: hello } }
            - { call: createPush, multipart: { data: { file: data.bin } } }
            - { call: createPush, text: hello, compression: gzip, redirects: follow }
            - { call: createPush, file: data.bin }
            """#
    )

    let when = Key(
        "when",
        .node("asserts"),
        "Asserts; the request is sent only when all of them hold."
    )
    let opening = KeyList(oneOf: [
        Key(
            "call",
            .node(["type": "string"]),
            "The operation whose request is sent; OPERATION[ROW] for one of its rows.",
            examples: ["createPush"]
        ),
        Key(
            "request",
            .node(RequestKeys.self),
            "A request that replaces the request of an operation."
        ),
    ])
    let name = Key("name", .string, "The name of the request in reports.")
    let changes = ChangeKeys(.ofRequest)
    let captures = Key(
        "captures",
        .captures,
        "Values of the response for later requests, `then` and `returns`; null if the request is "
            + "not sent."
    )
}
