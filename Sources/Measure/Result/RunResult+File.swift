import JSON
import LoadModel

extension RunResult {
    /// The result file: one line for each slice and each outcome, so that diffs are readable and files stay small;
    /// ends with a line end.
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
    /// - Throws: A `RunResultError` for another kind of file, or for inconsistent values.
    package init(parsing bytes: [UInt8], file: String) throws(RunResultError) {
        let node = try ResultNode(parsing: bytes, file: file, as: .load)
        let recording = try Recording(try node["recording"], slices: try node["slices"])
        self = try Self.table(RunResult(reading: recording)).record(node)
        try check(node)
        try node.expectNothingElse()
    }

    /// Checks that the derived figures match the recording.
    private func check(_ node: ResultNode) throws(RunResultError) {
        guard profile.rows == recording.plan.sends else {
            throw try node["profile"]["sends"].mismatch("the sends of recording.plan")
        }
        try checkParts(try node["parts"])
        let totals = try node["totals"]
        totals.ignore("*")
        let due = try totals["due"]
        try due.expect(try due.count, toBe: recording.dueCount, "arrivals, as recording has")
        for (index, row) in thresholds.enumerated() where !recording.plan.covers(row) {
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

    private func checkParts(_ node: ResultNode) throws(RunResultError) {
        guard let first = parts.first else { throw node.mismatch("at least one part") }
        let shards = parts.map(\.shard)
        guard Set(shards).count == shards.count,
            shards.allSatisfy({ $0.count == first.shard.count })
        else {
            let list = shards.map(\.description).joined(separator: ", ")
            throw node.mismatch("different shards of one run", got: list)
        }
    }
}
