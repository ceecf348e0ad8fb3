package import Contract

/// Which statements of a document deliberate defects make false, and whether that is noticed.
package struct DocumentContradictions: Hashable, Sendable {
    /// A statement that contracts promise.
    package struct Entry: Hashable, Sendable {
        package let statement: Statement
        /// The defects that make it false, or parts of it.
        package let defects: [String]
        /// Those of them that break no documented promise of the statement; `nil` where none was tried.
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

    /// Notes what the defects broke.
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

    /// How many statements some defect makes false.
    package var contradicted: Int { entries.count { !$0.defects.isEmpty } }

    /// How many of them are noticed, whichever of their defects is there.
    package var noticed: Int { entries.count { $0.unnoticed?.isEmpty == true } }

    /// The statements of which some defect is not noticed.
    package var unnoticed: [Entry] { entries.filter { $0.unnoticed?.isEmpty == false } }

    /// The statements that no defect makes false.
    package var open: [Entry] { entries.filter(\.defects.isEmpty) }
}
