import ReportText

/// Columns of text with colours; the first is aligned left, the others right, remarks left again.
struct LoadTable {
    struct Cell {
        let text: String
        let role: TextStyle.Role?

        init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.text = text
            self.role = role
        }

        init(_ figure: LoadClockTable.Figure) {
            switch figure.kind {
            case .value: self.init(figure.text)
            case .unsound: self.init(figure.text, .doubtful)
            case .failed: self.init(figure.text, .bad)
            case .tooFew: self.init(figure.text, .dim)
            }
        }
    }

    private var rows: [(cells: [Cell], remark: String)] = []

    /// Appends a row; empty cells get no colour.
    mutating func add(_ cells: [Cell], remark: String = "") { rows.append((cells, remark)) }

    /// A row of titles.
    mutating func add(titles: [String]) { add(titles.map { Cell($0, .dim) }) }

    /// The lines, each indented by two spaces.
    ///
    /// - Parameters:
    ///   - style: Whether there are colours.
    ///   - width: The columns that a line should not pass: gaps shrink to one space for that, and remarks
    ///     are left out.
    /// - Returns: One line for each row.
    func lines(_ style: TextStyle, width: Int) -> [String] {
        let count = rows.map(\.cells.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.cells.indices.contains(column) ? $0.cells[column].text.count : 0 }
                .max() ?? 0
        }
        let total = 2 + widths.reduce(0, +)
        let gap = total + 2 * (count - 1) <= width ? "  " : " "
        return rows.map { row in
            var line = "  "
            var length = 2
            for (column, cell) in row.cells.enumerated() {
                if column > 0 { line += gap }
                let padding = String(repeating: " ", count: widths[column] - cell.text.count)
                let text = cell.role.map { style.text(cell.text, $0) } ?? cell.text
                line += column == 0 ? text + padding : padding + text
                length += widths[column] + (column > 0 ? gap.count : 0)
            }
            if !row.remark.isEmpty && length + 2 + row.remark.count <= width {
                line += "  " + style.text(row.remark, .dim)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
