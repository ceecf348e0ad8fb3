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
        object["assayCapacity"] = .integer(ResultFormat.version)
        object["tool"] = tool.json
        object["environment"] = environment.json
        object["startedAt"] = .string(WallClockText.utc(startedAt))
        object["startedAtNanoseconds"] = .nanoseconds(startedAt)
        object["profile"] = profileJSON
        object["targets"] = .array(targets.map(\.json))
        object["options"] = .array(options.map { .string($0) })
        object["percentile"] = .string(settings.quantile.description)
        object["startRate"] = .number(.real(settings.startRate))
        object["budgetSeconds"] = .optional(settings.budget, JSONValue.seconds)
        object["elapsedSeconds"] = .seconds(result.elapsed)
        object["ending"] = .string(result.ending.name)
        object["rate"] = .optional(result.rate) { .number(.real($0)) }
        object["upperRate"] = .optional(result.upper) { .number(.real($0)) }
        object["heldAbove"] = .optional(result.heldAbove) { .number(.real($0)) }
        object["broken"] = .optional(result.broken) { $0.causeJSON(thresholds: objectives) }
        object["limit"] = .null
        if case .limited(let limit) = result.ending {
            object["limit"] = StepVerdict.limited(limit).causeJSON(thresholds: objectives)
        }
        object["steps"] = .array(result.trials.map { $0.json(thresholds: objectives) })
        return .object(object)
    }

    private var profileJSON: JSONValue {
        let settings = result.settings
        var object = JSONObject()
        object["file"] = .string(profile.file)
        object["title"] = .string(profile.title)
        object["hash"] = .string(profile.hash)
        object["seed"] = .number(.unsigned(profile.seed))
        object["sends"] = .array(profile.sends.map { .string($0) })
        object["arrivals"] = .string(settings.arrivals.rawValue)
        object["warmupSeconds"] = .seconds(settings.warmup)
        object["connections"] = .integer(settings.connections)
        object["workers"] = .integer(workers)
        object["thresholds"] = .array(thresholds.map { .object($0.json(sends: profile.sends)) })
        return .object(object)
    }
}
