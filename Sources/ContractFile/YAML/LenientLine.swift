/// Cuts one line of YAML into the texts its author meant, where YAML itself would read brackets,
/// aliases and so on.
///
/// In `{ path: /push/{id}, at: {{now}} }` it finds `path`, `/push/{id}`, `at` and `{{now}}`. It
/// never fails, and what it finds in correct YAML is not used.
struct LenientLine {
    /// Text that was meant as one scalar.
    struct Span {
        /// Characters of the line, from zero.
        var range: Range<Int>
        /// Whether it stands inside `{ }` or `[ ]`.
        var isInFlow: Bool
        /// Whether it stands behind a colon.
        var isValue: Bool
        /// Whether it holds ": " although it stands behind a colon already.
        var hasColon = false
        /// Whether it goes on behind a closing quote.
        var continuesQuote = false
        /// Whether it goes on behind a closing bracket.
        var continuesBracket = false
        /// Where it would end if " #" did not begin a comment; `nil` without a comment.
        var endBehindHash: Int?
    }

    private let text: [Unicode.Scalar]
    private var position = 0
    /// Where the brackets opened in this line stand.
    private var openers: [Int] = []
    /// How many brackets from earlier lines are open.
    private var outerDepth: Int
    private var isValue = false
    private var spans: [Span] = []

    /// Cuts a line.
    ///
    /// - Parameters:
    ///   - text: The line without its break.
    ///   - outerDepth: How many brackets are open where the line begins.
    /// - Returns: From left to right, without overlaps.
    static func spans(in text: [Unicode.Scalar], outerDepth: Int) -> [Span] {
        var line = LenientLine(text: text, outerDepth: outerDepth)
        line.read()
        return line.spans
    }

    private init(text: [Unicode.Scalar], outerDepth: Int) {
        self.text = text
        self.outerDepth = outerDepth
    }

    private var isInFlow: Bool { outerDepth + openers.count > 0 }

    private mutating func read() {
        skipBlanks()
        while !isInFlow, at(position) == "-" || at(position) == "?", isBlank(position + 1) {
            position += 1
            skipBlanks()
        }
        while position < text.count {
            readNext()
            skipBlanks()
        }
    }

    private mutating func readNext() {
        switch text[position] {
        case "#" where isBlank(position - 1):
            position = text.count
        case "{" where at(position + 1) == "{" && template(at: position) != nil:
            readPlain()
        case "{", "[":
            openers.append(position)
            position += 1
            isValue = false
        case "}", "]":
            closeBracket()
        case "," where isInFlow:
            position += 1
            isValue = false
        case ":" where endsKey(position):
            position += 1
            isValue = true
        case "\"", "'":
            readQuoted()
        default:
            readPlain()
        }
    }
}

// MARK: - Texts

extension LenientLine {
    private mutating func readPlain() {
        let start = position
        var span = Span(range: start..<start, isInFlow: isInFlow, isValue: isValue)
        position = plainEnd(from: start, of: &span)
        if position == start { position += 1 }
        span.range = start..<trimmed(position, from: start)
        spans.append(span)
    }

    private mutating func readQuoted() {
        let start = position
        guard let end = quoteEnd(from: start) else {
            position = text.count
            return
        }
        position = end
        skipBlanks()
        if isCompleteHere { return }
        var span = Span(range: start..<end, isInFlow: isInFlow, isValue: isValue)
        span.continuesQuote = true
        position = plainEnd(from: position, of: &span)
        span.range = start..<trimmed(position, from: start)
        spans.append(span)
    }

    private mutating func closeBracket() {
        position += 1
        isValue = true
        guard let opener = openers.popLast() else {
            outerDepth = max(0, outerDepth - 1)
            return
        }
        guard position < text.count, !isBlank(position), !isCompleteHere else { return }
        guard at(position) != "{", at(position) != "[" else { return }
        var span = Span(range: opener..<position, isInFlow: isInFlow, isValue: true)
        span.continuesBracket = true
        position = plainEnd(from: position, of: &span)
        span.range = opener..<trimmed(position, from: opener)
        // What was found inside belongs to the whole now.
        spans.removeAll { $0.range.lowerBound > opener }
        spans.append(span)
    }

