package import Trace

/// What `assay trace` found out about inventories and, where they were given, the texts of their documents.
package struct TraceFacts: Sendable {
    /// In the order in which they were read.
    package var inventories: [TracedInventory]

    package init(_ inventories: [TracedInventory]) { self.inventories = inventories }

    /// Whether every text that was given is said whole by its inventory.
    package var isWhole: Bool { inventories.allSatisfy { $0.holding?.isWhole ?? true } }
}

/// One inventory, and its document as far as it is known.
package struct TracedInventory: Sendable {
    package let inventory: Inventory
    /// The file with the text of the document; `nil` when none was given.
    package let documentPath: String?
    /// The inventory as it stands now, held against that text.
    package let holding: DocumentHolding?
    /// How the text differs from the one that the inventory was written for, before it was brought up.
    package let change: DocumentChange?
    /// Whether the inventory was brought up to the text in this run.
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

    /// The statements that nobody has promised, with the reasons, in file order.
    var open: [(statement: Statement, reason: String)] {
        inventory.statements.compactMap { statement in
            guard case .open(let reason) = statement.fate else { return nil }
            return (statement, reason)
        }
    }
}
