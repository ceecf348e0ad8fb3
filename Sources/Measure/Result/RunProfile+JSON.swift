import JSON
import LoadModel

extension RunProfile {
    /// All members; durations in seconds.
    static let table = FieldTable(
        RunProfile(
            file: "",
            title: "",
            hash: "",
            seed: 0,
            load: LoadShape(.open([], .constant), connections: 1),
            sends: []
        ),
        [
            Field("file", \.file, .text),
            Field("title", \.title, .text),
            Field("hash", \.hash, .text),
            Field("seed", \.seed, .unsigned),
            Field("run", ifThere: \.run, .text),
        ] + LoadShape.fields.map { $0.within(\.load) } + [
            Field("scenarios", \.scenarios, .list(.record(RunScenario.table)), unless: []),
            Field("sends", \.sends, .list(.record(RunSend.table))),
            Field("audience", optional: \.audience, .count),
        ]
    )
}

extension RunScenario {
    fileprivate static let table = FieldTable(
        RunScenario(name: "", load: LoadShape(.open([], .constant), connections: 1)),
        [Field("name", \.name, .text)] + LoadShape.fields.map { $0.within(\.load) }
    )
}

extension LoadShape {
    /// All members; durations in seconds.
    fileprivate static let fields: [Field<LoadShape>] = [
        modelField,
        Field("warmupSeconds", \.warmup, .seconds),
        Field("drainSeconds", \.drain, .seconds),
        Field("timeoutSeconds", \.timeout, .seconds),
        Field("connections", \.connections, .integer(1...1_000_000_000)),
        Field(
            "initialConnections",
            ifThere: \.initialConnections,
            .integer(1...1_000_000_000)
        ),
        Field("pools", \.pools, .list(.record(LoadShape.Pool.table)), unless: []),
        Field("streams", ifThere: \.streams, .integer(1...10_000)),
        Field(
            "requestsPerConnection",
            optional: \.requestsPerConnection,
            .integer(1...Int.max)
        ),
        Field("breakOffSeconds", ifThere: \.breakOff, .seconds),
    ]

    /// The name of the model, and the members of that model only.
    fileprivate static let modelField = Field<LoadShape>(
        write: { shape, object in
            switch shape.model {
            case .open(let stages, let arrivals):
                object["model"] = "open"
                object["stages"] = .array(stages.map { Stage.table.json($0) })
                object["arrivals"] = .string(arrivals.rawValue)
            case .closed(let stages, let think):
                object["model"] = "closed"
                if stages.contains(where: { $0.counts != nil }) {
                    object["stages"] = .array(stages.map { ConnectionStage.table.json($0) })
                }
                object["durationSeconds"] = .seconds(shape.span)
                object["thinkSeconds"] = .seconds(think)
            }
        },
        read: { (node, shape) throws(RunResultError) in shape.model = try Model(node) }
    )
}

extension LoadShape.Model {
    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        let model = try node["model"]
        switch try model.text {
        case "open":
            let stages = try node["stages"]
            let list = try Form.list(.record(LoadShape.Stage.table)).value(stages)
            guard !list.isEmpty else { throw stages.mismatch("at least one stage") }
            self = .open(list, try node["arrivals"].word())
        case "closed":
            let duration = try node["durationSeconds"].seconds
            let think = try node["thinkSeconds"].seconds
            guard let stages = try node.optional("stages") else {
                self = .closed(duration: duration, think: think)
                return
            }
            let list = try Form.list(.record(LoadShape.ConnectionStage.table)).value(stages)
            guard list.reduce(0, { $0 + $1.duration }) == duration else {
                throw stages.mismatch("stages that last durationSeconds together")
            }
            self = .closed(list, think: think)
        default: throw model.mismatch("open or closed")
        }
    }
}

extension LoadShape.ConnectionStage {
    fileprivate static let table = FieldTable(
        LoadShape.ConnectionStage(Counts(start: 1, end: 1), duration: 0),
        [
            Field("connections", \.counts!.start, .integer(1...1_000_000_000)),
            Field("to", \.counts!.end, .integer(1...1_000_000_000)),
            Field("seconds", \.duration, .seconds),
        ]
    )
}

extension LoadShape.Pool {
    fileprivate static let table = FieldTable(
        LoadShape.Pool(target: "", connections: 1),
        [
            Field("target", \.target, .text),
            Field("connections", \.connections, .integer(1...1_000_000_000)),
        ]
    )
}

extension LoadShape.Stage {
    fileprivate static let table = FieldTable(
        LoadShape.Stage(rate: 0, duration: 0),
        [
            Field("rate", \.startRate, .real),
            Field("to", \.endRate, .real),
            Field("seconds", \.duration, .seconds),
        ]
    )
}

extension RunSend {
    fileprivate static let table = FieldTable(
        RunSend(name: ""),
        [
            Field("name", \.name, .text),
            Field("weight", \.weight, .count),
            Field("recipients", \.recipients, .fraction),
            Field("steps", \.steps, .list(.text), unless: []),
        ]
    )
}

extension RunTarget {
    static let table = FieldTable(
        RunTarget(name: "", url: "", isReference: false),
        [
            Field("name", \.name, .text),
            Field("url", \.url, .text),
            Field("reference", \.isReference, .bool),
        ]
    )
}

extension RunChecks {
    static let table = FieldTable(
        RunChecks(),
        [
            Field("checked", \.checked, .count),
            Field("failed", \.failed, .count),
            Field("skipped", \.skipped, .count),
            skippedFor,
            Field("failures", \.failures, .list(.record(Failure.table))),
        ],
        finish: { (checks, node) throws(RunResultError) in
            guard checks.failed <= checks.checked else {
                throw try node["failed"].mismatch("at most \(checks.checked)")
            }
            guard checks.skippedFor.values.reduce(0, +) <= checks.skipped else {
                throw try node["skippedFor"].mismatch("at most \(checks.skipped) together")
            }
            // Sorted and limited, by a merge with nothing.
            checks = RunChecks().merged(with: checks)
        }
    )

    /// Left out when empty.
    private static let skippedFor = Field<RunChecks>(
        write: { checks, object in
            guard !checks.skippedFor.isEmpty else { return }
            var counts = JSONObject()
            for reason in SkipReason.allCases {
                counts[reason.rawValue] = checks.skippedFor[reason].map { .count($0) }
            }
            object["skippedFor"] = .object(counts)
        },
        read: { (node, checks) throws(RunResultError) in
            guard let node = try node.optional("skippedFor") else { return }
            for reason in SkipReason.allCases {
                checks.skippedFor[reason] = try node.optional(reason.rawValue)?.count
            }
        }
    )
}

extension RunChecks.Failure {
    fileprivate static let table = FieldTable(
        RunChecks.Failure(send: "", arrival: 0, differences: []),
        [
            Field("send", \.send, .text),
            Field("arrival", \.arrival, .count),
            Field("differences", \.differences, .list(.text)),
        ]
    )
}
