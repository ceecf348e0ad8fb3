package import JSON

extension Evaluator {
    /// Puts in scope what a client remembers and what a call was given, and what follows from it.
    package mutating func enter(_ specification: ClientSpecification?, _ view: ClientView) {
        client = view
        for binding in specification?.bindings ?? [] { computed[binding.name] = binding.value }
        for member in view.state.members + view.arguments.members {
            scope[member.name] = member.value
        }
    }

    /// What a client remembers at the beginning of a case.
    ///
    /// - Parameters:
    ///   - use: The values the case gives.
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
