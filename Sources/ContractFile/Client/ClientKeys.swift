import Contract
import JSON

struct ClientKeys: KeyTable {
    static let keys = Self()
    static let name = "client"
    static let outline = TableOutline(
        "What the documents say of every call of the client library.",
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
        "What a client remembers between its calls, with the values it starts from."
    )
    let bindings = Key(
        "let",
        .bindings,
        "Values that are worked out at every use, from what the client remembers then."
    )
    let errors = Key(
        "errors",
        .entries(of: .mapping(ClientErrorKeys.self), names: "identifier"),
        "The error codes that calls end with, each by the name the documents give it."
    )
    let requires = Key(
        "requires",
        .list(of: .mapping(RequestRequirementKeys.self)),
        "What has to hold before every request of every call."
    )
    let outcomes = Key(
        "outcomes",
        .list(of: .mapping(OutcomeKeys.self)),
        "Which error follows from what came back, or did not; the first that fits counts."
    )
}

struct ClientErrorKeys: KeyTable {
    static let keys = Self()
    static let name = "clientError"
    static let outline = TableOutline(
        "An error that calls of the client end with.",
        examples: #"""
            - { domain: PushErrorDomain, code: "2", summary: There is no user,
                doc: "guide#Errors", basis: documented, waived: a known defect,
                untestable: no call is documented to give it,
                noDefect: the library decides it alone }
            """#
    )

    let domain = Key("domain", .string, "The family of codes it belongs to.")
    let code = Key("code", .spelling, "The code, as the documents write it.")
    let facts = FactKeys()
}

/// What two sorts of requirements have in common.
protocol RequiringKeys: KeyTable {
    var error: Key<YAMLNode> { get }
    var unless: Key<YAMLNode> { get }
    var exclusive: Key<YAMLNode> { get }
    var assert: AssertKeys { get }
}

struct RequirementKeys: RequiringKeys {
    static let keys = Self()
    static let name = "requirement"
    static let outline = TableOutline(
        "What has to hold before a call sends anything, and the error that the call ends "
            + "with otherwise.",
        rules: RequirementKeys.rules(AssertKeys.rules),
        examples: #"""
            - { state: token, equals: null, unless: { argument: name, equals: A }, else: failed }
            - { exclusive: registration, else: failed }
            """#,
        further: AssertKeys.examples(besides: ["result", "request"])
    )

    let error = Key(
        "else",
        .node("errorReference"),
        "The error of the client that the call ends with.",
        required: true
    )
    let unless = Key(
        "unless",
        .node(AssertionKeys.self),
        "An assert that makes the other one needless."
    )
    let exclusive = Key(
        "exclusive",
        .node("text"),
        "A name, or a text with templates, of which no other call of the same client is "
            + "in flight."
    )
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
        "What has to hold before every request, and the error that its call ends with otherwise.",
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

    let error = Key(
        "else",
        .node("errorReference"),
        "The error of the client that the call ends with.",
        required: true
    )
    let unless = Key(
        "unless",
        .node(AssertionKeys.self),
        "An assert that makes the other one needless."
    )
    let exclusive = Key(
        "exclusive",
        .node("text"),
        "A name, or a text with templates, of which no other call of the same client is "
            + "in flight."
    )
    let assert = AssertKeys(client: [QueryKeys.state, QueryKeys.nextRequest])
}

struct OutcomeKeys: KeyTable {
    static let keys = Self()
    static let name = "outcome"
    static let outline = TableOutline(
        "What has to have come of a request, and the error of the client that follows from it.",
        examples: #"""
            - { when: { transport: timeout }, error: failed, basis: observed,
                doc: "guide#Errors" }
            - { when: [{ status: { not: 200 } }], error: failed }
            """#
    )

    let when = Key(
        "when",
        .nodes("outcomeCondition"),
        "One condition or several: `transport`, `error` or `response` alone, or an assert "
            + "on the answer.",
        required: true
    )
    let error = Key(
        "error",
        .node("errorReference"),
        "The error of the client that the call ends with.",
        required: true
    )
    let basis = DefaultKey("basis", .basis, default: Basis.documented, "documented")
    let doc = Key("doc", .node("doc"))
}

struct ExchangeConditionKeys: KeyTable {
    static let keys = Self()
    static let name = "exchangeCondition"
    static let outline = TableOutline(
        "What came of a request as a whole.",
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
            #"The ways of getting no answer that are meant; "*" for all of them."#
        ),
        Key(
            "error",
            .node([
                "anyOf": [
                    ["type": ["string", "number"]],
                    ["type": "array", "minItems": 1, "items": ["type": ["string", "number"]]],
                ]
            ]),
            #"The rows of the catalogue that are meant; "*" for every failure."#
        ),
        Key(
            "response",
            .node(["enum": ["invalid"]]),
            "An answer that is not what the contract says of the operation."
        ),
    ])
}

struct TransportChoiceKeys: KeyTable {
    static let keys = Self()
    static let name = "transportChoice"
    static let outline = TableOutline(
        "One of several ways of getting no answer.",
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
        "A call of the client library: what has to hold, which requests it sends, what it "
            + "gives back.",
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
                noDefect: the library decides it alone }
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
        "What the call takes, each with a JSON Schema; what a step does not give is null."
    )
    let bindings = Key(
        "let",
        .bindings,
        "Values drawn once for each call, after the arguments are known."
    )
    let requires = Key(
        "requires",
        .list(of: .mapping(RequirementKeys.self)),
        "What has to hold, in order, before anything is sent."
    )
    let performs = Key(
        "performs",
        .list(of: .mapping(ClientRequestKeys.self)),
        "The requests that the call sends, one after the other."
    )
    let then = Key(
        "then",
        .entries(of: .node("computed")),
        "What the client remembers after a call that succeeded; expressions are computed."
    )
    let returns = Key(
        "returns",
        .node("computed"),
        "What the app gets; expressions are computed."
    )
    let promises = Key(
        "promises",
        .entries(of: .mapping(PromiseKeys.self), names: "identifier"),
        "What the documents promise about this call: with `error` an error of the client, "
            + "else a behaviour."
    )
    let errors = Key(
        "errors",
        .list(of: .node("errorReference")),
        "Errors of the client that this call can end with; each is a promise of that name."
    )
    let local = Key(
        "local",
        .filled("a reason"),
        "Why the call stays in the app and sends nothing: it is listed, and neither made "
            + "nor counted."
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

    let when = Key("when", .node("asserts"), "The request is sent only when these hold.")
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
            "A request of the call's own, instead of an operation's."
        ),
    ])
    let name = Key("name", .string, "What reports call the request.")
    let changes = ChangeKeys(.ofRequest)
    let captures = Key(
        "captures",
        .captures,
        "Values of the answer for later requests, for `then` and for `returns`; null when "
            + "nothing is sent."
    )
}
