package import Contract

/// Joins the promises of the contract with the results of its cases.
package struct Coverage: Sendable {
    let level: Basis
    private let today: String
    /// Whether waived promises that would pass are distinguished.
    private let judgesWaivers: Bool
    private var evidence: [PromiseKey: Evidence] = [:]
    /// The evidence of waived cases that were run all the same.
    private var waivedEvidence: [PromiseKey: Evidence] = [:]

    /// - Parameters:
    ///   - level: The least certain basis that counts.
    ///   - today: `2026-01-31`; decides which waivers are still in force.
    ///   - judgesWaivers: Whether waived cases were run too.
    package init(level: Basis, today: String, judgesWaivers: Bool = false) {
        self.level = level
        self.today = today
        self.judgesWaivers = judgesWaivers
    }
}

// MARK: - Evidence

extension Coverage {
    /// Adds the results of a contract's cases.
    package mutating func add(_ results: [CaseResult], of contract: ContractDocument) {
        let index = ContractIndex(contract)
        let planned = Dictionary(
            contract.cases.map { ($0.name, $0.steps.flatMap(\.promises)) }
        ) { first, _ in first }
        for result in results {
            let wanted = planned[result.name] ?? result.covers
            var counted = result
            if let run = result.waivedRun {
                var found = result
                found.verdict = run.verdict
                found.waivedRun = nil
                Self.add(found, wanting: wanted, index, to: &waivedEvidence)
                counted.steps = []
            }
            Self.add(counted, wanting: wanted, index, to: &evidence)
        }
    }

    private static func add(
        _ result: CaseResult,
        wanting wanted: [String],
        _ index: ContractIndex,
        to evidence: inout [PromiseKey: Evidence]
    ) {
        for key in index.keys(wanted) { evidence[key, default: .init()].note(result) }
        for key in index.keys(result.covers) {
            evidence[key, default: .init()].noteCovering(result)
        }
        let judged = result.steps.filter { $0.phase == .steps }.flatMap { [$0] + $0.parts }
        for step in judged {
            for key in index.keys(step.promises) {
                evidence[key, default: .init()].steps.append(
                    Evidence.Judged(step: step, caseName: result.name)
                )
            }
            for id in step.promises {
                for key in index.keys([id]) {
                    evidence[key, default: .init()].note(step.alterations, of: id)
                }
            }
        }
        guard result.verdict == .failed || result.verdict == .inconclusive else { return }
        let reached = Set(judged.flatMap(\.promises))
        for key in index.keys(wanted.filter { !reached.contains($0) }) {
            evidence[key, default: .init()].noteUnreached(by: result)
        }
    }
}

// MARK: - Rows

extension Coverage {
    /// The rows of a contract in the given file, in file order.
    package func rows(of contract: ContractDocument, in file: String) -> [PromiseResult] {
        let entries = ContractIndex(contract).errors
        var rows: [PromiseResult] = []
        for operation in contract.operations where operation.location.file == file {
            rows.append(row(of: operation))
            rows += operation.promises.map { promise in
                let entry = promise.error.flatMap { entries[$0.id] }
                return row(of: promise, catalogued: entry?.basis)
            }
        }
        return rows + contract.errors.filter { $0.location.file == file }.map(row)
    }

    private func row(of operation: Operation) -> PromiseResult {
        decided(PromiseResult(.success, operation), operation)
    }

    /// - Parameters:
    ///   - promise: Of an operation or a call.
    ///   - isByConstruction: Whether it follows from the contract alone.
    ///   - catalogued: How certain the catalogue is of the error that it triggers.
    /// - Returns: The row with its result.
    func row(
        of promise: Promise,
        isByConstruction: Bool = false,
        catalogued: Basis? = nil
    ) -> PromiseResult {
        var row = PromiseResult(promise.error == nil ? .behaviour : .error, promise)
        row.isByConstruction = isByConstruction
        row = decided(row, promise)
        guard row.status == .passed, row.basis <= level, let error = promise.error,
            max(error.basis, catalogued ?? .documented) > level
        else { return row }
        row.isCodeUnjudged = true
        row.reason = ["failed, code not judged", row.reason].compactMap(\.self)
            .joined(separator: "; ")
        return row
    }

    private func row(of entry: ErrorEntry) -> PromiseResult {
        var row = PromiseResult(.catalogue, entry, prefix: ContractIndex.cataloguePrefix)
        row.summary = row.summary ?? entry.message
        return decided(row, entry)
    }

    func decided(_ undecided: PromiseResult, _ promised: some Promised) -> PromiseResult {
        var row = undecided
        let found = evidence[row.key] ?? Evidence()
        row.cases = found.cases
        row.proof = found.isProvenByAlteration.map { PromiseProof(byAlteration: $0) }
        if let untestable = promised.untestable {
            row.status = .untestable
            row.reason = untestable
        } else if let waiver = promised.waiver, waiver.isInForce(on: today) {
            row.status = .waived
            row.reason = waiver.description
            row.isNeedlesslyWaived =
                judgesWaivers && found.holds(with: waivedEvidence[row.key], on: row, level: level)
        } else {
            let finding = found.finding(on: row, level: level)
            row.status = finding.status
            row.reason = finding.reason
            row.isPartlyTried = finding.isPartlyTried
            if row.status == .passed { row.modelled = found.modelledReason(for: row, level: level) }
        }
        return row
    }
}
