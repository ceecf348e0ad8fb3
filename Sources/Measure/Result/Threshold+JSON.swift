import JSON
import LoadModel

extension Threshold {
    /// The row, as it is read back.
    func json(sends: [String]) -> JSONObject {
        var object = JSONObject()
        object["text"] = .string(text(sends: sends))
        object["place"] = .optional(place) { .string($0) }
        object["metric"] = metric.json
        object["relation"] = .string(relation.rawValue)
        object["limit"] = limit.exactJSON
        object["send"] = .optional(send) { .integer($0) }
        object["windows"] = .optional(windows) { windows in
            ["seconds": .seconds(windows.length), "share": windows.share.exactJSON]
        }
        object["abort"] = .bool(aborts)
        return object
    }

    /// The row and what became of it.
    func json(_ result: ThresholdResult, sends: [String]) -> JSONValue {
        var object = json(sends: sends)
        object["verdict"] = .string(result.verdict.rawValue)
        object["verdictWithoutOwnTime"] = .string(result.verdictWithoutOwn.rawValue)
        switch result.observation {
        case .value(let value):
            object["observed"] =
                metric.isTime
                ? .number(.real(value.doubleValue / 1e9)) : value.json
        case .failed:
            object["observed"] = .null
            object["reason"] = "failed"
        case .undetermined(let obstacle):
            object["observed"] = .null
            object["reason"] = .string(obstacle.description)
        }
        object["windowCounts"] = .optional(result.windows) { counts in
            [
                "held": .count(counts.held), "missed": .count(counts.missed),
                "undetermined": .count(counts.undetermined),
            ]
        }
        return .object(object)
    }

    /// Reads the row; the verdict follows from the recording again.
    init(_ node: ResultNode, sendCount: Int) throws(RunResultError) {
        let send = try node.optional("send")?.integer(in: 0...Int64(sendCount - 1))
        self.init(
            try Metric(try node["metric"]),
            try node["relation"].word(),
            try Fraction(try node["limit"]),
            send: send.map { Int($0) },
            windows: try node.optional("windows").map { (node) throws(RunResultError) in
                try Windows(node)
            },
            aborts: try node["abort"].bool,
            place: try node.optional("place")?.text
        )
    }
}

extension Threshold.Metric {
    /// In the words of profiles.
    fileprivate var json: JSONValue {
        switch self {
        case .latencyPercentile(let quantile): ["latency": .string(quantile.description)]
        case .latencyMean: ["latency": "mean"]
        case .latencyMaximum: ["latency": "max"]
        case .errorRatio: ["errors": "ratio"]
        case .outcomeRatio(let name): ["outcome": .string(name)]
        case .achievedRatio: ["achieved": "ratio"]
        }
    }

    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        if let latency = try node.optional("latency") {
            guard let metric = Self(latency: try latency.text) else {
                throw latency.mismatch("mean, max or a percentile")
            }
            self = metric
        } else if let outcome = try node.optional("outcome") {
            self = .outcomeRatio(try outcome.text)
        } else if let errors = try node.optional("errors") {
            _ = try errors.word(Ratio.self)
            self = .errorRatio
        } else if let achieved = try node.optional("achieved") {
            _ = try achieved.word(Ratio.self)
            self = .achievedRatio
        } else {
            throw node.mismatch("latency, errors, outcome or achieved")
        }
    }
}

/// What is asked of errors and of what was achieved: there is one figure of each.
private enum Ratio: String, CaseIterable {
    case ratio
}

extension Threshold.Windows {
    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        let length = try node["seconds"]
        guard try length.seconds > 0 else { throw length.mismatch("a length above zero") }
        self.init(length: try length.seconds, share: try Fraction(try node["share"]))
    }
}

extension Fraction {
    init(_ node: ResultNode) throws(RunResultError) {
        let denominator = try node["denominator"]
        guard try denominator.count > 0 else { throw denominator.mismatch("more than zero") }
        self.init(try node["numerator"].count, of: try denominator.count)
    }
}
