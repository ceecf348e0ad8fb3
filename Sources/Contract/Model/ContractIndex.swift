/// A contract's tables by identifier.
package struct ContractIndex: Sendable {
    package let operations: [String: Operation]
    /// Named promises of operations, by `operation/name`.
    package let promises: [String: Promise]
    package let errors: [String: ErrorEntry]
    /// The client's calls; they share their names with no operation.
    package let calls: [String: ClientCall]
    /// Named promises of calls, by `call/name`.
    package let callPromises: [String: Promise]
    package let clientErrors: [String: ClientError]

    package init(_ contract: ContractDocument) {
        operations = Dictionary(contract.operations.map { ($0.id, $0) }) { first, _ in first }
        let named = contract.operations.flatMap(\.promises)
        promises = Dictionary(named.map { ($0.id, $0) }) { first, _ in first }
        errors = Dictionary(contract.errors.map { ($0.id, $0) }) { first, _ in first }
        calls = Dictionary(contract.calls.map { ($0.id, $0) }) { first, _ in first }
        let ofCalls = contract.calls.flatMap(\.promises)
        callPromises = Dictionary(ofCalls.map { ($0.id, $0) }) { first, _ in first }
        let codes = contract.client?.errors ?? []
        clientErrors = Dictionary(codes.map { ($0.id, $0) }) { first, _ in first }
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
