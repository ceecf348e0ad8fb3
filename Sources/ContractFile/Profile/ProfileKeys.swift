import Contract
import JSON
import LoadModel
import Profile

struct ProfileKeys: KeyTable {
    static let keys = Self()
    static let name = "profile"
    static let outline = TableOutline(
        "What is sent to the operations of a contract, to whom, when, and what must hold.",
        rules: [
            [
                "if": .has("scenarios"), "then": ["properties": ["sends": false, "load": false]],
                "else": ["required": ["sends", "load"]],
            ]
        ]
    )

    let profile = Key(
        "profile",
        .node(["enum": ["1", 1]]),
        #"The version of the format: always "1"."#,
        required: true,
        default: "1"
    )
    let info = Key("info", .node(ProfileInfoKeys.self), "What this profile is about.")
    let contract = Key(
        "contract",
        .node(["type": "string", "minLength": 1]),
        "The contract whose operations are called, by its path from here.",
        required: true
    )
    let seed = Key(
        "seed",
        .integer(in: 0...Int.max),
        "What random values are drawn from; the same seed draws the same."
    )
    let audience = Key("audience", .node(AudienceKeys.self))
    let delivery = Key("delivery", .node(DeliveryKeys.self))
    let setup = Key(
        "setup",
        .node([
            "type": "array",
            "items": ["allOf": [.ref("anyStep"), ["properties": ["covers": false]]]],
        ]),
        "Steps that run once, before the clock starts."
    )
    let prepare = Key(
        "prepare",
        .list(of: .node(PrepareKeys.self)),
        "Requests to each recipient before the warm-up, after the set-up; no figure counts them."
    )
    let cleanup = Key(
        "cleanup",
        .list(of: .node(CleanupKeys.self)),
        "Requests to each recipient after the run, also after one that was interrupted; no figure "
            + "counts them."
    )
    let sends = Key(
        "sends",
        .node([
            "type": "array", "minItems": 1,
            "items": [
                "if": .has("steps"), "then": ["$ref": "#/$defs/journey"],
                "else": ["$ref": "#/$defs/send"],
            ],
        ]),
        "What is sent; one of them is drawn for each arrival."
    )
    let load = Key("load", .node(LoadKeys.self))
    let scenarios = Key(
        "scenarios",
        .node(["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/scenario"]]),
        "Groups of sends with a load each, which begin together; in place of `sends` and `load`."
    )
    let thresholds = Key(
        "thresholds",
        .list(of: .node(ThresholdKeys.self)),
        "What must hold for the run to be good."
    )
}

struct ProfileInfoKeys: KeyTable {
    static let keys = Self()
    static let name = "profileInfo"
    static let outline = TableOutline(
        "What this profile is about."
    )

    let title = Key("title", .string, "The name of the run, for reports.")
    let description = Key("description", .string, "More about it, for people.")
}

struct AudienceKeys: KeyTable {
    static let keys = Self()
    static let name = "audience"
    static let outline = TableOutline(
        "The recipients that are sent to; `{{recipients}}` puts those of a request in, "
            + "`{{recipient}}` the first of them.",
        rules: [["if": .has("count"), "then": .has("recipient")]]
    )

    let source = KeyList(oneOf: [
        Key(
            "count",
            .node(NodeDecoder<Int>.integer(in: 1...1_000_000_000).schema),
            "How many recipients are made up."
        ),
        Key(
            "csv",
            .node(["type": "string", "minLength": 1]),
            "A CSV file with a row for each recipient, by its path from here; its first "
                + "line names the columns.",
            examples: ["devices.csv"]
        ),
    ])
    let perSend = DefaultKey(
        "perSend",
        .integer(in: 1...1_000_000),
        default: 1,
        1,
        "How many of them one request names."
    )
    let recipient = Key(
        "recipient",
        .node([:]),
        "What one recipient looks like; drawn for each. `{{index}}` is its number from "
            + "zero; columns of a CSV file go by their names. Without it a row is an object of "
            + "its columns."
    )
}

