package import JSON
import LoadModel

extension CapacityRecord {
    /// The file of a search, ending with a line end.
    package var fileText: String {
        let lines = (json.objectValue?.members ?? []).map { member in
            "  \(JSONValue.string(member.name).text): " + Self.text(of: member.value)
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    /// Writes lists of objects with one element in each line.
    private static func text(of value: JSONValue) -> String {
        guard let elements = value.arrayValue, elements.first?.objectValue != nil else {
            return value.text
        }
        return "[\n" + elements.map { "    \($0.text)" }.joined(separator: ",\n") + "\n  ]"
    }

    /// The file of a search as a value; durations are seconds, rates arrivals a second.
    package var json: JSONValue { Self.table(objectives: objectives).json(self) }

    /// All members of a capacity file.
    ///
    /// - Parameter objectives: The thresholds in words; needed for writing.
    /// - Returns: The members of a file.
    static func table(objectives: [String] = []) -> FieldTable<CapacityRecord> {
        let fields: [Field<CapacityRecord>] = [
            Field(derived: ResultFormat.capacity.member) { _ in .integer(ResultFormat.version) },
            Field("tool", \.tool, .record(RunTool.table)),
            Field("environment", \.environment, .record(RunEnvironment.table)),
            Field(derived: "startedAt") { .string(WallClockText.utc($0.startedAt)) },
            Field("startedAtNanoseconds", \.startedAt, .moment),
            Field("profile", holding: profileFields),
            Field("targets", \.targets, .list(.record(RunTarget.table))),
            Field("options", \.options, .list(.text)),
            Field(
                "audienceCalls",
                \.audienceCalls,
                .list(.record(RunAudienceCall.table)),
                unless: []
            ),
            Field("tokens", \.tokens, .list(.record(RunToken.table)), unless: []),
            Field("percentile", \.result.settings.quantile, .quantile),
            Field("startRate", \.result.settings.startRate, .positive),
            Field("budgetSeconds", optional: \.result.settings.budget, .seconds),
            Field(derived: "verdict") { .string($0.result.claim.name) },
            Field(derived: "elapsedSeconds") { .seconds($0.result.elapsed) },
            Field(
                write: { record, object in object["ending"] = .string(record.result.ending.name) },
                read: { (node, record) throws(RunResultError) in
                    let limit = try StepVerdict(node, "limit", thresholds: record.thresholds.count)
                    record.result.ending = try .init(try node["ending"], limit: limit)
                }
            ),
            Field("rate", optional: \.result.rate, .positive),
            Field("upperRate", optional: \.result.upper, .positive),
            Field("passedAbove", optional: \.result.passedAbove, .positive),
            Field("estimate", optional: \.result.estimate, .record(CapacityEstimate.table)),
            Field(
                write: { record, object in
                    object["upperCause"] =
                        record.result.upperCause?.causeJSON(thresholds: objectives) ?? .null
                },
                read: { (node, record) throws(RunResultError) in
                    let count = record.thresholds.count
                    let cause = try StepVerdict(node, "upperCause", thresholds: count)
                    record.result.upperCause = cause
                }
            ),
            // Derived: the ending contains it.
            Field(derived: "limit") { record in
                guard case .limited(let limit) = record.result.ending else { return .null }
                return StepVerdict.limited(limit).causeJSON(thresholds: objectives)
            },
            Field(
                write: { record, object in
                    let table = CapacityTrial.table(objectives, count: record.thresholds.count)
                    object["steps"] = Form.list(.record(table)).json(record.result.trials)
                },
                read: { (node, record) throws(RunResultError) in
                    let table = CapacityTrial.table([], count: record.thresholds.count)
                    record.result.trials = try Form.list(.record(table)).value(try node["steps"])
                }
            ),
        ]
        return FieldTable(blank, fields) { (record, node) throws(RunResultError) in
            try record.result.check(node)
        }
    }

    private static let blank = CapacityRecord(
        CapacityResult(
            settings: CapacitySettings(startRate: 1, connections: 1),
            trials: [],
            ending: .found,
            rate: nil,
            upper: nil,
            upperCause: nil,
            passedAbove: nil,
            estimate: nil
        ),
        profile: Profile(file: "", title: "", hash: "", seed: 0, sends: []),
        targets: [],
        thresholds: [],
        workers: 1,
        tool: RunTool.table.blank,
        environment: RunEnvironment.table.blank,
        startedAt: 0
    )

    /// The profile, together with the settings of the search.
    private static let profileFields: [Field<CapacityRecord>] = [
        Field("file", \.profile.file, .text),
        Field("title", \.profile.title, .text),
        Field("hash", \.profile.hash, .text),
        Field("seed", \.profile.seed, .unsigned),
        Field("run", ifThere: \.profile.run, .text),
        Field("sends", \.profile.sends, .names),
        Field("arrivals", \.result.settings.arrivals, .word),
        Field("warmupSeconds", \.result.settings.warmup, .seconds),
        Field("thinkSeconds", \.result.settings.think, .seconds),
        Field("connections", \.result.settings.connections, .integer(1...1_000_000_000)),
        Field("streams", ifThere: \.result.settings.streams, .integer(1...10_000)),
        Field("workers", \.workers, .integer(1...1_000_000)),
        Field(
            write: { record, object in
                let table = Threshold.table(sends: record.profile.sends)
                object["thresholds"] = Form.list(.record(table)).json(record.thresholds)
            },
            read: { (node, record) throws(RunResultError) in
                let table = Threshold.table(sends: record.profile.sends)
                record.thresholds = try Form.list(.record(table)).value(try node["thresholds"])
            }
        ),
    ]
}

extension CapacityEstimate {
    fileprivate static let table = FieldTable(
        CapacityEstimate(rate: 1, low: 1, high: 1),
        [
            Field("rate", \.rate, .real),
            Field("low", \.low, .real),
            Field("high", \.high, .real),
        ]
    ) { (estimate, node) throws(RunResultError) in
        guard estimate.low <= estimate.rate, estimate.rate <= estimate.high else {
            throw try node["rate"].mismatch("a rate from low to high")
        }
    }
}

extension Form where Value == Quantile {
    /// `p99`.
    fileprivate static var quantile: Form {
        Form(
            { .string($0.description) },
            { (node) throws(RunResultError) in
                guard let quantile = Quantile(try node.text) else {
                    throw node.mismatch("a percentile such as p99")
                }
                return quantile
            }
        )
    }
}

extension Form where Value == [String] {
    /// Names of sends, at least one.
    fileprivate static var names: Form {
        Form(
            { .array($0.map { .string($0) }) },
            { (node) throws(RunResultError) in
                let names = try node.texts
                guard !names.isEmpty else { throw node.mismatch("at least one send") }
                return names
            }
        )
    }
}
