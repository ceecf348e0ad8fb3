package import Contract
import JSON
package import Trace

/// The promises of contracts, and the coverage of their documents.
package struct CoverageFacts: Sendable {
    package let matrix: CoverageMatrix
    private let inventories: [Inventory]
    /// The documents with the results of a run; `nil` without one.
    private let documents: [DocumentCoverage]?

    /// - Parameters:
    ///   - matrix: The promises, with results if there are any.
    ///   - inventories: Of documents; in the order in which they were read.
    ///   - verdicts: The results of a run; `nil` without one.
    package init(
        _ matrix: CoverageMatrix,
        _ inventories: [Inventory],
        _ verdicts: RecordedVerdicts? = nil
    ) {
        self.matrix = matrix
        self.inventories = inventories
        documents = verdicts.map { verdicts in
            inventories.map { DocumentCoverage($0, verdicts.outcome(of:)) }
        }
    }

    /// The figures of all documents.
    var table: DocumentTable {
        documents.map { DocumentTable($0) } ?? DocumentTable(inventories)
    }

    /// Each document with its statements.
    var json: [JSONValue] {
        documents.map { $0.map(JSONValue.document) } ?? inventories.map(JSONValue.document)
    }
}
