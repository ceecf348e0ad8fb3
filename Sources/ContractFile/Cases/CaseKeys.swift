import Contract
import JSON

struct CaseKeys: KeyTable {
    static let keys = Self()
    static let name = "case"
    static let outline = TableOutline(
        "Steps that test something, independently of other cases.",
        filling: .keys,
        examples: #"""
            - { summary: Two times exclude each other, doc: "guide#Sending", basis: observed,
                tags: [delivery], covers: createPush/both-times, needs: other, rows: [{
                flag: true }, { flag: false }], let: { time: "{{now rfc3339-ms +3m}}" },
                given: [quota-used-up, { history: { days: 3 } }], listeners: { apns: { respond: {
                status: 410 } } }, cookies: keep, clients: { app: { token: AAAA } }, setup: [{
                call: createPush }], steps: [{ call: createPush, set: { "/json/flag": "{{flag}}",
                "/json/time": "{{time}}" } }], teardown: [{ call: createPush }],
                waived: the service is closed }
            """#
    )

    let summary = Key("summary", .summary)
    let doc = Key("doc", .node("doc"))
    let basis = Key("basis", .basis)
    let tags = Key("tags", .tags)
    let covers = Key(
        "covers",
        .node("promises"),
        #"Promises that the last step tests: OPERATION/NAME, OPERATION, errors/CODE, or "*/CODE" "#
            + "for every operation with this error."
    )
    let needs = Key(
        "needs",
        .node([
            "type": ["string", "array"], "minLength": 1,
            "items": ["type": "string", "minLength": 1],
        ]),
        "Cases of this file that must pass before this case, which can use their captures."
    )
    let rows = Key("rows", .node(RowsKeys.self))
    let bindings = Key("let", .bindings)
    let given = Key("given", .node("given"))
    let listeners = Key(
        "listeners",
        .entries(of: .mapping(ListenerKeys.self), names: .valueName),
        "Listeners of this case, which are added to those of the contract or replace them."
    )
    let cookies = Key(
        "cookies",
        NodeDecoder<CookiePolicy>.choice,
        "Whether later steps send the cookies of earlier responses (RFC 6265); by default as the "
            + "contract specifies."
    )
    let clients = Key(
        "clients",
        .entries(of: .mapping("clientState")),
        "The clients that make the calls of the steps, each with its initial state.",
        examples: [["app": ["token": "AAAA"]]]
    )
    let setup = Key(
        "setup",
        .node("hooks"),
        "Steps that prepare the case; if one of them fails, the case is inconclusive."
    )
    let steps = Key(
        "steps",
        .node([
            "type": ["array", "string"], "pattern": #"^\{\{ *[^{} ]+ *\}\}$"#, "minItems": 1,
            "items": ["$ref": "#/$defs/anyStep"],
        ]),
        "The steps, in order; every response is checked.",
        required: true
    )
    let teardown = Key(
        "teardown",
        .node("hooks"),
        "Steps that clean up, also after a failure; their responses are not checked."
    )
    let waived = Key("waived", .node(WaiverKeys.self))
}

struct RowsKeys: KeyTable {
    static let keys = Self()
    static let name = "rows"
    static let outline = TableOutline(
        "Rows of values; the entry runs once for each row; `{{column}}` inserts a value.",
        alternatives: [
            "type": ["array", "object"], "minItems": 1,
            "items": ["type": "object", "propertyNames": .ref("columnName")],
        ],
        examples: #"""
            - { csv: rows.csv }
            """#
    )

    let csv = Key(
        "csv",
        .filled("the path of a CSV file"),
        "A CSV file; its first line names the columns, and all values are strings.",
        required: true
    )
}

struct StepGroupKeys: KeyTable {
    static let keys = Self()
    static let name = "stepGroup"
    static let outline = TableOutline(
        "Steps that cases include, with a value for each parameter.",
        examples: #"""
            - { summary: Sends a push, parameters: [text], steps: [{ call: createPush, set: {
                "/json/message": "{{text}}" } }] }
            """#
    )

    let summary = Key("summary", .summary)
    let parameters = Key(
        "parameters",
        .node(["type": "array", "items": ["$ref": "#/$defs/valueName"]]),
        "Names for {{…}} in the steps; each use of the group passes a value for each name."
    )
    let steps = Key(
        "steps",
        .node(["type": "array", "minItems": 1, "items": ["type": "object"]]),
        "The steps, as in a case; they can use other groups.",
        required: true
    )
}
