package import Contract
package import Measure
package import Trace

/// What `assay verify --mutants` found out of promises, and what follows from it for documents.
package struct MutationFacts: Sendable {
    let result: MutationResult
    /// How much of the documents is covered that have an inventory; empty where nothing is said of promises.
    let documents: [DocumentCoverage]
    /// Which statements the defects make false, and whether that was noticed.
    let contradictions: [DocumentContradictions]
    /// The machine; `nil` leaves it out.
    let environment: RunEnvironment?

    /// - Parameters:
    ///   - result: What was found.
    ///   - inventories: Of the documents that the contracts are of.
    ///   - contradictions: Which statements the defects make false.
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
    /// Whether a defect makes a statement false and no documented promise of it breaks.
    package var missesContradictions: Bool { contradictions.contains { !$0.unnoticed.isEmpty } }
}

extension MutationResult {
    /// The documented promises that each defect broke; without those that were not judged.
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
    /// What a run came to, document by document.
    func covered(by promises: [PromiseResult]) -> [DocumentCoverage] {
        let outcomes = Dictionary(promises.map { ($0.key, PromiseOutcome($0)) }) { first, _ in first
        }
        return map { DocumentCoverage($0) { outcomes[$0] } }
    }
}
