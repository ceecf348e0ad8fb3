import Contract
import JSON
import LoadModel
import Profile

struct ProfileKeys: KeyTable {
    static let keys = Self()
    static let name = "profile"
    static let outline = TableOutline(
        "A load profile: requests of a contract, their recipients, the load, and thresholds.",
        rules: [
            [
                "if": .has("scenarios"), "then": ["properties": ["sends": false, "load": false]],
                "else": ["required": ["sends", "load"]],
            ]
        ]
    )

    let profile = Key.version("profile")
    let info = Key("info", .node(ProfileInfoKeys.self), "About this profile.")
    let contract = Key(
        "contract",
        .node(["type": "string", "minLength": 1]),
        "The contract whose operations are called, as a path relative to this file.",
        required: true
    )
    let seed = Key(
        "seed",
        .integer(in: 0...Int.max),
        "The seed of random values; the same seed gives the same values."
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
        "Requests for each recipient after `setup` and before the warm-up; they are not measured."
    )
    let cleanup = Key(
        "cleanup",
        .list(of: .node(CleanupKeys.self)),
        "Requests for each recipient after the run, also after an interruption; they are not "
            + "measured."
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
        "Requests and journeys; one of them is drawn for each arrival."
    )
    let load = Key("load", .node(LoadKeys.self))
    let scenarios = Key(
        "scenarios",
        .node(["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/scenario"]]),
        "Groups of sends, each with its own load, that start together; replaces `sends` and "
            + "`load`."
    )
    let thresholds = Key(
        "thresholds",
        .list(of: .node(ThresholdKeys.self)),
        "Conditions that the run must meet to pass."
    )
}

struct ProfileInfoKeys: KeyTable {
    static let keys = Self()
    static let name = "profileInfo"
    static let outline = TableOutline(
        "About this profile."
    )

    let title = Key("title", .string, "The name of the run in reports.")
    let description = Key("description", .string, "A description for readers.")
}

struct AudienceKeys: KeyTable {
    static let keys = Self()
    static let name = "audience"
    static let outline = TableOutline(
        "The recipients; `{{recipients}}` inserts those of a request, `{{recipient}}` the first "
            + "of them.",
        rules: [["if": .has("count"), "then": .has("recipient")]]
    )

    let source = KeyList(oneOf: [
        Key(
            "count",
            .node(NodeDecoder<Int>.integer(in: 1...1_000_000_000).schema),
            "The number of generated recipients."
        ),
        Key(
            "csv",
            .node(["type": "string", "minLength": 1]),
            "A CSV file with one row per recipient, as a path relative to this file; its first "
                + "line names the columns.",
            examples: ["devices.csv"]
        ),
    ])
    let perSend = DefaultKey(
        "perSend",
        .integer(in: 1...1_000_000),
        default: 1,
        1,
        "The number of recipients per request."
    )
    let recipient = Key(
        "recipient",
        .node([:]),
        "The template of one recipient, evaluated for each. `{{index}}` is its number from 0; "
            + "column names insert the values of a CSV file. Without a template, the recipient is "
            + "an object with the columns as members."
    )
}

