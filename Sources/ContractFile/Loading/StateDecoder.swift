import Contract
import JSON

/// Reads `given: [name, { name: { parameter: value } }]`.
struct StateDecoder {
    let context: LoadingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func states(_ node: YAMLNode?) -> [StateUse] {
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
        if let parameters, parameters.entries == nil, !parameters.isNull {
            diagnostics.mismatch("a mapping of parameters", at: parameters)
        }
        if let state = context.contract.states[name] {
            check(parameters, of: state)
        } else {
            let known = context.contract.states.keys.sorted()
            context.reportUnknown("state", name, among: known, at: node)
        }
        let members = parameters.map(context.values.members) ?? []
        return StateUse(name: name, parameters: .object(members), location: node.location)
    }

    private func check(_ parameters: YAMLNode?, of state: ProviderState) {
        for entry in parameters?.entries ?? [] {
            let name = entry.key.text ?? ""
            guard !state.parameters.contains(name) else { continue }
            context.reportUnknown(
                "parameter of state \(state.name)",
                name,
                among: state.parameters,
                at: entry.key
            )
        }
    }
}
