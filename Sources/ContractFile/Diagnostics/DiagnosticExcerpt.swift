/// The part of a source line that is shown with a diagnostic, and where its caret stands.
struct DiagnosticExcerpt {
    /// What is shown: tabs as spaces, control characters as U+FFFD, cut-off ends as "…".
    private(set) var text = ""
    /// How many columns of a terminal lie left of the caret.
    private(set) var caretOffset = 0
    /// How many columns the caret underlines; at least one.
    private(set) var caretWidth = 1

    private static let tabWidth = 4

    /// Clips a line around the caret.
    ///
    /// - Parameters:
    ///   - line: The whole line.
    ///   - column: The first underlined character, from one; may lie behind the end of the line.
    ///   - length: How many characters are underlined.
    ///   - width: How many columns may be shown.
    init(line: String, column: Int, length: Int, width: Int) {
        // Of a very long line only what may be shown is looked at.
        let skipped = max(0, column - 1 - 2 * width)
        let near = line.unicodeScalars.dropFirst(skipped)
        let cells = Self.cells(of: near.prefix(4 * width))
        let isCut = near.dropFirst(4 * width).first != nil
        let first = min(max(column - 1 - skipped, 0), cells.count)
        let last = min(first + max(length, 1), cells.count)
        let window = Self.window(of: cells, around: first..<last, width: width)
        if window.lowerBound > 0 || skipped > 0 { append("…") }
        for index in window {
            if index == first { caretOffset = DisplayWidth.of(text) }
            append(cells[index])
        }
        if first >= window.upperBound { caretOffset = DisplayWidth.of(text) }
        let underlined = cells[first..<max(first, min(last, window.upperBound))]
        caretWidth = max(1, underlined.reduce(0) { $0 + DisplayWidth.of($1) })
        if window.upperBound < cells.count || isCut { append("…") }
        while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    }

    private mutating func append(_ cell: String) {
        text += cell
    }

    /// Each character of the line as it is shown.
    private static func cells(of line: some Sequence<Unicode.Scalar>) -> [String] {
        var cells: [String] = []
        var width = 0
        for scalar in line {
            let cell =
                switch scalar {
                case "\t": String(repeating: " ", count: tabWidth - width % tabWidth)
                case _ where scalar.properties.generalCategory == .control: "\u{FFFD}"
                default: String(scalar)
                }
            width += DisplayWidth.of(cell)
            cells.append(cell)
        }
        return cells
    }

    /// The cells to show: all that fit, with a third of the width left of the caret.
    private static func window(
        of cells: [String],
        around caret: Range<Int>,
        width: Int
    ) -> Range<Int> {
        let widths = cells.map { DisplayWidth.of($0) }
        guard widths.reduce(0, +) > width else { return cells.indices }
        var start = caret.lowerBound
        var room = width / 3
        // A caret near the end needs less behind it, so more fits before it.
        let behind = widths[caret.lowerBound...].reduce(0, +)
        room = max(room, width - behind - 2)
        while start > 0, room >= widths[start - 1] {
            start -= 1
            room -= widths[start]
        }
        var end = start
        room = width - 2
        while end < cells.count, room >= widths[end] {
            room -= widths[end]
            end += 1
        }
        return start..<end
    }
}
