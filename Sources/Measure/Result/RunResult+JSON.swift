package import JSON
package import LoadModel

extension RunResult {
    /// The percentiles of result files.
    package static let quantiles: [Quantile] = GeneratorVerdict.reported

    /// The result file as a value.
    ///
    /// Durations are seconds except within `recording` and `slices`, from which a result is read: there they are
    /// nanoseconds.
    package var json: JSONValue { Self.table(self, judgement).json(self) }

    /// All members of a result file.
    ///
    /// - Parameters:
    ///   - blank: The record that reading begins with; it already has the recording.
    ///   - judgement: Results of the thresholds; needed for writing.
    /// - Returns: The members of a file.
    static func table(_ blank: RunResult, _ judgement: RunJudgement? = nil) -> FieldTable<RunResult>
    {
        let fields: [Field<RunResult>] = [
            Field(derived: ResultFormat.load.member) { _ in .integer(ResultFormat.version) },
            Field(derived: "tool") { RunTool.table.json($0.firstPart.tool) },
            Field(derived: "environment") { RunEnvironment.table.json($0.firstPart.environment) },
            Field(derived: "startedAt") { .string(WallClockText.utc($0.startedAt)) },
            Field("profile", \.profile, .record(RunProfile.table)),
            Field("targets", \.targets, .list(.record(RunTarget.table))),
            Field(derived: "elapsedSeconds") { .seconds($0.elapsed) },
            Field(derived: "processTimeSeconds") { .seconds($0.processTime) },
            Field(derived: "targetProcessTimeSeconds") {
                .optional($0.targetProcessTime, JSONValue.seconds)
            },
            Field(derived: "totals") { RunFigures($0).json },
            Field(derived: "outcomes") { $0.outcomesJSON },
            thresholdsField(blank.recording.plan.sends, judgement?.thresholds ?? []),
            Field(derived: "generator") { result in judgement.map { result.json(of: $0.generator) }
            },
            Field("checks", \.checks, .record(RunChecks.table)),
            Field(
                "failedResponses",
                \.failedResponses,
                .list(.record(RunFailedResponse.table)),
                unless: []
            ),
            Field("delivery", ifThere: \.delivery, .record(RunDelivery.table)),
            Field("parts", \.parts, .list(.record(RunPart.table))),
            Field(derived: "recording") { $0.recording.jsonWithoutSlices },
            Field(derived: "slices") { $0.slicesJSON },
        ]
        return FieldTable(blank, fields)
    }

    /// The thresholds of the profile, each with its result.
    private static func thresholdsField(
        _ sends: [String],
        _ results: [ThresholdResult]
    ) -> Field<RunResult> {
        let form = Form.list(.record(ThresholdResult.table(sends: sends)))
        return Field(
            write: { _, object in object["thresholds"] = form.json(results) },
            read: { (node, result) throws(RunResultError) in
                result.thresholds = try form.value(try node["thresholds"]).map(\.threshold)
            }
        )
    }

    /// Each slice with the moment of its beginning in front.
    private var slicesJSON: JSONValue {
        let table = Slice.table(recording.plan, cells: [])
        let series = recording.slices
        return .array(
            series.slices.enumerated().map { index, slice in
                let start = Int64(series.first + index) * series.width
                var object = JSONObject([.init(name: "startSeconds", value: .seconds(start))])
                for field in table.fields { field.write(slice, &object) }
                return .object(object)
            }
        )
    }

    private func json(of generator: GeneratorVerdict) -> JSONValue {
        [
            "valid": .bool(generator.isValid),
            "limited": .bool(generator.isLimited),
            "readingDelay": readingDelayJSON,
            "faults": .array(generator.faults.map { .string($0.text(in: self)) }),
            "doubts": .array(generator.harmless.map { .string($0.text(in: self)) }),
            "unsound": .array(
                generator.flagged.map { excess in
                    [
                        "percentile": .string(excess.quantile.description),
                        "excessSeconds": .seconds(excess.excess),
                        "open": .bool(excess.isOpen),
                    ]
                }
            ),
        ]
    }

    /// How long responses lay unread, next to the lag of sending; `null` without timestamps.
    private var readingDelayJSON: JSONValue {
        let delay = readingDelay
        guard !delay.isEmpty else { return .null }
        let arrivals = RankedArrivals(good: delay, failedCount: 0)
        return ClockFigures(clock: .serviceTime, arrivals: arrivals).json
    }

    /// By name, over all sends.
    private var outcomesJSON: JSONValue {
        var object = JSONObject()
        for outcome in outcomes {
            var sends = JSONObject()
            for cell in outcome.cells {
                let name = recording.plan.sends[cell.key.send]
                let before = sends[name]?.intValue ?? 0
                sends[name] = .integer(before + Int(cell.count))
            }
            let latency = ClockFigures(
                clock: .latency,
                arrivals: RankedArrivals(good: outcome.latency, failedCount: 0)
            )
            object[outcome.name] = [
                "count": .count(outcome.count), "good": .count(outcome.goodCount),
                "sends": .object(sends), "latency": latency.json,
            ]
        }
        return .object(object)
    }
}

extension RunFigures {
    fileprivate var json: JSONValue {
        var object: JSONObject = JSONObject()
        object["due"] = .count(dueCount)
        object["sent"] = .count(sentCount)
        object["completed"] = .count(dueCount - unfinishedCount)
        object["unfinished"] = .count(unfinishedCount)
        object["cutOff"] = .count(cutOffCount)
        object["good"] = .count(goodCount)
        if unjudgedCount > 0 { object["unjudged"] = .count(unjudgedCount) }
        object["answered"] = .count(answeredCount)
        object["completedInTime"] = .count(completedWithinSpan)
        if eventCount > 0 {
            object["events"] = .count(eventCount)
            object["eventRate"] = .number(.real(eventRate))
        }
        object["recipients"] = .count(recipients)
        object["bytesSent"] = .count(bytesSent)
        object["bytesReceived"] = .count(bytesReceived)
        object["durationSeconds"] = .seconds(countedTime)
        object["dueRate"] = .number(.real(dueRate))
        object["doneRate"] = .number(.real(doneRate))
        object["recipientRate"] = .number(.real(recipientRate))
        object["achieved"] = .optional(achieved, \.json)
        object["failedRatio"] = .optional(failedRatio, \.json)
        for clock in clocks { object[clock.clock.rawValue] = clock.json }
        return .object(object)
    }
}

extension ClockFigures {
    /// Mean and maximum of arrivals with a time, percentiles over all; a percentile without a value is `null`, and
    /// `missing` gives the reason.
    var json: JSONValue {
        var object = JSONObject()
        var missing = JSONObject()
        object["mean"] = .optional(mean, JSONValue.seconds)
        for quantile in RunResult.quantiles {
            let name = quantile.description.filter { $0 != "." }
            switch self[quantile] {
            case .value(let value): object[name] = .seconds(value)
            case .failed:
                object[name] = .null
                missing[name] = "failed"
            case .tooFew:
                object[name] = .null
                missing[name] = "tooFew"
            }
        }
        object["max"] = .optional(greatest, JSONValue.seconds)
        if !missing.isEmpty { object["missing"] = .object(missing) }
        return .object(object)
    }
}
