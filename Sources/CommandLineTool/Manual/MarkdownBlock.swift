/// A block of Markdown, of the kinds that the articles use.
enum MarkdownBlock: Hashable {
    /// An item of a list: its marker, `-` or `1.`, and its text.
    struct Item: Hashable {
        let marker: String
        var text: String
    }

    case heading(level: Int, String)
    case paragraph(String)
    case code([String])
    case list([Item])
    /// Rows of as many cells each as the header has.
    case table(header: [String], rows: [[String]])

    /// The blocks of `text`, in order.
    static func all(in text: String) -> [MarkdownBlock] {
        var reader = MarkdownReader(text)
        return reader.blocks()
    }
}

/// Reads Markdown line by line.
private struct MarkdownReader {
    private var lines: ArraySlice<Substring>

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }

    mutating func blocks() -> [MarkdownBlock] {
        var blocks: [MarkdownBlock] = []
        while let line = lines.first {
            if line.isEmpty {
                lines.removeFirst()
            } else {
                blocks.append(block(startingWith: line))
            }
        }
        return blocks
    }

    private mutating func block(startingWith line: Substring) -> MarkdownBlock {
        if line.hasPrefix("```") { return code() }
        if line.hasPrefix("#") {
            lines.removeFirst()
            let level = line.prefix { $0 == "#" }.count
            return .heading(level: level, String(line.dropFirst(level + 1)))
        }
        if line.hasPrefix("|") { return table() }
        if Self.marker(of: line) != nil { return list() }
        let paragraph = take { Self.continues($0) }
        return .paragraph(paragraph.joined(separator: " "))
    }

    private mutating func code() -> MarkdownBlock {
        lines.removeFirst()
        let content = take { !$0.hasPrefix("```") }
        lines = lines.dropFirst()
        return .code(content.map(String.init))
    }

    private mutating func table() -> MarkdownBlock {
        let rows = take { $0.hasPrefix("|") }.map(Self.cells)
        // The second row only defines the alignment of columns.
        return .table(header: rows[0], rows: Array(rows.dropFirst(2)))
    }

    private mutating func list() -> MarkdownBlock {
        var items: [MarkdownBlock.Item] = []
        while let line = lines.first {
            if let marker = Self.marker(of: line) {
                let text = line.dropFirst(marker.count + 1)
                items.append(MarkdownBlock.Item(marker: marker, text: String(text)))
            } else if line.hasPrefix("  "), !items.isEmpty {
                items[items.count - 1].text += " " + line.drop { $0 == " " }
            } else {
                break
            }
            lines.removeFirst()
        }
        return .list(items)
    }

    private mutating func take(while isPart: (Substring) -> Bool) -> [Substring] {
        let part = lines.prefix(while: isPart)
        lines = lines.dropFirst(part.count)
        return Array(part)
    }

    private static func continues(_ line: Substring) -> Bool {
        !line.isEmpty && !line.hasPrefix("```") && !line.hasPrefix("|") && marker(of: line) == nil
    }

    /// `-` or `12.`, when the line begins an item of a list.
    private static func marker(of line: Substring) -> String? {
        if line.hasPrefix("- ") { return "-" }
        let digits = line.prefix { $0.isNumber }
        let isItem = !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ")
        return isItem ? "\(digits)." : nil
    }

    /// The cells of a row; `\|` is a bar within one.
    private static func cells(of row: Substring) -> [String] {
        let escaped = row.replacing("\\|", with: "\u{0}")
        let cells = escaped.split(separator: "|", omittingEmptySubsequences: false)
        return cells.dropFirst().dropLast().map { cell in
            let trimmed = cell.drop { $0 == " " }
            let text = String(trimmed.reversed().drop { $0 == " " }.reversed())
            return text.replacing("\u{0}", with: "|")
        }
    }
}
