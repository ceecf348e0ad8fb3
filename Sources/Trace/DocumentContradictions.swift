package import Contract

/// The statements of a document that defects make false, and whether that is detected.
package struct DocumentContradictions: Hashable, Sendable {
    /// A statement with promises in contracts.
    package struct Entry: Hashable, Sendable {
        package let statement: Statement
        /// The defects that make it false, or parts of it.
        package let defects: [String]
        /// Those of them that fail no documented promise of the statement; `nil` where none was tried.
        package fileprivate(set) var unnoticed: [String]?
    }

    package let inventory: Inventory
    /// In file order.
    package private(set) var entries: [Entry]

    /// - Parameters:
    ///   - inventory: Of the document.
    ///   - defects: The names of the defects that make a statement false, by the statement's name.
    package init(_ inventory: Inventory, defects: [String: [String]]) {
        self.inventory = inventory
        entries = inventory.statements.compactMap { statement in
            guard case .promised = statement.fate else { return nil }
            return Entry(statement: statement, defects: defects[statement.name] ?? [])
        }
    }

    /// Records the promises that failed with the defects.
    ///
    /// - Parameter broken: The documented promises that each defect broke; without one that was not
    ///   tried.
    package mutating func note(_ broken: [String: Set<PromiseKey>]) {
        for index in entries.indices {
            let promises = entries[index].statement.fate.promises.compactMap(\.key)
            let tried = entries[index].defects.filter { broken[$0] != nil }
            guard !tried.isEmpty else { continue }
            entries[index].unnoticed = tried.filter {
                broken[$0]?.isDisjoint(with: promises) ?? false
            }
        }
    }

    /// The number of statements that some defect makes false.
    package var contradicted: Int { entries.count { !$0.defects.isEmpty } }

    /// The number of them that are detected with each of their defects.
    package var noticed: Int { entries.count { $0.unnoticed?.isEmpty == true } }

    /// The statements with an undetected defect.
    package var unnoticed: [Entry] { entries.filter { $0.unnoticed?.isEmpty == false } }

    /// The statements that no defect makes false.
    package var open: [Entry] { entries.filter(\.defects.isEmpty) }
}
