import Contract
import JSON

struct OperationKeys: KeyTable {
    static let keys = Self()
    static let name = "operation"
    static let outline = TableOutline(
        "An operation of the API.",
        examples: #"""
            - { summary: Registers a push, doc: "guide#Sending", basis: documented,
                tags: [delivery], target: api, rows: [{ system: ios }, { system: android }],
                request: { method: POST, path: "/push", json: { target: ["{{system}}"] } },
                accepts: { json: { type: object, required: [target] } },
                responses: { "201": { schema: { type: object, required: [objectId] } } },
                promises: { both-times: { summary: Two times exclude each other,
                error: E400008 } }, errors: [E403002], waived: { reason: the service is closed,
                until: "2027-06-30" }, untestable: only the console does it,
                noDefect: it describes clients }
            """#
    )

    let facts = FactKeys()
    let tags = Key(
        "tags",
        .tags,
        "Tags that are added to every case with a step that calls this operation."
    )
    let target = Key(
        "target",
        .node(["type": "string"]),
        "The target of this operation; by default the first one."
    )
    let rows = Key("rows", .node(RowsKeys.self))
    let request = Key("request", .node(RequestKeys.self), required: true)
    let accepts = Key("accepts", .node(AcceptanceKeys.self))
    let responses = Key(
        "responses",
        .entries(
            of: .mapping(ResponseKeys.self),
            names: ["pattern": "^x-|^(default|[1-5][0-9][0-9]|[1-5][Xx][Xx])$"]
        ),
        #"Successful responses by status: "201", "2XX" or default."#
    )
    let promises = Key(
        "promises",
        .entries(of: .mapping(PromiseKeys.self), names: "identifier"),
        "Promises of the documents about this operation, in addition to its success: with "
            + "`error`, a trigger of that error; otherwise a behaviour."
    )
    let errors = Key(
        "errors",
        .node(["type": "array", "items": ["$ref": "#/$defs/text"]]),
        "Errors of the catalogue that this operation can return; each is a promise with the name "
            + "of the error."
    )
}

struct AcceptanceKeys: KeyTable {
    static let keys = Self()
    static let name = "acceptance"
    static let outline = TableOutline(
        "JSON Schemas by section of the request, which accept exactly the requests that the "
            + "operation accepts; outside `json`, a string whose schema does not allow strings is "
            + "parsed as the value that it spells.",
        filling: .keys,
        examples: #"""
            - { params: { type: object, properties: { id: { type: string, maxLength: 16 } } },
                query: { type: object, properties: { limit: { type: integer, maximum: 1000 } } },
                headers: { type: object }, json: { type: object, required: [message] },
                mediaTypes: [application/json, application/xml] }
            - { form: { type: object, additionalProperties: false } }
            - { multipart: { type: object, properties: { picture: { type: string } } } }
            """#
    )

    let params = Key("params", .node("jsonSchema"), "Schema of the values in the path.")
    let query = Key("query", .node("jsonSchema"), "Schema of the query fields.")
    let headers = Key(
        "headers",
        .node("jsonSchema"),
        "Schema of the header fields that the contract names."
    )
    let json = Key("json", .node("jsonSchema"), "Schema of a JSON body.")
    let form = Key("form", .node("jsonSchema"), "Schema of the form fields.")
    let multipart = Key(
        "multipart",
        .node("jsonSchema"),
        "Schema of the parts of a body; files count as strings."
    )
    let mediaTypes = Key(
        "mediaTypes",
        .tags,
        "Media types that the body can have, in addition to that of the example."
    )
}

struct ResponseKeys: KeyTable {
    static let keys = Self()
    static let name = "response"
    static let outline = TableOutline(
        "A successful response with this status.",
        filling: .keys,
        rules: ExpectedKeys.rules,
        examples: #"""
            - { summary: The push with its id, doc: "guide#Sending", basis: observed, status: {
                lt: 203 }, signed: true, schema: { "$ref": "#/schemas/Created" }, like: {
                objectId: AAAA }, contains: { status: 0 }, equals: { objectId: AAAA, status: 0 },
                arrays: unordered, encoded: true, events: { for: 2s, count: 2 },
                asserts: [{ header: Content-Type,
                startsWith: application/json, waived: a known defect }] }
            """#
    )

    let summary = Key("summary", .summary)
    let doc = Key("doc", .node("doc"))
    let common = ExpectedKeys()
}

struct PromiseKeys: KeyTable {
    static let keys = Self()
    static let name = "promise"
    static let outline = TableOutline(
        "One promise of the documents.",
        examples: #"""
            - { summary: Two times exclude each other, doc: "guide#Sending", basis: observed,
                error: { id: E400008, message: [deliveryTime, immediateDeliveryFlag] }, expect: {
                asserts: { jsonpath: "$.errors", count: 1 } }, waived: the service is closed,
                untestable: only the console gives it, noDefect: nothing of it is sent,
                acceptedOnly: true }
            """#
    )

    let facts = FactKeys()
    let error = Key("error", .node("errorReference"))
    let expect = Key("expect", .node(ExpectationKeys.self))
    let acceptedOnly = DefaultKey(
        "acceptedOnly",
        .boolean,
        default: false,
        false,
        "Whether the documents promise acceptance only; a success of the operation or call is then "
            + "sufficient."
    )
}

struct DetailedErrorKeys: KeyTable {
    static let keys = Self()
    static let name = "detailedError"
    static let outline = TableOutline(
        "An error of the catalogue, with details.",
        filling: .keys,
        examples: #"""
            - { id: E400008, basis: inferred, message: [deliveryTime, immediateDeliveryFlag] }
            """#
    )

    let id = Key("id", .node("text"), "The name of the error in the catalogue.", required: true)
    let basis = Key("basis", .basis, "How certain it is that this error is the one that occurs.")
    let message = Key(
        "message",
        .node(["type": ["array", "string", "number", "boolean"]]),
        "The values for {0}, {1} … in the catalogue's message, or the complete message as a string."
    )
}

struct ErrorEntryKeys: KeyTable {
    static let keys = Self()
    static let name = "errorEntry"
    static let outline = TableOutline(
        "An error that the documents list.",
        examples: #"""
            - { status: [400, 422], code: E400008, message: "Either {0} or {1}.", messageBasis: observed,
                summary: Two fields that exclude each other, doc: "guide#Errors",
                basis: documented, signed: optional, waived: the service is closed,
                untestable: only the console gives it, noDefect: nothing of it is sent }
            """#
    )

    let status = Key(
        "status",
        NodeDecoder<[Int]>.oneOrMany(of: .integer(in: 100...599)).described(by: [
            "anyOf": [
                ["type": "integer", "minimum": 100, "maximum": 599],
                [
                    "type": "array", "minItems": 1,
                    "items": ["type": "integer", "minimum": 100, "maximum": 599],
                ],
            ]
        ]),
        "The status code of the response, or a list of possible codes."
    )
    let code = Key(
        "code",
        .node(["anyOf": [["$ref": "#/$defs/text"], ["$ref": "#/$defs/codePattern"]]]),
        "The code in the response, or `none`; by default the name of this entry."
    )
    let message = Key(
        "message",
        .string,
        "The message in the response, with {0}, {1} … for the parts that vary; it is not checked "
            + "if omitted."
    )
    let messageBasis = Key("messageBasis", .basis, "How certain the wording of the message is.")
    let facts = FactKeys()
    let signed = Key("signed", .node("signed"))
}

struct CodePatternKeys: KeyTable {
    static let keys = Self()
    static let name = "codePattern"
    static let outline = TableOutline(
        examples: #"""
            - { matches: "^E4" }
            """#
    )

    let matches = Key(
        "matches",
        .string,
        "A regular expression for the code.",
        required: true
    )
}

struct WaiverKeys: KeyTable {
    static let keys = Self()
    static let name = "waiver"
    static let outline = TableOutline(
        "The reason why the entry is not checked, and the last day of the waiver.",
        filling: .keys,
        alternatives: ["type": ["string", "object"], "minLength": 1],
        examples: #"""
            - { reason: the service is closed, until: "2027-06-30" }
            """#
    )

    let reason = Key(
        "reason",
        .filled("a reason"),
        "The reason why the entry is not checked.",
        required: true
    )
    let until = Key(
        "until",
        .node([
            "type": "string",
            "pattern":
                #"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$|^\{\{ *[^{} ]+ *\}\}$"#,
        ]),
        "The last day of the waiver, as YYYY-MM-DD."
    )
}

struct ListenerKeys: KeyTable {
    static let keys = Self()
    static let name = "listener"
    static let outline = TableOutline(
        "A server that Assay runs; it stores the requests that it receives for steps with "
            + "`received`.",
        filling: .whole,
        examples: #"""
            - { summary: The push service of a system, doc: "guide#Sending", address:
                "127.0.0.1:8443", tls: { cert: listener.pem, key: listener.key }, respond: [{
                status: 503 }, { status: 200 }] }
            """#
    )

    let summary = Key("summary", .summary)
    let doc = Key("doc", .node("doc"))
    let respond = Key(
        "respond",
        .node([
            "anyOf": [
                ["$ref": "#/$defs/listenerResponse"],
                ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/listenerResponse"]],
            ]
        ]),
        "The response; by default 200 without a body; in a list, each response is for one request, "
            + "in order, and the last one is for all further requests."
    )
    let address = Key(
        "address",
        .node([
            "type": "string", "pattern": #"^([^:\[\]]+|\[[^\[\]]*:[^\[\]]*\]):[1-9][0-9]{0,4}$"#,
        ]),
        "The address to listen on, as HOST:PORT; by default a free port of 127.0.0.1; cases with "
            + "the same address do not run in parallel."
    )
    let tls = Key(
        "tls",
        .node(ListenerTLSKeys.self),
        "The certificate and key for TLS; the URL of the listener then starts with https."
    )
}

struct ListenerTLSKeys: KeyTable {
    static let keys = Self()
    static let name = "listenerTLS"
    static let outline = TableOutline(
        "The certificate of a listener; clients must trust it.",
        filling: .whole,
        examples: #"""
            - { cert: listener.pem, key: listener.key }
            """#
    )

    let certificate = Key(
        "cert",
        .node("file"),
        "The file with the certificate in PEM format, followed by those of its issuers.",
        required: true
    )
    let key = Key("key", .node("file"), "The file with its private key.", required: true)
}

struct ListenerResponseKeys: KeyTable {
    static let keys = Self()
    static let name = "listenerResponse"
    static let outline = TableOutline(
        "A response to a request.",
        filling: .whole,
        rules: [["$ref": "#/$defs/oneBody"]],
        examples: #"""
            - { status: 410, headers: { apns-id: "{{uuid}}" }, json: { reason: Unregistered },
                delay: "50ms" }
            - { form: { status: "0" } }
            - { text: OK }
            - { file: data.bin }
            """#
    )

    let status = DefaultKey(
        "status",
        .integer(in: 200...599),
        default: 200,
        200,
        "The status code."
    )
    let content = KeyList([
        Key("headers", .node("headers")),
        Key("json", .node("json")),
        Key("form", .node("form")),
        Key("text", .node("textBody")),
        Key("file", .node("file")),
    ])
    let delay = DefaultKey(
        "delay",
        .duration,
        default: .zero,
        "0s",
        "How long to wait before the response."
    )
}
