import JSON
import LoadModel

extension Threshold {
    /// A row of a profile, for a run with these sends.
    static func table(sends: [String]) -> FieldTable<Threshold> {
        FieldTable(
            Threshold(.errorRatio, .lt, Fraction(0)),
            [
                Field(derived: "text") { .string($0.text(sends: sends)) },
                Field("place", optional: \.place, .text),
                Field("metric", \.metric, .metric),
                Field("relation", \.relation, .word),
                Field("limit", \.limit, .fraction),
                Field("send", optional: \.send, .index(below: sends.count)),
                Field("windows", optional: \.windows, .record(Windows.table)),
                Field("abort", \.aborts, .bool),
            ]
        )
    }
}

extension ThresholdResult {
    /// A threshold of a profile and its result, which is derived from the recording.
    static func table(sends: [String]) -> FieldTable<ThresholdResult> {
        let row = Threshold.table(sends: sends)
        let judged: [Field<ThresholdResult>] = [
            Field(derived: "verdict") { .string($0.verdict.rawValue) },
            Field(derived: "endedRun") { $0.endedRun ? true : nil },
            Field(derived: "observed") { $0.json(of: $0.observation) },
            Field(derived: "lowest") { result in
                .optional(result.range) { result.json(of: $0.lowest) }
            },
            Field(derived: "highest") { result in
                .optional(result.range) { result.json(of: $0.highest) }
            },
            Field(derived: "reason") { $0.reason.map { .string($0) } },
            Field(derived: "windowCounts") { .optional($0.windows, \.json) },
        ]
        return FieldTable(
            ThresholdResult(
                threshold: Threshold(.errorRatio, .lt, Fraction(0)),
                verdict: .inconclusive,
                observation: .inconclusive(.nothingCounted),
                range: nil,
                doubts: [],
                windows: nil
            ),
            row.fields.map { $0.within(\.threshold) } + judged
        )
    }

    /// Seconds, a share of one, a number of deliveries, or events a second; `null` without a value.
    private func json(of observation: Observation) -> JSONValue {
        guard case .value(let value) = observation else { return .null }
        return switch threshold.metric.unit {
        case .time: .number(.real(value.doubleValue / 1e9))
        case .share: value.json
        case .rate: .number(.real(value.doubleValue))
        case .count: .count(value.numerator / value.denominator)
        }
    }

    /// Why there is no value.
    private var reason: String? {
        switch observation {
        case .value: nil
        case .failed: "failed"
        case .inconclusive(let obstacle): obstacle.description
        }
    }
}

extension ThresholdResult.WindowCounts {
    fileprivate var json: JSONValue {
        ["passed": .count(passed), "failed": .count(failed), "inconclusive": .count(inconclusive)]
    }
}

extension Form where Value == Threshold.Metric {
    /// In the words of profiles.
    fileprivate static var metric: Form {
        Form({ $0.json }, { (node) throws(RunResultError) in try Threshold.Metric(node) })
    }
}

extension Threshold.Metric {
    fileprivate var json: JSONValue {
        switch self {
        case .latencyPercentile(let quantile): ["latency": .string(quantile.description)]
        case .latencyMean: ["latency": "mean"]
        case .latencyMaximum: ["latency": "max"]
        case .errorRatio: ["errors": "ratio"]
        case .outcomeRatio(let name): ["outcome": .string(name)]
        case .achievedRatio: ["achieved": "ratio"]
        case .eventRate: ["events": "rate"]
        case .deliveredPercentile(let quantile): ["delivered": .string(quantile.description)]
        case .deliveredRatio(nil): ["delivered": "ratio"]
        case .deliveredRatio(let within?):
            ["delivered": "ratio", "withinSeconds": .seconds(within)]
        case .deliveries(let fault): ["deliveries": .string(fault.rawValue)]
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
        } else if let events = try node.optional("events") {
            _ = try events.word(Rate.self)
            self = .eventRate
        } else if let delivered = try node.optional("delivered") {
            self = try Self.delivered(delivered, within: node.optional("withinSeconds"))
        } else if let deliveries = try node.optional("deliveries") {
            self = .deliveries(try deliveries.word())
        } else {
            throw node.mismatch(
                "latency, errors, outcome, achieved, events, delivered or deliveries"
            )
        }
    }
}

extension Threshold.Metric {
    private static func delivered(
        _ node: ResultNode,
        within: ResultNode?
    ) throws(RunResultError) -> Self {
        let text = try node.text
        if text == Ratio.ratio.rawValue { return .deliveredRatio(within: try within?.seconds) }
        guard let quantile = Quantile(text) else { throw node.mismatch("ratio or a percentile") }
        if let within { throw within.mismatch("nothing beside a percentile") }
        return .deliveredPercentile(quantile)
    }
}

/// Metrics with a single figure: errors and the achieved share.
private enum Ratio: String, CaseIterable {
    case ratio
}

private enum Rate: String, CaseIterable {
    case rate
}

extension Threshold.Windows {
    fileprivate static let table = FieldTable(
        Threshold.Windows(length: 0),
        [
            Field("seconds", \.length, .seconds),
            Field("share", \.share, .fraction),
        ],
        finish: { (windows, node) throws(RunResultError) in
            guard windows.length > 0 else {
                throw try node["seconds"].mismatch("a length above zero")
            }
        }
    )
}

extension Form where Value == Fraction {
    /// Both numbers, to be read back exactly.
    static var fraction: Form {
        Form(
            { ["numerator": .count($0.numerator), "denominator": .count($0.denominator)] },
            { (node) throws(RunResultError) in
                let denominator = try node["denominator"]
                guard try denominator.count > 0 else {
                    throw denominator.mismatch("more than zero")
                }
                return Fraction(try node["numerator"].count, of: try denominator.count)
            }
        )
    }
}
