package import Contract

/// Joins what the contract promises with what its cases found.
package struct Coverage: Sendable {
    private let level: Basis
    private let today: String
    /// Every step that was judged for a promise, by its identifier.
    private var steps: [String: [StepResult]] = [:]
    /// Cases that provoke a promise, by its identifier, in file order.
    private var cases: [String: [String]] = [:]
    /// Why a promise was not tried, though a case provokes it.
    private var reasons: [String: String] = [:]
    /// Promises whose case broke off before it came to them.
    private var unreached: [String: String] = [:]

    /// - Parameters:
    ///   - level: The least sure basis that counts.
    ///   - today: `2026-01-31`; decides which waivers are still in force.
    package init(level: Basis, today: String) {
        self.level = level
        self.today = today
    }
}

extension Coverage {
    /// Adds what the cases of a contract found.
    package mutating func add(_ results: [CaseResult], of contract: ContractDocument) {
        let index = ContractIndex(contract)
        for result in results {
            for id in withCatalogue(result.provokes, index) {
                if cases[id]?.contains(result.name) != true {
                    cases[id, default: []].append(result.name)
                }
                if result.verdict == .skipped || result.verdict == .waived {
                    reasons[id] = reasons[id] ?? result.reason
                }
            }
            addSteps(of: result, index)
        }
    }

    private mutating func addSteps(of result: CaseResult, _ index: ContractIndex) {
        let judged = result.steps.filter { $0.phase == .steps }
        for step in judged {
            for id in withCatalogue(step.promises, index) { steps[id, default: []].append(step) }
        }
        guard result.verdict == .failed || result.verdict == .undetermined else { return }
        let reached = Set(judged.flatMap(\.promises))
        for id in withCatalogue(result.provokes.filter { !reached.contains($0) }, index) {
            unreached[id] = unreached[id] ?? "case \(result.name) did not come to it"
        }
    }

    /// A trigger of an error is evidence for the catalogue's row of that error.
    private func withCatalogue(_ ids: [String], _ index: ContractIndex) -> [String] {
        let rows = ids.compactMap { id in
            index.promises[id]?.error.map { ContractIndex.cataloguePrefix + $0.id }
        }
        var seen: Set<String> = []
        return (ids + rows).filter { seen.insert($0).inserted }
    }

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
        var row = PromiseResult(
            id: operation.id,
            kind: .success,
            basis: operation.basis,
            summary: operation.summary,
            doc: operation.doc,
            location: operation.location,
            status: .neverTried
        )
        decide(&row, operation.waiver, operation.unprovokable)
        return row
    }

    private func row(of promise: Promise) -> PromiseResult {
        var row = PromiseResult(
            id: promise.id,
            kind: promise.error == nil ? .behaviour : .error,
            basis: promise.basis,
            summary: promise.summary,
            doc: promise.doc,
            location: promise.location,
            status: .neverTried
        )
        decide(&row, promise.waiver, promise.unprovokable)
        return row
    }

    private func row(of entry: ErrorEntry) -> PromiseResult {
        var row = PromiseResult(
            id: ContractIndex.cataloguePrefix + entry.id,
            kind: .catalogue,
            basis: entry.basis,
            summary: entry.summary ?? entry.message,
            doc: entry.doc,
            location: entry.location,
            status: .neverTried
        )
        decide(&row, entry.waiver, entry.unprovokable)
        return row
    }

    private func decide(_ row: inout PromiseResult, _ waiver: Waiver?, _ unprovokable: String?) {
        row.cases = cases[row.id] ?? []
        if let unprovokable {
            row.status = .unprovokable
            row.reason = unprovokable
        } else if let waiver, waiver.isInForce(on: today) {
            row.status = .waived
            row.reason = waiver.description
        } else if let judged = steps[row.id], !judged.isEmpty {
            row.status = row.kind == .catalogue ? anyHeld(judged, row) : allHeld(judged, row)
            row.reason = row.status == .undetermined ? unreached[row.id] : nil
        } else if let reason = unreached[row.id] {
            row.status = .undetermined
            row.reason = reason
        } else {
            row.reason = reasons[row.id]
        }
    }

    /// A promise with rows holds when all rows hold.
    private func allHeld(_ steps: [StepResult], _ row: PromiseResult) -> PromiseStatus {
        let statuses = steps.map { status(of: $0, row) }
        let worst: [PromiseStatus] = [.broken, .undetermined, .differs]
        if let found = worst.first(where: statuses.contains) { return found }
        return unreached[row.id] == nil ? .held : .undetermined
    }

    /// A code is as documented when one of its triggers brought it about.
    private func anyHeld(_ steps: [StepResult], _ row: PromiseResult) -> PromiseStatus {
        let statuses = steps.map { status(of: $0, row) }
        let best: [PromiseStatus] = [.held, .broken, .undetermined]
        return best.first(where: statuses.contains) ?? .differs
    }

    private func status(of step: StepResult, _ row: PromiseResult) -> PromiseStatus {
        if step.outcome == .undetermined { return .undetermined }
        if step.differences.isEmpty { return .held }
        let counted = step.differences.filter { max($0.basis, row.basis) <= level }
        if !counted.isEmpty { return .broken }
        // Below its level a promise can only differ; at its level it holds, and the surplus that
        // is less sure is listed with the step.
        return row.basis <= level ? .held : .differs
    }
}
