import Contract
import JSON

struct ContractKeys: KeyTable {
    static let keys = Self()
    static let name = "contract"
    static let outline = TableOutline(
        "What the documents of an HTTP API promise, and the cases that try it.",
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

    let contract = Key(
        "contract",
        .node(["enum": ["1", 1]]),
        #"The version of the format: always "1"."#,
        required: true,
        default: "1"
    )
    let info = Key("info", .node(InfoKeys.self))
    let use = Key(
        "use",
        .node([
            "type": ["string", "array"], "minLength": 1,
            "items": ["type": "string", "minLength": 1],
        ]),
        "Contract files whose tables this one needs, by their paths from here; their "
            + "cases stay theirs.",
        examples: [["common.yaml"]]
    )
    let docs = Key(
        "docs",
        .entries(of: .mapping(DocumentKeys.self)),
        "The documents under test, each by the short name that `doc` refers to."
    )
    let targets = Key(
        "targets",
        .entries(of: .mapping(TargetKeys.self)),
        "The servers that requests go to; the first is the default."
    )
    let variables = Key(
        "variables",
        .entries(of: .node(VariableKeys.self), names: "valueName"),
        "Values that the environment may give, for example keys; `{{name}}` puts one in."
    )
    let bindings = Key("let", .bindings)
    let cookies = DefaultKey(
        "cookies",
        .choice,
        default: CookiePolicy.ignore,
        "ignore",
        "Whether the cases of this file keep the cookies that answers set: each begins with "
            + "those that `setup` was given."
    )
    let namespaces = Key(
        "namespaces",
        .entries(of: .filled("the address of a namespace")),
        "What the prefixes in `xpath` stand for.",
        examples: [["soap": "http://schemas.xmlsoap.org/soap/envelope/"]]
    )
    let securitySchemes = Key(
        "securitySchemes",
        .entries(of: .node("securityScheme"), names: ["not": ["enum": ["none"]]]),
        "The ways in which requests prove who sends them, each by the name that "
            + "`security` refers to."
    )
    let encodings = Key(
        "encodings",
        .entries(
            of: .mapping(EncodingKeys.self),
            names: ["not": ["$ref": "#/$defs/builtInEncoding"]]
        ),
        "Spellings of queries and forms, each by the name that `encoding` refers to; "
            + "percent and form are built in."
    )
    let failure = Key("failure", .node(FailureKeys.self))
    let schemas = Key(
        "schemas",
        .entries(of: .node("jsonSchema")),
        ##"JSON Schemas (draft 2020-12) that `schema: { $ref: "#/schemas/NAME" }` refers to."##
    )
    let states = Key(
        "states",
        .entries(of: .mapping(StateKeys.self)),
        "Conditions of the server that no request can bring about, each by the name that "
            + "`given` refers to."
    )
    let listeners = Key(
        "listeners",
        .entries(of: .mapping(ListenerKeys.self), names: "valueName"),
        "Servers that the tool plays while a case runs, for example a downstream push "
            + "service; `{{listeners.NAME.url}}` is the address of one."
    )
    let operations = Key(
        "operations",
        .entries(
            of: .mapping(OperationKeys.self),
            names: ["allOf": [["$ref": "#/$defs/identifier"], ["not": ["enum": ["errors"]]]]],
            unlessRemarked: ["request", "responses", "promises"]
        ),
        "The calls that the documents describe: a valid request, its answers, and what is "
            + "promised about it."
    )
    let errors = Key(
        "errors",
        .entries(
            of: .mapping(ErrorEntryKeys.self),
            names: "identifier",
            unlessRemarked: ["status", "code"]
        ),
        "The catalogue of errors that the documents list, each by its code."
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
        "The calls of the client library that the documents describe; they share their "
            + "names with the operations."
    )
    let groups = Key(
        "groups",
        .entries(
            of: .mapping(StepGroupKeys.self),
            names: "identifier",
            unlessRemarked: ["steps"]
        ),
        "Steps under a name, which cases put in with `group`."
    )
    let cases = Key(
        "cases",
        .entries(
            of: .mapping(CaseKeys.self),
            names: "identifier",
            unlessRemarked: ["steps", "covers", "rows"]
        ),
        "What is tried: each case is a list of steps, run by itself."
    )
    let setup = Key(
        "setup",
        .node(.sharedHooks),
        "Steps that run once before the cases of this file, or, when it has none, of all "
            + "files that use it; no listener runs yet."
    )
    let teardown = Key(
        "teardown",
        .node(.sharedHooks),
        "Steps that run once after the cases of this file, or of all files that use it, "
            + "whatever happened; their answers are not judged."
    )
}

struct GenerateKeys: KeyTable {
    static let keys = Self()
    static let name = "generate"
    static let outline = TableOutline(
        "What `assay verify --generate` makes of this contract.",
        examples: #"""
            - { cases: 500, exclude: { updatePush: it is slow }, waived: [{
                operation: createPush, kind: refused, at: /json/message,
                reason: the service refuses words that no schema can list, until: "2027-06-30" }] }
            """#
    )

    let cases = Key(
        "cases",
        .integer(in: 1...1_000_000),
        "How many cases are generated for the server, unless the command line says so.",
        default: 200
    )
    let exclude = Key(
        "exclude",
        .entries(of: .filled("a reason"), names: "identifier"),
        "Operations that no generated case calls on purpose, each with the reason."
    )
    let waived = Key(
        "waived",
        .list(of: .mapping(WaivedFindingKeys.self)),
        "What may be found, and is no mistake."
    )
}

struct WaivedFindingKeys: KeyTable {
    static let keys = Self()
    static let name = "waivedFinding"
    static let outline = TableOutline(
        "What generated cases may find, and why it is no mistake.",
        examples: #"""
            - { operation: createPush, kind: refused, at: /json/message,
                reason: the service refuses words that no schema can list, until: "2027-06-30" }
            """#
    )

    let operation = Key(
        "operation",
        .filled("the name of an operation"),
        "The operation; every one by default."
    )
    let kind = Key(
        "kind",
        NodeDecoder<GeneratedKind>.choice,
        "What is found; anything by default."
    )
    let at = Key(
        "at",
        .filled("a JSON Pointer such as /json/message"),
        "The place in the request as a JSON Pointer, with * for any text; every place by default."
    )
    let reason = Key("reason", .filled("a reason"), "Why this is no mistake.", required: true)
    let until = Key(
        "until",
        .node("text"),
        "The last day on which the waiver holds, as YYYY-MM-DD."
    )
}

struct InfoKeys: KeyTable {
    static let keys = Self()
    static let name = "info"
    static let outline = TableOutline(
        "What this contract is about.",
        examples: #"""
            - { title: Push, version: "2013-09-01", description: Pushes to devices }
            """#
    )

    let title = Key("title", .string, "The name of the API, for reports.")
    let version = Key("version", .spelling, "The version of the API.")
    let description = Key("description", .string, "More about it, for people.")
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

    let title = Key("title", .string, "What the page is called.")
    let file = Key("file", .string, "The file that holds the page.")
    let url = Key("url", .string, "Where the page is, or was.")
    let sha256 = Key(
        "sha256",
        .string,
        "The SHA-256 of the file, so that nobody quotes another edition."
    )
}

struct TargetKeys: KeyTable {
    static let keys = Self()
    static let name = "target"
    static let outline = TableOutline(
        "A server that requests go to.",
        examples: #"""
            - { documented: "https://api.example.com", basePath: "/v1", reference: ncmb,
                headers: { Accept: application/json } }
            """#
    )

    let documented = Key(
        "documented",
        .node("text"),
        "The address in the documents; it is contacted only when the user names it."
    )
    let basePath = Key(
        "basePath",
        .node(["type": "string", "pattern": #"^(/|\{\{|$)"#]),
        "What stands before the path of every request."
    )
    let reference = Key(
        "reference",
        .string,
        "The built-in service that stands in when no target is named."
    )
    let headers = Key(
        "headers",
        .node("fields"),
        "Header fields that every request gets unless it has its own."
    )
}

struct VariableKeys: KeyTable {
    static let keys = Self()
    static let name = "variable"
    static let outline = TableOutline(
        "A value, or where it comes from.",
        alternatives: ["type": nil, "items": ["$ref": "#/$defs/computed"]],
        examples: #"""
            - { env: PUSH_KEY, secret: true, default: "1343d198" }
            - { env: PUSH_PIN, type: number, secret: true }
            - { file: push.key, default: "1343d198" }
            """#
    )

    let env = Key("env", .string, "The environment variable that gives the value.")
    let file = Key(
        "file",
        .filled("the path of a file"),
        "The file that holds the value, by its path from here, where the environment gives none; "
            + "the line end at its end is left out."
    )
    let type = DefaultKey(
        "type",
        .choice,
        default: VariableSpecification.ValueType.string,
        "string",
        "What the text from the environment, or of `--var`, stands for; `default` keeps its own "
            + "type."
    )
    let secret = DefaultKey(
        "secret",
        .boolean,
        default: false,
        false,
        "Whether the value must appear in no report; one that comes from a file must not, unless "
            + "this says false."
    )
    let standard = Key(
        "default",
        .node("computed"),
        "The value where nothing else gives one."
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
        "How a query or a form is spelled.",
        examples: #"""
            - { space: "+", keep: "*:" }
            """#
    )

    let space = DefaultKey(
        "space",
        .choice,
        default: SpaceSpelling.percent,
        "%20",
        "What a space becomes."
    )
    let keep = DefaultKey(
        "keep",
        .string,
        default: "",
        "",
        #"The characters that are not percent-encoded, beside letters, digits and -._~; "#
            + #""all" keeps every one."#
    )
}

struct FailureKeys: KeyTable {
    static let keys = Self()
    static let name = "failure"
    static let outline = TableOutline(
        "How to tell that an answer is a failure, and which; this is decided before "
            + "anything else.",
        examples: #"""
            - { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" }, message: {
                jsonpath: "$.error" }, schema: { type: object, required: [code] } }
            """#
    )

    let when = Key(
        "when",
        .node(AssertionKeys.self),
        "The assert that holds for every failure and for no success.",
        required: true
    )
    let code = Key("code", .node(FailureFieldKeys.self), "Where a failure carries its code.")
    let message = Key(
        "message",
        .node(FailureFieldKeys.self),
        "Where a failure carries its message."
    )
    let schema = Key("schema", .node("jsonSchema"), "What the body of every failure looks like.")
}

struct FailureFieldKeys: KeyTable {
    static let keys = Self()
    static let name = "failureField"
    static let outline = TableOutline(
        "Where a failure carries something.",
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
        "The type that the value has to have; whatever it is, codes are compared as texts."
    )
    let filters = Key("filters", .node("filters"))
    let query = QueryKeys()
}

struct StateKeys: KeyTable {
    static let keys = Self()
    static let name = "state"
    static let outline = TableOutline(
        "A condition of the server that no request can bring about.",
        examples: #"""
            - { summary: A push that was delivered long ago, parameters: [days],
                provides: [pushId], doc: "guide#History", basis: observed }
            """#
    )

    let summary = Key("summary", .summary)
    let parameters = Key(
        "parameters",
        .list(of: .string),
        "The names of the values that a case gives with the state."
    )
    let provides = Key(
        "provides",
        .list(of: .string),
        "The names of the values that the state gives to the case."
    )
    let doc = Key("doc", .node("doc"))
    let basis = DefaultKey(
        "basis",
        .basis,
        default: Basis.documented,
        "documented",
        "How sure it is that the server gets into this condition; what a case finds in it is no "
            + "surer."
    )
}
