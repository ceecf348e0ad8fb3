/// A first inventory of a text or a Markdown document: everything that looks like a statement.
///
/// Headings, rules and heads of tables are set aside. List items, rows of tables, blocks of code and, elsewhere,
/// sentences are candidates; people decide whether a candidate can be checked.
package struct InventoryDraft: Sendable {
    /// Something that may be a statement.
    package struct Candidate: Hashable, Sendable {
        /// Unique in the draft; made of its words, or of its line number if they have no ASCII letters.
        package let name: String
        package let lines: ClosedRange<Int>
        /// On one line, at most `longestText` characters.
        package let text: String
    }

    /// Lines without a candidate.
    package struct Remainder: Hashable, Sendable {
        package let lines: ClosedRange<Int>
        /// `heading`, `rule` or `head of a table`.
        package let because: String
    }

    /// In the order of the text.
    package private(set) var candidates: [Candidate] = []
    /// In the order of the text.
    package private(set) var remainders: [Remainder] = []
    /// The first heading; `nil` when there is none.
    package private(set) var title: String?

    private var names: Set<String> = []
    let text: DocumentText

    /// The maximum length of a candidate's text.
    private static let longestText = 300

    package init(_ text: DocumentText) {
        self.text = text
        var blocks = DraftBlocks(text)
        while let block = blocks.next() { add(block) }
    }

    private mutating func add(_ block: DraftBlock) {
        switch block.kind {
        case .heading:
            let words = Self.plain(content(of: block.lines.lowerBound...block.lines.lowerBound))
            if title == nil, !words.isEmpty { title = words }
            addRemainder(block.lines, "heading")
        case .rule: addRemainder(block.lines, "rule")
        case .tableHead: addRemainder(block.lines, "head of a table")
        case .code, .row, .item: addCandidate(block.lines, content(of: block.lines))
        case .paragraph:
            for sentence in Sentences.split(block.lines.map { (words(in: $0), $0) }) {
                addCandidate(sentence.lines, sentence.text)
            }
        }
    }

    private func words(in line: Int) -> String {
        String(decoding: text.words[line - 1], as: UTF8.self)
    }

    private func content(of lines: ClosedRange<Int>) -> String {
        lines.map(words).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func addRemainder(_ lines: ClosedRange<Int>, _ because: String) {
        remainders.append(Remainder(lines: lines, because: because))
    }

    private mutating func addCandidate(_ lines: ClosedRange<Int>, _ content: String) {
        let plain = Self.plain(content)
        let text = plain.isEmpty ? content : plain
        let candidate = Candidate(
            name: name(of: text, lines.lowerBound),
            lines: lines,
            text: String(text.prefix(Self.longestText))
        )
        candidates.append(candidate)
    }

    /// The text without Markdown marks around the whole; those of a word in it stay.
    private static func plain(_ text: String) -> String {
        var rest = text[...]
        if let marker = DraftBlocks.itemMarker(of: text) { rest = rest.dropFirst(marker) }
        let marks: Set<Character> = ["#", "|", " ", "=", ">"]
        rest = rest.drop(while: marks.contains)
        while let last = rest.last, marks.contains(last) { rest = rest.dropLast() }
        for mark in ["**", "__", "*", "_", "`"] {
            guard rest.count > 2 * mark.count, rest.hasPrefix(mark), rest.hasSuffix(mark) else {
                continue
            }
            let inner = rest.dropFirst(mark.count).dropLast(mark.count)
            if !inner.contains(mark) { rest = inner }
        }
        return rest.allSatisfy { "*_`".contains($0) } ? "" : String(rest)
    }

    // MARK: - Names

    private static let longestName = 40
    private static let littleWords: Set<String> = [
        "a", "an", "and", "are", "as", "at", "be", "by", "for", "if", "in", "is", "it", "its", "of",
        "on", "or", "that", "the", "this", "to", "was", "when", "which", "with", "you", "your",
    ]

    private mutating func name(of text: String, _ line: Int) -> String {
        var name = ""
        let words = text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        for word in words
        where !Self.littleWords.contains(String(word)) {
            let longer = name.isEmpty ? String(word) : "\(name)-\(word)"
            if longer.count > Self.longestName { break }
            name = longer
        }
        // A name must not look like a number.
        if name.first.map({ !$0.isLetter }) ?? true { name = "line-\(line)" }
        var unique = name
        var count = 1
        while !names.insert(unique).inserted {
            count += 1
            unique = "\(name)-\(count)"
        }
        return unique
    }
}

/// Lines that belong together.
struct DraftBlock {
    enum Kind {
        case heading, rule, tableHead, row, item, code, paragraph
    }

    let kind: Kind
    let lines: ClosedRange<Int>
}

/// Splits a text into blocks, by the layout of plain texts and Markdown.
struct DraftBlocks {
    let text: DocumentText
    /// The next line, from one.
    private var line = 1

    init(_ text: DocumentText) { self.text = text }

    /// The next block; `nil` at the end.
    mutating func next() -> DraftBlock? {
        while line <= text.lines.count, text.isBlank(line) { line += 1 }
        guard line <= text.lines.count else { return nil }
        let first = line
        if let fence = fence(at: line) { return take(.code, through: endOfCode(fence)) }
        if isHeading(line) { return take(.heading, through: first) }
        if isRule(line) { return take(.rule, through: first) }
        if isUnderline(line + 1), !isBullet(line), !isRow(line) {
            return take(.heading, through: first + 1)
        }
        if isRow(line) {
            if isTableRule(line) { return take(.rule, through: first) }
            return isTableRule(line + 1)
                ? take(.tableHead, through: first + 1) : take(.row, through: first)
        }
        if isItem(line) { return take(.item, through: endOfItem()) }
        if isShouted(line) { return take(.heading, through: first) }
        var last = first
        while continues(last + 1), !isUnderline(last + 2) { last += 1 }
        return take(.paragraph, through: last)
    }

    private mutating func take(_ kind: DraftBlock.Kind, through last: Int) -> DraftBlock {
        defer { line = last + 1 }
        return DraftBlock(kind: kind, lines: line...last)
    }

    private func words(_ line: Int) -> String {
        guard line >= 1, line <= text.lines.count else { return "" }
        return String(decoding: text.words[line - 1], as: UTF8.self)
    }

    /// Whether a line continues the paragraph before it.
    private func continues(_ line: Int) -> Bool {
        line <= text.lines.count && !text.isBlank(line) && fence(at: line) == nil
            && !isHeading(line) && !isRule(line) && !isRow(line) && !isItem(line)
    }

    // MARK: - Kinds of lines

    private func fence(at line: Int) -> String? {
        let words = words(line)
        return ["```", "~~~"].first(where: words.hasPrefix)
    }

    /// An unclosed fence extends to the end.
    private func endOfCode(_ fence: String) -> Int {
        let words = words(line)
        // ```code``` on one line.
        if words.dropFirst(3).contains(fence) { return line }
        var last = line + 1
        while last <= text.lines.count, !self.words(last).hasPrefix(fence) { last += 1 }
        return min(last, text.lines.count)
    }

    private func isHeading(_ line: Int) -> Bool {
        let words = words(line)
        let marks = words.prefix { $0 == "#" }.count
        return (1...6).contains(marks) && words.count > marks
    }

    private func isRule(_ line: Int) -> Bool {
        let marks = Set(words(line))
        guard words(line).count >= 3 else { return false }
        return ["-", "*", "_", "=", "~", "+"].contains { marks.isSubset(of: [$0, " "]) }
    }

    /// A rule right under a line of text, which is then a heading.
    private func isUnderline(_ line: Int) -> Bool {
        isRule(line) && !words(line).contains(" ") && !text.isBlank(line - 1) && !isRule(line - 1)
    }

    /// A line of capitals, a heading in plain texts.
    private func isShouted(_ line: Int) -> Bool {
        let letters = words(line).filter(\.isLetter)
        return letters.count >= 3 && letters.allSatisfy(\.isUppercase) && words(line).count <= 60
            && !words(line).hasSuffix(".")
    }

    /// Cells between bars, or columns separated by a tab or by two or more spaces.
    private func isRow(_ line: Int) -> Bool {
        guard line >= 1, line <= text.lines.count, !text.isBlank(line) else { return false }
        if words(line).hasPrefix("|") || words(line).split(separator: "|").count >= 3 {
            return true
        }
        let content = text.lines[line - 1].drop { $0.isWhitespace }
        let trimmed = String(content.reversed().drop { $0.isWhitespace }.reversed())
        let hasColumns = trimmed.contains("\t") || trimmed.contains("  ")
        return hasColumns && !trimmed.contains(".  ") && !isItem(line)
    }

    private func isTableRule(_ line: Int) -> Bool {
        let words = words(line)
        return words.contains("-") && words.contains("|") && Set(words).isSubset(of: Set("|-: +"))
    }

    /// An item with a mark that is not a number; headings can be numbered too.
    private func isBullet(_ line: Int) -> Bool {
        isItem(line) && !(words(line).first?.isNumber ?? false)
    }

    private func isItem(_ line: Int) -> Bool { Self.itemMarker(of: words(line)) != nil }

    /// The number of characters of a list item's mark, with the space after it.
    static func itemMarker(of words: String) -> Int? {
        let mark = words.prefix { $0 != " " }
        guard mark.count < words.count else { return nil }
        if ["-", "*", "+", "•", "・", "–"].contains(String(mark)) { return mark.count + 1 }
        let label = mark.dropLast()
        guard let end = mark.last, ".)".contains(end), !label.isEmpty, label.count <= 3 else {
            return nil
        }
        let isNumber = label.allSatisfy { $0.isASCII && $0.isNumber }
        let isLetter = end == ")" && label.count == 1 && label.allSatisfy(\.isLetter)
        return isNumber || isLetter ? mark.count + 1 : nil
    }

    /// An item continues as long as lines are indented deeper than its mark.
    private func endOfItem() -> Int {
        let depth = indentation(line)
        var last = line
        while continues(last + 1), indentation(last + 1) > depth { last += 1 }
        return last
    }

    private func indentation(_ line: Int) -> Int {
        text.lines[line - 1].prefix { $0 == " " || $0 == "\t" }.count
    }
}

/// Sentences of a paragraph.
enum Sentences {
    /// Cuts after full stops, question and exclamation marks.
    ///
    /// - Parameter lines: The words of each line, and its number.
    /// - Returns: The sentences in order, each with the lines that it takes.
    static func split(
        _ lines: [(text: String, number: Int)]
    ) -> [(text: String, lines: ClosedRange<Int>)] {
        var sentences: [(text: String, lines: ClosedRange<Int>)] = []
        var words: [Substring] = []
        var first: Int?
        for (text, number) in lines {
            for word in pieces(of: text) {
                words.append(word)
                first = first ?? number
                guard ends(word), let start = first else { continue }
                sentences.append((words.joined(separator: " "), start...number))
                (words, first) = ([], nil)
            }
        }
        if let start = first, let last = lines.last {
            sentences.append((words.joined(separator: " "), start...last.number))
        }
        return sentences
    }

    /// Words; after a full stop in East Asian texts no space is needed.
    private static func pieces(of text: String) -> [Substring] {
        text.split(separator: " ").flatMap { word -> [Substring] in
            var pieces: [Substring] = []
            var rest = word
            while let stop = rest.firstIndex(where: { "。！？".contains($0) }) {
                let next = rest.index(after: stop)
                pieces.append(rest[..<next])
                rest = rest[next...]
            }
            return rest.isEmpty ? pieces : pieces + [rest]
        }
    }

    private static let abbreviations: Set<String> = [
        "e.g.", "i.e.", "etc.", "cf.", "vs.", "approx.", "no.", "fig.", "sec.", "resp.", "incl.",
        "dr.", "mr.", "mrs.", "ms.", "prof.", "st.", "jr.", "sr.", "inc.", "ltd.", "corp.", "dept.",
        "ca.", "al.", "ch.", "art.", "eq.", "vol.", "ed.", "pp.", "nos.", "figs.", "max.", "min.",
    ]

    private static func ends(_ word: Substring) -> Bool {
        let closing: Set<Character> = [")", "]", "\"", "'", "”", "’", "*", "_", "`"]
        var bare = word
        while let last = bare.last, closing.contains(last) { bare = bare.dropLast() }
        guard let last = bare.last, ".!?。！？".contains(last) else { return false }
        let opening: Set<Character> = ["(", "[", "\"", "'", "“", "‘"]
        return !abbreviations.contains(bare.drop(while: opening.contains).lowercased())
    }
}
