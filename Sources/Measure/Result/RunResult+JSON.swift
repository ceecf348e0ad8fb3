package import JSON
package import LoadModel

extension RunResult {
    /// The percentiles of result files.
    package static let quantiles: [Quantile] = GeneratorVerdict.reported

    /// The result file as a value.
    ///
    /// Durations are seconds except within `recording` and `slices`, from which the whole is read back:
    /// there they are nanoseconds.
    package var json: JSONValue {
        let (judgement, figures) = (self.judgement, RunFigures(self))
        var recorded = recording.json.objectValue ?? JSONObject()
        let slices = recorded["slices"]?.arrayValue ?? []
        recorded["slices"] = nil
        var object = JSONObject()
        object["assayResult"] = .integer(ResultFormat.version)
        object["tool"] = firstPart.tool.json
        object["environment"] = firstPart.environment.json
        object["startedAt"] = .string(WallClockText.utc(startedAt))
        object["profile"] = profile.json
        object["targets"] = .array(targets.map(\.json))
        object["elapsedSeconds"] = .seconds(elapsed)
        object["processTimeSeconds"] = .seconds(processTime)
        object["targetProcessTimeSeconds"] = .optional(targetProcessTime, JSONValue.seconds)
        object["totals"] = figures.json
        object["outcomes"] = outcomesJSON
        object["thresholds"] = .array(
            zip(thresholds, judgement.thresholds).map {
                $0.json($1, sends: recording.plan.sends)
            }
        )
        object["generator"] = json(of: judgement.generator)
        object["checks"] = checks.json
        object["parts"] = .array(parts.map(\.json))
        object["recording"] = .object(recorded)
        object["slices"] = .array(
            slices.enumerated().map { index, slice in
                start(slice, ofSlice: recording.slices.first + index)
            }
        )
        return .object(object)
    }

    /// The slice with the moment of its beginning in front.
    private func start(_ slice: JSONValue, ofSlice number: Int) -> JSONValue {
        let start = Int64(number) * recording.plan.sliceWidth
        var object: JSONObject = JSONObject([.init(name: "startSeconds", value: .seconds(start))])
        for member in slice.objectValue?.members ?? [] { object[member.name] = member.value }
        return .object(object)
    }

    private func json(of generator: GeneratorVerdict) -> JSONValue {
        [
            "valid": .bool(generator.isValid),
            "limited": .bool(generator.isLimited),
            "readingDelay": readingDelayJSON,
            "faults": .array(generator.faults.map { .string($0.text(in: self)) }),
            "unsound": .array(
                generator.flagged.map { excess in
                    [
                        "percentile": .string(excess.quantile.description),
                        "excessSeconds": .seconds(excess.excess),
                    ]
                }
            ),
        ]
    }

    /// How long answers lay unread, beside the lag of sending; `null` when nobody knows.
    private var readingDelayJSON: JSONValue {
        let delay = readingDelay
        guard !delay.isEmpty else { return .null }
        let arrivals = RankedArrivals(good: delay, failedCount: 0)
        return ClockFigures(clock: .serviceTime, arrivals: arrivals).json
    }

    /// By name; sends together.
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
        object["good"] = .count(goodCount)
        object["answered"] = .count(answeredCount)
        object["completedInTime"] = .count(completedWithinSpan)
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
    /// Mean and maximum of what has a time, percentiles over all; a percentile that says nothing or
    /// failed is `null`, and `missing` says why.
    fileprivate var json: JSONValue {
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
