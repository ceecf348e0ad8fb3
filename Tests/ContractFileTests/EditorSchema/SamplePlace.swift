/// A place in a small contract for a sample.
struct SamplePlace {
    let name: String
    /// The table that gets another entry; `nil` for a top-level key of the contract.
    private let table: String?
    /// One entry, with `HOLE` in place of the sample; the sample alone is a complete contract.
    private let entry: String

    private init(_ name: String, in table: String? = nil, _ entry: String) {
        self.name = name
        self.table = table
        self.entry = entry
    }

    /// The contract with something in its place.
    ///
    /// - Parameter sample: YAML on one line.
    /// - Returns: A contract in which every name that the samples use is defined.
    func contract(with sample: String) -> String {
        let entry = entry.split(separator: "HOLE", omittingEmptySubsequences: false)
            .joined(separator: sample)
        if entry == sample { return sample }
        var text = "contract: \"1\"\n"
        for (name, rows) in Self.tables where !entry.hasPrefix("\(name):") {
            text += "\(name):\n" + rows.map { "  \($0)\n" }.joined()
            if name == table { text += "  \(entry)\n" }
        }
        return table == nil ? text + entry + "\n" : text
    }

    /// The files that samples reference.
    static let files = [
        "data.bin": "\u{1}", "listener.pem": "-", "listener.key": "-",
        "rows.csv": "system\nios\n", "common.yaml": "contract: \"1\"\n",
    ]

    private static let tables = [
        ("docs", ["guide: {}"]),
        ("targets", ["api: { headers: { Accept: application/json } }"]),
        ("variables", ["appKey: a", "clientKey: { secret: true, default: bbbb }"]),
        (
            "securitySchemes",
            [
                "app: { type: hmac, key: \"{{clientKey}}\", stringToSign: a, "
                    + "into: { header: X-Signature } }"
            ]
        ),
        ("encodings", ["plus: { space: \"+\" }"]),
        ("schemas", ["Created: { type: object, required: [objectId] }"]),
        (
            "states",
            [
                "quota-used-up: {}", "history: { parameters: [days] }",
                "downstream: { parameters: [listener] }",
            ]
        ),
        ("listeners", ["apns: {}"]),
        ("errors", ["E400008: { status: 400, message: \"Either {0} or {1}.\" }", "E403002: {}"]),
        (
            "operations",
            [
                "createPush: { request: { method: POST, path: /push, security: app, "
                    + "json: { message: hello, flag: true, list: [1] } }, "
                    + "promises: { both-times: { error: E400008 } } }",
                "updatePush: { request: { method: PUT, path: \"/push/{id}\", params: { id: a }, "
                    + "json: { message: hello, flag: true } }, promises: { partial: {} } }",
            ]
        ),
        ("client", ["state: { token: null }", "errors: { failed: {} }"]),
        (
            "calls",
            ["register: { arguments: { name: {} }, performs: [{ call: createPush }] }"]
        ),
        (
            "groups",
            [
                "send: { parameters: [text], "
                    + "steps: [{ call: createPush, set: { /json/message: \"{{text}}\" } }] }"
            ]
        ),
        ("cases", ["other: { steps: [{ call: createPush }] }"]),
    ]
}

extension SamplePlace {
    static let whole = SamplePlace("contract", "HOLE")

    /// The places of the samples in `Fixtures`, except for keys.
    private static let all = [
        aCase, assertion, capture, code, computed, document,
        encoding, errorEntry, errorReference, expectation, failureCode, field,
        filter, into, listener, listenerResponse, operation, parameter,
        part, polling, predicate, predicateOrValue, promise, request,
        response, responseSignature, rows, schema, scheme, setupStep,
        state, step, stepGroup, tamper, target, tokenRequest,
        variable, waiver, whole,
    ]

    /// A place by its name, or the place of a key by its path: `contract.info`, `case.given`, `step.set`.
    static func named(_ name: String) -> SamplePlace {
        let words = name.split(separator: ".", maxSplits: 1).map(String.init)
        switch words[0] {
        case "contract" where words.count > 1: return key(words[1])
        case "case" where words.count > 1: return inCase(words[1])
        case "step" where words.count > 1: return inStep(words[1])
        default:
            guard let place = all.first(where: { $0.name == name }) else {
                preconditionFailure("no place is called \(name)")
            }
            return place
        }
    }

    /// A key of the contract.
    static func key(_ name: String) -> SamplePlace { SamplePlace(name, "\(name): HOLE") }

    static let document = SamplePlace("document", in: "docs", "hole: HOLE")
    static let target = SamplePlace("target", in: "targets", "hole: HOLE")
    static let waivedFinding = SamplePlace("waiver of a finding", "generate: { waived: [HOLE] }")
    static let acceptance = SamplePlace(
        "acceptance",
        in: "operations",
        "hole: { request: { method: POST, path: /push, json: { message: hello } }, accepts: HOLE }"
    )
    static let variable = SamplePlace("variable", in: "variables", "hole: HOLE")
    static let scheme = SamplePlace("security scheme", in: "securitySchemes", "hole: HOLE")
    static let parameter = SamplePlace(
        "signed parameter",
        in: "securitySchemes",
        "hole: { type: hmac, key: a, stringToSign: a, into: { query: s }, parameters: [HOLE] }"
    )
    static let tokenRequest = SamplePlace(
        "token request",
        in: "securitySchemes",
        "hole: { type: oauth2, clientId: a, clientSecret: b, token: HOLE }"
    )
    static let into = SamplePlace(
        "into",
        in: "securitySchemes",
        "hole: { type: hmac, key: a, stringToSign: a, into: HOLE }"
    )
    static let responseSignature = SamplePlace(
        "response signature",
        in: "securitySchemes",
        "hole: { type: hmac, key: a, stringToSign: a, into: { query: s }, response: HOLE }"
    )
    static let encoding = SamplePlace("encoding", in: "encodings", "hole: HOLE")
    static let schema = SamplePlace("schema", in: "schemas", "hole: HOLE")
    static let state = SamplePlace("state", in: "states", "hole: HOLE")
    static let listener = SamplePlace("listener", in: "listeners", "hole: HOLE")
    static let listenerResponse = SamplePlace(
        "response of a listener",
        in: "listeners",
        "hole: { respond: HOLE }"
    )
    static let listenerTLS = SamplePlace(
        "certificate of a listener",
        in: "listeners",
        "hole: { tls: HOLE }"
    )
    static let errorEntry = SamplePlace("error", in: "errors", "hole: HOLE")
    static let code = SamplePlace("code", in: "errors", "hole: { code: HOLE }")
    static let failureCode = SamplePlace(
        "failure code",
        "failure: { when: { status: { gte: 400 } }, code: HOLE }"
    )

