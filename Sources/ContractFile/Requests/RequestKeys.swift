import Contract
import JSON

struct RequestKeys: KeyTable {
    static let keys = Self()
    static let name = "request"
    static let outline = TableOutline(
        "A complete, valid request; steps change parts of it.",
        filling: .whole,
        rules: [
            .ref("oneBody"), .unlessFilled(.leavesOne(of: ["path", "url"])),
        ],
        examples: #"""
            - { method: PUT, path: "/push/{id}", basePath: "/v2", target: api, params: {
                id: AAAAAAAAAAAAAAAA }, headers: { Accept: application/json }, query: { where: {
                json: { rank: 1 } }, limit: 5 }, json: { message: hello }, security: app,
                encoding: percent, compression: gzip, redirects: follow }
            - { method: POST, url: "https://example.com/push", form: { message: hello } }
            - { method: POST, path: "/files", multipart: { name: a, data: { file: data.bin } } }
            - { method: POST, path: "/push", text: hello }
            - { method: POST, path: "/push", file: data.bin }
            """#
    )

    let sections = ChangeKeys(.none)
}

struct PartKeys: KeyTable {
    static let keys = Self()
    static let name = "part"
    static let outline = TableOutline(
        "The value of a field, a file, or text of a media type.",
        filling: .keys,
        alternatives: ["type": ["string", "number", "boolean", "null", "object"]],
        examples: #"""
            - { file: data.bin, filename: a.csv, type: text/csv }
            - { text: '{"a":1}', type: application/json }
            """#
    )

    let content = KeyList(oneOf: [
        Key("file", .node("file")), Key("text", .node("scalar"), "The content as text."),
    ])
    let filename = Key(
        "filename",
        .string,
        "The file name to send; by default the name of the file."
    )
    let type = Key(
        "type",
        .string,
        "The media type of the part; for a file, application/octet-stream by default."
    )
}

struct TamperKeys: KeyTable {
    static let keys = Self()
    static let name = "tamper"
    static let outline = TableOutline(
        "Changes after signing, which make the signature invalid.",
        filling: .whole,
        examples: #"""
            - { set: { "/headers/X-Timestamp": now }, unset: "/headers/X-Key",
                flip: ["/headers/X-Signature"] }
            """#
    )

    let set = Key(
        "set",
        .node("set"),
        "Values to set in the signed request, by JSON Pointer."
    )
    let unset = Key(
        "unset",
        .node("pointers"),
        "Parts of the signed request to remove, as JSON Pointers."
    )
    let flip = Key(
        "flip",
        .node("pointers"),
        "Strings of the signed request in which one character is changed, as JSON Pointers."
    )
}

struct AlternativeKeys: KeyTable {
    static let keys = Self()
    static let name = "alternative"
    static let outline = TableOutline(
        "A value that depends on the state of the client.",
        examples: #"""
            - { when: { state: token, equals: null }, value: none }
            """#
    )

    let when = Key(
        "when",
        .node("asserts"),
        "Asserts on the state of the client and the arguments of the call; the value applies when "
            + "all of them hold.",
        required: true
    )
    let value = Key(
        "value",
        .node("computed"),
        "The value, which can contain expressions.",
        required: true
    )
}
