import Contract
import JSON

/// Reads the `cases` table: expands rows and `*/CODE`, then reads each case that results.
struct CaseDecoder {
    let context: LoadingContext
    /// Names that are defined for every case: variables and the contract's own `let`.
    let names: Set<String>

    private var diagnostics: Diagnostics { context.diagnostics }
    private var tables: TableDecoder { TableDecoder(context: context) }

    /// What a case is expanded for: a row, an operation of `*/CODE`, a row of the operations called.
    private struct Expansion {
        var labels: [String]
        var substitution: RowSubstitution
        var operationRow: String?
    }

    func cases(_ node: YAMLNode?) -> [Case] {
        guard let node else { return [] }
        return (node.decoded(as: .entries(of: .mapping), diagnostics) ?? []).flatMap { entry in
            if entry.name.contains(where: { "[]/* ".contains($0) }) {
                diagnostics.error(
                    "\"\(entry.name)\" cannot name a case: no brackets, \"/\", \"*\" or spaces",
                    at: entry.key
                )
            }
            return cases(entry.name, entry.key, entry.value)
        }
    }

    private func cases(_ name: String, _ key: YAMLNode, _ node: YAMLNode) -> [Case] {
        let rows = RowDecoder(context: context).rows(node["rows"])
        var cases: [Case] = []
        for expansion in expansions(of: node, rows) {
            let whole =
                expansion.labels.isEmpty
                ? name : "\(name)[\(expansion.labels.joined(separator: ","))]"
            guard let body = expansion.substitution.applied(to: prepared(node), diagnostics)
            else { continue }
            cases.append(decode(whole, key, body, expansion.operationRow))
        }
        return cases
    }

    /// The case with `*/CODE` become `{{operation}}/CODE`, and without `rows`, which have been
    /// dealt with: their templates belong to the places where they are put in.
    private func prepared(_ node: YAMLNode) -> YAMLNode {
        let entries = (node.entries ?? []).filter { $0.key.text != "rows" }.map { entry in
            guard entry.key.text == "provokes", let text = entry.value.text,
                text.hasPrefix(Self.everyOperation)
            else { return entry }
            let name = text.dropFirst(Self.everyOperation.count)
            let content = YAMLNode.Content.scalar(text: "{{operation}}/\(name)", isPlain: false)
            let value = YAMLNode(content, at: entry.value.location, length: entry.value.length)
            return YAMLNode.Entry(key: entry.key, value: value)
        }
        return YAMLNode(.mapping(entries), at: node.location, length: node.length)
    }

    private static let everyOperation = "*/"

    private func expansions(of node: YAMLNode, _ rows: [ExpansionRow]) -> [Expansion] {
        var expansions: [Expansion] = []
        for operation in operations(of: node["provokes"]) {
            for row in rows {
                var substitution = row.substitution
                if let operation {
                    substitution.values["operation"] = YAMLNode(
                        .scalar(text: operation, isPlain: false),
                        at: node.location
                    )
                }
                let labels = [operation, row.label].compactMap(\.self)
                let base = Expansion(labels: labels, substitution: substitution)
                expansions += operationRows(of: node, base)
            }
        }
        return expansions
    }

    /// The operations that `*/CODE` stands for; one `nil` when the case names its promises.
    private func operations(of node: YAMLNode?) -> [String?] {
        guard let text = node?.text, text.hasPrefix(Self.everyOperation) else { return [nil] }
        let name = String(text.dropFirst(Self.everyOperation.count))
        let found = context.contract.operations.filter { operation in
            operation.promises.contains { $0.name == name }
        }
        if found.isEmpty, let node {
            diagnostics.error("no operation has a promise named \"\(name)\"", at: node)
        }
        return found.map(\.id)
    }

    /// A case that calls operations with rows, without saying which, runs for each of them.
    private func operationRows(of node: YAMLNode, _ base: Expansion) -> [Expansion] {
        let steps = ["setup", "steps", "teardown"].flatMap { node[$0]?.elements ?? [] }
        let called = steps.compactMap { step -> String? in
            guard let call = step["call"] else { return nil }
            return base.substitution.applied(to: call, diagnostics)?.text
        }
        let labels = called.lazy.compactMap { name in
            context.contract.operations.first { $0.id == name }?.variants.compactMap(\.label)
        }.first { !$0.isEmpty }
        guard let labels else { return [base] }
        return labels.map { label in
            var expansion = base
            expansion.labels.append(label)
            expansion.operationRow = label
            return expansion
        }
    }

    private func decode(
        _ name: String,
        _ key: YAMLNode,
        _ node: YAMLNode,
        _ operationRow: String?
    ) -> Case {
        guard let reader = MappingReader(node, of: "case \"\(name)\"", diagnostics) else {
            preconditionFailure("\(name) was decoded as a mapping and is none")
        }
        defer { reader.finish() }
        reader.unsupported("clients", "listeners")
        _ = context.doc(reader.optional("doc"))
        let basis: Basis? = reader.optional("basis", as: .choice)
        let steps = StepDecoder(context: context, operationRow: operationRow, basis: basis)
        let provokes = steps.promises(reader.optional("provokes"))
        let list = reader.required("steps")
        let decoded = Case(
            name: name,
            location: key.location,
            summary: reader.optional("summary", as: .string),
            tags: reader.optional("tags", as: .oneOrMany(of: .string), default: []),
            given: states(reader.optional("given")),
            bindings: tables.bindings(reader.optional("let")),
            setup: steps.steps(reader.optional("setup"), provokes: []),
            steps: steps.steps(list, provokes: provokes),
            teardown: steps.steps(reader.optional("teardown"), provokes: []),
            waiver: context.waiver(reader.optional("waived"))
        )
        if let list, decoded.steps.isEmpty {
            diagnostics.error("a case has at least one step", at: list)
        }
        NameChecker(context: context, names: names).check(decoded)
        return decoded
    }

    /// Reads `given: [name, { name: { parameter: value } }]`.
    private func states(_ node: YAMLNode?) -> [StateUse] {
        guard let node else { return [] }
        return (node.elements ?? [node]).flatMap { element -> [StateUse] in
            if let name = element.stringValue { return [state(name, element, nil)] }
            guard let entries = element.entries else {
                diagnostics.mismatch("a state, or { state: { parameter: value } }", at: element)
                return []
            }
            return entries.map { state($0.key.text ?? "", $0.key, $0.value) }
        }
    }

    private func state(_ name: String, _ node: YAMLNode, _ parameters: YAMLNode?) -> StateUse {
        guard let state = context.contract.states[name] else {
            context.reportUnknown(
                "state",
                name,
                among: context.contract.states.keys.sorted(),
                at: node
            )
            return StateUse(name: name, parameters: .object([]), location: node.location)
        }
        for entry in parameters?.entries ?? [] {
            let parameter = entry.key.text ?? ""
            if !state.parameters.contains(parameter) {
                context.reportUnknown(
                    "parameter of state \(name)",
                    parameter,
                    among: state.parameters,
                    at: entry.key
                )
            }
        }
        return StateUse(
            name: name,
            parameters: parameters.map(context.values.value) ?? .constant(.object(JSONObject())),
            location: node.location
        )
    }
}
