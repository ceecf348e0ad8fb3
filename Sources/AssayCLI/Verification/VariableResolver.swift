import Contract
import JSON
import Replay

/// Finds the values of a contract's variables: `--var` before the environment before the default.
struct VariableResolver {
    /// From `--var`.
    let given: [String: String]
    let environment: Environment

    /// Why a variable has no value.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Binds variables and the contract's own `let`.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - evaluator: Gets the names.
    /// - Returns: The values that must not be shown.
    /// - Throws: `Missing`, or `TemplateError` for a default that cannot be worked out.
    func bind(_ contract: ContractDocument, into evaluator: inout Evaluator) throws -> [String] {
        var secrets: [String] = []
        for variable in contract.variables {
            let value: JSONValue
            if let text = given[variable.name] {
                value = .string(text)
            } else if let text = variable.environment.flatMap({ environment[$0] }) {
                value = .string(text)
            } else if let template = variable.defaultValue {
                value = try evaluator.value(of: template)
            } else {
                throw Missing(description: Self.message(variable))
            }
            evaluator.scope[variable.name] = value
            if variable.isSecret { secrets.append(value.scalarText) }
        }
        try evaluator.bind(contract.bindings)
        return secrets
    }

    private static func message(_ variable: VariableSpecification) -> String {
        let environment = variable.environment.map { " or set \($0) in the environment" } ?? ""
        return "\(variable.location): variable \"\(variable.name)\" has no value; "
            + "give --var \(variable.name)=VALUE\(environment)"
    }
}
