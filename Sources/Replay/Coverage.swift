package import Contract

/// Joins what the contract promises with what its cases found.
package struct Coverage: Sendable {
    let level: Basis
    private let today: String
    private var evidence: [PromiseKey: Evidence] = [:]

    /// - Parameters:
    ///   - level: The least sure basis that counts.
    ///   - today: `2026-01-31`; decides which waivers are still in force.
    package init(level: Basis, today: String) {
        self.level = level
        self.today = today
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
            for key in index.keys(wanted) { evidence[key, default: .init()].note(result) }
            for key in index.keys(result.provokes) {
                evidence[key, default: .init()].noteProvoking(result)
            }
            let judged = result.steps.filter { $0.phase == .steps }
            for step in judged {
                for key in index.keys(step.promises) {
                    evidence[key, default: .init()].steps.append(
                        Evidence.Judged(step: step, caseName: result.name)
                    )
                }
            }
            guard result.verdict == .failed || result.verdict == .undetermined else { continue }
            let reached = Set(judged.flatMap(\.promises))
            for key in index.keys(wanted.filter { !reached.contains($0) }) {
                evidence[key, default: .init()].noteUnreached(by: result)
            }
        }
    }
}

// MARK: - Rows

extension Coverage {
    /// The rows of a contract that stand in the given file, in file order.
    package func rows(of contract: ContractDocument, in file: String) -> [PromiseResult] {
        var rows: [PromiseResult] = []
        for operation in contract.operations where operation.location.file == file {
            rows.append(row(of: operation))
            rows += operation.promises.map { row(of: $0) }
        }
        return rows + contract.errors.filter { $0.location.file == file }.map(row)
    }

    private func row(of operation: Operation) -> PromiseResult {
        decided(PromiseResult(.success, operation), operation)
    }

    func row(of promise: Promise, isByConstruction: Bool = false) -> PromiseResult {
        var row = PromiseResult(promise.error == nil ? .behaviour : .error, promise)
        row.isByConstruction = isByConstruction
        return decided(row, promise)
    }

    private func row(of entry: ErrorEntry) -> PromiseResult {
        var row = PromiseResult(.catalogue, entry, prefix: ContractIndex.cataloguePrefix)
        row.summary = row.summary ?? entry.message
        return decided(row, entry)
    }

    func decided(_ undecided: PromiseResult, _ promised: some Promised) -> PromiseResult {
        var row = undecided
        let found = evidence[PromiseKey(file: row.location.file, id: row.id)] ?? Evidence()
        row.cases = found.cases
        if let unprovokable = promised.unprovokable {
            row.status = .unprovokable
            row.reason = unprovokable
        } else if let waiver = promised.waiver, waiver.isInForce(on: today) {
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
