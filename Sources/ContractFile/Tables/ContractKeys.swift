import Contract
import JSON

struct ContractKeys: KeyTable {
    static let keys = Self()
    static let name = "contract"
    static let outline = TableOutline(
        "The promises of an API, as its documents state them, and the cases that test them.",
        examples: #"""
            - { contract: "1", info: { title: Push }, use: [common.yaml], docs: { guide: {
                title: Guide } }, targets: { api: { documented: "https://api.example.com" } },
                variables: { key: { env: PUSH_KEY, secret: true, default: "1343d198" } }, let: {
                token: "{{hex 64}}" }, cookies: keep, namespaces: { a: "urn:a" }, securitySchemes: { app: { type: apiKey, headers: {
                X-Key: "{{key}}" } } }, encodings: { plus: { space: "+" } }, failure: { when: {
                status: { gte: 400 } }, code: { jsonpath: "$.code" } }, schemas: { Created: {
                type: object, required: [objectId] } }, states: { quota-used-up: {
                summary: The pushes of this month are used up } }, listeners: { apns: { respond: {
                status: 200 } } }, operations: { createPush: { request: { method: POST,
                path: "/push", security: app, json: { message: hello } }, responses: { "201": {
                schema: { "$ref": "#/schemas/Created" } } }, promises: { empty: { error: E400003,
                doc: "guide#Sending" } } } }, errors: { E400003: { status: 400,
                message: "{0} is empty." } }, generate: { cases: 500 }, client: { state: { id: null }, errors: { failed: {
                code: "1" } } }, calls: { send: { performs: [{ call: createPush }],
                errors: [failed] } }, groups: { send: { parameters: [text], steps: [{
                call: createPush, json: { message: "{{text}}" } }] } }, cases: { empty: {
                covers: createPush/empty, steps: [{ call: createPush, set: {
                "/json/message": "" } }] } }, setup: [{ call: createPush }], teardown: [] }
            """#
    )

    let contract = Key.version("contract")
    let info = Key("info", .node(InfoKeys.self))
    let use = Key(
        "use",
        .node([
            "type": ["string", "array"], "minLength": 1,
            "items": ["type": "string", "minLength": 1],
        ]),
        "Contract files whose tables this file uses, as paths relative to this file; their cases "
            + "are not included.",
        examples: [["common.yaml"]]
    )
    let docs = Key(
        "docs",
        .entries(of: .mapping(DocumentKeys.self)),
        "Documents under test, by the short names that `doc` uses."
    )
    let targets = Key(
        "targets",
        .entries(of: .mapping(TargetKeys.self)),
        "Servers that receive the requests, by name; the first is the default."
    )
    let variables = Key(
        "variables",
        .entries(of: .node(VariableKeys.self), names: "valueName"),
        "Values that you can set in the environment or with `--var`, for example keys; `{{name}}` "
            + "inserts one."
    )
    let bindings = Key("let", .bindings)
    let cookies = DefaultKey(
        "cookies",
        .choice,
        default: CookiePolicy.ignore,
        "ignore",
        "Whether the cases of this file keep cookies from responses; each case starts with the "
            + "cookies of `setup`."
    )
    let namespaces = Key(
        "namespaces",
        .entries(of: .filled("the address of a namespace")),
        "Addresses of XML namespaces, by the prefixes that `xpath` uses.",
        examples: [["soap": "http://schemas.xmlsoap.org/soap/envelope/"]]
    )
    let securitySchemes = Key(
        "securitySchemes",
        .entries(of: .node("securityScheme"), names: ["not": ["enum": ["none"]]]),
        "Ways to authenticate requests, by the names that `security` uses."
    )
    let encodings = Key(
        "encodings",
        .entries(
            of: .mapping(EncodingKeys.self),
            names: ["not": ["$ref": "#/$defs/builtInEncoding"]]
        ),
        "Encodings of queries and forms, by the names that `encoding` uses; percent and form are "
            + "built in."
    )
    let failure = Key("failure", .node(FailureKeys.self))
    let schemas = Key(
        "schemas",
        .entries(of: .node("jsonSchema")),
        ##"JSON Schemas (draft 2020-12) by name, for `schema: { $ref: "#/schemas/NAME" }`."##
    )
    let states = Key(
        "states",
        .entries(of: .mapping(StateKeys.self)),
        "Conditions of the server that no request can create, by the names that `given` uses."
    )
    let listeners = Key(
        "listeners",
        .entries(of: .mapping(ListenerKeys.self), names: "valueName"),
        "Servers that Assay runs during a case, for example a downstream push service; "
            + "`{{listeners.NAME.url}}` is the URL of one."
    )
    let operations = Key(
        "operations",
        .entries(
            of: .mapping(OperationKeys.self),
            names: ["allOf": [["$ref": "#/$defs/identifier"], ["not": ["enum": ["errors"]]]]],
            unlessRemarked: ["request", "responses", "promises"]
        ),
        "Operations of the API, each with a valid request, its responses, and its promises."
    )
    let errors = Key(
        "errors",
        .entries(
            of: .mapping(ErrorEntryKeys.self),
            names: "identifier",
            unlessRemarked: ["status", "code"]
        ),
        "The catalogue: errors that the documents list, by code."
    )
    let generate = Key("generate", .node(GenerateKeys.self))
    let client = Key("client", .node(ClientKeys.self))
    let calls = Key(
        "calls",
        .entries(
            of: .mapping(CallKeys.self),
            names: [
                "allOf": [["$ref": "#/$defs/identifier"], ["not": ["enum": ["errors", "client"]]]]
            ]
        ),
        "Calls of the client library that the documents describe; a call and an operation must not "
            + "have the same name."
    )
    let groups = Key(
        "groups",
        .entries(
            of: .mapping(StepGroupKeys.self),
            names: "identifier",
            unlessRemarked: ["steps"]
        ),
        "Named groups of steps, which cases include with `group`."
    )
    let cases = Key(
        "cases",
        .entries(
            of: .mapping(CaseKeys.self),
            names: "identifier",
            unlessRemarked: ["steps", "covers", "rows"]
        ),
        "Cases: lists of steps, each run independently."
    )
    let setup = Key(
        "setup",
        .node(.sharedHooks),
        "Steps that run once before the cases of this file or, if it has none, before the cases "
            + "of all files that use it; no listener is running yet."
    )
    let teardown = Key(
        "teardown",
        .node(.sharedHooks),
        "Steps that run once after the cases of this file or, if it has none, after the cases of "
            + "all files that use it, also after a failure; their responses are not checked."
    )
}

struct GenerateKeys: KeyTable {
    static let keys = Self()
    static let name = "generate"
    static let outline = TableOutline(
        "Settings of `assay verify --generate` for this contract.",
        examples: #"""
            - { cases: 500, exclude: { updatePush: it is slow }, waived: [{
                operation: createPush, kind: refused, at: /json/message,
                reason: the service refuses words that no schema can list, until: "2027-06-30" }] }
            """#
    )

    let cases = Key(
        "cases",
        .integer(in: 1...1_000_000),
        "The number of cases to generate for the server, unless the command line gives one; "
            + "without a number, cases are generated for 30 s, or for `--time`."
    )
    let exclude = Key(
        "exclude",
        .entries(of: .filled("a reason"), names: "identifier"),
        "Operations for which no cases are generated, each with the reason."
    )
    let waived = Key(
        "waived",
        .list(of: .mapping(WaivedFindingKeys.self)),
        "Expected findings, which do not count as failures."
    )
}

struct WaivedFindingKeys: KeyTable {
    static let keys = Self()
    static let name = "waivedFinding"
    static let outline = TableOutline(
        "A finding that is expected, and the reason why it is not a failure.",
        examples: #"""
            - { operation: createPush, kind: refused, at: /json/message,
                reason: the service refuses words that no schema can list, until: "2027-06-30" }
            """#
    )

    let operation = Key(
        "operation",
        .filled("the name of an operation"),
        "The operation; by default all."
    )
    let kind = Key(
        "kind",
        NodeDecoder<GeneratedKind>.choice,
        "The kind of finding; by default all."
    )
    let at = Key(
        "at",
        .filled("a JSON Pointer such as /json/message"),
        "The place in the request as a JSON Pointer, in which * matches any characters; by default "
            + "all."
    )
    let reason = Key(
        "reason",
        .filled("a reason"),
        "The reason why the finding is not a failure.",
        required: true
    )
    let until = Key(
        "until",
        .node("text"),
        "The last day of the waiver, as YYYY-MM-DD."
    )
}

struct InfoKeys: KeyTable {
    static let keys = Self()
    static let name = "info"
    static let outline = TableOutline(
        "About this contract.",
        examples: #"""
            - { title: Push, version: "2013-09-01", description: Pushes to devices }
            """#
    )

    let title = Key("title", .string, "The name of the API in reports.")
    let version = Key("version", .spelling, "The version of the API.")
    let description = Key("description", .string, "A description for readers.")
}

struct DocumentKeys: KeyTable {
    static let keys = Self()
    static let name = "document"
    static let outline = TableOutline(
        "A document under test.",
        examples: #"""
            - { title: Guide, file: guide.txt, url: "https://example.com/guide",
                sha256: "9f86d081" }
            """#
    )

    let title = Key("title", .string, "The title of the document.")
    let file = Key("file", .string, "The file that contains the document.")
    let url = Key("url", .string, "The current or former URL of the document.")
    let sha256 = Key(
        "sha256",
        .string,
        "The SHA-256 of the file, which identifies its edition."
    )
}

struct TargetKeys: KeyTable {
    static let keys = Self()
    static let name = "target"
    static let outline = TableOutline(
        "A server that receives requests.",
        examples: #"""
            - { documented: "https://api.example.com", basePath: "/v1", reference: ncmb,
                headers: { Accept: application/json } }
            """#
    )

    let documented = Key(
        "documented",
        .node("text"),
        "The address in the documents; it is contacted only if you name it."
    )
    let basePath = Key(
        "basePath",
        .node(["type": "string", "pattern": #"^(/|\{\{|$)"#]),
        "The path that is prepended to the path of every request."
    )
    let reference = Key(
        "reference",
        .string,
        "The built-in service that is used if you do not name a target."
    )
    let headers = Key(
        "headers",
        .node("fields"),
        "Header fields that are added to every request that does not set them itself."
    )
}

struct VariableKeys: KeyTable {
    static let keys = Self()
    static let name = "variable"
    static let outline = TableOutline(
        "A value, or its source.",
        alternatives: ["type": nil, "items": ["$ref": "#/$defs/computed"]],
        examples: #"""
            - { env: PUSH_KEY, secret: true, default: "1343d198" }
            - { env: PUSH_PIN, type: number, secret: true }
            - { file: push.key, default: "1343d198" }
            """#
    )

    let env = Key("env", .string, "The environment variable that contains the value.")
    let file = Key(
        "file",
        .filled("the path of a file"),
        "The file that contains the value, as a path relative to this file; it is used if the "
            + "environment has no value; a trailing newline is removed."
    )
    let type = DefaultKey(
        "type",
        .choice,
        default: VariableSpecification.ValueType.string,
        "string",
        "The type of a value from the environment or `--var`; `default` keeps its own type."
    )
    let secret = DefaultKey(
        "secret",
        .boolean,
        default: false,
        false,
        "Whether reports hide the value; a value from a file is hidden unless `secret` is false."
    )
    let standard = Key(
        "default",
        .node("computed"),
        "The value if no other source gives one."
    )
}

/// What a space becomes in a query or a form.
enum SpaceSpelling: String, CaseIterable {
    case plus = "+"
    case percent = "%20"
}

struct EncodingKeys: KeyTable {
    static let keys = Self()
    static let name = "encoding"
    static let outline = TableOutline(
        "The encoding of a query or a form.",
        examples: #"""
            - { space: "+", keep: "*:" }
            """#
    )

    let space = DefaultKey(
        "space",
        .choice,
        default: SpaceSpelling.percent,
        "%20",
        "The encoding of a space."
    )
    let keep = DefaultKey(
        "keep",
        .string,
        default: "",
        "",
        "The characters that are not percent-encoded, in addition to letters, digits and -._~; "
            + #"with "all", no character is encoded."#
    )
}

struct FailureKeys: KeyTable {
    static let keys = Self()
    static let name = "failure"
    static let outline = TableOutline(
        "How failures are recognised, before anything else is checked.",
        examples: #"""
            - { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" }, message: {
                jsonpath: "$.error" }, schema: { type: object, required: [code] } }
            """#
    )

    let when = Key(
        "when",
        .node(AssertionKeys.self),
        "An assert that holds for every failure and for no success.",
        required: true
    )
    let code = Key("code", .node(FailureFieldKeys.self), "The place of the code in a failure.")
    let message = Key(
        "message",
        .node(FailureFieldKeys.self),
        "The place of the message in a failure."
    )
    let schema = Key("schema", .node("jsonSchema"), "A JSON Schema for the body of every failure.")
}

struct FailureFieldKeys: KeyTable {
    static let keys = Self()
    static let name = "failureField"
    static let outline = TableOutline(
        "The place of a value in a failure.",
        rules: [["$ref": "#/$defs/onlyQuery"]],
        examples: #"""
            - { jsonpath: "$.code", type: string }
            - { body: true, filters: { regex: "<Code>([^<]*)</Code>" } }
            - { header: X-Error }
            - { cookie: error }
            - { xpath: "string(/Error/Code)" }
            - { form: code }
            - { certificate: subject }
            - { status: true }
            - { version: true }
            - { bytes: true }
            - { sha256: true }
            - { redirect: true }
            - { duration: total }
            - { url: true }
            - { method: true }
            - { path: true }
            """#
    )

    let type = Key(
        "type",
        NodeDecoder<JSONValue.Kind>.choice.described(by: "valueType"),
        "The required type of the value; codes are always compared as strings."
    )
    let filters = Key("filters", .node("filters"))
    let query = QueryKeys()
}

struct StateKeys: KeyTable {
    static let keys = Self()
    static let name = "state"
    static let outline = TableOutline(
        "A condition of the server that no request can create.",
        examples: #"""
            - { summary: A push that was delivered long ago, parameters: [days],
                provides: [pushId], doc: "guide#History", basis: observed }
            """#
    )

    let summary = Key("summary", .summary)
    let parameters = Key(
        "parameters",
        .list(of: .string),
        "The names of the values that a case passes to the state."
    )
    let provides = Key(
        "provides",
        .list(of: .string),
        "The names of the values that the state passes to the case."
    )
    let doc = Key("doc", .node("doc"))
    let basis = DefaultKey(
        "basis",
        .basis,
        default: Basis.documented,
        "documented",
        "How certain it is that the server reaches this condition; results of cases that need it "
            + "are at most as certain."
    )
}
