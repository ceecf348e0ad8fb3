package import JSON

extension CapacityRecord {
    /// The version of the format that is written.
    package static let formatVersion = 1

    /// The file of a search, ending with a line end.
    package var fileText: String {
        let lines = (json.objectValue?.members ?? []).map { member in
            "  \(JSONValue.string(member.name).text): " + Self.text(of: member.value)
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    /// Lists have a line for each element, as long as those are objects.
    private static func text(of value: JSONValue) -> String {
        guard let elements = value.arrayValue, elements.first?.objectValue != nil else {
            return value.text
        }
        return "[\n" + elements.map { "    \($0.text)" }.joined(separator: ",\n") + "\n  ]"
    }

    /// The file of a search as a value; durations are seconds, rates arrivals a second.
    package var json: JSONValue {
        let settings = result.settings
        var object = JSONObject()
        object["assayCapacity"] = .integer(Self.formatVersion)
        object["tool"] = tool.json
        object["environment"] = environment.json
        object["startedAt"] = .string(WallClockText.utc(startedAt))
        object["profile"] = profileJSON
        object["targets"] = .array(targets.map(\.json))
        object["percentile"] = .string(settings.quantile.description)
        object["startRate"] = .number(.real(settings.startRate))
        object["budgetSeconds"] = .optional(settings.budget, JSONValue.seconds)
        object["elapsedSeconds"] = .seconds(result.elapsed)
        object["ending"] = .string(result.ending.name)
        object["rate"] = .optional(result.rate) { .number(.real($0)) }
        object["upperRate"] = .optional(result.upper) { .number(.real($0)) }
        object["heldAbove"] = .optional(result.heldAbove) { .number(.real($0)) }
        object["broke"] = .optional(result.broken?.reason(thresholds: objectives)) { .string($0) }
        object["limitedBy"] = .null
        if case .limited(let limit) = result.ending { object["limitedBy"] = .string(limit.name) }
        object["steps"] = .array(result.trials.map { json(of: $0) })
        return .object(object)
    }

    private var profileJSON: JSONValue {
        var object = JSONObject()
        object["file"] = .string(profile.file)
        object["title"] = .string(profile.title)
        object["hash"] = .string(profile.hash)
        object["seed"] = .number(.unsigned(profile.seed))
        object["sends"] = .array(profile.sends.map { .string($0) })
        object["arrivals"] = .string(result.settings.isPoisson ? "poisson" : "constant")
        object["connections"] = .integer(result.settings.connections)
        object["workers"] = .integer(workers)
        object["thresholds"] = .array(
            zip(objectives, thresholds).map { text, threshold in
                ["text": .string(text), "place": .optional(threshold.place) { .string($0) }]
            }
        )
        return .object(object)
    }

    private func json(of trial: CapacityTrial) -> JSONValue {
        let (step, measurement) = (trial.step, trial.measurement)
        var object = JSONObject()
        object["purpose"] = .string(step.purpose.rawValue)
        object["attempt"] = .integer(step.attempt)
        object["rate"] = .number(.real(step.rate))
        object["seconds"] = .seconds(step.duration)
        object["warmupSeconds"] = .seconds(step.warmup)
        object["verdict"] = .string(trial.verdict.word)
        object["reason"] = .optional(trial.verdict.reason(thresholds: objectives)) { .string($0) }
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
}
