package import Contract
package import Measure
package import Trace

/// The results of `assay verify --mutants`, and their effect on documents.
package struct MutationFacts: Sendable {
    let result: MutationResult
    /// The coverage of documents with an inventory; empty when promises are not reported.
    let documents: [DocumentCoverage]
    /// The statements that the defects make false, and whether they were detected.
    let contradictions: [DocumentContradictions]
    /// The machine; `nil` leaves it out.
    let environment: RunEnvironment?

    /// - Parameters:
    ///   - result: The result of the run.
    ///   - inventories: Of the documents that the contracts are of.
    ///   - contradictions: The statements that the defects make false.
    ///   - environment: The machine; `nil` leaves it out of reports.
    package init(
        _ result: MutationResult,
        inventories: [Inventory] = [],
        contradictions: [DocumentContradictions] = [],
        environment: RunEnvironment? = nil
    ) {
        self.result = result
        self.environment = environment
        self.contradictions = contradictions.map { document in
            var document = document
            document.note(result.documentedBreaks)
            return document
        }
        documents = result.promises.isEmpty ? [] : inventories.covered(by: result.promises)
    }
}

extension MutationFacts {
    /// Whether a defect makes a statement false without failing a documented promise of it.
    package var missesContradictions: Bool { contradictions.contains { !$0.unnoticed.isEmpty } }
}

extension MutationResult {
    /// The documented promises that failed with each defect; without those that were not checked.
    fileprivate var documentedBreaks: [String: Set<PromiseKey>] {
        var breaks: [String: Set<PromiseKey>] = [:]
        for mutant in mutants {
            if case .notJudged = mutant.outcome { continue }
            let documented = mutant.broken.filter { $0.basis == .documented }
            breaks[mutant.name] = Set(documented.map(\.key))
        }
        return breaks
    }
}

extension [Inventory] {
    /// The results of a run, by document.
    func covered(by promises: [PromiseResult]) -> [DocumentCoverage] {
        let outcomes = Dictionary(promises.map { ($0.key, PromiseOutcome($0)) }) { first, _ in first
        }
        return map { DocumentCoverage($0) { outcomes[$0] } }
    }
}
