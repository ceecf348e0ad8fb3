import JSON
import LoadModel

extension RunPart {
    /// Everything of it; durations in seconds.
    var json: JSONValue {
        [
            "shard": .string(shard.description),
            "tool": tool.json,
            "environment": environment.json,
            "startedAtNanoseconds": .nanoseconds(startedAt),
            "clockErrorSeconds": .optional(clockError, JSONValue.seconds),
            "elapsedSeconds": .seconds(elapsed),
            "processTimeSeconds": .seconds(processTime),
            "targetProcessTimeSeconds": .optional(targetProcessTime, JSONValue.seconds),
            "workers": .integer(workers),
            "connections": .integer(connections),
            "options": .array(options.map { .string($0) }),
            "statistics": statistics.json,
            "readingDelay": readingDelay.json,
            "audienceSentSeconds": .optional(audienceSentAt, JSONValue.seconds),
            "cut": .optional(cut, \.json),
            "cutSeconds": .optional(cutAt, JSONValue.seconds),
        ]
    }

    init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            shard: try Shard(try node["shard"]),
            tool: try RunTool(try node["tool"]),
            environment: try RunEnvironment(try node["environment"]),
            startedAt: try node["startedAtNanoseconds"].moment,
            clockError: try node.optional("clockErrorSeconds")?.seconds,
            elapsed: try node["elapsedSeconds"].seconds,
            processTime: try node["processTimeSeconds"].seconds,
            targetProcessTime: try node.optional("targetProcessTimeSeconds")?.seconds,
            workers: Int(try node["workers"].integer(in: 1...1_000_000)),
            connections: Int(try node["connections"].integer(in: 1...1_000_000_000)),
            options: try node.optional("options")?.texts ?? [],
            statistics: try RunStatistics(try node["statistics"]),
            readingDelay: try node.optional("readingDelay").map { (node) throws(RunResultError) in
                try Histogram(node, .slice)
            } ?? Histogram(.slice),
            audienceSentAt: try node.optional("audienceSentSeconds")?.seconds,
            cut: try node.optional("cut").map { (node) throws(RunResultError) in try RunCut(node) },
            cutAt: try node.optional("cutSeconds")?.seconds
        )
    }
}

extension RunTool {
    var json: JSONValue {
        [
            "name": "assay", "version": .string(version),
            "libraries": .array(libraries.map { .string($0) }),
        ]
    }

    init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            version: try node["version"].text,
            libraries: try node["libraries"].texts
        )
    }
}

extension RunEnvironment {
    var json: JSONValue {
        [
            "cpu": .string(cpu), "cores": .integer(cores), "kernel": .string(kernel),
            "libcurl": .string(libcurl), "tls": .string(tls),
        ]
    }

    init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            cpu: try node["cpu"].text,
            cores: Int(try node["cores"].integer(in: 1...1_000_000)),
            kernel: try node["kernel"].text,
            libcurl: try node["libcurl"].text,
            tls: try node["tls"].text
        )
    }
}

extension Shard {
    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        guard let shard = Shard(try node.text, atMost: 100_000) else {
            throw node.mismatch("the number of a shard as 2/4")
        }
        self = shard
    }
}

extension RunCut {
    fileprivate var json: JSONValue {
        switch self {
        case .interrupted: ["reason": "interrupted"]
        case .threshold(let index): ["reason": "threshold", "threshold": .integer(index)]
        case .noConnection(let detail): ["reason": "noConnection", "detail": .string(detail)]
        case .audience(let detail): ["reason": "audience", "detail": .string(detail)]
        }
    }

    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        let reason = try node["reason"]
        switch try reason.text {
        case "interrupted": self = .interrupted
        case "threshold": self = .threshold(Int(try node["threshold"].integer(in: 0...10_000)))
        case "noConnection": self = .noConnection(try node["detail"].text)
        case "audience": self = .audience(try node["detail"].text)
        default: throw reason.mismatch("interrupted, threshold, noConnection or audience")
        }
    }
}

extension RunStatistics {
    fileprivate var json: JSONValue {
        [
            "turns": .count(turns), "lateTurns": .count(lateTurns),
            "busySeconds": .seconds(busyTime), "opened": .count(opened),
            "refused": .count(refused), "closedIdle": .count(closedIdle),
            "settled": .count(settled), "unsentThoughFree": .count(unsentThoughFree),
            "lastRefusal": .optional(lastRefusal) { .string($0) },
        ]
    }

    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            turns: try node["turns"].count,
            lateTurns: try node["lateTurns"].count,
            busyTime: try node["busySeconds"].seconds,
            opened: try node["opened"].count,
            refused: try node["refused"].count,
            closedIdle: try node["closedIdle"].count,
            settled: try node["settled"].count,
            unsentThoughFree: try node["unsentThoughFree"].count,
            lastRefusal: try node.optional("lastRefusal")?.text
        )
    }
}
