import JSON
import LoadModel

extension RunProfile {
    /// Everything of it; durations in seconds.
    var json: JSONValue {
        var object = JSONObject()
        object["file"] = .string(file)
        object["title"] = .string(title)
        object["hash"] = .string(hash)
        object["seed"] = .number(.unsigned(seed))
        switch load.model {
        case .open(let stages, let arrivals):
            object["model"] = "open"
            object["stages"] = .array(stages.map(\.json))
            object["arrivals"] = .string(arrivals.rawValue)
        case .closed(let duration, let think):
            object["model"] = "closed"
            object["durationSeconds"] = .seconds(duration)
            object["thinkSeconds"] = .seconds(think)
        }
        object["warmupSeconds"] = .seconds(load.warmup)
        object["drainSeconds"] = .seconds(load.drain)
        object["timeoutSeconds"] = .seconds(load.timeout)
        object["connections"] = .integer(load.connections)
        object["requestsPerConnection"] = .optional(load.requestsPerConnection) { .integer($0) }
        object["sends"] = .array(sends.map(\.json))
        object["audience"] = .optional(audience) { .count($0) }
        return .object(object)
    }

    init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            file: try node["file"].text,
            title: try node["title"].text,
            hash: try node["hash"].text,
            seed: try node["seed"].unsigned,
            load: LoadShape(
                try LoadShape.Model(node),
                warmup: try node["warmupSeconds"].seconds,
                connections: Int(try node["connections"].integer(in: 1...1_000_000_000)),
                timeout: try node["timeoutSeconds"].seconds,
                drain: try node["drainSeconds"].seconds,
                requestsPerConnection: try node.optional("requestsPerConnection")?
                    .integer(in: 1...Int64.max).asInt
            ),
            sends: try node["sends"].elements.mapped { (node) throws(RunResultError) in
                try RunSend(node)
            },
            audience: try node.optional("audience")?.count
        )
    }
}

extension LoadShape.Model {
    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        let model = try node["model"]
        switch try model.text {
        case "open":
            let stages = try node["stages"]
            let list = try stages.elements.mapped { (node) throws(RunResultError) in
                try LoadShape.Stage(node)
            }
            guard !list.isEmpty else { throw stages.mismatch("at least one stage") }
            self = .open(list, try node["arrivals"].word())
        case "closed":
            self = .closed(
                duration: try node["durationSeconds"].seconds,
                think: try node["thinkSeconds"].seconds
            )
        default: throw model.mismatch("open or closed")
        }
    }
}

extension LoadShape.Stage {
    fileprivate var json: JSONValue {
        [
            "rate": .number(.real(startRate)), "to": .number(.real(endRate)),
            "seconds": .seconds(duration),
        ]
    }

    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            from: try node["rate"].real,
            to: try node["to"].real,
            duration: try node["seconds"].seconds
        )
    }
}

extension RunSend {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "weight": .count(weight), "recipients": recipients.exactJSON,
        ]
    }

    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            name: try node["name"].text,
            weight: try node["weight"].count,
            recipients: try Fraction(try node["recipients"])
        )
    }
}

extension RunTarget {
    var json: JSONValue {
        ["name": .string(name), "url": .string(url), "reference": .bool(isReference)]
    }

    init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            name: try node["name"].text,
            url: try node["url"].text,
            isReference: try node["reference"].bool
        )
    }
}

extension RunChecks {
    var json: JSONValue {
        [
            "checked": .count(checked), "failed": .count(failed), "skipped": .count(skipped),
            "failures": .array(
                failures.map { failure in
                    [
                        "send": .string(failure.send), "arrival": .count(failure.arrival),
                        "differences": .array(failure.differences.map { .string($0) }),
                    ]
                }
            ),
        ]
    }

    init(_ node: ResultNode) throws(RunResultError) {
        self.init(
            checked: try node["checked"].count,
            failed: try node["failed"].count,
            skipped: try node["skipped"].count,
            failures: try node["failures"].elements.mapped { (node) throws(RunResultError) in
                Failure(
                    send: try node["send"].text,
                    arrival: try node["arrival"].count,
                    differences: try node["differences"].texts
                )
            }
        )
        guard failed <= checked else { throw try node["failed"].mismatch("at most \(checked)") }
    }
}

extension Int64 {
    /// The same number: both have 64 bits.
    fileprivate var asInt: Int { Int(self) }
}
