import JSON

struct DefectFileKeys: KeyTable {
    static let keys = Self()
    static let name = "defectFile"
    static let outline = TableOutline(
        "Deliberate mistakes of a reference service, each of which breaks promises of the contracts."
    )

    let defects = Key(
        "defects",
        .node(["enum": ["1", 1]]),
        #"The version of the format: always "1"."#,
        required: true,
        default: "1"
    )
    let service = Key(
        "service",
        .filled("the name of a service"),
        "The service that gets them.",
        required: true,
        examples: ["ncmb"]
    )
    let relative = Key(
        "relative",
        .filled("the name of a service"),
        "A service that answers the same requests; `borrowed` names defects of it."
    )
    let leading = DefaultKey(
        "leading",
        .integer(in: 0...16),
        default: 0,
        0,
        "How many segments of a path come before those that `calls` name. A message has them in `base`."
    )
    let calls = Key(
        "calls",
        .entries(of: .oneOrMany(of: .string)),
        "Requests by name: a method, a space and a path, or several. `*` stands for any part of a "
            + "segment, `**` at the end for any further segments.",
        examples: [["message": ["POST messages", "PUT reservations/*"]]]
    )
    let found = Key(
        "found",
        .node("messageConditions"),
        "What tells the response to a `look` that found what is meant."
    )
    let replies = Key(
        "replies",
        .entries(of: .mapping(ReplyKeys.self)),
        "Responses by name, which stand in for those of the service."
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
        "By document and statement of its inventory: the defects that make the statement false and "
            + "leave the rest true, one for each part of it.",
        examples: [["guide": ["both-times": ["both-times-accepted"]]]]
    )
    let borrowed = Key(
        "borrowed",
        .entries(of: .oneOrMany(of: .string)),
        "Defects of the relative, each with the promises that it breaks here."
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

    let status = Key("status", .integer(in: 100...599), "Its status.", required: true)
    let headers = Key("headers", .mapping, "Its header fields, by names in lower case.")
    let json = Key("json", .node(.any), "Its body; empty without this key.")
}

struct DefectKeys: KeyTable {
    static let keys = Self()
    static let name = "defect"
    static let outline = TableOutline(
        "One mistake. It concerns requests for which `on`, `when`, `answered` and `look` hold: states "
            + "change, then the request is asked as `request` makes it, and `reply` and `response` make "
            + "of its response what the client gets.",
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
        "What the service does wrong.",
        required: true
    )
    let breaks = Key(
        "breaks",
        .oneOrMany(of: .string),
        "The promises that it breaks, by the names of coverage; it may break others too."
    )
    let on = Key(
        "on",
        .oneOrMany(of: .string),
        "The requests that it concerns: names of `calls`, or a method and a path; all without this key."
    )
    let when = Key("when", .node("messageConditions"), "What such a request must have.")
    let answered = Key(
        "answered",
        .node("messageConditions"),
        "What the response to the unchanged request must be; without this key that is not asked."
    )
    let look = Key(
        "look",
        .node("messageEdits"),
        "Makes of the request one that only looks; its response must be as `found` says."
    )
    let begin = Key("begin", .oneOrMany(of: .string), "Provider states that begin first.")
    let end = Key("end", .oneOrMany(of: .string), "Provider states that end first.")
    let before = Key(
        "before",
        .node("messageEdits"),
        "Makes of the request another, asked before it."
    )
    let request = Key("request", .node("messageEdits"), "What is asked in place of the request.")
    let reply = Key("reply", .string, "The name of a response that is given without asking.")
    let after = Key("after", .node("messageEdits"), "Makes of the request another, asked after it.")
    let response = Key("response", .node("messageEdits"), "What becomes of the response.")
    let notification = Key(
        "notification",
        .node("messageEdits"),
        "What becomes of the content that devices get."
    )
    let model = Key(
        "model",
        .node("messageEdits"),
        "What becomes of the contracts: a mistake of the client that they describe, which no request "
            + "to the service can show. Values are taken as they stand. No other key goes with it but "
            + "`summary` and `breaks`."
    )
    let forge = DefaultKey(
        "forge",
        .boolean,
        default: false,
        false,
        "Whether a changed request is good where the original was not signed as it must be."
    )
}

struct MessageEditKeys: KeyTable {
    static let keys = Self()
    static let name = "messageEdit"
    static let outline = TableOutline(
        "Changes of a message in order: `set`, `replace`, `remove`, `change`. A place is a JSONPath "
            + "without its \"$.\". A request has method, base, path, query, headers, form, json, size "
            + "and server; a response has status, headers, json and size.",
        examples: #"""
            - { each: "json.messages[*]", when: { title: { empty: true } }, set: { title: T },
                replace: { count: 0 }, remove: [url], change: { id: [toInteger, { add: 1 }] } }
            """#
    )

    let each = Key("each", .string, "The parts that are changed, each as if it were the message.")
    let when = Key("when", .node("messageConditions"), "What the message must have.")
    let set = Key(
        "set",
        .mapping,
        "Values by place; in texts `{{PLACE}}` stands for what is there. What leads to the place has to be "
            + "there."
    )
    let replace = Key("replace", .mapping, "The same, only where something is there already.")
    let remove = Key("remove", .oneOrMany(of: .string), "Places that are taken away.")
    let change = Key(
        "change",
        .mapping,
        "By place what becomes of the value: filters, and `reverse`, `dropFirst`, `dropLast`, "
            + "`{ keep: N }`, `{ add: N }`, `{ append: VALUE }`, `{ later: SECONDS }` of a time."
    )
}

extension ValueDefinitions {
    /// Values of defect files.
    static let defects = definitions(
        #"""
        {
          "messageConditions": {
            "description": "Values or predicates by place, all of which must hold; a list of such mappings where one place has several.",
            "type": ["object", "array"]
          },
          "messageEdits": {
            "description": "One edit, or several in a list.",
            "anyOf": [
              { "$ref": "#/$defs/messageEdit" },
              { "type": "array", "items": { "$ref": "#/$defs/messageEdit" } }
            ]
          }
        }
        """#
    )
}
