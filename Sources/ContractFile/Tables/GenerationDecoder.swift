import Contract

/// Reads `generate`: what is generated from the contract, and what may be found.
struct GenerationDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func settings(_ node: YAMLNode) -> GenerationSettings {
        var settings = GenerationSettings()
        guard let reader = KeyReader(node, of: "\"generate\"", GenerateKeys.self, diagnostics)
        else { return settings }
        defer { reader.finish() }
        settings.cases = reader[\.cases]
        for entry in reader[\.exclude] ?? [] {
            check(entry.name, at: entry.key)
            let excluded = GenerationSettings.Excluded(operation: entry.name, reason: entry.value)
            settings.excluded.append(excluded)
        }
        settings.waived = (reader[\.waived] ?? []).compactMap(waived)
        return settings
    }

    private func waived(_ node: YAMLNode) -> GenerationSettings.WaivedFinding? {
        guard let reader = KeyReader(node, of: "a waiver", WaivedFindingKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        let operation = reader[\.operation]
        if let operation, let entry = reader.entry(\.operation) {
            check(operation, at: entry.value)
        }
        let until = reader[\.until].flatMap(context.day)
        guard let reason = reader[\.reason] else { return nil }
        return GenerationSettings.WaivedFinding(
            operation: operation,
            kind: reader[\.kind],
            place: reader[\.at],
            waiver: Waiver(reason: reason, until: until),
            location: node.location
        )
    }

    private func check(_ operation: String, at node: YAMLNode) {
        guard context.index.operations[operation] == nil else { return }
        let known = context.contract.operations.map(\.id)
        context.reportUnknown("operation", operation, among: known, at: node)
    }
}
