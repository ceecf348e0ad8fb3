/// Columns of text; the first is aligned left, the others right.
package struct TextTable {
    private var rows: [[String]] = []

    package init() {}

    /// Adds a row; all have the same number of cells.
    package mutating func add(_ row: [String]) { rows.append(row) }

    /// The lines, each indented by two spaces.
    package var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            return "  " + cells.joined(separator: "  ")
        }
    }
}
