package import JSON

extension Evaluator {
    /// Adds a client's state and a call's arguments to the scope, with the values derived from
    /// them.
    package mutating func enter(_ specification: ClientSpecification?, _ view: ClientView) {
        client = view
        for binding in specification?.bindings ?? [] { computed[binding.name] = binding.value }
        for member in view.state.members + view.arguments.members {
            scope[member.name] = member.value
        }
    }

    /// The state of a client at the beginning of a case.
    ///
    /// - Parameters:
    ///   - use: The values from the case.
    ///   - specification: The values a client starts from else.
    /// - Returns: All values by name, in the order of the specification.
    /// - Throws: `TemplateError` when a value cannot be filled in.
    package mutating func state(
        of use: ClientUse,
        _ specification: ClientSpecification?
    ) throws(TemplateError) -> JSONObject {
        var state = JSONObject()
        for binding in specification?.state ?? [] {
            let own = use.state.first { $0.name == binding.name } ?? binding
            do {
                state[binding.name] = try value(of: own.value)
            } catch {
                throw error.placed(at: own.location)
            }
        }
        return state
    }
}