    static let operation = SamplePlace("operation", in: "operations", "hole: HOLE")
    static let request = SamplePlace("request", in: "operations", "hole: { request: HOLE }")
    static let requestWithRows = SamplePlace(
        "request with rows",
        in: "operations",
        "hole: { rows: [{ v: 1 }, { w: 1 }], request: HOLE }"
    )
    static let rows = SamplePlace(
        "rows",
        in: "operations",
        "hole: { request: { path: / }, rows: HOLE }"
    )
    static let response = SamplePlace(
        "response",
        in: "operations",
        "hole: { request: { path: / }, responses: { \"201\": HOLE } }"
    )
    static let promise = SamplePlace(
        "promise",
        in: "operations",
        "hole: { request: { path: / }, promises: { p: HOLE } }"
    )
    static let errorReference = SamplePlace(
        "mention of an error",
        in: "operations",
        "hole: { request: { path: / }, promises: { p: { error: HOLE } } }"
    )
    static let waiver = SamplePlace(
        "waiver",
        in: "operations",
        "hole: { request: { path: / }, waived: HOLE }"
    )
    static let part = SamplePlace(
        "part of a form",
        in: "operations",
        "hole: { request: { path: /, multipart: { a: HOLE } } }"
    )
    static let field = SamplePlace(
        "query field",
        in: "operations",
        "hole: { request: { path: /, query: { a: HOLE } } }"
    )

    static let stepGroup = SamplePlace("group", in: "groups", "hole: HOLE")
    static let aCase = SamplePlace("case", in: "cases", "hole: HOLE")
    static let step = SamplePlace(
        "step",
        in: "cases",
        "hole: { clients: { app: {} }, steps: [{ call: createPush, background: other }, HOLE] }"
    )
    static let setupStep = SamplePlace(
        "step of a set-up",
        in: "cases",
        "hole: { setup: [HOLE], steps: [{ call: createPush }] }"
    )
    static let tamper = inStep("tamper")
    static let polling = inStep("eventually")
    static let expectation = inStep("expect")
    static let events = inStep("expect: { events: HOLE }", "events")
    static let capture = inCall("captures: { c: HOLE }", "capture")
    static let filter = inStep("captures: { c: { body: true, filters: [HOLE] } }", "filter")
    static let assertion = inCall("expect: { asserts: [HOLE] }", "assert")
    static let predicate = inStep("expect: { asserts: [{ version: HOLE }] }", "predicate")
    static let predicateOrValue = inStep(
        "expect: { asserts: [{ jsonpath: $.a, not: HOLE }] }",
        "predicate or value"
    )
    static let computed = inStep("let: { v: HOLE }", "computed value")

    /// A key of a step, or several in braces.
    static func inStep(_ key: String, _ name: String? = nil) -> SamplePlace {
        let entry = key.contains("HOLE") ? key : "\(key): HOLE"
        return SamplePlace(
            name ?? key,
            in: "cases",
            "hole: { steps: [{ call: createPush, \(entry) }] }"
        )
    }

    /// Keys of a step that makes a call of the client.
    static func inCall(_ keys: String, _ name: String) -> SamplePlace {
        SamplePlace(name, in: "cases", "hole: { steps: [{ call: register, \(keys) }] }")
    }

    static let client = key("client")
    static let clientError = inClient("errors: { failed: {}, hole: HOLE }", "client error")
    static let requestRequirement = inClient("requires: [HOLE]", "requirement of requests")
    static let requirement = SamplePlace(
        "requirement",
        in: "calls",
        "hole: { arguments: { name: {} }, requires: [HOLE] }"
    )
    static let outcome = inClient("outcomes: [HOLE]")
    static let exchangeCondition = inClient("outcomes: [{ when: HOLE, error: failed }]")
    static let transportChoice = inClient(
        "outcomes: [{ when: { transport: HOLE }, error: failed }]",
        "transport choice"
    )
    static let alternative = inClient("let: { hole: { first: [HOLE] } }")
    static let clientCall = SamplePlace("call", in: "calls", "hole: HOLE")
    static let clientRequest = SamplePlace(
        "request of a call",
        in: "calls",
        "hole: { performs: [HOLE] }"
    )

    /// Keys of the client, which has one error called `failed`.
    private static func inClient(_ keys: String, _ name: String? = nil) -> SamplePlace {
        let errors = keys.hasPrefix("errors:") ? "" : "errors: { failed: {} }, "
        return SamplePlace(
            name ?? String(keys.prefix { $0 != ":" }),
            "client: { state: { token: null }, \(errors)\(keys) }"
        )
    }

    /// A key of a case with rows.
    static func inCase(_ key: String) -> SamplePlace {
        SamplePlace(key, in: "cases", "hole: { steps: [{ call: createPush }], \(key): HOLE }")
    }
}
