import JSON
import LoadModel

extension RunPart {
    /// All members; durations in seconds.
    static let table = FieldTable(
        RunPart(
            tool: RunTool(version: "", libraries: []),
            environment: RunEnvironment(cpu: "", cores: 1, kernel: "", libcurl: "", tls: ""),
            startedAt: 0,
            elapsed: 0,
            processTime: 0,
            workers: 1,
            connections: 1,
            statistics: RunStatistics()
        ),
        [
            Field("shard", \.shard, .shard),
            Field("tool", \.tool, .record(RunTool.table)),
            Field("environment", \.environment, .record(RunEnvironment.table)),
            Field("startedAtNanoseconds", \.startedAt, .moment),
            Field("clockErrorSeconds", optional: \.clockError, .seconds),
            Field("elapsedSeconds", \.elapsed, .seconds),
            Field("processTimeSeconds", \.processTime, .seconds),
            Field("targetProcessTimeSeconds", optional: \.targetProcessTime, .seconds),
            Field("workers", \.workers, .integer(1...1_000_000)),
            Field("connections", \.connections, .integer(1...1_000_000_000)),
            Field("options", \.options, .list(.text)),
            Field(
                "audienceCalls",
                \.audienceCalls,
                .list(.record(RunAudienceCall.table)),
                unless: []
            ),
            Field("statistics", \.statistics, .record(RunStatistics.table)),
            Field("tokens", \.tokens, .list(.record(RunToken.table)), unless: []),
            Field("readingDelay", \.readingDelay, .histogram(.slice)),
            Field("audienceSentSeconds", optional: \.audienceSentAt, .seconds),
            Field("cut", optional: \.cut, .cut),
            Field("cutSeconds", optional: \.cutAt, .seconds),
            Field("generator", ifThere: \.generator, .record(RunGenerator.table)),
        ]
    )
}

extension RunGenerator {
    fileprivate static let table = FieldTable(
        RunGenerator(name: "", host: ""),
        [
            Field("name", \.name, .text),
            Field("host", \.host, .text),
            Field("clockOffsetNanoseconds", \.clockOffset, .moment),
            Field("clockBoundSeconds", \.clockBound, .seconds),
            Field("clockDriftNanoseconds", \.clockDrift, .moment),
            Field("gap", ifThere: \.gap, .record(RunGap.table)),
        ]
    )
}

extension RunGap {
    fileprivate static let table = FieldTable(
        RunGap(silentFrom: 0, settledBefore: 0, unreported: 0, leaseEnd: 0, neverMade: 0),
        [
            Field("silentFromSeconds", \.silentFrom, .seconds),
            Field("settledBeforeSeconds", \.settledBefore, .seconds),
            Field("unreported", \.unreported, .count),
            Field("leaseEndSeconds", \.leaseEnd, .seconds),
            Field("neverMade", \.neverMade, .count),
        ]
    )
}

extension RunTool {
    static let table = FieldTable(
        RunTool(version: "", libraries: []),
        [
            Field(derived: "name") { _ in "assay" },
            Field("version", \.version, .text),
            Field("libraries", \.libraries, .list(.text)),
        ]
    )
}

extension RunEnvironment {
    static let table = FieldTable(
        RunEnvironment(cpu: "", cores: 1, kernel: "", libcurl: "", tls: ""),
        [
            Field("cpu", \.cpu, .text),
            Field("cores", \.cores, .integer(1...1_000_000)),
            Field("kernel", \.kernel, .text),
            Field("libcurl", \.libcurl, .text),
            Field("tls", \.tls, .text),
            Field("disturbance", ifThere: \.disturbance, .record(RunDisturbance.table)),
        ]
    )
}

extension RunDisturbance {
    static let table = FieldTable(
        RunDisturbance(available: 0),
        [
            Field("availableSeconds", \.available, .seconds),
            Field("stolenSeconds", \.stolen, .seconds),
            Field("othersSeconds", \.others, .seconds),
            Field("busiest", optional: \.busiest, .text),
            Field("busiestSeconds", \.busiestTime, .seconds),
            Field("throttledSeconds", \.throttled, .seconds),
        ]
    )
}

extension RunStatistics {
    fileprivate static let table = FieldTable(
        RunStatistics(),
        [
            Field("turns", \.turns, .count),
            Field("lateTurns", \.lateTurns, .count),
            Field("busySeconds", \.busyTime, .seconds),
            Field("opened", \.opened, .count),
            Field("refused", \.refused, .count),
            Field("closedIdle", \.closedIdle, .count),
            Field("settled", \.settled, .count),
            Field("unsentThoughFree", \.unsentThoughFree, .count),
            Field("lastRefusal", optional: \.lastRefusal, .text),
            Field("http2", ifThere: \.http2, .record(HTTP2Figures.table)),
            Field("opening", ifThere: \.opening, .record(OpeningFigures.table)),
            Field("outages", \.outages, .list(.record(RunOutage.table)), unless: []),
        ]
    )
}

extension Form where Value == Shard {
    /// `2/4`.
    fileprivate static var shard: Form {
        Form(
            { .string($0.description) },
            { (node) throws(RunResultError) in
                guard let shard = Shard(try node.text, atMost: 100_000) else {
                    throw node.mismatch("the number of a shard as 2/4")
                }
                return shard
            }
        )
    }
}

extension Form where Value == RunCut {
    /// An object with the reason, and its subject.
    fileprivate static var cut: Form {
        Form({ $0.json }, { (node) throws(RunResultError) in try RunCut(node) })
    }
}

extension RunCut {
    fileprivate var json: JSONValue {
        switch self {
        case .interrupted: ["reason": "interrupted"]
        case .threshold(let index): ["reason": "threshold", "threshold": .integer(index)]
        case .noConnection(let detail): ["reason": "noConnection", "detail": .string(detail)]
        case .audience(let detail): ["reason": "audience", "detail": .string(detail)]
        case .noToken(let detail): ["reason": "noToken", "detail": .string(detail)]
        case .orphaned: ["reason": "orphaned"]
        case .silent: ["reason": "silent"]
        }
    }

    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        let reason = try node["reason"]
        switch try reason.text {
        case "interrupted": self = .interrupted
        case "threshold": self = .threshold(Int(try node["threshold"].integer(in: 0...10_000)))
        case "noConnection": self = .noConnection(try node["detail"].text)
        case "audience": self = .audience(try node["detail"].text)
        case "noToken": self = .noToken(try node["detail"].text)
        case "orphaned": self = .orphaned
        case "silent": self = .silent
        default:
            throw reason.mismatch(
                "interrupted, threshold, noConnection, audience, noToken, orphaned or silent"
            )
        }
    }
}
