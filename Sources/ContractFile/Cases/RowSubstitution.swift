import Contract

/// Puts the values of one row in the places where a case names them, before the case is read.
struct RowSubstitution {
    /// The row's values by column.
    var values: [String: YAMLNode]
    /// Columns that only other rows fill; a place that is exactly such a name is left out.
    var absent: Set<String>

    init(values: [String: YAMLNode] = [:], absent: Set<String> = []) {
        self.values = values
        self.absent = absent
    }

    /// Whether there is nothing to put in.
    var isEmpty: Bool { values.isEmpty && absent.isEmpty }
}

extension RowSubstitution {
    /// The node with the row's values in it; `nil` when it is to be left out.
    func applied(to node: YAMLNode, _ diagnostics: Diagnostics) -> YAMLNode? {
        guard !isEmpty else { return node }
        switch node.content {
        case .scalar(let text, _):
            return applied(toScalar: text, node, diagnostics)
        case .sequence(let elements):
            let kept = elements.compactMap { applied(to: $0, diagnostics) }
            return YAMLNode(.sequence(kept), at: node.location, length: node.length)
        case .mapping(let entries):
            let kept = applied(to: entries, diagnostics)
            return YAMLNode(.mapping(kept), at: node.location, length: node.length)
        }
    }

    private func applied(
        to entries: [YAMLNode.Entry],
        _ diagnostics: Diagnostics
    ) -> [YAMLNode.Entry] {
        var kept: [YAMLNode.Entry] = []
        var hasNewKeys = false
        for entry in entries {
            guard let key = applied(to: entry.key, diagnostics),
                let value = applied(to: entry.value, diagnostics)
            else { continue }
            hasNewKeys = hasNewKeys || key.text != entry.key.text
            guard key.text != nil else {
                diagnostics.error(
                    "expected a scalar from this row as a key, got \(key.kindAndValue)",
                    at: entry.key
                )
                continue
            }
            kept.append(YAMLNode.Entry(key: key, value: value))
        }
        return hasNewKeys ? withoutDoubles(kept, diagnostics) : kept
    }

    /// The parser has seen to it that keys differ; those from a row may not.
    private func withoutDoubles(
        _ entries: [YAMLNode.Entry],
        _ diagnostics: Diagnostics
    ) -> [YAMLNode.Entry] {
        var names: Set<String> = []
        return entries.filter { entry in
            let name = entry.key.text ?? ""
            if names.insert(name).inserted { return true }
            diagnostics.error(
                "duplicate key \(Excerpt.quoted(name)) with the values of a row",
                at: entry.key
            )
            return false
        }
    }
}

// MARK: - Scalars

extension RowSubstitution {
    private func applied(
        toScalar text: String,
        _ node: YAMLNode,
        _ diagnostics: Diagnostics
    ) -> YAMLNode? {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return node }
        if let name = Self.onlyName(in: text) {
            if let value = values[name] { return value }
            return absent.contains(name) ? nil : node
        }
        var result = ""
        var rest = text[...]
        var isChanged = false
        while let opening = rest.firstRange(of: "{{"),
            let closing = rest[opening.upperBound...].firstRange(of: "}}")
        {
            let name = Self.trimmed(rest[opening.upperBound..<closing.lowerBound])
            result += rest[..<opening.lowerBound]
            if values[name] != nil || absent.contains(name) {
                result += piece(name, of: text, node, diagnostics)
                isChanged = true
            } else {
                result += rest[opening.lowerBound..<closing.upperBound]
            }
            rest = rest[closing.upperBound...]
        }
        guard isChanged else { return node }
        let content = YAMLNode.Content.scalar(text: result + rest, isPlain: false)
        return YAMLNode(content, at: node.location, length: node.length)
    }

    private func piece(
        _ name: String,
        of text: String,
        _ node: YAMLNode,
        _ diagnostics: Diagnostics
    ) -> String {
        if case .scalar(let piece, _)? = values[name]?.content { return piece }
        let quoted = Excerpt.quoted(name)
        let problem =
            values[name] == nil ? "a row has no \(quoted)" : "\(quoted) is not a scalar in a row"
        diagnostics.error(
            "\(problem), and it is part of the text \(Excerpt.quoted(text))",
            at: node
        )
        return ""
    }

    /// The name in a text that is exactly `{{name}}`.
    private static func onlyName(in text: String) -> String? {
        guard text.hasPrefix("{{"), text.hasSuffix("}}"), text.utf8.count > 4 else { return nil }
        let name = trimmed(text.dropFirst(2).dropLast(2))
        return name.contains("{") || name.contains(" ") ? nil : name
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...last])
    }
}
