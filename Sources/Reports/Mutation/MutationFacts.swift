package import Contract
package import Trace

/// What `assay verify --mutants` found out of promises, and what follows from it for documents.
package struct MutationFacts: Sendable {
    let result: MutationResult
    /// How much of the documents is covered that have an inventory; empty where nothing is said of promises.
    let documents: [DocumentCoverage]

    /// - Parameters:
    ///   - result: What was found.
    ///   - inventories: Of the documents that the contracts are of.
    package init(_ result: MutationResult, inventories: [Inventory] = []) {
        self.result = result
        documents = result.promises.isEmpty ? [] : inventories.covered(by: result.promises)
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
