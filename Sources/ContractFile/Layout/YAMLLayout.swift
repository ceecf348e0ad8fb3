/// The one layout of contract files: indentation, spaces, blank lines and line ends.
///
/// Nothing but white space changes, and none in texts: order, quotes and the lines that something is
/// written on stay as they are, and so do comments. Every level is indented by two columns, also of a
/// list below its key unless it stands in the column of the key; there is one space behind `-`, `:` and `,`, and
/// inside of braces; brackets have one inside when what they hold begins with a bracket of any kind.
/// Two blank lines become one.
struct YAMLLayout {
    private let lines: [[UInt8]]
    private var output: [[UInt8]] = []
    /// Columns of the levels that are open, as they were and as they become.
    private var levels: [(old: Int, new: Int)] = []
    /// Comments that stand by themselves and the blank lines between them: in the column of a level
    /// that is open, or in that of the line behind them.
    private var comments: [(text: [UInt8], column: Int?)] = []
    private var hasGap = false
    /// How far the lines of the last entry were moved.
    private var shift = 0
    /// The flow collections and the text that a line left open.
    private var flow = FlowText()
    /// The entry whose text goes on in the lines behind it, by `|` or `>`: its column, and how far these
    /// lines are moved, once that is known.
    private var blockText: (entry: (old: Int, new: Int), shift: Int?)?

    private init(_ bytes: [UInt8]) {
        let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        lines = marked.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? Array($0.dropLast()) : Array($0) }
    }

    /// A document in its layout.
    static func bytes(of document: [UInt8]) -> [UInt8] {
        var layout = YAMLLayout(document)
        for line in layout.lines { layout.take(line) }
        layout.putComments(at: 0)
        while layout.output.last?.isEmpty ?? false { layout.output.removeLast() }
        return layout.output.reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
    }
}

extension YAMLLayout {
    private mutating func take(_ line: [UInt8]) {
        let column = line.prefix { $0 == 0x20 }.count
        let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        if let text = blockText {
            guard !isBlank, column <= text.entry.old else { return putText(line, isBlank, text) }
            blockText = nil
        }
        if flow.isOpen { return takeRest(line, column) }
        guard !isBlank else {
            hasGap = true
            return
        }
        if line[column] == UInt8(ascii: "#") {
            putGap()
            let level = levels.last { $0.old == column }
            comments.append((trimmed(line[column...]), level?.new))
            return
        }
        takeEntry(line, column)
    }

    /// A line of a text behind `|` or `>`: what stands in front of all of them is no part of it.
    private mutating func putText(
        _ line: [UInt8],
        _ isBlank: Bool,
        _ text: (entry: (old: Int, new: Int), shift: Int?)
    ) {
        let column = line.prefix { $0 == 0x20 }.count
        guard !isBlank else {
            // What stands further right than the text is part of it.
            let isText = text.shift.map { column + $0 > text.entry.new + 2 } ?? false
            output.append(isText ? moved(line, by: text.shift ?? 0) : [])
            return
        }
        let shift = text.shift ?? (text.entry.new + 2 - column)
        blockText?.shift = shift
        output.append(moved(line, by: shift))
    }

    /// A line that a flow collection or a quoted text goes on in.
    private mutating func takeRest(_ line: [UInt8], _ column: Int) {
        guard !flow.isQuoted else {
            output.append(flow.take(line[...]))
            return
        }
        let text = flow.take(line[column...])
        output.append(text.isEmpty ? [] : spaces(max(0, column + shift)) + text)
    }

    private mutating func takeEntry(_ line: [UInt8], _ column: Int) {
        while let last = levels.last, last.old > column { levels.removeLast() }
        if levels.last.map({ $0.old < column }) ?? true {
            levels.append((column, levels.last.map { $0.new + 2 } ?? 0))
        }
        let start = levels.last?.new ?? 0
        putComments(at: start)
        putGap()
        var text = spaces(start)
        var rest = line[column...]
        // `- - a` opens a level for each.
        while rest.first == UInt8(ascii: "-"), rest.dropFirst().first == 0x20 {
            let inner = rest.dropFirst().drop { $0 == 0x20 }
            guard let first = inner.first, first != UInt8(ascii: "#") else { break }
            text += Array("- ".utf8)
            levels.append((inner.startIndex, text.count))
            rest = inner
        }
        shift = text.count - rest.startIndex
        text += flow.take(rest)
        output.append(text)
        guard flow.opensBlockText else { return }
        // Its lines stand further right than its key, or than the dash before it.
        let entry = (flow.isBare ? levels.dropLast() : levels).last ?? (old: -1, new: -2)
        blockText = (entry, flow.statesColumn ? shift : nil)
    }

    private func moved(_ line: [UInt8], by shift: Int) -> [UInt8] {
        let column = line.prefix { $0 == 0x20 }.count
        return shift >= 0 ? spaces(shift) + line : Array(line.dropFirst(min(-shift, column)))
    }

    private mutating func putComments(at column: Int) {
        for comment in comments {
            let start = spaces(comment.column ?? column)
            output.append(comment.text.isEmpty ? [] : start + comment.text)
        }
        comments = []
    }

    /// One blank line where there were some, but not at the beginning.
    private mutating func putGap() {
        defer { hasGap = false }
        guard hasGap, !(output.isEmpty && comments.isEmpty) else { return }
        if comments.isEmpty { output.append([]) } else { comments.append(([], nil)) }
    }

    private func spaces(_ count: Int) -> [UInt8] { Array(repeating: 0x20, count: count) }

    private func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let end = line.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.map { Array(line[...$0]) } ?? []
    }
}
