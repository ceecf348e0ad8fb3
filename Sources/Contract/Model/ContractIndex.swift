/// A contract's tables by identifier.
package struct ContractIndex: Sendable {
    package let operations: [String: Operation]
    /// Named promises, by `operation/name`.
    package let promises: [String: Promise]
    package let errors: [String: ErrorEntry]

    package init(_ contract: ContractDocument) {
        operations = Dictionary(contract.operations.map { ($0.id, $0) }) { first, _ in first }
        let named = contract.operations.flatMap(\.promises)
        promises = Dictionary(named.map { ($0.id, $0) }) { first, _ in first }
        errors = Dictionary(contract.errors.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Puts this before a code to name a row of the catalogue.
    package static let cataloguePrefix = "errors/"

    /// The catalogue row that `errors/CODE` names.
    package func catalogueEntry(_ id: String) -> ErrorEntry? {
        guard id.hasPrefix(Self.cataloguePrefix) else { return nil }
        return errors[String(id.dropFirst(Self.cataloguePrefix.count))]
    }

    /// Whether any row has this identifier.
    package func hasPromise(_ id: String) -> Bool {
        operations[id] != nil || promises[id] != nil || catalogueEntry(id) != nil
    }

    /// How sure the contract is of a row; `documented` for one it does not know.
    package func basis(of id: String) -> Basis {
        promises[id]?.basis ?? operations[id]?.basis ?? catalogueEntry(id)?.basis ?? .documented
    }
}