    /// Whether a text may end before `position`.
    private var isCompleteHere: Bool {
        guard position < text.count else { return true }
        switch text[position] {
        case ",", "}", "]": return isInFlow
        case ":": return endsKey(position) || isInFlow
        case "#": return isBlank(position - 1)
        default: return false
        }
    }

    /// One past the last character of an unquoted text.
    private func plainEnd(from start: Int, of span: inout Span) -> Int {
        var index = start
        while index < text.count {
            switch text[index] {
            case "{" where template(at: index) != nil:
                index = template(at: index) ?? index + 1
            case "#" where isBlank(index - 1) && index > start && span.endBehindHash == nil:
                span.endBehindHash = index
                var behind = span
                span.endBehindHash = plainEnd(from: index + 1, of: &behind)
                return index
            case ":" where endsKey(index):
                if !span.isValue, !span.continuesQuote { return index }
                span.hasColon = true
                index += 1
            case ",", "}", "]":
                if span.isInFlow { return index }
                index += 1
            case "{", "[":
                guard span.isInFlow else {
                    index += 1
                    continue
                }
                guard let end = bracketEnd(from: index, isAttached: index > start) else {
                    return index
                }
                index = end
            default:
                index += 1
            }
        }
        return index
    }
}

// MARK: - Characters

extension LenientLine {
    private func at(_ index: Int) -> Unicode.Scalar? {
        text.indices.contains(index) ? text[index] : nil
    }

    /// Whether there is a space, a tab or nothing at `index`.
    private func isBlank(_ index: Int) -> Bool {
        at(index).map { $0 == " " || $0 == "\t" } ?? true
    }

    private mutating func skipBlanks() {
        while position < text.count, isBlank(position) { position += 1 }
    }

    private func trimmed(_ end: Int, from start: Int) -> Int {
        var end = min(end, text.count)
        while end > start + 1, isBlank(end - 1) { end -= 1 }
        return end
    }

    /// Whether the colon at `index` ends a key.
    private func endsKey(_ index: Int) -> Bool {
        guard text[index] == ":" else { return false }
        if isBlank(index + 1) { return true }
        guard isInFlow, let next = at(index + 1) else { return false }
        return next == "," || next == "}" || next == "]"
    }

    /// One past the `}}` that belongs to the `{{` at `index`.
    private func template(at index: Int) -> Int? {
        guard at(index) == "{", at(index + 1) == "{" else { return nil }
        var end = index + 2
        while let next = at(end), next != "{" {
            if next == "}" { return at(end + 1) == "}" ? end + 2 : nil }
            end += 1
        }
        return nil
    }

    /// One past the closing quote that belongs to the quote at `start`.
    private func quoteEnd(from start: Int) -> Int? {
        let quote = text[start]
        var index = start + 1
        while let next = at(index) {
            if next == "\\", quote == "\"" {
                index += 2
            } else if next == quote, quote == "'", at(index + 1) == quote {
                index += 2
            } else if next == quote {
                return index + 1
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The index after the bracket that closes the one at `start`.
    ///
    /// A bracket after a space belongs to the text only if it contains nothing that looks like an
    /// entry.
    private func bracketEnd(from start: Int, isAttached: Bool) -> Int? {
        var depth = 0
        var index = start
        while let next = at(index) {
            switch next {
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            case "\"", "'":
                guard let end = quoteEnd(from: index) else { return nil }
                index = end - 1
            case ":" where isBlank(index + 1):
                if !isAttached || isBlank(start - 1) { return nil }
            default: break
            }
            index += 1
            if depth == 0 { return index }
        }
        return nil
    }
}
