import Contract
import JSON

struct CaseKeys: KeyTable {
    static let keys = Self()
    static let name = "case"
    static let outline = TableOutline(
        "Steps that try something, run by themselves.",
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
        #"The promises that the last step brings about: OPERATION/NAME, OPERATION, "#
            + #"errors/CODE, or "*/CODE" for every operation that has it."#
    )
    let needs = Key(
        "needs",
        .node([
            "type": ["string", "array"], "minLength": 1,
            "items": ["type": "string", "minLength": 1],
        ]),
        "Cases of this file that have to hold before this one runs; what one of them has "
            + "captured is known here."
    )
    let rows = Key("rows", .node(RowsKeys.self))
    let bindings = Key("let", .bindings)
    let given = Key("given", .node("given"))
    let listeners = Key(
        "listeners",
        .entries(of: .mapping(ListenerKeys.self), names: .valueName),
        "Servers that the tool plays in this case: others than those of the contract, or "
            + "in place of them."
    )
    let cookies = Key(
        "cookies",
        NodeDecoder<CookiePolicy>.choice,
        "Whether cookies that answers set are sent with the requests of later steps, as "
            + "RFC 6265 has it; what the contract says unless it is said here."
    )
    let clients = Key(
        "clients",
        .entries(of: .mapping("clientState")),
        "The clients that the steps make calls with, each with what it remembers at the start.",
        examples: [["app": ["token": "AAAA"]]]
    )
    let setup = Key(
        "setup",
        .node("hooks"),
        "Steps that prepare the case; a difference there makes it inconclusive."
    )
    let steps = Key(
        "steps",
        .node([
            "type": ["array", "string"], "pattern": #"^\{\{ *[^{} ]+ *\}\}$"#, "minItems": 1,
            "items": ["$ref": "#/$defs/anyStep"],
        ]),
        "What is tried, in order; every answer is judged.",
        required: true
    )
    let teardown = Key(
        "teardown",
        .node("hooks"),
        "Steps that clean up, also after a failure; their answers are not judged."
    )
    let waived = Key("waived", .node(WaiverKeys.self))
}

struct RowsKeys: KeyTable {
    static let keys = Self()
    static let name = "rows"
    static let outline = TableOutline(
        "Values to run this with, one row after the other: `{{column}}` puts one in.",
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
        "A CSV file; its first line names the columns, and every value is a text.",
        required: true
    )
}

struct StepGroupKeys: KeyTable {
    static let keys = Self()
    static let name = "stepGroup"
    static let outline = TableOutline(
        "Steps that cases put in; each use gives values for its parameters.",
        examples: #"""
            - { summary: Sends a push, parameters: [text], steps: [{ call: createPush, set: {
                "/json/message": "{{text}}" } }] }
            """#
    )

    let summary = Key("summary", .summary)
    let parameters = Key(
        "parameters",
        .node(["type": "array", "items": ["$ref": "#/$defs/valueName"]]),
        "Names that stand in {{…}} in the steps; each use gives a value for each of them."
    )
    let steps = Key(
        "steps",
        .node(["type": "array", "minItems": 1, "items": ["type": "object"]]),
        "The steps, as a case has them; they may use other groups.",
        required: true
    )
}
