/// A contract's tables by identifier.
package struct ContractIndex: Sendable {
    package private(set) var operations: [String: Operation] = [:]
    /// Named promises of operations, by `operation/name`.
    package private(set) var promises: [String: Promise] = [:]
    package private(set) var errors: [String: ErrorEntry] = [:]
    /// The client's calls; their names differ from those of operations.
    package private(set) var calls: [String: ClientCall] = [:]
    /// Named promises of calls, by `call/name`.
    package private(set) var callPromises: [String: Promise] = [:]
    package private(set) var clientErrors: [String: ClientError] = [:]

    package init(_ contract: ContractDocument) {
        add(contract.operations)
        add(contract.errors)
        add(contract.calls)
        set(contract.client)
    }

    /// Adds the entries of another index that are missing here.
    package mutating func merge(_ other: ContractIndex) {
        operations.add(other.operations)
        promises.add(other.promises)
        errors.add(other.errors)
        calls.add(other.calls)
        callPromises.add(other.callPromises)
        clientErrors.add(other.clientErrors)
    }

    /// Adds operations; of two with the same name the first counts, as in all tables.
    package mutating func add(_ added: [Operation]) {
        operations.add(added, by: \.id)
        promises.add(added.flatMap(\.promises), by: \.id)
    }

    /// Adds errors of the catalogue.
    package mutating func add(_ added: [ErrorEntry]) { errors.add(added, by: \.id) }

    /// Adds calls of the client.
    package mutating func add(_ added: [ClientCall]) {
        calls.add(added, by: \.id)
        callPromises.add(added.flatMap(\.promises), by: \.id)
    }

    /// Replaces the errors of the client.
    package mutating func set(_ client: ClientSpecification?) {
        clientErrors = [:]
        clientErrors.add(client?.errors ?? [], by: \.id)
    }

    /// The prefix of a code that refers to a row of the catalogue.
    package static let cataloguePrefix = "errors/"
    /// The prefix of a name that refers to an error of the client.
    package static let clientPrefix = "client/"

    /// The catalogue row of `errors/CODE`.
    package func catalogueEntry(_ id: String) -> ErrorEntry? {
        guard id.hasPrefix(Self.cataloguePrefix) else { return nil }
        return errors[String(id.dropFirst(Self.cataloguePrefix.count))]
    }

    /// The client's error of `client/NAME`.
    package func clientError(_ id: String) -> ClientError? {
        guard id.hasPrefix(Self.clientPrefix) else { return nil }
        return clientErrors[String(id.dropFirst(Self.clientPrefix.count))]
    }

    /// Whether a row of the server has this identifier.
    package func hasServerPromise(_ id: String) -> Bool {
        operations[id] != nil || promises[id] != nil || catalogueEntry(id) != nil
    }

    /// Whether a row of the client has this identifier.
    package func hasClientPromise(_ id: String) -> Bool {
        calls[id] != nil || callPromises[id] != nil || clientError(id) != nil
    }

    /// Whether any row has this identifier.
    package func hasPromise(_ id: String) -> Bool { hasServerPromise(id) || hasClientPromise(id) }

    /// How certain the contract is of a row; `documented` for an unknown one.
    package func basis(of id: String) -> Basis {
        promises[id]?.basis ?? operations[id]?.basis ?? catalogueEntry(id)?.basis
            ?? callPromises[id]?.basis ?? calls[id]?.basis ?? clientError(id)?.basis
            ?? .documented
    }
}

extension Dictionary where Key == String {
    /// Adds entries whose name is new.
    fileprivate mutating func add(_ entries: [Value], by name: KeyPath<Value, String>) {
        for entry in entries where self[entry[keyPath: name]] == nil {
            self[entry[keyPath: name]] = entry
        }
    }

    /// Takes the others unchanged if this is empty.
    fileprivate mutating func add(_ others: Self) {
        if isEmpty { self = others } else { merge(others) { known, _ in known } }
    }
}
