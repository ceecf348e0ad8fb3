import Base
import CommandLineTool
import Contract
import HTTP
import JSON
import Platform
import Replay

/// Finds the values of a contract's variables: `--var` before `--variables-file` before the environment
/// before a file that the contract names before the default.
struct VariableResolver {
    /// From the command line.
    let given: [String: String]
    let environment: Environment
    /// Which missing values are made up, as nothing checks them.
    var madeUp = MadeUp.none

    enum MadeUp {
        case none, secrets, all
    }

    /// An evaluator with the names of a contract.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - seed: The seed of random values.
    ///   - now: The current time.
    ///   - needed: The names that are used; only these need values. `nil` for all.
    ///   - secrets: Gets the values that must not be shown.
    /// - Returns: The evaluator.
    /// - Throws: An error for a missing or unusable value.
    func evaluator(
        for contract: ContractDocument,
        seed: UInt64,
        at now: Timestamp,
        needed: Set<String>? = nil,
        noting secrets: inout [String]
    ) throws(VerificationObstacle) -> Evaluator {
        let random = RandomSource(seed: seed, name: contract.file)
        var evaluator = Evaluator(now: now, random: random)
        secrets += try bind(contract, needed, into: &evaluator)
        return evaluator
    }

    /// Binds variables and the contract's own `let`.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - needed: The names that are used; `nil` for all.
    ///   - evaluator: Gets the names.
    /// - Returns: The values that must not be shown.
    /// - Throws: An error for a missing or unusable value.
    private func bind(
        _ contract: ContractDocument,
        _ needed: Set<String>?,
        into evaluator: inout Evaluator
    ) throws(VerificationObstacle) -> [String] {
        var secrets: [String] = []
        for variable in contract.variables {
            let value: JSONValue
            do {
                value = try self.value(of: variable, using: &evaluator, hiding: secrets)
            } catch {
                // An unusable value is always rejected; a missing one only if it is needed.
                guard error.isMissing, needed?.contains(variable.name) == false else { throw error }
                continue
            }
            evaluator.scope[variable.name] = value
            guard variable.isSecret else { continue }
            let length = value.scalarText.unicodeScalars.count
            guard length >= Redactor.minimumLength else {
                throw .shortSecret(variable, length: length, minimum: Redactor.minimumLength)
            }
            secrets.append(value.scalarText)
        }
        for binding in contract.bindings {
            do {
                try evaluator.bind([binding])
            } catch {
                guard needed?.contains(binding.name) == false else {
                    throw Self.obstacle(error, at: contract.file, secrets)
                }
            }
        }
        return secrets
    }

    /// From the command line or the environment.
    private func text(of variable: VariableSpecification) -> String? {
        given[variable.name] ?? variable.environment.flatMap { environment[$0] }
    }

    /// Whether a variable has a value that is not made up.
    func hasValue(_ variable: VariableSpecification) -> Bool {
        let text = text(of: variable)
        let path = text == nil ? variable.file : nil
        let content = path.flatMap { try? Self.content(of: $0, for: variable) }
        return text != nil || content != nil || variable.defaultValue != nil
    }

    private func value(
        of variable: VariableSpecification,
        using evaluator: inout Evaluator,
        hiding secrets: [String]
    ) throws(VerificationObstacle) -> JSONValue {
        if let text = text(of: variable) {
            guard let value = variable.value(of: text) else {
                throw .unusableVariable(variable, text: text)
            }
            return value
        }
        if let path = variable.file, let text = try Self.content(of: path, for: variable) {
            guard let value = variable.value(of: text) else {
                throw .unusableVariable(variable, text: text)
            }
            return value
        }
        guard let template = variable.defaultValue else {
            guard madeUp == .all || madeUp == .secrets && variable.isSecret else {
                throw .missingVariable(variable)
            }
            return .string("made-up-\(variable.name)")
        }
        do {
            return try evaluator.value(of: template)
        } catch {
            throw Self.obstacle(error, at: variable.location.description, secrets)
        }
    }

    /// The content of a file, without its last line end; `nil` when the file does not exist.
    private static func content(
        of path: String,
        for variable: VariableSpecification
    ) throws(VerificationObstacle) -> String? {
        var bytes: [UInt8]
        do {
            bytes = try FileContent.bytes(of: path, atMost: 1 << 20)
        } catch {
            if case .system(let reason) = error, reason.isMissing { return nil }
            throw .unreadableVariable(variable, path: path, reason: error.text)
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadableVariable(variable, path: path, reason: "expected UTF-8")
        }
        return text
    }

    /// The error; a reason may quote a value, which may be a secret.
    private static func obstacle(
        _ error: TemplateError,
        at place: String,
        _ secrets: [String]
    ) -> VerificationObstacle {
        let text = error.location == nil ? "\(place): \(error)" : error.description
        do {
            return .unusableBinding(reason: try Redactor(secrets: secrets).redact(text))
        } catch {
            preconditionFailure("a secret of \(error) was let through")
        }
    }
}

extension VerificationObstacle {
    /// Whether a variable has no value, or its value depends on such a variable.
    fileprivate var isMissing: Bool {
        switch self {
        case .missingVariable, .unusableBinding: true
        default: false
        }
    }
}

extension Evaluator {
    /// Secrets of the contract from the environment, each with the name of its variable.
    func secretNames(of contract: ContractDocument, in environment: Environment) -> [String: String]
    {
        var names: [String: String] = [:]
        for variable in contract.variables where variable.isSecret {
            guard let name = variable.environment, let value = scope[variable.name]?.scalarText,
                environment[name] == value
            else { continue }
            names[value] = name
        }
        return names
    }

    /// The values of a contract's variables as texts, by name; reference services take them for
    /// their own keys.
    func variables(of contract: ContractDocument) -> [String: String] {
        let values = contract.variables.compactMap { variable in
            scope[variable.name].map { (variable.name, $0.scalarText) }
        }
        return Dictionary(values) { first, _ in first }
    }
}
