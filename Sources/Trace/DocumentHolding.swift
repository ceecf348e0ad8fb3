/// The result of checking an inventory against the text of its document.
package struct DocumentHolding: Sendable {
    package let text: DocumentText
    /// The changes since the inventory was written; `nil` for the original text.
    package let change: DocumentChange?
    /// The lines that are neither blank nor in a statement nor aside, in ascending order; in a changed text those
    /// that belong to no found entry.
    package let unaccounted: [Int]
    /// Entries whose digest is that of other lines, in file order; empty when the text changed.
    package let misplaced: [InventoryEntry]
    /// Entries without a digest, in file order.
    package let undigested: [InventoryEntry]
    /// Entries with lines that the text does not have, in file order; empty when the text changed.
    package let beyond: [InventoryEntry]
    /// Whether the inventory has a line count, and it is wrong.
    package let hasOtherLength: Bool

    package init(_ inventory: Inventory, _ text: DocumentText) {
        self.text = text
        let entries = InventoryEntry.all(of: inventory)
        undigested = entries.filter { $0.digest == nil }
        let isChanged = inventory.document.sha256.map { $0 != text.sha256 } ?? false
        hasOtherLength =
            !isChanged && inventory.document.lineCount.map { $0 != text.lines.count } ?? false
        let change = isChanged ? DocumentChange(entries, text) : nil
        self.change = change
        guard let change else {
            beyond = entries.filter { !text.has($0.lines) }
            misplaced = entries.filter { entry in
                text.has(entry.lines)
                    && entry.digest.map { $0 != text.digest(of: entry.lines) } ?? false
            }
            unaccounted = Self.unaccounted(text, besides: entries.map(\.lines))
            return
        }
        (beyond, misplaced) = ([], [])
        unaccounted = Self.unaccounted(text, besides: change.found)
    }

    /// Whether the inventory covers exactly this text.
    package var isWhole: Bool {
        change == nil && unaccounted.isEmpty && misplaced.isEmpty && beyond.isEmpty
            && !hasOtherLength
    }

    static func unaccounted(_ text: DocumentText, besides lines: [LineRanges]) -> [Int] {
        var isAccounted = text.lines.indices.map { text.words[$0].isEmpty }
        for range in lines.flatMap(\.ranges) {
            guard range.lowerBound <= isAccounted.count else { continue }
            for line in range.clamped(to: 1...isAccounted.count) { isAccounted[line - 1] = true }
        }
        return isAccounted.indices.filter { !isAccounted[$0] }.map { $0 + 1 }
    }
}

/// A statement, or lines that are set aside.
package struct InventoryEntry: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// By the name of the statement.
        case statement(String)
        /// By the position in the list, from zero.
        case aside(Int)
    }

    package let place: Place
    package let lines: LineRanges
    package let digest: String?

    /// Statements first, in file order.
    package static func all(of inventory: Inventory) -> [InventoryEntry] {
        inventory.statements.map {
            InventoryEntry(place: .statement($0.name), lines: $0.lines, digest: $0.digest)
        }
            + inventory.asides.enumerated().map {
                InventoryEntry(place: .aside($0), lines: $1.lines, digest: $1.digest)
            }
    }
}
