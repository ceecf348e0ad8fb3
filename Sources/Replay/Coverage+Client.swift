package import Contract

extension Coverage {
    /// The rows of the client library in the given file, in file order.
    package func clientRows(of contract: ContractDocument, in file: String) -> [PromiseResult] {
        let constructed = ConstructedErrors(contract)
        var rows: [PromiseResult] = []
        for call in contract.calls where call.location.file == file {
            rows.append(row(of: call))
            rows += call.promises.map { promise in
                let error = promise.error?.id
                let isByConstruction = error.map { constructed.contains($0, of: call) } ?? false
                return row(of: promise, isByConstruction: isByConstruction)
            }
        }
        let errors = contract.client?.errors.filter { $0.location.file == file } ?? []
        return rows + errors.map { row(of: $0, constructed.contains($0.id, ofAll: contract.calls)) }
    }

    private func row(of call: ClientCall) -> PromiseResult {
        var row = PromiseResult(.success, call)
        guard let reason = call.local else { return decided(row, call) }
        row.status = .local
        row.reason = reason
        return row
    }

    private func row(of error: ClientError, _ isByConstruction: Bool) -> PromiseResult {
        var row = PromiseResult(.catalogue, error, prefix: ContractIndex.clientPrefix)
        row.summary = row.summary ?? error.description
        row.isByConstruction = isByConstruction
        return decided(row, error)
    }
}

/// Errors of the client that only its own preconditions cause.
private struct ConstructedErrors {
    private let shared: Set<String>
    private let fromResponses: Set<String>

    init(_ contract: ContractDocument) {
        shared = Set(contract.client?.requires.map(\.error) ?? [])
        fromResponses = Set(contract.client?.outcomes.map(\.error) ?? [])
    }

    func contains(_ error: String, of call: ClientCall) -> Bool {
        guard !fromResponses.contains(error) else { return false }
        return shared.contains(error) || call.requires.contains { $0.error == error }
    }

    func contains(_ error: String, ofAll calls: [ClientCall]) -> Bool {
        calls.contains { contains(error, of: $0) }
    }
}
