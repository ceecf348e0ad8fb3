import JSON

extension CapacityTrial {
    /// Everything of it; durations in seconds, rates in arrivals a second.
    ///
    /// - Parameter thresholds: In words, in the order of the profile.
    /// - Returns: One element of a file's steps.
    func json(thresholds: [String]) -> JSONValue {
        var object = JSONObject()
        object["purpose"] = .string(step.purpose.rawValue)
        object["attempt"] = .integer(step.attempt)
        object["rate"] = .number(.real(step.rate))
        object["seconds"] = .seconds(step.duration)
        object["warmupSeconds"] = .seconds(step.warmup)
        object["verdict"] = .string(verdict.word)
        object["cause"] = verdict.causeJSON(thresholds: thresholds)
        object["thresholds"] = measurement.finding.json
        object["due"] = .count(measurement.dueCount)
        object["doneRate"] = .number(.real(measurement.doneRate))
        object["backlogGrowth"] = .nanoseconds(measurement.backlogGrowth)
        object["latency"] = .null
        if case .value(let value) = measurement.percentile { object["latency"] = .seconds(value) }
        object["medianLatency"] = .optional(measurement.medianLatency, JSONValue.seconds)
        object["meanServiceTime"] = .optional(measurement.meanServiceTime, JSONValue.seconds)
        object["generatorBusy"] = .number(.real(measurement.busyShare))
        object["endedEarly"] = .bool(measurement.isHopeless)
        object["elapsedSeconds"] = .seconds(measurement.elapsed)
        return .object(object)
    }

    /// Reads a step.
    init(_ node: ResultNode, thresholdCount: Int) throws(RunResultError) {
        let verdict = try StepVerdict(
            cause: try node.optional("cause"),
            thresholdCount: thresholdCount
        )
        let word = try node["verdict"]
        guard try word.text == verdict.word else {
            throw word.mismatch("\"\(verdict.word)\", as cause has")
        }
        var noConnection: String?
        if case .breached(.noConnection(let detail)) = verdict { noConnection = detail }
        let latency = try node.optional("latency")?.seconds
        self.init(
            step: CapacityStep(
                try node["purpose"].word(),
                rate: try node["rate"].positive,
                duration: try node["seconds"].seconds,
                warmup: try node["warmupSeconds"].seconds,
                attempt: Int(try node["attempt"].integer(in: 1...1_000))
            ),
            measurement: StepMeasurement(
                try StepMeasurement.Finding(
                    try node["thresholds"],
                    thresholdCount: thresholdCount
                ),
                dueCount: try node["due"].count,
                backlogGrowth: try node["backlogGrowth"].moment,
                doneRate: try node["doneRate"].real,
                percentile: latency.map { .value($0) } ?? .failed,
                medianLatency: try node.optional("medianLatency")?.seconds,
                meanServiceTime: try node.optional("meanServiceTime")?.seconds,
                busyShare: try node["generatorBusy"].real,
                isHopeless: try node["endedEarly"].bool,
                noConnection: noConnection,
                elapsed: try node["elapsedSeconds"].seconds
            ),
            verdict: verdict
        )
    }
}

extension StepMeasurement.Finding {
    /// In files.
    private enum Kind: String, CaseIterable {
        case held, missed, doubtful, undetermined
    }

    fileprivate var json: JSONValue {
        switch self {
        case .held: ["finding": .string(Kind.held.rawValue)]
        case .doubtful: ["finding": .string(Kind.doubtful.rawValue)]
        case .missed(let index):
            ["finding": .string(Kind.missed.rawValue), "threshold": .integer(index)]
        case .undetermined(let index):
            ["finding": .string(Kind.undetermined.rawValue), "threshold": .integer(index)]
        }
    }

    fileprivate init(_ node: ResultNode, thresholdCount: Int) throws(RunResultError) {
        func threshold() throws(RunResultError) -> Int {
            let index = try node["threshold"]
            return Int(try index.integer(in: 0...Int64(max(thresholdCount - 1, 0))))
        }
        self =
            switch try node["finding"].word(Kind.self) {
            case .held: .held
            case .doubtful: .doubtful
            case .missed: .missed(threshold: try threshold())
            case .undetermined: .undetermined(threshold: try threshold())
            }
    }
}
