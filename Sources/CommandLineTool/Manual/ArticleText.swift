extension Article {
    /// The article, laid out for a terminal; it ends in a newline.
    ///
    /// - Parameters:
    ///   - width: In columns; code and long words may be wider.
    ///   - isStyled: Whether the terminal can show bold text.
    ///   - topics: The topics of the articles that this one refers to, by their names.
    /// - Returns: The whole text.
    package func text(width: Int, isStyled: Bool, topics: [String: String]) -> String {
        let style = StyledWord.Style(isStyled: isStyled, topics: topics)
        var text = ArticleText(style: style, width: width)
        text.lines = [style.bold(title)]
        text.add(.paragraph(abstract))
        for block in body { text.add(block) }
        return text.lines.joined(separator: "\n") + "\n"
    }
}

/// The lines of an article under way.
private struct ArticleText {
    private static let margin = "  "

    private let style: StyledWord.Style
    private let width: Int
    var lines: [String] = []

    init(style: StyledWord.Style, width: Int) {
        self.style = style
        self.width = width
    }

    mutating func add(_ block: MarkdownBlock) {
        lines.append("")
        switch block {
        case .heading(_, let text):
            let words = style.words(of: text).map(\.text)
            lines.append(style.bold(words.joined(separator: " ")))
        case .paragraph(let text): add(text, before: "", Self.margin)
        case .code(let content):
            lines += content.map { $0.isEmpty ? "" : Self.margin + Self.margin + $0 }
        case .list(let items):
            for item in items { add(item.text, before: item.marker + " ", Self.margin) }
        case .table(let header, let rows): add(header, rows)
        }
    }

    /// Adds a text whose first line begins with a marker, below which the other lines are indented.
    private mutating func add(_ text: String, before marker: String, _ margin: String) {
        let room = width - margin.count - marker.count
        let wrapped = StyledWord.wrap(style.words(of: text), width: room)
        let indentation = String(repeating: " ", count: marker.count)
        for (index, line) in wrapped.enumerated() {
            lines.append(margin + (index == 0 ? marker : indentation) + line.text)
        }
    }

    private mutating func add(_ header: [String], _ rows: [[String]]) {
        let cells = ([header] + rows).map { $0.map { style.words(of: $0) } }
        let widths = columns(of: cells)
        for (index, row) in cells.enumerated() {
            let wrapped = zip(row, widths).map { StyledWord.wrap($0, width: $1) }
            for line in 0..<(wrapped.map(\.count).max() ?? 0) {
                let texts = zip(wrapped, widths).map { cell, width in
                    (line < cell.count ? cell[line] : StyledWord()).padded(to: width)
                }
                let text = Self.margin + texts.joined(separator: Self.margin)
                lines.append(String(text.reversed().drop { $0 == " " }.reversed()))
            }
            if index == 0 {
                let rules = widths.map { String(repeating: "-", count: $0) }
                lines.append(Self.margin + rules.joined(separator: Self.margin))
            }
        }
    }

    /// The width of each column: that of its longest cell if there is room, else a share of the room.
    ///
    /// A narrow column leaves the rest of its share to wider ones. No column is narrower than its longest word if
    /// there is room for all of these.
    private func columns(of rows: [[[StyledWord]]]) -> [Int] {
        let count = rows.first?.count ?? 0
        let wanted = (0..<count).map { column in
            rows.map { $0[column].reduce(0) { $0 + $1.width + 1 } - 1 }.max() ?? 0
        }
        let words = (0..<count).map { column in
            rows.flatMap { $0[column].map(\.width) }.max() ?? 0
        }
        var room = width - Self.margin.count * count
        let least = words.reduce(0, +) <= room ? words : Array(repeating: 0, count: count)
        var widths = Array(repeating: 0, count: count)
        var open = wanted.indices.sorted { wanted[$0] < wanted[$1] }
        while let narrowest = open.first {
            let share = room / open.count
            let column =
                wanted[narrowest] <= share
                ? narrowest : open.first { least[$0] > share } ?? narrowest
            widths[column] = max(least[column], min(wanted[column], share))
            room -= widths[column]
            open.removeAll { $0 == column }
        }
        return widths
    }
}