struct DeliveryKeys: KeyTable {
    static let keys = Self()
    static let name = "delivery"
    static let outline = TableOutline(
        "Measures deliveries with a sink, in place of the provider behind the service. "
            + "`{{marker}}` in a string of a send identifies the message at the sink.",
        examples: #"""
            { sink: apns, recipient: "{{recipient}}", within: 30s }
            """#
    )

    let sink = Key(
        "sink",
        .node(["anyOf": [["enum": .kinds], ["$ref": "#/$defs/deliverySink"]]]),
        "The sink in place of the provider; the name of a kind starts one with the run.",
        required: true,
        examples: ["apns"]
    )
    let recipient = Key(
        "recipient",
        .node("text"),
        "The name of a recipient at the sink: the device token, or the name of a subscription.",
        default: "{{recipient}}"
    )
    let to = DefaultKey(
        "to",
        NodeDecoder<DeliveryReach>.choice,
        default: .request,
        "request",
        "The recipients of a message: those that its request names, or everybody."
    )
    let within = Key(
        "within",
        .someTime,
        "The time limit of a delivery from the moment its message was due, at most 30m.",
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
        "A sink that is started with the run, or that is running already.",
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
        Key(
            "kind",
            .node(["enum": .kinds]),
            "The kind of the sink to start: apns, fcm or web-push."
        ),
        Key("at", .node(["type": "string", "format": "uri"]), "The URL of a running sink."),
    ])
    let listen = Key(
        "listen",
        .string,
        "The address to listen on, as HOST:PORT; by default a free port of this machine."
    )
    let authKey = Key(
        "authKey",
        .string,
        "The file, relative to this file, with the key that signs the service's APNs tokens. By "
            + "default the sink accepts tokens of the built-in key, which `assay serve apns` "
            + "shows.",
        examples: ["AuthKey_ABC123DEFG.p8"]
    )
    let keyID = Key(
        "keyId",
        .string,
        "The ID of the key in `authKey`, if it is not in the name of the file.",
        examples: ["ABC123DEFG"]
    )
    let teamID = Key(
        "teamId",
        .string,
        "The team ID of the key in `authKey`; any team by default.",
        examples: ["DEF123GHIJ"]
    )
    let subscribers = Key(
        "subscribers",
        .node(NodeDecoder<Int>.integer(in: 0...mostSubscribers).schema),
        "The number of generated devices that subscribe to each APNs channel and receive each "
            + "broadcast: `subscriber-0`, `subscriber-1` and so on.",
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

/// What is sent, and which response to it is good.
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
        "The name in reports; by default that of the operation."
    )
    let changes = ChangeKeys(.ofRequest)
    let expect = Key(
        "expect",
        .node(SendExpectationKeys.self),
        "The expected response, if it is not the documented success."
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
        "The relative frequency, in proportion to the other weights."
    )
    let check = Key(
        "check",
        .node(CheckKeys.self),
        "Which responses are checked against the complete contract."
    )
}

struct ScenarioKeys: KeyTable {
    static let keys = Self()
    static let name = "scenario"
    static let outline = TableOutline(
        "Sends with their own load, in addition to those of other scenarios.",
        examples: #"""
            { name: users, sends: [{ call: createInstallation }], load: { stages: [{ rate:
                100/s, for: 1m }] } }
            """#
    )

    let name = Key(
        "name",
        .filled("a name"),
        "The prefix of the names of its sends: `users/createInstallation`.",
        required: true
    )
    let sends = Key(
        "sends",
        .node(["$ref": "#/properties/sends"]),
        "Requests and journeys; one of them is drawn for each arrival.",
        required: true
    )
    let load = Key("load", .node(LoadKeys.self), required: true)
}

struct JourneyKeys: KeyTable {
    static let keys = Self()
    static let name = "journey"
    static let outline = TableOutline(
        "An arrival that sends several requests; each one is sent after the previous one has "
            + "succeeded.",
        examples: #"""
            { name: join, steps: [{ call: createInstallation, captures: { id: { jsonpath:
                "$.objectId" } } }, { think: 200ms }, { call: getInstallation, params: { id:
                "{{id}}" } }] }
            """#
    )

    let name = Key("name", .filled("a name"), "The name in reports.", required: true)
    let weight = DefaultKey(
        "weight",
        .integer(in: 1...1_000_000),
        default: 1,
        1,
        "The relative frequency, in proportion to the other weights."
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
        "The requests in order, and the pauses between them.",
        required: true
    )
}

struct JourneyStepKeys: KeyTable {
    static let keys = Self()
    static let name = "journeyStep"
    static let outline = TableOutline(
        "A request of a journey; the journey ends if the response is not the expected one.",
        rules: [["$ref": "#/$defs/oneBody"]]
    )

    let sent = SentKeys()
    let captures = Key("captures", .captures)
    let check = Key(
        "check",
        .node(CheckKeys.self),
        "Which responses are checked against the complete contract."
    )
}

struct JourneyPauseKeys: KeyTable {
    static let keys = Self()
    static let name = "journeyPause"
    static let outline = TableOutline(
        "A pause between two steps."
    )

    let think = Key(
        "think",
        .node(["anyOf": [["$ref": "#/$defs/duration"], ["$ref": "#/$defs/thinkTime"]]]),
        "The length of the pause, or a range from which it is drawn uniformly.",
        required: true
    )
}

struct ThinkTimeKeys: KeyTable {
    static let keys = Self()
    static let name = "thinkTime"
    static let outline = TableOutline(
        "A time in this range, drawn uniformly for each arrival.",
        examples: #"""
            { from: 200ms, to: 2s }
            """#
    )

    let from = Key("from", .nanoseconds, "The shortest time.", required: true)
    let to = Key("to", .nanoseconds, "The longest time.", required: true)
}

/// What `prepare` and `cleanup` have in common.
struct AudienceCallKeys: KeyGroup {
    let sent = SentKeys()
    let recipients = Key(
        "for",
        .node(["const": "audience"]),
        "The recipients; each request names one of them.",
        required: true
    )
    let connections = Key(
        "connections",
        .connections,
        "The number of connections; by default that of the load, and at most that of "
            + "`--connections`."
    )
    let rate = Key(
        "rate",
        .rate,
        "The request rate, for example 2000/s; by default as fast as the connections allow."
    )
    let within = Key(
        "within",
        .someTime,
        "The time limit for all requests, at most 12h; by default 1h for `prepare` and 1m for "
            + "`cleanup`.",
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
        "One request per recipient, before the run.",
        rules: [["$ref": "#/$defs/oneBody"], AudienceCallKeys.rateRule]
    )

    let request = AudienceCallKeys()
    let failures = DefaultKey(
        "failures",
        .integer(in: 0...1_000_000_000),
        default: 0,
        0,
        "The number of requests that may fail; with more failures, the run does not start."
    )
}

struct CleanupKeys: KeyTable {
    static let keys = Self()
    static let name = "cleanup"
    static let outline = TableOutline(
        "One request per recipient, after the run.",
        rules: [["$ref": "#/$defs/oneBody"], AudienceCallKeys.rateRule]
    )

    let request = AudienceCallKeys()
}

struct SendExpectationKeys: KeyTable {
    static let keys = Self()
    static let name = "sendExpectation"
    static let outline = TableOutline(
        "The expected response, if it is not the documented success.",
        rules: [["anyOf": [["required": ["status"]], ["required": ["error"]]]]]
    )

    let status = Key("status", .integer(in: 100...599), "The status code.")
    let error = Key(
        "error",
        .node("text"),
        "The documented error, recognised by its code; any status is accepted unless `status` "
            + "specifies one."
    )
}

struct CheckKeys: KeyTable {
    static let keys = Self()
    static let name = "checkRule"
    static let outline = TableOutline(
        "Which responses are checked against the complete contract."
    )

    let every = Key(
        "every",
        .integer(in: 1...1_000_000_000),
        "The number N: one in N responses is checked.",
        required: true
    )
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
        "The stages of the run, in order.",
        required: true
    )
    let warmup = Key(
        "warmup",
        .nanoseconds,
        "The time before the first stage, at its initial rate; arrivals in it are not counted."
    )
    let arrivals = Key(
        "arrivals",
        NodeDecoder<LoadShape.Arrivals>.choice,
        "The distribution of the gaps between arrivals.",
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
        "The number of connections to each server. A range starts with `min` connections and opens "
            + "more, up to `max`, when all are busy; names of targets give each target its own "
            + "number. With HTTP/2 the default is 4.",
        default: 128
    )
    let http = DefaultKey(
        "http",
        .integer(in: 1...2),
        default: 1,
        1,
        "The HTTP version: 1 for HTTP/1.1, 2 for HTTP/2 (negotiated with TLS, otherwise with "
            + "prior knowledge)."
    )
    let streams = Key(
        "streams",
        .integer(in: 1...10_000),
        "The number of concurrent requests on an HTTP/2 connection, at most as many as the server "
            + "allows.",
        default: 100
    )
    let timeout = DefaultKey(
        "timeout",
        .someTime,
        default: 5_000_000_000,
        "5s",
        "How long to wait for a response, from the moment its request is sent."
    )
    let drain = Key(
        "drain",
        .nanoseconds,
        "How long to wait for responses after the last arrival, and for deliveries after their time "
            + "limit; by default the timeout plus the longest pauses of a journey."
    )
    let requestsPerConnection = Key(
        "requestsPerConnection",
        .integer(in: 1...1_000_000_000),
        "The number of requests after which a connection is replaced."
    )
    let breakOff = Key(
        "breakOff",
        .breakOff,
        "Aborts the run if no response arrives for this long: `after 30s`. Without `breakOff`, the "
            + "run continues to its end."
    )
}

struct ConnectionRangeKeys: KeyTable {
    static let keys = Self()
    static let name = "connectionRange"
    static let outline = TableOutline(
        "Connections that are opened when needed; opening one counts as connection wait.",
        examples: #"""
            { min: 2, max: 16 }
            """#
    )

    let min = Key("min", .connections, "The number of connections at the start.", required: true)
    let max = Key("max", .connections, "The maximum number of connections.", required: true)
}

/// The key that distinguishes the kinds of stages.
struct StageKeys: KeyGroup {
    let pace = KeyList(oneOf: [
        Key("rate", .node("rate")), Key("connections", .node("connectionCount")),
    ])
}

struct RateStageKeys: KeyTable {
    static let keys = Self()
    static let name = "rateStage"
    static let outline = TableOutline(
        "Open model: arrivals are sent when due, independent of responses.",
        rules: [
            ["not": .each(["rate", "to"], is: ["pattern": "^[0.]+/[smh]$"])]
        ]
    )

    let rate = Key(
        "rate",
        .rate,
        "The arrival rate at the start; without `to`, throughout the stage.",
        required: true
    )
    let to = Key("to", .rate, "The arrival rate at the end; it changes linearly.")
    let length = Key(
        "for",
        .node(["anyOf": [["$ref": "#/$defs/time"], ["const": "audience"]]]),
        "The length of the stage. `audience`, in the last stage, stands for the number of requests "
            + "that reach every recipient once.",
        required: true
    )
}

struct ConnectionStageKeys: KeyTable {
    static let keys = Self()
    static let name = "connectionStage"
    static let outline = TableOutline(
        "Closed model: each connection sends its next request after a response."
    )

    let connections = Key(
        "connections",
        .connections,
        "The number of connections at the start; without `to`, throughout the stage.",
        required: true
    )
    let to = Key("to", .connections, "The number of connections at the end; it changes linearly.")
    let length = Key("for", .someTime, "The length of the stage.", required: true)
    let think = DefaultKey(
        "think",
        .nanoseconds,
        default: 0,
        "0ms",
        "The time between a response and the next request; it must be the same in all stages."
    )
}

struct ThresholdKeys: KeyTable {
    static let keys = Self()
    static let name = "threshold"
    static let outline = TableOutline(
        "A condition that the run must meet.",
        rules: [
            .requires("in", "window"), ["not": ["required": ["achieved", "of"]]],
            .requires("within", "delivered"),
            [
                "if": ["anyOf": [.has("latency"), deliveredPercentile]],
                "then": .each(relations, is: .ref("time")),
                "else": [
                    "if": isCount, "then": .each(relations, is: ["type": "integer", "minimum": 0]),
                    "else": [
                        "if": .has("events"), "then": .each(relations, is: .ref("rate")),
                        "else": .each(relations, is: .ref("share")),
                    ],
                ],
            ],
            [
                "if": .has("events"),
                "then": ["properties": ["window": false, "in": false, "abort": false]],
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
        "anyOf": .array(DeliveryFault.limited.map { .has($0.rawValue) })
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
                "A percentile of the latency of all arrivals, with failures as the slowest; or "
                    + "the mean or maximum of the successful ones.",
                examples: ["p99"]
            ),
            Key(
                "errors",
                .node(["const": "ratio"]),
                "The share of arrivals that did not end as declared."
            ),
            Key(
                "outcome",
                .node(["type": ["string", "number", "boolean"]]),
                "The share of arrivals with this outcome."
            ),
            Key(
                "achieved",
                .node(["const": "ratio"]),
                "Responses within the measured time, as a share of the arrivals due in it; think "
                    + "times of journeys are not counted."
            ),
            Key(
                "events",
                .node(["const": "rate"]),
                "The number of event-stream events per second, within the measured time."
            ),
            Key(
                "delivered",
                .node(percentile(or: "ratio")),
                "The share of deliveries within the time limit, or a percentile of the time from "
                    + "due to delivered, with lost deliveries as the slowest.",
                examples: ["ratio", "p99"]
            ),
        ]
            + DeliveryFault.limited.map { fault in
                Key(fault.rawValue, .node(["const": "count"]), fault.meaning)
            }
    )
    let within = Key(
        "within",
        .someTime,
        "The time limit of `delivered: ratio`; by default that of `delivery`."
    )
    let relation = KeyList(oneOf: [
        Key("lt", .node([:]), "Less than this value."),
        Key("lte", .node([:]), "At most this value."),
        Key("gt", .node([:]), "More than this value."),
        Key("gte", .node([:]), "At least this value."),
    ])
    let of = Key(
        "of",
        .string,
        "The send, journey or step (`JOURNEY/STEP`) to check; `achieved` always applies to all."
    )
    let window = Key("window", .someTime, "The length of windows that are checked separately.")
    let share = Key("in", .share, "The share of windows that must pass.", default: "100%")
    let abort = DefaultKey(
        "abort",
        .boolean,
        default: false,
        false,
        "Whether the run is aborted as soon as the threshold can no longer be met."
    )
}

extension DeliveryFault {
    fileprivate var meaning: String {
        switch self {
        case .lost:
            "The number of deliveries of accepted messages that did not arrive by the end of the watch: "
                + "within the time limit of `delivery` and the `drain` of `load` after it."
        case .unseen: "The number of deliveries that the sink may have seen."
        case .twice: "The number of deliveries that arrived again after the sink had accepted them."
        case .late: "The number of deliveries that arrived after the time limit of `delivery`."
        case .dead:
            "The number of requests for recipients that the sink had reported as gone: with the same "
                + "message again, or with another one more than 1 s later."
        case .reordered:
            "The number of deliveries of an older message after a newer one, to the same "
                + "recipient."
        case .altered: "The number of deliveries whose text differs from the text that was sent."
        case .unexpected:
            "The number of deliveries of an unknown message, or to a recipient that the message "
                + "was not for."
        }
    }
}
