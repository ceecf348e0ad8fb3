import JSON

struct DefectFileKeys: KeyTable {
    static let keys = Self()
    static let name = "defectFile"
    static let outline = TableOutline(
        "Deliberate defects of a reference service; each of them breaks promises of the contracts."
    )

    let defects = Key.version("defects")
    let service = Key(
        "service",
        .filled("the name of a service"),
        "The service into which the defects are injected.",
        required: true,
        examples: ["ncmb"]
    )
    let relative = Key(
        "relative",
        .filled("the name of a service"),
        "A service that accepts the same requests; `borrowed` names defects of it."
    )
    let leading = DefaultKey(
        "leading",
        .integer(in: 0...16),
        default: 0,
        0,
        "The number of path segments before those that `calls` name. In a message they are in "
            + "`base`."
    )
    let calls = Key(
        "calls",
        .entries(of: .oneOrMany(of: .string)),
        "Requests by name: a method, a space and a path, or a list of such strings. `*` matches "
            + "any part of a segment, `**` at the end any further segments.",
        examples: [["message": ["POST messages", "PUT reservations/*"]]]
    )
    let found = Key(
        "found",
        .node("messageConditions"),
        "Conditions on the response to a `look`; the defect applies only when they hold."
    )
    let replies = Key(
        "replies",
        .entries(of: .mapping(ReplyKeys.self)),
        "Responses by name, which replace those of the service."
    )
    let list = Key(
        "list",
        .entries(of: .mapping(DefectKeys.self), names: "identifier"),
        "The defects by name.",
        required: true
    )
    let contradictions = Key(
        "contradictions",
        .entries(of: .entries(of: .oneOrMany(of: .string))),
        "Defects by document and statement of its inventory: they make the statement false and "
            + "leave the others true, one defect for each part of the statement.",
        examples: [["guide": ["both-times": ["both-times-accepted"]]]]
    )
    let borrowed = Key(
        "borrowed",
        .entries(of: .oneOrMany(of: .string)),
        "Defects of the relative, each with the promises that it breaks in this service."
    )
}

struct ReplyKeys: KeyTable {
    static let keys = Self()
    static let name = "defectReply"
    static let outline = TableOutline(
        "A response.",
        examples: #"""
            - { status: 200, headers: { content-type: application/json }, json: { status: "0" } }
            """#
    )

    let status = Key("status", .integer(in: 100...599), "The status code.", required: true)
    let headers = Key("headers", .mapping, "The header fields, with names in lower case.")
    let json = Key("json", .node(.any), "The body as JSON; empty by default.")
}

struct DefectKeys: KeyTable {
    static let keys = Self()
    static let name = "defect"
    static let outline = TableOutline(
        "One defect. It applies to requests that match `on`, `when`, `answered` and `look`. Then "
            + "states change, the service receives the request as `request` changes it, and "
            + "`reply` and `response` determine the response to the client.",
        examples: #"""
            - { summary: What is created is answered with 200, breaks: createPush,
                answered: { status: 201 }, response: { set: { status: 200 } } }
            - { summary: A tag keeps its name, breaks: [renameTag/renamed], on: PUT tags/*,
                look: { set: { method: GET } }, reply: success }
            - { summary: Late messages are sent, when: { method: POST }, end: [delivery-late],
                begin: [], before: {}, request: { remove: json.target }, after: {}, forge: true }
            - { summary: The badge is a text, notification: { change: { aps.badge: toString } } }
            - { summary: The client names no device, model:
                { remove: "calls.register.performs[0].set['/form/device']" } }
            """#
    )

    let summary = Key(
        "summary",
        .filled("a sentence"),
        "The wrong behaviour of the service, in one sentence.",
        required: true
    )
    let breaks = Key(
        "breaks",
        .oneOrMany(of: .string),
        "The promises that the defect breaks, by their names in coverage; it can break others too."
    )
    let on = Key(
        "on",
        .oneOrMany(of: .string),
        "The requests that the defect applies to: names of `calls`, or a method and a path; by "
            + "default all."
    )
    let when = Key("when", .node("messageConditions"), "Conditions on the request.")
    let answered = Key(
        "answered",
        .node("messageConditions"),
        "Conditions on the response to the unchanged request; by default the response is not "
            + "checked."
    )
    let look = Key(
        "look",
        .node("messageEdits"),
        "Turns the request into one that only reads; its response must meet `found`."
    )
    let begin = Key("begin", .oneOrMany(of: .string), "Provider states that begin first.")
    let end = Key("end", .oneOrMany(of: .string), "Provider states that end first.")
    let before = Key(
        "before",
        .node("messageEdits"),
        "Turns the request into another one, which is sent before it."
    )
    let request = Key("request", .node("messageEdits"), "Changes to the request.")
    let reply = Key(
        "reply",
        .string,
        "The name of a response that is sent without calling the service."
    )
    let after = Key(
        "after",
        .node("messageEdits"),
        "Turns the request into another one, which is sent after it."
    )
    let response = Key("response", .node("messageEdits"), "Changes to the response.")
    let notification = Key(
        "notification",
        .node("messageEdits"),
        "Changes to the content that devices receive."
    )
    let model = Key(
        "model",
        .node("messageEdits"),
        "Changes to the contracts: a defect of the client that they describe, which no request to "
            + "the service can show. Values are literal. Only `summary` and `breaks` can be "
            + "combined with it."
    )
    let forge = DefaultKey(
        "forge",
        .boolean,
        default: false,
        false,
        "Whether a changed request is accepted even if the original was not signed correctly."
    )
}

struct MessageEditKeys: KeyTable {
    static let keys = Self()
    static let name = "messageEdit"
    static let outline = TableOutline(
        "Changes to a message, in order: `set`, `replace`, `remove`, `change`. A place is a "
            + "JSONPath without its \"$.\". A request has method, base, path, query, headers, "
            + "form, json, size and server; a response has status, headers, json and size.",
        examples: #"""
            - { each: "json.messages[*]", when: { title: { empty: true } }, set: { title: T },
                replace: { count: 0 }, remove: [url], change: { id: [toInteger, { add: 1 }] } }
            """#
    )

    let each = Key(
        "each",
        .string,
        "The parts to change; each is treated as if it were the message."
    )
    let when = Key("when", .node("messageConditions"), "Conditions on the message.")
    let set = Key(
        "set",
        .mapping,
        "Values by place; `{{PLACE}}` in a string inserts a value of the message. The path to the "
            + "place must exist."
    )
    let replace = Key("replace", .mapping, "Like `set`, but only where a value exists.")
    let remove = Key("remove", .oneOrMany(of: .string), "Places to remove.")
    let change = Key(
        "change",
        .mapping,
        "Changes to values, by place: filters, and `reverse`, `dropFirst`, `dropLast`, `{ keep: N "
            + "}`, `{ add: N }`, `{ append: VALUE }`, `{ later: SECONDS }` for a time."
    )
}

extension ValueDefinitions {
    /// Values of defect files.
    static let defects = definitions(
        #"""
        {
          "messageConditions": {
            "description": "Values or predicates by place; all of them must hold. Use a list of such mappings if one place has several.",
            "type": ["object", "array"]
          },
          "messageEdits": {
            "description": "One edit or a list.",
            "anyOf": [
              { "$ref": "#/$defs/messageEdit" },
              { "type": "array", "items": { "$ref": "#/$defs/messageEdit" } }
            ]
          }
        }
        """#
    )
}
