import Contract

/// What a case is run for: a row, an operation of `*/CODE`, a row of the operations it calls.
struct CaseExpansion {
    /// What stands in brackets behind the case's name; empty for a case that runs once.
    private var labels: [String]
    private(set) var substitution: RowSubstitution
    /// The row of operations that have rows, where a call does not name one.
    private(set) var operationRow: String?

    /// The name of the case with its row: `e400008[both-times]`.
    func name(of name: String) -> String {
        labels.isEmpty ? name : "\(name)[\(labels.joined(separator: ","))]"
    }
}

extension CaseExpansion {
    /// Prefix of a promise that several operations have.
    static let everyOperation = "*/"

    /// The case with `*/CODE` become `{{operation}}/CODE`, and without `rows`, which have been
    /// dealt with: their templates belong to the places where they are put in.
    static func prepared(_ node: YAMLNode) -> YAMLNode {
        let entries = (node.entries ?? []).filter { $0.key.text != "rows" }.map { entry in
            guard entry.key.text == "covers", let text = entry.value.text,
                text.hasPrefix(everyOperation)
            else { return entry }
            let name = text.dropFirst(everyOperation.count)
            let content = YAMLNode.Content.scalar(text: "{{operation}}/\(name)", isPlain: false)
            let value = YAMLNode(content, at: entry.value.location, length: entry.value.length)
            return YAMLNode.Entry(key: entry.key, value: value)
        }
        return YAMLNode(.mapping(entries), at: node.location, length: node.length)
    }

    /// Everything a case is run for, in order of operations, then rows, then their rows.
    static func all(
        of node: YAMLNode,
        _ rows: [ExpansionRow],
        _ context: DecodingContext
    ) -> [CaseExpansion] {
        operations(of: node["covers"], context).flatMap { operation in
            rows.flatMap { row -> [CaseExpansion] in
                var substitution = row.substitution
                if let operation {
                    let content = YAMLNode.Content.scalar(text: operation, isPlain: false)
                    let place = node["covers"] ?? node
                    substitution.values["operation"] = YAMLNode(
                        content,
                        at: place.location,
                        length: place.length
                    )
                }
                let base = CaseExpansion(
                    labels: [operation, row.label].compactMap(\.self),
                    substitution: substitution
                )
                return base.expanded(for: node, context)
            }
        }
    }

    /// The operations that `*/CODE` stands for; one `nil` when the case names its promises.
    private static func operations(of node: YAMLNode?, _ context: DecodingContext) -> [String?] {
        guard let node, let text = node.text, text.hasPrefix(everyOperation) else { return [nil] }
        let name = String(text.dropFirst(everyOperation.count))
        let operations = context.contract.operations
        let found = operations.filter { $0.promises.contains { $0.name == name } }
        if found.isEmpty {
            let known = Set(operations.flatMap(\.promises).map(\.name)).sorted()
            context.reportUnknown("promise of any operation", name, among: known, at: node)
        }
        return found.map(\.id)
    }

    /// A case that calls an operation with rows, without saying which, runs for each of them.
    private func expanded(for node: YAMLNode, _ context: DecodingContext) -> [CaseExpansion] {
        let steps = ["setup", "steps", "teardown"].flatMap { node[$0]?.elements ?? [] }
        for step in steps {
            guard let call = step["call"],
                let name = substitution.applied(to: call, context.diagnostics)?.text,
                let labels = context.index.operations[name]?.variants.compactMap(\.label),
                !labels.isEmpty
            else { continue }
            return labels.map { label in
                var expansion = self
                expansion.labels.append(label)
                expansion.operationRow = label
                return expansion
            }
        }
        return [self]
    }
}
