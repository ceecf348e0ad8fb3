import Contract
package import Trace

/// The results of `assay trace`: inventories and, if given, the texts of their documents.
package struct TraceFacts: Sendable {
    /// In the order in which they were read.
    package let inventories: [TracedInventory]
    /// The documents with the results of a run; `nil` without one.
    let documents: [DocumentCoverage]?
    /// The statements that defects make false; empty unless requested.
    let contradictions: [DocumentContradictions]

    /// - Parameters:
    ///   - inventories: In the order in which they were read.
    ///   - verdicts: The results of a run; `nil` without one.
    ///   - contradictions: The statements that defects make false; empty unless requested.
    package init(
        _ inventories: [TracedInventory],
        _ verdicts: RecordedVerdicts? = nil,
        contradictions: [DocumentContradictions] = []
    ) {
        self.inventories = inventories
        self.contradictions = contradictions
        documents = verdicts.map { verdicts in
            inventories.map { DocumentCoverage($0.inventory, verdicts.outcome(of:)) }
        }
    }

    /// Whether the inventories cover every given text completely.
    package var isWhole: Bool { inventories.allSatisfy { $0.holding?.isWhole ?? true } }

    /// The figures of all documents.
    var table: DocumentTable {
        documents.map(DocumentTable.init) ?? DocumentTable(inventories.map(\.inventory))
    }

    /// The statements that count and that no run checked, by inventory: with status and reason.
    func unchecked(at position: Int) -> [(statement: Statement, word: String, reason: String)] {
        guard let documents else {
            return inventories[position].inventory.statements.compactMap { statement in
                guard case .open(let reason) = statement.fate else { return nil }
                return (statement, "open", reason)
            }
        }
        return documents[position].entries.compactMap { entry in
            switch entry.standing {
            case .checked, .local, .console, .contradicted: nil
            case .open, .modelled, .declared, .notProven, .failed, .inconclusive, .differs,
                .notTried:
                (entry.statement, entry.standing.rawValue, entry.reason ?? "")
            }
        }
    }
}

/// One inventory, and what is known of its document.
package struct TracedInventory: Sendable {
    package let inventory: Inventory
    /// The file with the text of the document; `nil` when none was given.
    package let documentPath: String?
    /// The current inventory, checked against that text.
    package let holding: DocumentHolding?
    /// The differences of the text from the one that the inventory was written for, before the update.
    package let change: DocumentChange?
    /// Whether the inventory was updated to the text in this run.
    package let isUpdated: Bool

    package init(
        _ inventory: Inventory,
        documentPath: String? = nil,
        holding: DocumentHolding? = nil,
        change: DocumentChange? = nil,
        isUpdated: Bool = false
    ) {
        self.inventory = inventory
        self.documentPath = documentPath
        self.holding = holding
        self.change = change ?? holding?.change
        self.isUpdated = isUpdated
    }

    /// The label of an entry: the name of a statement, or why lines are set aside.
    func name(of entry: InventoryEntry) -> String {
        switch entry.place {
        case .statement(let name): name
        case .aside(let index): "aside (\(inventory.asides[index].because))"
        }
    }
}
