import JSON

extension RunResult {
    /// The result file: one line for each slice and each outcome, so that files can be told apart and
    /// stay small; ends with a line end.
    package var fileText: String {
        var lines: [String] = []
        for member in json.objectValue?.members ?? [] {
            lines.append("  \(JSONValue.string(member.name).text): " + Self.text(of: member))
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    private static func text(of member: JSONObject.Member) -> String {
        switch (member.name, member.value) {
        case ("slices", .array(let slices)) where !slices.isEmpty:
            return "[\n" + slices.map { "    " + $0.text }.joined(separator: ",\n") + "\n  ]"
        case ("recording", .object(let object)):
            let lines = object.members.map { member in
                "    \(JSONValue.string(member.name).text): \(member.value.text)"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n  }"
        default:
            return member.value.prettyText().split(separator: "\n").joined(separator: "\n  ")
        }
    }
}

extension RunResult {
    /// Reads a result file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - file: Its name, for errors.
    /// - Throws: A `RunResultError` when it is none, or does not hold together.
    package init(parsing bytes: [UInt8], file: String) throws(RunResultError) {
        guard !bytes.isEmpty else { throw RunResultError(file: file, reason: .empty) }
        let value: JSONValue
        do throws(JSONTextError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw RunResultError(file: file, reason: Self.reason(error, bytes))
        }
        try Self.checkFormat(value, file: file)
        let node = ResultNode(value: value, path: "", file: file)
        let recording = try Recording(try node["recording"], slices: try node["slices"])
        let profile = try RunProfile(try node["profile"])
        guard profile.sends.map(\.name) == recording.plan.sends else {
            throw try node["profile"]["sends"].mismatch("the sends of recording.plan")
        }
        let parts = try node["parts"]
        self.init(
            profile: profile,
            targets: try node["targets"].elements.mapped { (node) throws(RunResultError) in
                try RunTarget(node)
            },
            thresholds: try node["thresholds"].elements.mapped { (node) throws(RunResultError) in
                try RunThreshold(node, sendCount: recording.plan.sends.count)
            },
            recording: recording,
            checks: try RunChecks(try node["checks"]),
            parts: try Self.parts(parts)
        )
        try check(node)
    }

    /// A text that ends where more was expected was cut; a file of zeros at its end was, too.
    private static func reason(_ error: JSONTextError, _ bytes: [UInt8]) -> RunResultError.Reason {
        let isCut = error.byteOffset >= bytes.count || bytes.last == 0
        let isOurs = bytes.first == UInt8(ascii: "{")
        return isCut && isOurs
            ? .cutShort(byteOffset: bytes.count) : .notJSON(error.description)
    }

    private static func checkFormat(_ value: JSONValue, file: String) throws(RunResultError) {
        guard let version = value["assayResult"]?.intValue else {
            throw RunResultError(file: file, reason: .foreign(Self.appearance(of: value)))
        }
        guard version <= formatVersion else {
            throw RunResultError(file: file, reason: .newer(version: version))
        }
    }

    /// What a JSON text seems to be, in a few words.
    private static func appearance(of value: JSONValue) -> String {
        guard let object = value.objectValue else { return "JSON of kind \(value.kind.rawValue)" }
        if object.contains("assayVerification") { return "a report of assay verify" }
        if object.contains("assayResult") { return "an assayResult that is no version" }
        let names = object.names.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        return names.isEmpty ? "an empty object" : "an object without \"assayResult\" (\(names))"
    }

    private static func parts(_ node: ResultNode) throws(RunResultError) -> [RunPart] {
        let parts = try node.elements.mapped { (node) throws(RunResultError) in try RunPart(node) }
        guard let first = parts.first else { throw node.mismatch("at least one part") }
        let shards = parts.map(\.shard)
        guard Set(shards).count == shards.count,
            shards.allSatisfy({ $0.count == first.shard.count })
        else {
            let list = shards.map(\.description).joined(separator: ", ")
            throw node.mismatch("different shards of one run", got: list)
        }
        return parts
    }

    /// Whether the figures for people are those of the recording.
    private func check(_ node: ResultNode) throws(RunResultError) {
        let totals = try node["totals"]
        let due = try totals["due"]
        try due.expect(try due.count, toBe: recording.dueCount, "arrivals, as recording has")
        for (index, row) in thresholds.enumerated() where !recording.plan.covers(row.threshold) {
            throw try node["recording"]["plan"].mismatch(
                "tracks and limits that thresholds[\(index)] can be judged by",
                got: "none of them"
            )
        }
        for part in parts {
            guard case .threshold(let index) = part.cut, !thresholds.indices.contains(index) else {
                continue
            }
            throw try node["parts"].mismatch("the index of a threshold", got: "\(index)")
        }
    }
}
