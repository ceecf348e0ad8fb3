package import Contract

/// Joins what the contract promises with what its cases found.
package struct Coverage: Sendable {
    let level: Basis
    private let today: String
    private var evidence: [RowKey: Evidence] = [:]

    /// - Parameters:
    ///   - level: The least sure basis that counts.
    ///   - today: `2026-01-31`; decides which waivers are still in force.
    package init(level: Basis, today: String) {
        self.level = level
        self.today = today
    }

    /// A row of one file; contracts that share no tables may use the same names.
    private struct RowKey: Hashable {
        let file: String
        let id: String
    }
}

// MARK: - Evidence

extension Coverage {
    /// Adds what the cases of a contract found.
    package mutating func add(_ results: [CaseResult], of contract: ContractDocument) {
        let index = ContractIndex(contract)
        let planned = Dictionary(
            contract.cases.map { ($0.name, $0.steps.flatMap(\.promises)) }
        ) { first, _ in first }
        for result in results {
            let wanted = planned[result.name] ?? result.provokes
            for key in keys(wanted, index) { evidence[key, default: .init()].note(result) }
            for key in keys(result.provokes, index) {
                evidence[key, default: .init()].noteProvoking(result)
            }
            let judged = result.steps.filter { $0.phase == .steps }
            for step in judged {
                for key in keys(step.promises, index) {
                    evidence[key, default: .init()].steps.append(
                        Evidence.Judged(step: step, caseName: result.name)
                    )
                }
            }
            guard result.verdict == .failed || result.verdict == .undetermined else { continue }
            let reached = Set(judged.flatMap(\.promises))
            for key in keys(wanted.filter { !reached.contains($0) }, index) {
                evidence[key, default: .init()].noteUnreached(by: result)
            }
        }
    }

    /// A trigger of an error is evidence for the catalogue's row of that error.
    private func keys(_ ids: [String], _ index: ContractIndex) -> [RowKey] {
        let rows = ids.compactMap { id in
            index.promises[id]?.error.map { ContractIndex.cataloguePrefix + $0.id }
        }
        var seen: Set<RowKey> = []
        return (ids + rows).compactMap { id in
            let location =
                index.promises[id]?.location ?? index.operations[id]?.location
                ?? index.catalogueEntry(id)?.location
            return location.map { RowKey(file: $0.file, id: id) }
        }.filter { seen.insert($0).inserted }
    }
}

// MARK: - Rows

extension Coverage {
    /// The rows of a contract that stand in the given file, in file order.
    package func rows(of contract: ContractDocument, in file: String) -> [PromiseResult] {
        var rows: [PromiseResult] = []
        for operation in contract.operations where operation.location.file == file {
            rows.append(row(of: operation))
            rows += operation.promises.map(row)
        }
        return rows + contract.errors.filter { $0.location.file == file }.map(row)
    }

    private func row(of operation: Operation) -> PromiseResult {
        let row = PromiseResult(
            id: operation.id,
            kind: .success,
            basis: operation.basis,
            summary: operation.summary,
            doc: operation.doc,
            location: operation.location,
            status: .neverTried
        )
        return decided(row, operation.waiver, operation.unprovokable)
    }

    private func row(of promise: Promise) -> PromiseResult {
        let row = PromiseResult(
            id: promise.id,
            kind: promise.error == nil ? .behaviour : .error,
            basis: promise.basis,
            summary: promise.summary,
            doc: promise.doc,
            location: promise.location,
            status: .neverTried
        )
        return decided(row, promise.waiver, promise.unprovokable)
    }

    private func row(of entry: ErrorEntry) -> PromiseResult {
        let row = PromiseResult(
            id: ContractIndex.cataloguePrefix + entry.id,
            kind: .catalogue,
            basis: entry.basis,
            summary: entry.summary ?? entry.message,
            doc: entry.doc,
            location: entry.location,
            status: .neverTried
        )
        return decided(row, entry.waiver, entry.unprovokable)
    }

    private func decided(
        _ undecided: PromiseResult,
        _ waiver: Waiver?,
        _ unprovokable: String?
    ) -> PromiseResult {
        var row = undecided
        let found = evidence[RowKey(file: row.location.file, id: row.id)] ?? Evidence()
        row.cases = found.cases
        if let unprovokable {
            row.status = .unprovokable
            row.reason = unprovokable
        } else if let waiver, waiver.isInForce(on: today) {
            row.status = .waived
            row.reason = waiver.description
        } else {
            let finding = found.finding(on: row, level: level)
            row.status = finding.status
            row.reason = finding.reason
        }
        return row
    }
}