struct DeliveryKeys: KeyTable {
    static let keys = Self()
    static let name = "delivery"
    static let outline = TableOutline(
        "Watches what the service sends on, by a sink in the place of the provider behind it. "
            + "`{{marker}}` in a text of a send is what its message is known by there.",
        examples: #"""
            { sink: apns, recipient: "{{recipient}}", within: 30s }
            """#
    )

    let sink = Key(
        "sink",
        .node(["anyOf": [["enum": .kinds], ["$ref": "#/$defs/deliverySink"]]]),
        "What stands for the provider; the name of a kind starts one with the run.",
        required: true,
        examples: ["apns"]
    )
    let recipient = Key(
        "recipient",
        .node("text"),
        "What the sink sees of a recipient: the device token, or the name of a subscription.",
        default: "{{recipient}}"
    )
    let to = DefaultKey(
        "to",
        NodeDecoder<DeliveryReach>.choice,
        default: .request,
        "request",
        "Whom a message is for: those that its request names, or everybody."
    )
    let within = Key(
        "within",
        .someTime,
        "How long a delivery may take from the moment its message was due, at most 30m.",
        default: "30s"
    )
}

/// Whom a message is for.
enum DeliveryReach: String, CaseIterable {
    case request, everybody
}

struct DeliverySinkKeys: KeyTable {
    static let keys = Self()
    static let name = "deliverySink"
    static let outline = TableOutline(
        "A sink: one that is started with the run, or one that runs.",
        rules: [
            .requires("listen", "kind"), .requires("authKey", "kind"),
            .requires("keyId", "authKey"), .requires("teamId", "authKey"),
            .requires("subscribers", "kind"),
        ],
        examples: #"""
            { kind: apns, listen: "127.0.0.1:8443" }
            """#
    )

    let source = KeyList(oneOf: [
        Key("kind", .node(["enum": .kinds]), "Started with the run: apns, fcm or web-push."),
        Key("at", .node(["type": "string", "format": "uri"]), "The URL of one that runs."),
    ])
    let listen = Key(
        "listen",
        .string,
        "Where it listens, as HOST:PORT; any free port of this machine by default."
    )
    let authKey = Key(
        "authKey",
        .string,
        "The key by which the service signs its tokens for APNs, by the path of its file from here. "
            + "Without it the sink takes the tokens of the built-in key, which `assay serve apns` shows.",
        examples: ["AuthKey_ABC123DEFG.p8"]
    )
    let keyID = Key(
        "keyId",
        .string,
        "The identifier of that key, when the name of the file does not say it.",
        examples: ["ABC123DEFG"]
    )
    let teamID = Key(
        "teamId",
        .string,
        "The team whose key that is; any by default.",
        examples: ["DEF123GHIJ"]
    )
    let subscribers = Key(
        "subscribers",
        .node(NodeDecoder<Int>.integer(in: 0...mostSubscribers).schema),
        "How many devices listen to each channel of APNs: `subscriber-0`, `subscriber-1` and so on, "
            + "which are made up and get each broadcast.",
        default: "0"
    )
    /// As many as a sink takes.
    static let mostSubscribers = 1_000_000
}

extension JSONValue {
    /// The kinds of sinks that a run can start.
    fileprivate static var kinds: JSONValue {
        .array(LoadProfile.Delivery.kinds.map { .string($0) })
    }
}

/// What is sent, and which answer to it is good.
struct SentKeys: KeyGroup {
    let call = Key(
        "call",
        .node(["type": "string"]),
        "The operation whose request is sent; OPERATION[ROW] for one of its rows.",
        required: true,
        examples: ["createPush"]
    )
    let name = Key(
        "name",
        .filled("a name"),
        "What reports call the send, when it is not the operation."
    )
    let changes = ChangeKeys(.ofRequest)
    let expect = Key(
        "expect",
        .node(SendExpectationKeys.self),
        "The answer that is good, when it is not the documented success."
    )
}

struct SendKeys: KeyTable {
    static let keys = Self()
    static let name = "send"
    static let outline = TableOutline(
        "One kind of request.",
        rules: [["$ref": "#/$defs/oneBody"]]
    )

    let sent = SentKeys()
    let weight = DefaultKey(
        "weight",
        .integer(in: 1...1_000_000),
        default: 1,
        1,
        "How often it is drawn, beside the weights of the others."
    )
    let check = Key(
        "check",
        .node(CheckKeys.self),
        "Which answers are checked against the whole contract."
    )
}

struct ScenarioKeys: KeyTable {
    static let keys = Self()
    static let name = "scenario"
    static let outline = TableOutline(
        "Sends with a load of their own, beside those of other scenarios.",
        examples: #"""
            { name: users, sends: [{ call: createInstallation }], load: { stages: [{ rate:
                100/s, for: 1m }] } }
            """#
    )

    let name = Key(
        "name",
        .filled("a name"),
        "What stands before the names of its sends: `users/createInstallation`.",
        required: true
    )
    let sends = Key(
        "sends",
        .node(["$ref": "#/properties/sends"]),
        "What is sent; one of them is drawn for each arrival.",
        required: true
    )
    let load = Key("load", .node(LoadKeys.self), required: true)
}

struct JourneyKeys: KeyTable {
    static let keys = Self()
    static let name = "journey"
    static let outline = TableOutline(
        "An arrival that sends several requests, each once the one before has ended well.",
        examples: #"""
            { name: join, steps: [{ call: createInstallation, captures: { id: { jsonpath:
                "$.objectId" } } }, { think: 200ms }, { call: getInstallation, params: { id:
                "{{id}}" } }] }
            """#
    )

    let name = Key("name", .filled("a name"), "What reports call it.", required: true)
    let weight = DefaultKey(
        "weight",
        .integer(in: 1...1_000_000),
        default: 1,
        1,
        "How often it is drawn, beside the weights of the others."
    )
    let steps = Key(
        "steps",
        .node([
            "type": "array", "minItems": 1, "maxItems": 100,
            "items": [
                "if": .has("think"), "then": ["$ref": "#/$defs/journeyPause"],
                "else": ["$ref": "#/$defs/journeyStep"],
            ],
        ]),
        "The requests in order, and the time between them.",
        required: true
    )
}

struct JourneyStepKeys: KeyTable {
    static let keys = Self()
    static let name = "journeyStep"
    static let outline = TableOutline(
        "A request of a journey; with an answer that is not good the journey ends.",
        rules: [["$ref": "#/$defs/oneBody"]]
    )

    let sent = SentKeys()
    let captures = Key("captures", .captures)
    let check = Key(
        "check",
        .node(CheckKeys.self),
        "Which answers are checked against the whole contract."
    )
}

struct JourneyPauseKeys: KeyTable {
    static let keys = Self()
    static let name = "journeyPause"
    static let outline = TableOutline(
        "Time between the end of a step and the next."
    )

    let think = Key(
        "think",
        .node(["anyOf": [["$ref": "#/$defs/duration"], ["$ref": "#/$defs/thinkTime"]]]),
        "How long; between two times it is drawn evenly.",
        required: true
    )
}

struct ThinkTimeKeys: KeyTable {
    static let keys = Self()
    static let name = "thinkTime"
    static let outline = TableOutline(
        "A time between two others, drawn evenly for each arrival.",
        examples: #"""
            { from: 200ms, to: 2s }
            """#
    )

    let from = Key("from", .nanoseconds, "The shortest.", required: true)
    let to = Key("to", .nanoseconds, "The longest.", required: true)
}

/// What `prepare` and `cleanup` have in common.
struct AudienceCallKeys: KeyGroup {
    let sent = SentKeys()
    let recipients = Key(
        "for",
        .node(["const": "audience"]),
        "To whom: one request names one recipient.",
        required: true
    )
    let connections = Key(
        "connections",
        .connections,
        "How many carry it; as many as the load has by default, and never more than "
            + "`--connections` gives."
    )
    let rate = Key(
        "rate",
        .rate,
        "Requests in a time, such as 2000/s; as fast as the connections allow by default."
    )
    let within = Key(
        "within",
        .someTime,
        "How long all of it may take, at most 12h; 1h for `prepare` and 1m for `cleanup` by default.",
        examples: ["5m"]
    )

    /// Above zero.
    static let rateRule: JSONValue = [
        "not": .each(["rate"], is: ["pattern": "^[0.]+/[smh]$"]).adding(["required": ["rate"]])
    ]
}

struct PrepareKeys: KeyTable {
    static let keys = Self()
    static let name = "prepare"
    static let outline = TableOutline(
        "One request to each recipient, of whom it names one, before the run.",
        rules: [["$ref": "#/$defs/oneBody"], AudienceCallKeys.rateRule]
    )

    let request = AudienceCallKeys()
    let failures = DefaultKey(
        "failures",
        .integer(in: 0...1_000_000_000),
        default: 0,
        0,
        "How many may fail; with more nothing is measured."
    )
}

struct CleanupKeys: KeyTable {
    static let keys = Self()
    static let name = "cleanup"
    static let outline = TableOutline(
        "One request to each recipient, of whom it names one, after the run.",
        rules: [["$ref": "#/$defs/oneBody"], AudienceCallKeys.rateRule]
    )

    let request = AudienceCallKeys()
}

struct SendExpectationKeys: KeyTable {
    static let keys = Self()
    static let name = "sendExpectation"
    static let outline = TableOutline(
        "The answer that is good, when it is not the documented success.",
        rules: [["anyOf": [["required": ["status"]], ["required": ["error"]]]]]
    )

    let status = Key("status", .integer(in: 100...599), "Its status.")
    let error = Key(
        "error",
        .node("text"),
        "The documented error that it is, told by its code under any status unless "
            + "`status` says which."
    )
}

struct CheckKeys: KeyTable {
    static let keys = Self()
    static let name = "checkRule"
    static let outline = TableOutline(
        "Which answers are checked against the whole contract."
    )

    let every = Key("every", .integer(in: 1...1_000_000_000), "One of so many.", required: true)
}

struct LoadKeys: KeyTable {
    static let keys = Self()
    static let name = "load"
    static let outline = TableOutline(
        "When requests are sent, and over how many connections.",
        rules: [
            [
                "if": [
                    "properties": [
                        "stages": ["contains": ["type": "object", "required": ["connections"]]]
                    ],
                    "required": ["stages"],
                ],
                "then": ["properties": ["arrivals": false, "connections": false]],
            ]
        ]
    )

    let stages = Key(
        "stages",
        .node([
            "anyOf": [
                ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/rateStage"]],
                [
                    "type": "array", "minItems": 1,
                    "items": ["$ref": "#/$defs/connectionStage"],
                ],
            ]
        ]),
        "Stretches of the run, one after the other.",
        required: true
    )
    let warmup = Key(
        "warmup",
        .nanoseconds,
        "Time before the first stage, at its starting rate; what is due in it is not counted."
    )
    let arrivals = Key(
        "arrivals",
        NodeDecoder<LoadShape.Arrivals>.choice,
        "How the gaps between arrivals vary.",
        default: "constant"
    )
    let connections = Key(
        "connections",
        .node([
            "anyOf": [
                ["$ref": "#/$defs/connectionCount"], ["$ref": "#/$defs/connectionRange"],
                [
                    "type": "object", "minProperties": 1,
                    "propertyNames": ["not": ["enum": ["min", "max"]]],
                    "additionalProperties": ["$ref": "#/$defs/connectionCount"],
                ],
            ]
        ]),
        "How many each server has; a range begins with `min` and opens others, up to `max`, when all are "
            + "busy; names of targets give each its own number. 4 over HTTP/2.",
        default: 128
    )
    let http = DefaultKey(
        "http",
        .integer(in: 1...2),
        default: 1,
        1,
        "The version of HTTP: 1 for HTTP/1.1, 2 for HTTP/2, over TLS by agreement, else from the "
            + "first byte."
    )
    let streams = Key(
        "streams",
        .integer(in: 1...10_000),
        "How many requests a connection carries at a time over HTTP/2, unless the server takes "
            + "fewer.",
        default: 100
    )
    let timeout = DefaultKey(
        "timeout",
        .someTime,
        default: 5_000_000_000,
        "5s",
        "How long an answer may take, from the moment its request is sent."
    )
    let drain = Key(
        "drain",
        .nanoseconds,
        "How long answers are waited for after the last arrival; as the timeout by default, and for as "
            + "long as a journey pauses at most."
    )
    let requestsPerConnection = Key(
        "requestsPerConnection",
        .integer(in: 1...1_000_000_000),
        "After so many requests a connection is replaced."
    )
    let breakOff = Key(
        "breakOff",
        .breakOff,
        "Ends the run once nothing was answered for that long, `after 30s`; without it a server that is gone "
            + "may come back until the end."
    )
}

struct ConnectionRangeKeys: KeyTable {
    static let keys = Self()
    static let name = "connectionRange"
    static let outline = TableOutline(
        "Connections that are opened when they are needed; opening one is part of the wait for it.",
        examples: #"""
            { min: 2, max: 16 }
            """#
    )

    let min = Key("min", .connections, "How many there are from the beginning.", required: true)
    let max = Key("max", .connections, "How many there are at most.", required: true)
}

/// The key by which stages are told apart.
struct StageKeys: KeyGroup {
    let pace = KeyList(oneOf: [
        Key("rate", .node("rate")), Key("connections", .node("connectionCount")),
    ])
}

struct RateStageKeys: KeyTable {
    static let keys = Self()
    static let name = "rateStage"
    static let outline = TableOutline(
        "Arrivals come when they are due, whatever the server does.",
        rules: [
            ["not": .each(["rate", "to"], is: ["pattern": "^[0.]+/[smh]$"])]
        ]
    )

    let rate = Key(
        "rate",
        .rate,
        "Arrivals at the beginning, and to the end without `to`.",
        required: true
    )
    let to = Key("to", .rate, "Arrivals at the end; the rate changes evenly.")
    let length = Key(
        "for",
        .node(["anyOf": [["$ref": "#/$defs/time"], ["const": "audience"]]]),
        "How long; `audience`, in the last stage: as many requests as reach everybody once.",
        required: true
    )
}

struct ConnectionStageKeys: KeyTable {
    static let keys = Self()
    static let name = "connectionStage"
    static let outline = TableOutline(
        "Each connection sends again once it was answered."
    )

    let connections = Key(
        "connections",
        .connections,
        "How many at the beginning, and to the end without `to`.",
        required: true
    )
    let to = Key("to", .connections, "How many at the end; their number changes evenly.")
    let length = Key("for", .someTime, "How long.", required: true)
    let think = DefaultKey(
        "think",
        .nanoseconds,
        default: 0,
        "0ms",
        "Between an answer and the next request; the same in all stages."
    )
}

struct ThresholdKeys: KeyTable {
    static let keys = Self()
    static let name = "threshold"
    static let outline = TableOutline(
        "What must hold.",
        rules: [
            .requires("in", "window"), ["not": ["required": ["achieved", "of"]]],
            .requires("within", "delivered"),
            [
                "if": ["anyOf": [.has("latency"), deliveredPercentile]],
                "then": .each(relations, is: .ref("time")),
                "else": [
                    "if": isCount, "then": .each(relations, is: ["type": "integer", "minimum": 0]),
                    "else": .each(relations, is: .ref("share")),
                ],
            ],
            [
                "if": ["anyOf": [.has("delivered"), isCount]],
                "then": [
                    "properties": ["of": false, "window": false, "in": false, "abort": false]
                ],
            ],
        ]
    )

    private static let relations = Threshold.Relation.allCases.map(\.rawValue)
    private static let deliveredPercentile: JSONValue = [
        "properties": ["delivered": ["not": ["const": "ratio"]]], "required": ["delivered"],
    ]
    private static let isCount: JSONValue = [
        "anyOf": .array(DeliveryFault.allCases.map { .has($0.rawValue) })
    ]
    /// A percentile, or one of some words.
    private static func percentile(or words: String) -> ValueSchema {
        [
            "type": "string",
            "pattern": .string(#"^(\#(words)|p([0-9]{1,2}(\.[0-9]{1,3})?|9[0-9]{2,4}))$"#),
            "not": ["pattern": "^p[0.]+$"],
        ]
    }

    let metric = KeyList(
        oneOf: [
            Key(
                "latency",
                .node(percentile(or: "mean|max")),
                "A percentile over all arrivals, failures on top, or the mean or the greatest "
                    + "of the good ones.",
                examples: ["p99"]
            ),
            Key(
                "errors",
                .node(["const": "ratio"]),
                "Arrivals that did not end as declared, of all."
            ),
            Key(
                "outcome",
                .node(["type": ["string", "number", "boolean"]]),
                "Arrivals with this outcome, of all."
            ),
            Key(
                "achieved",
                .node(["const": "ratio"]),
                "Answers that came in the time, of the arrivals that were due in it; a journey counts as if nobody had thought in it."
            ),
            Key(
                "delivered",
                .node(percentile(or: "ratio")),
                "The share of deliveries that came within the time, or a percentile of the time from "
                    + "being due to being delivered, lost ones on top.",
                examples: ["ratio", "p99"]
            ),
        ]
            + DeliveryFault.allCases.map { fault in
                Key(fault.rawValue, .node(["const": "count"]), fault.meaning)
            }
    )
    let within = Key(
        "within",
        .someTime,
        "The time of `delivered: ratio`; without it, that of `delivery`."
    )
    let relation = KeyList(oneOf: [
        Key("lt", .node([:]), "Less than this."),
        Key("lte", .node([:]), "At most this."),
        Key("gt", .node([:]), "More than this."),
        Key("gte", .node([:]), "At least this."),
    ])
    let of = Key(
        "of",
        .string,
        "The send, journey or step (`JOURNEY/STEP`) that is looked at; `achieved` is of all together."
    )
    let window = Key("window", .someTime, "Judges stretches of this length, each for itself.")
    let share = Key("in", .share, "How many of the windows must hold.", default: "100%")
    let abort = DefaultKey(
        "abort",
        .boolean,
        default: false,
        false,
        "Ends the run as soon as this cannot be met any more."
    )
}

extension DeliveryFault {
    fileprivate var meaning: String {
        switch self {
        case .lost: "Deliveries of accepted messages that did not come."
        case .twice: "Deliveries that came again after the sink had taken them."
        case .late: "Deliveries that came after the time of `delivery`."
        case .dead: "Requests for recipients that the sink had said are gone."
        case .reordered: "Deliveries of an older message after a newer one, for the same recipient."
        case .altered: "Deliveries whose text is not what was sent."
        case .unexpected: "Deliveries of no message, or to no recipient, of this run."
        }
    }
}
