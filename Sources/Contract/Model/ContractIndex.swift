/// A contract's tables by identifier.
package struct ContractIndex: Sendable {
    package private(set) var operations: [String: Operation] = [:]
    /// Named promises of operations, by `operation/name`.
    package private(set) var promises: [String: Promise] = [:]
    package private(set) var errors: [String: ErrorEntry] = [:]
    /// The client's calls; they share their names with no operation.
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

    /// Adds what another one has and this one has not.
    package mutating func merge(_ other: ContractIndex) {
        operations.add(other.operations)
        promises.add(other.promises)
        errors.add(other.errors)
        calls.add(other.calls)
        callPromises.add(other.callPromises)
        clientErrors.add(other.clientErrors)
    }

    /// Adds operations; of two with one name the first counts, as in all tables.
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

    /// Takes the errors of a client in place of others.
    package mutating func set(_ client: ClientSpecification?) {
        clientErrors = [:]
        clientErrors.add(client?.errors ?? [], by: \.id)
    }

    /// Puts this before a code to name a row of the catalogue.
    package static let cataloguePrefix = "errors/"
    /// Puts this before a name to name a row of the client's errors.
    package static let clientPrefix = "client/"

    /// The catalogue row that `errors/CODE` names.
    package func catalogueEntry(_ id: String) -> ErrorEntry? {
        guard id.hasPrefix(Self.cataloguePrefix) else { return nil }
        return errors[String(id.dropFirst(Self.cataloguePrefix.count))]
    }

    /// The error of the client that `client/NAME` names.
    package func clientError(_ id: String) -> ClientError? {
        guard id.hasPrefix(Self.clientPrefix) else { return nil }
        return clientErrors[String(id.dropFirst(Self.clientPrefix.count))]
    }

    /// Whether a row of the server's has this identifier.
    package func hasServerPromise(_ id: String) -> Bool {
        operations[id] != nil || promises[id] != nil || catalogueEntry(id) != nil
    }

    /// Whether a row of the client's has this identifier.
    package func hasClientPromise(_ id: String) -> Bool {
        calls[id] != nil || callPromises[id] != nil || clientError(id) != nil
    }

    /// Whether any row has this identifier.
    package func hasPromise(_ id: String) -> Bool { hasServerPromise(id) || hasClientPromise(id) }

    /// How sure the contract is of a row; `documented` for one it does not know.
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

    /// Takes the others over as they are where there is nothing yet.
    fileprivate mutating func add(_ others: Self) {
        if isEmpty { self = others } else { merge(others) { known, _ in known } }
    }
}
