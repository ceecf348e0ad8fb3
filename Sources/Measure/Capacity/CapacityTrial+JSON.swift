import Base
import JSON

extension CapacityTrial {
    /// All of its members; durations in seconds, rates in arrivals per second.
    ///
    /// - Parameters:
    ///   - thresholds: In words, in the order of the profile; needed for writing.
    ///   - count: Number of thresholds.
    /// - Returns: The members of one element of a file's steps.
    static func table(_ thresholds: [String], count: Int) -> FieldTable<CapacityTrial> {
        let fields: [Field<CapacityTrial>] = [
            Field("purpose", \.step.purpose, .word),
            Field("attempt", \.step.attempt, .integer(1...1_000)),
            Field("rate", \.step.rate, .positive),
            Field("seconds", \.step.duration, .seconds),
            Field("warmupSeconds", \.step.warmup, .seconds),
            verdictField(thresholds, count: count),
            Field("thresholds", \.measurement.finding, .finding(of: count)),
            Field("due", \.measurement.dueCount, .count),
            Field("doneRate", \.measurement.doneRate, .real),
            Field("saturation", optional: \.measurement.saturation, .record(Saturation.table)),
            Field("restSeconds", ifThere: \.measurement.rest, .seconds),
            Field("failures", ifThere: \.measurement.failures, .record(StepFailures.table)),
            Field("delivered", ifThere: \.measurement.delivered, .reading),
            Field("backlogGrowth", \.measurement.backlogGrowth, .moment),
            Field("latency", optional: \.measurement.latency, .seconds),
            Field("medianLatency", optional: \.measurement.medianLatency, .seconds),
            Field("tailLatency", ifThere: \.measurement.tailLatency, .seconds),
            Field("meanServiceTime", optional: \.measurement.meanServiceTime, .seconds),
            Field("generatorBusy", \.measurement.busyShare, .real),
            Field(
                "disturbance",
                ifThere: \.measurement.disturbance,
                .record(RunDisturbance.table)
            ),
            Field("endedEarly", \.measurement.isHopeless, .bool),
            Field("elapsedSeconds", \.measurement.elapsed, .seconds),
        ]
        return FieldTable(blank, fields)
    }

    private static let blank = CapacityTrial(
        step: CapacityStep(.probe, rate: 1, duration: 0),
        measurement: StepMeasurement(
            .passed,
            dueCount: 0,
            backlogGrowth: 0,
            doneRate: 0,
            percentile: .failed,
            medianLatency: nil,
            meanServiceTime: nil,
            elapsed: 0
        ),
        verdict: .passed
    )

    /// The word of the verdict, and its evidence.
    private static func verdictField(_ thresholds: [String], count: Int) -> Field<CapacityTrial> {
        Field(
            write: { trial, object in
                object["verdict"] = .string(trial.verdict.word)
                object["cause"] = trial.verdict.causeJSON(thresholds: thresholds)
            },
            read: { (node, trial) throws(RunResultError) in
                trial.verdict = try StepVerdict(node, "cause", thresholds: count) ?? .passed
                let word = try node["verdict"]
                guard try word.text == trial.verdict.word else {
                    throw word.mismatch("\"\(trial.verdict.word)\", as cause has")
                }
                if case .breached(.noConnection(let detail)) = trial.verdict {
                    trial.measurement.noConnection = detail
                }
            }
        )
    }
}

extension Saturation {
    fileprivate static let table = FieldTable(
        Saturation(length: 0, rate: 0, low: 0, high: 0),
        [
            Field("seconds", \.length, .seconds),
            Field("rate", \.rate, .real),
            Field("low", \.low, .real),
            Field("high", \.high, .real),
        ]
    ) { (saturation, node) throws(RunResultError) in
        guard saturation.low <= saturation.rate, saturation.rate <= saturation.high else {
            throw try node["rate"].mismatch("a rate from low to high")
        }
    }
}

extension StepFailures {
    fileprivate static let table = FieldTable(
        StepFailures(share: 0, goodRate: 0, outcome: ""),
        [
            Field("share", \.share, .real),
            Field("goodRate", \.goodRate, .real),
            Field("outcome", \.outcome, .text),
        ]
    )
}

extension Form where Value == PercentileReading {
    /// Seconds, or `failed`.
    fileprivate static var reading: Form {
        Form(
            { (reading: PercentileReading) -> JSONValue in
                if case .value(let value) = reading { .seconds(value) } else { "failed" }
            },
            { (node: ResultNode) throws(RunResultError) -> PercentileReading in
                if node.value == "failed" { return .failed }
                return .value(try node.seconds)
            }
        )
    }
}

extension StepMeasurement {
    /// The latency at the percentile of the search in nanoseconds; `nil` when it failed.
    fileprivate var latency: Int64? {
        get { if case .value(let value) = percentile { value } else { nil } }
        set { percentile = newValue.map { .value($0) } ?? .failed }
    }
}

extension Form where Value == StepMeasurement.Finding {
    /// A word, and the index of a threshold.
    fileprivate static func finding(of thresholdCount: Int) -> Form {
        Form(
            { $0.json },
            { (node) throws(RunResultError) in
                try StepMeasurement.Finding(node, thresholdCount: thresholdCount)
            }
        )
    }
}

extension StepMeasurement.Finding {
    /// In files.
    private enum Kind: String, CaseIterable {
        case passed, failed, doubtful, inconclusive
    }

    fileprivate var json: JSONValue {
        switch self {
        case .passed: ["finding": .string(Kind.passed.rawValue)]
        case .doubtful: ["finding": .string(Kind.doubtful.rawValue)]
        case .failed(let index):
            ["finding": .string(Kind.failed.rawValue), "threshold": .integer(index)]
        case .inconclusive(let index):
            ["finding": .string(Kind.inconclusive.rawValue), "threshold": .integer(index)]
        }
    }

    fileprivate init(_ node: ResultNode, thresholdCount: Int) throws(RunResultError) {
        func threshold() throws(RunResultError) -> Int {
            let index = try node["threshold"]
            return Int(try index.integer(in: 0...Int64(max(thresholdCount - 1, 0))))
        }
        self =
            switch try node["finding"].word(Kind.self) {
            case .passed: .passed
            case .doubtful: .doubtful
            case .failed: .failed(threshold: try threshold())
            case .inconclusive: .inconclusive(threshold: try threshold())
            }
    }
}
