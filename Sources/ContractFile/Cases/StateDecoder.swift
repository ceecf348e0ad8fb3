import Contract
import JSON

/// Reads `given: [name, { name: { parameter: value } }]`.
struct StateDecoder {
    let context: DecodingContext
    /// The names of the listeners that the case has.
    let listeners: [String]

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
        let members = (parameters.map(context.values.members) ?? []).map { member in
            member.name == Self.listenerParameter
                ? url(of: member, parameters?[member.name]) : member
        }
        return StateUse(name: name, parameters: .object(members), location: node.location)
    }

    /// A parameter of this name is given the name of a listener; the provider gets its address.
    private static let listenerParameter = "listener"

    private func url(
        of member: TemplateValue.Member,
        _ node: YAMLNode?
    ) -> TemplateValue.Member {
        guard let node, let name = member.value.constantValue else { return member }
        guard let name = name.stringValue, listeners.contains(name) else {
            let text = node.text ?? ""
            context.reportUnknown("listener", text, among: listeners.sorted(), at: node)
            return member
        }
        let reference = Template.Part.reference([Listener.scopeName, name, Listener.urlName])
        let url = Template(parts: [reference], location: node.location)
        return TemplateValue.Member(name: member.name, value: .text(url))
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
