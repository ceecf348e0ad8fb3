/// The promises of one service's contracts, and the cases that cover them.
struct CoveragePlan {
    private let today: String
    private var cases: [PromiseKey: [String]] = [:]
    /// Why a case that should cover a promise does not run.
    private var setAside: [PromiseKey: String] = [:]
    private(set) var server = CoverageMatrix.Side()
    private(set) var client = CoverageMatrix.Side()

    init(_ contracts: [ContractDocument], today: String) {
        self.today = today
        for contract in contracts { note(contract) }
        var seen: Set<PromiseKey> = []
        for contract in contracts { add(contract, &seen) }
    }

    /// Records which promises each case is evidence for.
    private mutating func note(_ contract: ContractDocument) {
        let index = ContractIndex(contract)
        for contractCase in contract.cases {
            for key in index.keys(contractCase.steps.flatMap(\.promises)) {
                if let waiver = contractCase.waiver, waiver.isInForce(on: today) {
                    setAside[key] = setAside[key] ?? "its case is waived: \(waiver.description)"
                } else {
                    cases[key, default: []].append(contractCase.name)
                }
            }
        }
    }

    /// Adds the rows of a contract that are not there yet.
    private mutating func add(_ contract: ContractDocument, _ seen: inout Set<PromiseKey>) {
        func isNew(_ promised: some Promised, _ prefix: String = "") -> Bool {
            let key = PromiseKey(file: promised.location.file, id: prefix + promised.id)
            return seen.insert(key).inserted
        }
        for operation in contract.operations where isNew(operation) {
            let rows = [row(.success, operation)] + operation.promises.map { row(of: $0) }
            server.calls.append(CoverageMatrix.Call(id: operation.id, rows: rows))
        }
        for call in contract.calls where isNew(call) {
            let rows = [row(.success, call, local: call.local)] + call.promises.map { row(of: $0) }
            client.calls.append(CoverageMatrix.Call(id: call.id, rows: rows))
        }
        for entry in contract.errors where isNew(entry, ContractIndex.cataloguePrefix) {
            var row = row(.catalogue, entry, prefix: ContractIndex.cataloguePrefix)
            row.promise.summary = row.promise.summary ?? entry.message
            server.errors.append(CoverageMatrix.ErrorCode(id: entry.id, row: row))
        }
        for entry in contract.client?.errors ?? []
        where isNew(entry, ContractIndex.clientPrefix) {
            let row = row(.catalogue, entry, prefix: ContractIndex.clientPrefix)
            let number = [entry.domain, entry.code].compactMap(\.self).joined(separator: " ")
            client.errors.append(
                CoverageMatrix.ErrorCode(
                    id: entry.id,
                    number: number.isEmpty ? nil : number,
                    row: row
                )
            )
        }
    }
}

// MARK: - Rows

extension CoveragePlan {
    private func row(of promise: Promise) -> CoverageRow {
        var row = row(promise.error == nil ? .behaviour : .error, promise)
        row.error = promise.error?.id
        return row
    }

    private func row(
        _ kind: PromiseResult.Kind,
        _ promised: some Promised,
        prefix: String = "",
        local: String? = nil
    ) -> CoverageRow {
        var promise = PromiseResult(kind, promised, prefix: prefix)
        let key = PromiseKey(file: promise.location.file, id: promise.id)
        promise.cases = cases[key] ?? []
        if let local { return CoverageRow(promise: promise, standing: .local, reason: local) }
        if let reason = promised.untestable {
            return CoverageRow(promise: promise, standing: .untestable, reason: reason)
        }
        if let waiver = promised.waiver, waiver.isInForce(on: today) {
            let reason = waiver.description
            return CoverageRow(promise: promise, standing: .waived, reason: reason)
        }
        guard promise.cases.isEmpty else {
            return CoverageRow(promise: promise, standing: .covered)
        }
        return CoverageRow(promise: promise, standing: .notCovered, reason: setAside[key])
    }
}
