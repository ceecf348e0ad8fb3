import JSON

extension RunThreshold {
    /// The row, as it is read back.
    func json(sends: [String]) -> JSONObject {
        var object = JSONObject()
        object["text"] = .string(threshold.text(sends: sends))
        object["place"] = .optional(place) { .string($0) }
        object["metric"] = threshold.metric.json
        object["relation"] = .string(threshold.relation.rawValue)
        object["limit"] = threshold.limit.exactJSON
        object["send"] = .optional(threshold.send) { .integer($0) }
        object["windows"] = .optional(threshold.windows) { windows in
            ["seconds": .seconds(windows.length), "share": windows.share.exactJSON]
        }
        object["abort"] = .bool(threshold.aborts)
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
                threshold.metric.isTime
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
        let threshold = Threshold(
            try Threshold.Metric(try node["metric"]),
            try node["relation"].word(),
            try Fraction(try node["limit"]),
            send: send.map { Int($0) },
            windows: try node.optional("windows").map { (node) throws(RunResultError) in
                try Threshold.Windows(node)
            },
            aborts: try node["abort"].bool
        )
        self.init(threshold, place: try node.optional("place")?.text)
    }
}

extension Threshold.Metric {
    /// Whether it is a time; else it is a share.
    package var isTime: Bool {
        switch self {
        case .latencyPercentile, .latencyMean, .latencyMaximum: true
        case .errorRatio, .outcomeRatio, .achievedRatio: false
        }
    }

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
            let text = try latency.text
            switch (text, Quantile(text)) {
            case ("mean", _): self = .latencyMean
            case ("max", _): self = .latencyMaximum
            case (_, let quantile?): self = .latencyPercentile(quantile)
            case (_, nil): throw latency.mismatch("mean, max or a percentile")
            }
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
